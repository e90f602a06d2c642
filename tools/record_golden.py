"""Record the golden games again: python tools/record_golden.py [name ...]

For each ending of a rulebook seeds are tried until its players bring it about; the game is written to
tests/golden/<game> as commands with fingerprints and as a text. A recording that still holds stays, and only its text
is written again. Run it when the rules, the map or the log's wording have changed on purpose, and read the difference
of the texts before committing it.

    python tools/record_golden.py --states

writes ``state-v<version>.json`` for the games that have none of their present version. Those that exist are never made
again: they stand for matches that servers of that version have stored.

    python tools/record_golden.py --fingerprints

takes the fingerprints again where the shape of a fact was changed on purpose. A game that does not read as it did is
left as it is.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.catalogue import GAMES
from rules.kernel.game import Game
from tests.golden.endings import Ending, hooks
from tests.golden.recording import FOLDER, Given, Played, Recording, Replayer, replay, told

SEEDS = 200
MOST_COMMANDS = 3000


def play(rules: Game[Any, Any], ending: Ending, seed: int) -> tuple[list[Played], Replayer]:
    """One game of an ending's players. RuntimeError when it does not end."""
    table = Replayer(ending.name, rules.id, ending.scenario, ending.options)
    rng = random.Random(seed)
    players = ending.players(rng)
    steps: list[Played] = []
    while (deciders := rules.deciders(table.state)) and not 0 < ending.commands == len(steps):
        if len(steps) >= MOST_COMMANDS:
            raise RuntimeError(f"{ending.name}, seed {seed}: no end after {MOST_COMMANDS} commands")
        seat = rng.choice(deciders) if len(deciders) > 1 else deciders[0]
        steps.append(table.give(seat, players[seat].command(table.state)))
    return steps, table


def holds(rules: Game[Any, Any], ending: Ending) -> bool:
    """Whether the ending's file is there and the game goes as it says. A text that reads otherwise now is rewritten."""
    path = FOLDER / rules.id / f"{ending.name}.json"
    if not path.exists():
        return False
    recording = Recording.read(path)
    try:
        text = told(f"{rules.title}: {ending.title}", rules.id, list(replay(recording)), recording.outcome)
    except AssertionError as error:
        print(f"  {error}"[:300])
        return False
    path.with_suffix(".txt").write_text(text, encoding="utf-8")
    return True


def record(rules: Game[Any, Any], ending: Ending) -> None:
    """Find a seed that brings the ending about and write its files, unless they hold. SystemExit when none does."""
    if holds(rules, ending):
        print(f"{ending.name}: as it was")
        return
    for seed in range(SEEDS):
        steps, table = play(rules, ending, seed)
        outcome = rules.outcome(table.state)
        if outcome is None and not ending.commands:
            raise RuntimeError(f"{ending.name}, seed {seed}: nobody decides and nothing has ended")
        came = ("", None) if outcome is None else (outcome.section, outcome.winner)
        what = "it goes on" if outcome is None else f"§{outcome.section} {outcome.reason}"
        if came != (ending.section, ending.winner) or not ending.fits(table.state):
            print(f"  {ending.name}, seed {seed}: {what}")
            continue
        given = tuple(Given(s.seat, s.command, len(s.events), s.fingerprint) for s in steps)
        folder = FOLDER / rules.id
        folder.mkdir(parents=True, exist_ok=True)
        end = None if outcome is None else outcome.json()
        Recording(ending.name, ending.title, rules.id, ending.scenario, given, end, ending.options).write(folder)
        text = told(f"{rules.title}: {ending.title}", rules.id, steps, end)
        (folder / f"{ending.name}.txt").write_text(text, encoding="utf-8")
        print(f"{ending.name}: seed {seed}, {len(steps)} commands, {what}")
        return
    raise SystemExit(f"no seed below {SEEDS} brings about {ending.name}")


def take_fingerprints(path: Path) -> None:
    """The same commands with the current fingerprints. SystemExit when the game reads otherwise."""
    recording = Recording.read(path)
    table = Replayer(recording.name, recording.game, recording.scenario, recording.options)
    steps = [table.give(given.seat, given.command) for given in recording.commands]
    text = told(f"{table.game.title}: {recording.title}", recording.game, steps, recording.outcome)
    events = [given.events for given in recording.commands]
    if text != path.with_suffix(".txt").read_text(encoding="utf-8") or [len(s.events) for s in steps] != events:
        raise SystemExit(f"{recording.name} is another game now")
    given = tuple(Given(s.seat, s.command, len(s.events), s.fingerprint) for s in steps)
    replace(recording, commands=given).write(path.parent)


def write_state(rules: Game[Any, Any]) -> None:
    """Store the position with most in it of the recorded games, unless one of this version is kept already."""
    path = FOLDER / rules.id / f"state-v{rules.version}.json"
    if path.exists():
        return
    recordings = [FOLDER / rules.id / f"{ending.name}.json" for ending in hooks(rules.id).endings()]
    steps = (step for file in recordings for step in replay(Recording.read(file)))
    dumped = (rules.dump_state(step.states[-1]) for step in steps if rules.deciders(step.states[-1]))
    fullest = max((json.dumps(data, ensure_ascii=False, separators=(",", ":")) for data in dumped), key=len)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(fullest + "\n", encoding="utf-8")
    print(path)


def main() -> None:
    """Record what was asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="endings to record; all when none is named")
    parser.add_argument("--states", action="store_true", help="only write the stored states that are missing")
    parser.add_argument("--fingerprints", action="store_true", help="only take fingerprints again")
    wanted = parser.parse_args()
    if wanted.fingerprints:
        for path in sorted(p for p in FOLDER.glob("*/*.json") if (p.with_suffix(".txt")).exists()):
            take_fingerprints(path)
        return
    if wanted.states:
        for rules in GAMES.values():
            write_state(rules)
        return
    for rules in GAMES.values():
        for ending in hooks(rules.id).endings():
            if not wanted.names or ending.name in wanted.names:
                record(rules, ending)


if __name__ == "__main__":
    main()

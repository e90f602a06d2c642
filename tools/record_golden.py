"""Record the golden games of Schlieffen's War anew: python tools/record_golden.py [name ...]

For each ending of the rulebook seeds are tried until its players bring it about; the game is written to
tests/golden/schlieffens-war as commands with fingerprints and as a text. Run it when the rules or the map have
changed on purpose, and read the difference of the texts before committing it. ``state-v1.json`` is not made anew by
default: it stands for matches stored by servers of that version (--state writes it).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.kernel.messages import JsonObject
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.state import BattleFrame, State
from tests.golden.players import Ending, endings
from tests.golden.recording import FOLDER, Given, Played, Recording, Replayer, told

HERE = FOLDER / GAME.id
SEEDS = 200
MOST_COMMANDS = 3000


def play(ending: Ending, seed: int) -> tuple[list[Played], Replayer]:
    """One game of an ending's players. RuntimeError when it does not end."""
    table = Replayer(f"{ending.name}", GAME.id, "campaign")
    players = ending.players(random.Random(seed))
    steps: list[Played] = []
    while deciders := GAME.deciders(table.state):
        if len(steps) >= MOST_COMMANDS:
            raise RuntimeError(f"{ending.name}, seed {seed}: no end after {MOST_COMMANDS} commands")
        steps.append(table.give(deciders[0], players[deciders[0]].command(table.state)))
    return steps, table


def record(ending: Ending) -> list[Played]:
    """Find a seed that brings the ending about and write its files. SystemExit when none does."""
    for seed in range(SEEDS):
        steps, table = play(ending, seed)
        outcome = GAME.outcome(table.state)
        if outcome is None:
            raise RuntimeError(f"{ending.name}, seed {seed}: nobody decides and nothing has ended")
        if (outcome.section, outcome.winner) != (ending.section, ending.winner):
            print(f"  {ending.name}, seed {seed}: §{outcome.section} {outcome.reason}")
            continue
        given = tuple(Given(s.seat, s.command, len(s.events), s.fingerprint) for s in steps)
        Recording(ending.name, ending.title, GAME.id, "campaign", given, outcome.json()).write(HERE)
        text = told(f"Schlieffen's War: {ending.title}", GAME.id, steps, outcome.json())
        (HERE / f"{ending.name}.txt").write_text(text, encoding="utf-8")
        print(f"{ending.name}: seed {seed}, {len(steps)} commands, §{outcome.section} {outcome.reason}")
        return steps
    raise SystemExit(f"no seed below {SEEDS} brings about {ending.name}")


def midst_of_battle(steps: list[Played]) -> JsonObject:
    """A stored state with as much in it as there can be: a late battle that waits for a decision."""
    states: list[State] = [s.states[-1] for s in steps]
    return GAME.dump_state(next(s for s in reversed(states) if isinstance(s.top, BattleFrame) and s.top.hits))


def main() -> None:
    """Record what was asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="endings to record; all when none is named")
    parser.add_argument("--state", action="store_true", help="write the stored state of this version, too")
    wanted = parser.parse_args()
    HERE.mkdir(parents=True, exist_ok=True)
    for ending in endings():
        if wanted.names and ending.name not in wanted.names:
            continue
        steps = record(ending)
        if wanted.state and ending.name == "4.7-entente-points":
            text = json.dumps(midst_of_battle(steps), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            (HERE / f"state-v{GAME.version}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

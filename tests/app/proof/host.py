"""A host who has all keys makes whole exports that are consistent in themselves, honest ones and others.

An export is taken apart into runs, each a command with its events, changed, and put together again: numbered, hashed
and chained as the server does it.
"""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.matches.agreements.seating import SETTLED
from app.matches.agreements.settlement import RESIGN, is_agreement, state_after
from app.matches.facts import UNDONE, ReceivedCommand
from app.matches.live_match.again import redo_by_facts as by_facts
from app.matches.live_match.chit_locations import ChitLocation, Place, last_changes, numbers
from app.matches.live_match.undo_steps import Origin, TakenBack, UndoStep, UndoSteps, origin_of
from app.proof import links
from app.proof.exported import FORMAT
from app.proof.replay import BROKEN
from app.proof.rounds import digest, voided_in
from app.proof.version import rules_version
from rules.kernel import dice, lanes
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject, Refusal

Export = dict[str, Any]
UNDO_ONE_IN = 12


@dataclass
class Run:
    """A command and its events. ``undoes`` is the command that it takes back, if that is what it does."""

    seat: str
    id: str
    ask: str
    command: dict[str, Any]
    rules: str
    events: list[JsonObject]
    undoes: str | None = None


def word(name: str) -> str:
    """A word or a secret that is the same in every run of the tests."""
    return hashlib.sha256(name.encode()).hexdigest()


Pick = Callable[[Any, str, random.Random], JsonObject]
"""What a bot at a seat orders in a position."""


def play(
    game: Game[Any, Any],
    scenario: str,
    seed: int,
    name: str = "drawn",
    match: str = "match0",
    *,
    pick: Pick | None = None,
    most: int | None = None,
) -> Export:
    """An honest match of bots who now and then take something back, as the server would export it.

    ``name`` names the server's secret. After ``most`` commands, if it is given, the first seat resigns.
    """
    pick = game.random_command if pick is None else pick
    secret = word(name)
    words = {s.id: word(f"{s.id}/{seed}") for s in game.seats(scenario, {})}
    key = dice.key(bytes.fromhex(secret), match, words)
    chance, rng = dice.chance(key), random.Random(seed)
    state, steps, version = game.new_match(scenario, {}), UndoSteps(by_facts(game)), 0
    runs: list[Run] = []
    standing: list[Run] = []
    """Those that were not taken back."""
    opening = game.dump_state(state)
    while (deciders := game.deciders(state)) and (most is None or len(runs) < most):
        seat = deciders[rng.randrange(len(deciders))]
        step = steps.of(seat)
        # Only the last of all: others have steps that are done once more, and their numbers would have to be kept here.
        if step is not None and not steps.after(step) and rng.randrange(UNDO_ONE_IN) == 0:
            undone = steps.taken_back(seat, by_facts(game))
            assert isinstance(undone, TakenBack)
            steps.take(undone)
            runs.append(taken_back(standing.pop()))
            runs[-1].id = f"command-{len(runs) - 1}"
            state, events = undone.state, runs[-1].events
        else:
            before, command = state, pick(state, seat, rng)
            ask = str(lanes.legal_of(game, state, seat, command)["ask"])
            decided = game.decide(state, seat, command, chance)
            assert not isinstance(decided, Refusal), decided.text
            if not decided:
                continue  # what changes nothing is not stored
            for event in decided:
                state = game.evolve(state, event)
            events = [game.dump_event(e) for e in decided]
            runs.append(Run(seat, f"command-{len(runs)}", ask, command, rules_version(game), events))
            step = UndoStep(seat, version, before, events=tuple(events), origin=Origin(version))
            steps.remember(step, any(game.bars_undo(e) for e in decided))
            standing.append(runs[-1])
        version += len(events)
    if game.outcome(state) is None:
        runs.append(_resigned(game, scenario, f"command-{len(runs)}"))
        state = state_after(game, state, runs[-1].events[0])
    export: Export = {
        "format": FORMAT,
        "match": match,
        "game": game.id,
        "scenario": scenario,
        "options": {},
        "rules": rules_version(game),
        "rules_version": game.version,
        "status": "finished",
        "secret": secret,
        "seats": [{"seat": s, "title": s, "seal": None, "word": w} for s, w in words.items()],
        "opening": opening,
        "plan": game.plan(state),
        "log": [],
    }
    outcome = game.outcome(state)
    assert outcome is not None
    export["outcome"] = outcome.json()
    return assemble(game, export, runs)


def _resigned(game: Game[Any, Any], scenario: str, id_: str) -> Run:
    """The first of two seats resigns."""
    loser, winner = game.seats(scenario, {})
    # The titles of these exports are the seats.
    said: JsonObject = {"kind": SETTLED, "winner": winner.side, "reason": f"{loser.id} resigned."}
    return Run(loser.id, id_, "", {"kind": RESIGN}, rules_version(game), [said])


def runs_of(export: Export) -> list[Run]:
    """The commands of an export with their events."""
    events = [e["event"] for e in copy.deepcopy(export["events"])]
    beginning = {c["first"] - 1: c["id"] for c in export["commands"]}
    runs = []
    for c in export["commands"]:
        own = events[c["first"] - 1 : c["last"]]
        undoes = beginning[own[0]["to"]] if own[0]["kind"] == UNDONE else None
        runs.append(Run(c["seat"], c["id"], c["ask"], copy.deepcopy(c["command"]), c["rules"], own, undoes))
    return runs


def taken_back(run: Run) -> Run:
    """A command that takes another back."""
    return Run(run.seat, f"undo-of-{run.id}", "", {}, run.rules, [{"kind": UNDONE, "to": 0}], run.id)


def assemble(game: Game[Any, Any], export: Export, runs: list[Run], *, hashed: bool = True) -> Export:
    """An export of these runs. With ``hashed`` all that can be computed is made to fit; without, it stays as it was."""
    version, before = 0, {}
    for run in runs:
        before[run.id] = version
        version += len(run.events)
        if run.undoes in before:
            run.events = [{"kind": UNDONE, "to": before[run.undoes]}]
    made, events = dict(export), [e for run in runs for e in run.events]
    made["events"] = [{"seq": n, "event": e} for n, e in enumerate(events, start=1)]
    made["version"] = len(events)
    made["commands"] = _commands(export, runs)
    return _hashed(game, made, runs) if hashed else made


def _commands(export: Export, runs: list[Run]) -> list[JsonObject]:
    """The runs numbered, with the links that commands of their ids had."""
    old = {c["id"]: c["link"] for c in export.get("commands", [])}
    told: list[JsonObject] = []
    last = 0
    for run in runs:
        first, last = last + 1, last + len(run.events)
        body = {"id": run.id, "seat": run.seat, "ask": run.ask, "command": run.command, "rules": run.rules}
        told.append({**body, "first": first, "last": last, "link": old.get(run.id, 64 * "0")})
    return told


def _hashed(game: Game[Any, Any], made: Export, runs: list[Run]) -> Export:
    secret = bytes.fromhex(made["secret"])
    made["commitment"] = dice.commitment(secret)
    made["seats"] = [{**s, "seal": dice.seal(made["match"], s["seat"], s["word"])} for s in made["seats"]]
    key, voided = links.key(secret, made["match"]), digest(voided_in(made))
    names = ("match", "game", "scenario", "options", "rules", "commitment", "opening")
    seats = [(s["seat"], s["seal"], s["word"]) for s in made["seats"]]
    link = links.first(key, seats=seats, voided=voided, **{name: made[name] for name in names})
    made["opening_link"] = link.hex()
    for run, told in zip(runs, made["commands"], strict=True):
        order = ReceivedCommand(run.seat, run.id, run.ask, run.command)
        link = links.after(key, link, order, run.rules, told["first"], run.events)
        told["link"] = link.hex()
    made["link"] = link.hex()
    try:
        past = past_of(game, game.load_state(made["opening"]), [entry["event"] for entry in made["events"]])
    except BROKEN:
        return made  # what the host made of it cannot be applied at all
    end = past[-1]
    made["lots"] = _lots(game, past, made["commands"])
    made["state_hash"] = links.state_hash(game.dump_state(end))
    outcome = game.outcome(end)
    if outcome is not None:
        made["outcome"] = outcome.json()
    return made


def _lots(game: Game[Any, Any], past: Sequence[Any], commands: Sequence[JsonObject]) -> list[Json]:
    """What lies where at the end, as the server's table has it."""
    lying = [game.pools.lots(state) for state in past]
    since: dict[Place, int] = {}
    for told in commands:
        first, last = int(str(told["first"])), int(str(told["last"]))
        since |= last_changes(lying[first - 1], [(number, lying[number]) for number in range(first, last + 1)])
    return [ChitLocation(*key, number, since.get(key, 0)).json() for key, number in numbers(lying[-1]).items()]


def past_of(game: Game[Any, Any], opening: Any, events: Sequence[JsonObject]) -> list[Any]:
    """The opening and the position after each event."""

    def apply(state: Any, number: int) -> Any:
        return game.evolve(state, game.load_event(events[number - 1]))

    past = [opening]
    for number, event in enumerate(events, start=1):
        if event["kind"] == UNDONE:
            past.append(origin_of(event).rebuild(past.__getitem__, apply))
        elif is_agreement(event["kind"]):
            past.append(state_after(game, past[-1], event))
        else:
            past.append(apply(past[-1], number))
    return past


def forge(game: Game[Any, Any], export: Export, change: Callable[[list[Run]], None], *, hashed: bool) -> Export:
    """The export after a change to its runs."""
    runs = runs_of(export)
    change(runs)
    return assemble(game, export, runs, hashed=hashed)

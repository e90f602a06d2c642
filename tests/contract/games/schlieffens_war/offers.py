"""The commands that the orders and the planner's answers promise: nobody who sends one is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.game import Scenario
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import first_options
from rules.schlieffens_war.engine import ENGINE
from rules.schlieffens_war.position.state import State
from tests.contract import derived
from tests.contract.teams import shared_options

FEW = 5
"""As many of each kind are tried in a position."""

Offered = dict[str, Any]


def options(scenario: Scenario, rng: random.Random) -> JsonObject:
    """Those of a shared side, each by lot; alone there are none."""
    return shared_options(scenario, rng)


def offered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Offered]:
    """Commands that must be taken: all orders, and what the hands of the client make of their offers."""
    yield from derived.offered(game, state, seat, rng)
    yield from derived.filled(ENGINE, state, seat, rng)
    # No shape of slot says that units must stand together, or that an order must be another than the present one.
    apart = ("move", "attack", "probe", "advance", "arrange")
    yield from derived.asked_for(ENGINE, game, state, seat, rng, but=apart)
    for offer in game.legal(state, seat)["offers"]:
        kind = offer["kind"]
        match kind:
            case "place" | "displace":
                for unit, hexes in _some(sorted(offer["choices"].items()), rng):
                    yield from ({"kind": kind, "unit": unit, "hex": h} for h in _some(hexes, rng))
            case "remove_fatigue" | "restore":
                yield {"kind": kind, "units": first_options(offer)["of"]}
            case "lose":
                yield from ({"kind": kind, "units": [u]} for u in first_options(offer)["of"])
            case "probe":
                for unit, hexes in _some(sorted(offer["choices"].items()), rng):
                    if state.counter(unit).is_corps:
                        yield from ({"kind": kind, "units": [unit], "hex": h} for h in hexes)
            case "retreat":
                yield from ({"kind": kind, "path": p} for p in _some(derived.paths_of(first_options(offer)), rng))
            case "move":
                yield from _moves(game, state, seat, offer["units"], rng)
            case "attack":
                yield from _attacks(game, state, seat, offer["targets"], rng)


def _moves(game: Any, state: State, seat: str, movers: list[str], rng: random.Random) -> Iterator[Offered]:
    for unit in _some(movers, rng):
        answer = game.consult(state, seat, {"kind": "move", "units": [unit]})
        assert not isinstance(answer, Refusal), f"{unit} is offered a move and refused its reach: {answer}"
        for _, way in _some(sorted(answer["hexes"].items()), rng):
            yield {"kind": "move", "units": [unit], "path": way["path"], "forced": way["band"] == "forced"}


def _attacks(
    game: Any, state: State, seat: str, targets: Mapping[str, list[str]], rng: random.Random
) -> Iterator[Offered]:
    for target, near in _some(sorted(targets.items()), rng):
        units = rng.sample(near, rng.randint(1, len(near)))
        question = {"kind": "attack", "units": units, "target": target, "coup": False, "artillery": False}
        answer = game.consult(state, seat, question)
        if not isinstance(answer, Refusal) and answer["legal"]:
            yield {"kind": "attack", "units": units, "target": target}


def _some(items: list[Any], rng: random.Random) -> list[Any]:
    return rng.sample(items, min(FEW, len(items)))

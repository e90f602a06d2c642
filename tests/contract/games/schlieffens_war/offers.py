"""The commands that the offers and the planner's answers promise: whoever sends one is not refused."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from rules.kernel.game import Scenario
from rules.kernel.messages import JsonObject, Refusal
from rules.schlieffens_war.data import printed
from rules.schlieffens_war.state import State

FEW = 5
"""This many of each kind are tried in a position."""

Offered = dict[str, Any]


def options(scenario: Scenario, rng: random.Random) -> JsonObject:
    """There are none."""
    assert not scenario.options
    return {}


def offered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Offered]:
    """Commands that must be taken."""
    for offer in game.legal(state, seat)["offers"]:
        kind = offer["kind"]
        match kind:
            case "place" | "return" | "reinforce" | "displace":
                for unit, hexes in _some(sorted(offer["choices"].items()), rng):
                    yield from ({"kind": kind, "unit": unit, "hex": h} for h in _some(hexes, rng))
            case "stance":
                for unit in offer["units"]:
                    yield {"kind": kind, "unit": unit, "helps": not state.units[unit].helps}
            case "unplace" | "eliminate":
                yield from ({"kind": kind, "unit": u} for u in _some(offer["units"], rng))
            case "remove_fatigue" | "restore":
                yield {"kind": kind, "units": offer["units"]}
            case "lose":
                yield from ({"kind": kind, "units": [u]} for u in offer["units"])
            case "retreat":
                yield from ({"kind": kind, "path": p} for p in _some(offer["paths"], rng))
            case "withdraw" | "defend":
                for pair in _some(list(combinations(offer["units"], offer["count"])), rng):
                    yield {"kind": kind, "units": [*pair]}
            case "advance":
                yield {"kind": kind, "units": []}
                yield from ({"kind": kind, "units": [u]} for u in offer["units"])
            case "bombard":
                for coup in {False, offer["coup"]}:
                    yield from ({"kind": kind, "coup": coup, "artillery": a} for a in {False, offer["artillery"]})
            case "arrange":
                for hex_ in _some(offer["hexes"], rng):
                    yield {"kind": kind, "hex": hex_, "units": [*state.stacks[hex_][::-1]]}
            case "probe":
                for unit, hexes in _some(sorted(offer["choices"].items()), rng):
                    if printed().counters[unit].is_corps:
                        yield from ({"kind": kind, "units": [unit], "hex": h} for h in hexes)
            case "move":
                yield from _moves(game, state, seat, offer["units"], rng)
            case "attack":
                yield from _attacks(game, state, seat, offer["targets"], rng)
            case "historical" | "refuse_withdrawal":
                yield {"kind": kind}
            case "end_phase":
                if offer["refusal"] is None:
                    yield {"kind": kind}
            case unknown:
                raise AssertionError(f"an offer of kind {unknown!r}, which docs/architecture.md does not list")


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

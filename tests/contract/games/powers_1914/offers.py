"""What is offered is taken: the orders with a hand of their own in the client, as that hand makes commands of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel.game import Scenario
from rules.kernel.messages import JsonObject, Refusal
from rules.powers_1914.position.state import State
from rules.powers_1914.sequence import ENGINE
from tests.contract import derived

FEW = 6
"""This many of each kind are tried in a position."""

Offered = dict[str, Any]


def offered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Offered]:
    """Commands that must be taken: by the form, by programs, and by the hands that the client has for some orders."""
    yield from derived.offered(game, state, seat, rng)
    yield from derived.filled(ENGINE, state, seat, rng)
    # No shape of slot says that units must stand together, or shares a country out field by field.
    yield from derived.asked_for(ENGINE, game, state, seat, rng, but=("move", "reinforce", "share"))
    for offer in game.legal(state, seat)["offers"]:
        if offer["refusal"] is None and "slots" not in offer:
            yield from _by_hand(game, state, seat, offer, rng)


def options(scenario: Scenario, rng: random.Random) -> JsonObject:
    """The nations dealt again: each to a seat of its side, none of which goes without."""
    (option,) = scenario.options
    sides: Any = option["sides"]
    dealt: JsonObject = {}
    for side in sorted(set(sides.values())):
        seats = [seat.id for seat in scenario.seats if seat.side == side]
        nations = rng.sample([n for n, its in sides.items() if its == side], k=list(sides.values()).count(side))
        for place, nation in enumerate(nations):
            dealt[nation] = seats[place] if place < len(seats) else rng.choice(seats)
    return {"nations": dealt}


def _by_hand(game: Any, state: State, seat: str, offer: Any, rng: random.Random) -> Iterator[Offered]:
    kind = offer["kind"]
    match kind:
        case "place":
            for group in _some(offer["groups"], rng):
                for area in _some(group["areas"], rng):
                    yield {"kind": kind, "units": [rng.choice(group["units"])], "area": area}
        case "unplace":
            yield from ({"kind": kind, "units": [u]} for u in _some(offer["units"], rng))
        case "buy":
            for i in _some(offer["items"], rng):
                for count in {1, i["most"]}:
                    yield {"kind": kind, "nation": i["nation"], "unit": i["unit"], "area": i["area"], "count": count}
        case "build":
            yield from ({"kind": kind, "works": i["works"], "area": i["area"]} for i in _some(offer["items"], rng))
        case "modernise":
            yield from ({"kind": kind, "nation": i["nation"], "unit": i["unit"]} for i in _some(offer["items"], rng))
        case "use_card":
            yield from ({"kind": kind, "card": i["card"]} for i in offer["items"] if i["refusal"] is None)
        case "move" | "reinforce":
            yield from _moves(game, state, seat, offer, rng)
        case "shoot":
            for gun, its in _some(sorted(offer["guns"].items()), rng):
                for area, targets in its["areas"].items():
                    yield {"kind": kind, "unit": gun, "area": area, "target": rng.choice(targets)}
        case "fight":
            for unit, targets in _some(sorted(offer["pairs"].items()), rng):
                target = rng.choice(targets)
                yield {"kind": kind, "unit": unit, "target": target, "capture": False}
                if target in offer["capturable"]:
                    yield {"kind": kind, "unit": unit, "target": target, "capture": True}
        case "challenge":
            for unit, targets in _some(sorted(offer["pairs"].items()), rng):
                yield from ({"kind": kind, "unit": unit, "target": t} for t in targets)
        case "gas":
            for unit, areas in _some(sorted(offer["units"].items()), rng):
                for area in areas:
                    yield from (
                        {"kind": kind, "unit": unit, "area": area, "first": f} for f in ("infantry", "artillery")
                    )
        case "share":
            yield {"kind": kind, "flags": offer["flags"]}
            for nation in offer["nations"]:
                yield {"kind": kind, "flags": dict.fromkeys(offer["flags"], nation)}
        case unknown:
            raise AssertionError(
                f"an offer of kind {unknown!r} without slots, which docs/powers-1914-wire.md does not list"
            )


def _moves(game: Any, state: State, seat: str, offer: Any, rng: random.Random) -> Iterator[Offered]:
    for unit in _some(offer["units"], rng):
        answer = game.consult(state, seat, {"kind": "move", "units": [unit]})
        assert not isinstance(answer, Refusal), f"{unit} is offered a move and refused its reach: {answer}"
        for _, way in _some(sorted(answer["areas"].items()), rng):
            yield {"kind": offer["kind"], "units": [unit], "path": way["path"]}


def _some(items: Sequence[Any], rng: random.Random) -> list[Any]:
    return rng.sample(list(items), min(FEW, len(items)))

"""Commands of the deciding seat, well formed and against the rules by construction: none of them is offered."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.powers_1914 import data
from rules.powers_1914.data import board
from rules.powers_1914.state import State

CODES = frozenset({
    "afloat", "alone", "battle-first", "built-already", "cannot-capture", "cannot-challenge", "cannot-fight",
    "cards-used", "closed-land", "enemy-ships", "enemy-there", "guns-protect", "has-moved", "malformed", "neutral-land",
    "no-battle", "no-change", "no-counters", "no-gun", "no-landing", "no-money", "no-production", "no-rising",
    "no-room", "no-shipyard", "no-shore", "no-such-area", "no-such-card", "no-such-target", "no-unit-there",
    "nobody-helpless", "not-a-land-unit", "not-adjacent", "not-all-placed", "not-eligible", "not-in-battle",
    "not-neutral", "not-placed", "not-the-leader", "not-together", "not-your-land", "not-your-turn",
    "not-your-unit", "nothing-chosen", "nothing-proposed", "nothing-to-fight", "nothing-to-raze", "modern-enough",
    "one-general",
    "out-of-range", "over", "rising", "strait-closed", "too-far", "too-late", "too-many", "wrong-place",
    "wrong-step",
})  # fmt: skip

_LISTED = tomllib.loads((Path(data.__file__).parent / "sections.toml").read_text(encoding="utf-8"))["sections"]
SECTIONS = frozenset(s["number"] for s in _LISTED)

Wrong = dict[str, Any]
NOBODY = ("GE.infantry.999", "", "GE", "GE.general.nobody", "XX.infantry.1", "pool", "units")
NOWHERE = ("", "pool", "atlantis", "Berlin", "berlin ", "GE")


def unoffered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Wrong]:
    """For each offer what it leaves out: other units, other fields, too many, twice, somebody else's."""
    offers: Mapping[str, Any] = {o["kind"]: o for o in game.legal(state, seat)["offers"]}
    mine = [u for u in state.units if state.seat_of(u) == seat]
    theirs = [u for u in state.units if state.seat_of(u) != seat]
    aliens = [*rng.sample(theirs, min(2, len(theirs))), *rng.sample(NOBODY, 2)]
    areas = rng.sample(sorted(board().areas), 5)
    for kind, offer in offers.items():
        if offer.get("refusal") is not None and kind in ("end_phase", "pay"):
            yield {"kind": kind}
        match kind:
            case "place":
                yield from _wrong_places(offer, aliens, areas, rng)
            case "unplace" | "give_up":
                for unit in (*aliens, *_others(mine, offer["units"], rng)):
                    yield {"kind": kind, "units": [unit]}
                yield {"kind": kind, "units": [offer["units"][0]] * 2}
                yield {"kind": kind, "units": []}
                if len(offer["units"]) > offer.get("count", 1000):
                    yield {"kind": kind, "units": offer["units"][: offer["count"] + 1]}
            case "move" | "reinforce":
                yield from _wrong_moves(state, kind, offer["units"], mine, aliens, areas, rng)
            case "buy":
                yield from _wrong_buys(offer["items"], areas, rng)
            case "build" | "raze":
                offered = {(i["works"], i["area"]) for i in offer["items"]}
                for area in (*areas, *NOWHERE[:2]):
                    for works in ("factory", "shipyard", "city"):
                        if (works, area) not in offered:
                            yield {"kind": kind, "works": works, "area": area}
            case "modernise":
                offered = {(i["nation"], i["unit"]) for i in offer["items"]}
                for nation in ("GE", "RU", "CH", "SW"):
                    for unit in ("infantry", "ship", "general"):
                        if (nation, unit) not in offered:
                            yield {"kind": kind, "nation": nation, "unit": unit}
            case "give":
                for to in (seat, "nobody", *(s for s in state.seats if s not in offer["to"])):
                    yield {"kind": kind, "to": to, "amount": 1}
                for amount in (0, -1, offer["most"] + 1, 10**9):
                    yield {"kind": kind, "to": offer["to"][0], "amount": amount}
            case "use_card":
                yield {"kind": kind, "card": "famine-1"}
                yield from ({"kind": kind, "card": i["card"]} for i in offer["items"] if i["refusal"] is not None)
            case "shoot":
                yield from _wrong_shots(offer["guns"], mine, aliens, areas, rng)
            case "fight":
                yield from _wrong_fights(offer, mine, aliens, theirs, rng)
            case "challenge":
                for unit, targets in offer["pairs"].items():
                    for target in (*aliens, unit):
                        if target not in targets:
                            yield {"kind": kind, "unit": unit, "target": target}
            case "raid":
                for unit, yards in offer["ships"].items():
                    for area in areas:
                        if area not in yards:
                            yield {"kind": kind, "unit": unit, "area": area, "take": True}
            case "sink":
                for area in areas:
                    if area not in offer["areas"]:
                        yield {"kind": kind, "area": area, "capture": False}
            case "gas":
                for unit in offer["units"]:
                    for area in areas:
                        if area not in board().land[state.units[unit].at]:
                            yield {"kind": kind, "unit": unit, "area": area, "first": "infantry"}
            case "tactic":
                for area in (*NOWHERE, *offer["laid"]):
                    yield {"kind": kind, "area": area}
            case "announce" | "flag":
                for nation in ("CH", "LU", "XX", "GE", ""):
                    if nation not in offer["nations"]:
                        yield {"kind": kind, "nation": nation}
            case "share":
                for flags in (
                    {},
                    {**offer["flags"], "atlantis": offer["nations"][0]},
                    dict.fromkeys(offer["flags"], "XX"),
                    dict.fromkeys(offer["flags"]),
                    dict(list(offer["flags"].items())[1:]),
                ):
                    yield {"kind": kind, "flags": flags}
            case "land_usa":
                for area in (*areas, *NOWHERE):
                    if area not in offer["areas"]:
                        yield {"kind": kind, "area": area}
            case "rise":
                for area in (*areas, *NOWHERE):
                    if area not in offer["areas"]:
                        yield {"kind": kind, "area": area, "nation": offer["nations"][0]}
                for nation in ("XX", "CH", ""):
                    yield {"kind": kind, "area": offer["areas"][0], "nation": nation}
            case "stance":
                yield {"kind": kind, "capture": offer["now"]}
    for kind in ("end_phase", "fight", "withdraw", "respond", "decline", "standard", "land_usa", "share", "agree"):
        if kind not in offers:
            yield {"kind": kind}


def _others(mine: list[str], offered: list[str], rng: random.Random, count: int = 4) -> list[str]:
    rest = sorted(set(mine) - set(offered))
    return rng.sample(rest, min(count, len(rest)))


def _wrong_places(offer: Any, aliens: list[str], areas: list[str], rng: random.Random) -> Iterator[Wrong]:
    for group in rng.sample(offer["groups"], min(3, len(offer["groups"]))):
        unit = group["units"][0]
        for area in (*areas, *NOWHERE):
            if area not in group["areas"]:
                yield {"kind": "place", "units": [unit], "area": area}
        for alien in aliens:
            yield {"kind": "place", "units": [unit, alien], "area": group["areas"][0]}
        yield {"kind": "place", "units": [unit, unit], "area": group["areas"][0]}
        yield {"kind": "place", "units": [], "area": group["areas"][0]}


def _wrong_moves(
    state: State, kind: str, movers: list[str], mine: list[str], aliens: list[str], areas: list[str], rng: random.Random
) -> Iterator[Wrong]:
    near = board().near
    for unit in _others(mine, movers, rng) if kind == "move" else ():
        yield {"kind": kind, "units": [unit], "path": [near[state.units[unit].at][0]]}
    for unit in rng.sample(movers, min(3, len(movers))):
        at = state.units[unit].at
        step = rng.choice(near[at])
        for alien in aliens:
            yield {"kind": kind, "units": [unit, alien], "path": [step]}
        yield {"kind": kind, "units": [unit, unit], "path": [step]}
        yield {"kind": kind, "units": [], "path": [step]}
        yield {"kind": kind, "units": [unit], "path": []}
        yield {"kind": kind, "units": [unit], "path": [at]}
        yield {"kind": kind, "units": [unit], "path": [step, at]}
        yield {"kind": kind, "units": [unit], "path": [rng.choice(NOWHERE)]}
        yield {"kind": kind, "units": [unit], "path": [step, at, step, at, step, at]}
        for area in areas:
            if area not in near[at]:
                yield {"kind": kind, "units": [unit], "path": [area]}
        if "switzerland" in near[at]:
            yield {"kind": kind, "units": [unit], "path": ["switzerland"]}


def _wrong_buys(items: list[Any], areas: list[str], rng: random.Random) -> Iterator[Wrong]:
    offered = {(i["nation"], i["unit"], i["area"]) for i in items}
    for item in rng.sample(items, min(3, len(items))):
        good = {"kind": "buy", "nation": item["nation"], "unit": item["unit"], "area": item["area"]}
        for count in (0, -1, item["most"] + 1, 10**6):
            yield {**good, "count": count}
        for area in areas:
            if (item["nation"], item["unit"], area) not in offered:
                yield {**good, "area": area, "count": 1}
        for nation in ("CH", "XX", "SP"):
            if (nation, item["unit"], item["area"]) not in offered:
                yield {**good, "nation": nation, "count": 1}
        yield {**good, "unit": "general", "count": 1}


def _wrong_shots(
    guns: Mapping[str, Any], mine: list[str], aliens: list[str], areas: list[str], rng: random.Random
) -> Iterator[Wrong]:
    gun = rng.choice(sorted(guns))
    area = rng.choice(sorted(guns[gun]["areas"]))
    target = guns[gun]["areas"][area][0]
    for unit in (*_others(mine, [*guns], rng), *aliens):
        yield {"kind": "shoot", "unit": unit, "area": area, "target": target}
    for other in areas:
        if other not in guns[gun]["areas"]:
            yield {"kind": "shoot", "unit": gun, "area": other, "target": target}
    for wrong in (*aliens, gun):
        if wrong not in guns[gun]["areas"][area]:
            yield {"kind": "shoot", "unit": gun, "area": area, "target": wrong}


def _wrong_fights(
    offer: Any, mine: list[str], aliens: list[str], theirs: list[str], rng: random.Random
) -> Iterator[Wrong]:
    unit = rng.choice(sorted(offer["pairs"]))
    target = offer["pairs"][unit][0]
    for other in (*_others(mine, [*offer["pairs"]], rng), *aliens):
        if other not in offer["pairs"]:
            yield {"kind": "fight", "unit": other, "target": target, "capture": False}
    for wrong in (*rng.sample(theirs, min(4, len(theirs))), unit):
        if wrong not in offer["pairs"][unit]:
            yield {"kind": "fight", "unit": unit, "target": wrong, "capture": False}
    if target not in offer["capturable"]:
        yield {"kind": "fight", "unit": unit, "target": target, "capture": True}

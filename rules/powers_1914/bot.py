"""A player that does something legal at random, for the contract suites and the benchmark, by the public door.

It leans towards the enemy and ends its turns, so that a game sees battles and comes to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from rules.kernel.game import Rng
from rules.kernel.messages import JsonObject, Refusal
from rules.powers_1914.data import board
from rules.powers_1914.state import State


class Door(Protocol):
    """What the bot uses of the game: no more than a client has."""

    def legal(self, state: State, seat: str) -> JsonObject:
        """The offers."""
        ...

    def consult(self, state: State, seat: str, question: dict[str, object]) -> JsonObject | Refusal:
        """Reach."""
        ...


ENDING = 18
"""One command in this many ends the action step."""
SHOPPING = 6
"""One in this many ends the purchases."""
STOPPING = 9
"""One in this many stops an attack."""
RARE = ("stance", "give", "raze", "announce", "gas")
RARELY = 12
"""One in this many is a command of the rare kinds."""
LARGEST = 8
GARRISON = 3
"""This many stay in a capital, so that no war is over at once."""


def random_command(game: Door, state: State, seat: str, rng: Rng) -> JsonObject:
    """Some legal command for the deciding ``seat``. ValueError when nothing is offered."""
    listed = cast("list[dict[str, Any]]", game.legal(state, seat)["offers"])
    offers = {str(o["kind"]): o for o in listed if o.get("refusal") is None}
    if not offers:
        raise ValueError(f"nothing is offered to {seat}")
    if "place" in offers:
        return _set_up(offers, rng)
    if "end_phase" in offers:
        patience = SHOPPING if "move" not in offers and "tactic" not in offers else ENDING
        if not rng.randrange(patience):
            return {"kind": "end_phase"}
    if "fight" in offers and (len(offers) == 1 or rng.randrange(STOPPING)):
        return _fight(offers["fight"], rng)
    if "move" in offers and rng.randrange(4):
        command = _move(game, state, seat, offers["move"]["units"], "move", rng)
        if command is not None:
            return command
    kinds = sorted(k for k in offers if k not in ("move", "reinforce", "end_phase", *RARE))
    if any(k in offers for k in RARE) and not rng.randrange(RARELY):
        kinds = sorted(k for k in RARE if k in offers)
    if "reinforce" in offers and (not kinds or not rng.randrange(3)):
        command = _move(game, state, seat, offers["reinforce"]["units"], "reinforce", rng, _goal(state))
        if command is not None:
            return command
    if not kinds:
        return {"kind": "end_phase"}
    return _command(offers, _pick(kinds, rng), rng)


def _goal(state: State) -> str:
    return state.battle.area if state.battle else ""


def _set_up(offers: dict[str, dict[str, Any]], rng: Rng) -> JsonObject:
    waiting = [g for g in offers["place"]["groups"] if g["waiting"]]
    if "end_phase" in offers and (not waiting or not rng.randrange(3)) and rng.randrange(4):
        return {"kind": "end_phase"}
    if waiting and not rng.randrange(10):
        return {"kind": "standard"}
    groups = [g for g in waiting or offers["place"]["groups"] if g["unit"] != "general" and g["areas"]]
    if not groups or not rng.randrange(12):
        return {"kind": "standard"}
    group = _pick(groups, rng)
    units = (group["waiting"] or group["units"])[: 1 + rng.randrange(3)]
    areas = [a for a in group["areas"] if a != "gibraltar"]
    return {"kind": "place", "units": cast(Any, units), "area": _pick(areas, rng)}


def _fight(offer: dict[str, Any], rng: Rng) -> JsonObject:
    pairs = offer["pairs"]
    unit = _pick(sorted(pairs), rng)
    target = _pick(pairs[unit], rng)
    capture = target in offer["capturable"] and ".aircraft." not in unit and not rng.randrange(4)
    return {"kind": "fight", "unit": unit, "target": target, "capture": capture}


def _move(
    game: Door, state: State, seat: str, units: Sequence[str], kind: str, rng: Rng, goal: str = ""
) -> JsonObject | None:
    first = _pick(units, rng)
    here = [u for u in units if state.units[u].at == state.units[first].at]
    if kind == "move" and board().areas[state.units[first].at].capital:
        here = here[:-GARRISON]
        if first not in here:
            return None
    group = [u for u in here if rng.randrange(4)][:LARGEST]
    for chosen in (group or [first], [first]):
        answer = game.consult(state, seat, {"kind": "move", "units": chosen})
        if isinstance(answer, Refusal):
            continue
        areas = cast("dict[str, Any]", answer["areas"])
        open_ = sorted(a for a in areas if not goal or a == goal)
        if not open_:
            continue
        enemies = [a for a in open_ if areas[a]["attack"]]
        area = _pick(enemies if enemies and rng.randrange(3) else open_, rng)
        return {"kind": kind, "units": cast(Any, chosen), "path": areas[area]["path"]}
    return None


def _command(offers: dict[str, dict[str, Any]], kind: str, rng: Rng) -> JsonObject:
    offer = offers[kind]
    match kind:
        case "buy":
            item = _pick(offer["items"], rng)
            count = 1 + rng.randrange(item["most"])
            return {"kind": kind, **{k: item[k] for k in ("nation", "unit", "area")}, "count": count}
        case "build" | "raze":
            item = _pick(offer["items"], rng)
            return {"kind": kind, "works": item["works"], "area": item["area"]}
        case "modernise":
            item = _pick(offer["items"], rng)
            return {"kind": kind, "nation": item["nation"], "unit": item["unit"]}
        case "give":
            return {"kind": kind, "to": _pick(offer["to"], rng), "amount": 1 + rng.randrange(offer["most"])}
        case "use_card":
            return {"kind": kind, "card": _pick([i["card"] for i in offer["items"] if i["refusal"] is None], rng)}
        case "stance":
            return {"kind": kind, "capture": not offer["now"]}
        case "shoot":
            gun = _pick(sorted(offer["guns"]), rng)
            area = _pick(sorted(offer["guns"][gun]["areas"]), rng)
            return {"kind": kind, "unit": gun, "area": area, "target": _pick(offer["guns"][gun]["areas"][area], rng)}
        case "challenge":
            unit = _pick(sorted(offer["pairs"]), rng)
            return {"kind": kind, "unit": unit, "target": _pick(offer["pairs"][unit], rng)}
        case "raid":
            unit = _pick(sorted(offer["ships"]), rng)
            return {"kind": kind, "unit": unit, "area": _pick(offer["ships"][unit], rng), "take": not rng.randrange(2)}
        case "sink":
            return {"kind": kind, "area": _pick(offer["areas"], rng), "capture": not rng.randrange(2)}
        case "gas":
            unit = _pick(sorted(offer["units"]), rng)
            first = _pick(["infantry", "artillery"], rng)
            return {"kind": kind, "unit": unit, "area": _pick(offer["units"][unit], rng), "first": first}
        case "tactic":
            laid = offer["laid"]
            areas = [a for a in ("poland", "champagne", "galicia", "venetia", "sofia") if a not in laid]
            return {"kind": kind, "area": _pick(areas, rng)}
        case "announce" | "flag":
            return {"kind": kind, "nation": _pick(offer["nations"], rng)}
        case "give_up":
            count = 1 + rng.randrange(min(offer["count"], len(offer["units"])))
            return {"kind": kind, "units": cast(Any, _sample(offer["units"], count, rng))}
        case "share":
            return {"kind": kind, "flags": {area: _pick(offer["nations"], rng) for area in offer["flags"]}}
        case "land_usa":
            return {"kind": kind, "area": _pick(offer["areas"], rng)}
        case "rise":
            return {"kind": kind, "area": _pick(offer["areas"], rng), "nation": _pick(offer["nations"], rng)}
        case "respond":
            return {"kind": kind, "accept": not rng.randrange(2)}
        case "fight":
            return _fight(offer, rng)
        case _:
            return {"kind": kind}


def _pick(items: Sequence[Any], rng: Rng) -> Any:
    return items[rng.randrange(len(items))]


def _sample(items: Sequence[str], count: int, rng: Rng) -> list[str]:
    left = list(items)
    return [left.pop(rng.randrange(len(left))) for _ in range(count)]

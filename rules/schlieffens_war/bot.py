"""A player that does something legal at random, for the contract suites and the benchmark.

It plays by the public door, and leans towards the enemy: a game without battles would try little.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from rules.kernel.game import Rng
from rules.kernel.messages import JsonObject, Refusal
from rules.schlieffens_war.state import State


class Door(Protocol):
    """What the bot uses of the game: no more than a client has."""

    def view(self, state: State, viewer: str) -> JsonObject:
        """The table as the seat sees it."""
        ...

    def legal(self, state: State, seat: str) -> JsonObject:
        """The offers."""
        ...

    def consult(self, state: State, seat: str, question: dict[str, object]) -> JsonObject | Refusal:
        """Reach and odds."""
        ...


GROUPS = 3
"""One move in that many takes along others of the hex."""
WHIMS = 60
"""One command in that many puts a stack in another order, and one tells an HQ to help to defend or to stay out."""
PLANS = 4
"""How many attacks are considered for one that Plan XVII counts (§4.4), so that not every game ends on turn 7."""


def random_command(game: Door, state: State, seat: str, rng: Rng) -> JsonObject:
    """Some legal command for the deciding ``seat``. ValueError when nothing is offered."""
    offers: dict[str, dict[str, Any]] = {str(o["kind"]): o for o in cast(Any, game.legal(state, seat)["offers"])}
    if not offers:
        raise ValueError(f"nothing is offered to {seat}")
    whim = rng.randrange(WHIMS) if "arrange" in offers else WHIMS
    if whim == 0:
        return _arrange(game, state, seat, offers["arrange"]["hexes"], rng)
    if whim == 1 and "stance" in offers:
        return _stance(game, state, seat, offers["stance"]["units"], rng)
    if "historical" in offers:
        return _set_up(offers, rng)
    if "move" in offers and rng.randrange(40):
        command = _move(game, state, seat, offers["move"], rng)
        if command is not None:
            return command
    if "attack" in offers and rng.randrange(10):
        command = _attack(game, state, seat, offers["attack"]["targets"], rng)
        if command is not None:
            return command
    kinds = [k for k in offers if k not in ("move", "attack", "arrange", "stance", "end_phase", "refuse_withdrawal")]
    if "end_phase" in offers and offers["end_phase"].get("refusal") is None and (not kinds or not rng.randrange(3)):
        return {"kind": "end_phase"}
    if not kinds:
        kinds = [k for k in offers if k == "refuse_withdrawal"]
    return _command(offers, _pick(sorted(kinds), rng), rng)


def _arrange(game: Door, state: State, seat: str, hexes: list[str], rng: Rng) -> JsonObject:
    hex_ = _pick(hexes, rng)
    stack = [str(u["id"]) for u in cast(Any, game.view(state, seat)["stacks"])[hex_]]
    order = _sample(stack, len(stack), rng)
    if order == stack:
        # As it lies already, which is refused.
        order = [*order[1:], order[0]]
    return {"kind": "arrange", "hex": hex_, "units": cast(Any, order)}


def _stance(game: Door, state: State, seat: str, staffs: list[str], rng: Rng) -> JsonObject:
    unit = _pick(staffs, rng)
    stacks = cast(Any, game.view(state, seat)["stacks"]).values()
    helps = next(u["helps"] for stack in stacks for u in stack if u["id"] == unit)
    return {"kind": "stance", "unit": unit, "helps": not helps}


def _set_up(offers: dict[str, dict[str, Any]], rng: Rng) -> JsonObject:
    if offers["end_phase"]["refusal"] is not None:
        return {"kind": "historical"}
    if rng.randrange(12) == 0:
        return {"kind": "end_phase"}
    choices = offers["place"]["choices"]
    unit = _pick(sorted(u for u in choices if choices[u]), rng)
    return {"kind": "place", "unit": unit, "hex": _pick(choices[unit], rng)}


def _move(game: Door, state: State, seat: str, offer: dict[str, Any], rng: Rng) -> JsonObject | None:
    unit = _pick(offer["units"], rng)
    units = [unit] if rng.randrange(GROUPS) else _with_others(game, state, seat, unit, offer["units"])
    for group in (units, [unit]):
        answer = game.consult(state, seat, {"kind": "move", "units": group})
        if isinstance(answer, Refusal) or not answer["hexes"]:
            continue
        hexes = cast(dict[str, Any], answer["hexes"])
        near = [h for h in hexes if hexes[h]["stops"]] if rng.randrange(2) else []
        hex_ = _pick(sorted(near or hexes), rng)
        there = hexes[hex_]
        return {"kind": "move", "units": cast(Any, group), "path": there["path"], "forced": there["band"] == "forced"}
    return None


def _with_others(game: Door, state: State, seat: str, unit: str, movers: list[str]) -> list[str]:
    """The unit and those of its hex that may move too, depots left aside: they go by rail alone."""
    for stack in cast(Any, game.view(state, seat)["stacks"]).values():
        ids = [u["id"] for u in stack if u.get("kind") != "depot"]
        if unit in ids:
            return [u for u in ids if u in movers]
    return [unit]


def _attack(game: Door, state: State, seat: str, targets: dict[str, list[str]], rng: Rng) -> JsonObject | None:
    found: JsonObject | None = None
    for _ in range(PLANS):
        target = _pick(sorted(targets), rng)
        near = targets[target]
        units = [u for u in near if rng.randrange(3)] or [_pick(near, rng)]
        for chosen in (units, [_pick(near, rng)]):
            answer = game.consult(state, seat, {"kind": "attack", "units": chosen, "target": target})
            if isinstance(answer, Refusal) or not answer["legal"]:
                continue
            command: JsonObject = {"kind": "attack", "units": cast(Any, chosen), "target": target}
            if answer["plan_xvii"] or seat == "german":
                return command
            found = found or command
    return found


def _command(offers: dict[str, dict[str, Any]], kind: str, rng: Rng) -> JsonObject:
    offer = offers[kind]
    match kind:
        case "place" | "return" | "reinforce" | "displace":
            unit = _pick(sorted(offer["choices"]), rng)
            return {"kind": kind, "unit": unit, "hex": _pick(offer["choices"][unit], rng)}
        case "probe":
            unit = _pick(sorted(offer["choices"]), rng)
            return _probe(unit, offer, rng)
        case "remove_fatigue" | "restore":
            return {"kind": kind, "units": [_pick(offer["units"], rng)]}
        case "withdraw" | "defend":
            return {"kind": kind, "units": cast(Any, _sample(offer["units"], offer["count"], rng))}
        case "bombard":
            return {
                "kind": kind,
                "coup": bool(offer["coup"] and rng.randrange(2)),
                "artillery": bool(offer["artillery"] and rng.randrange(2)),
            }
        case "lose":
            return {"kind": kind, "units": [_pick(offer["units"], rng)]}
        case "retreat":
            return {"kind": kind, "path": _pick(offer["paths"], rng)}
        case "advance":
            return {"kind": kind, "units": [_pick(offer["units"], rng)] if rng.randrange(4) else []}
        case "eliminate":
            return {"kind": kind, "unit": _pick(offer["units"], rng)}
        case _:
            return {"kind": kind}


def _probe(unit: str, offer: dict[str, Any], rng: Rng) -> JsonObject:
    corps = sorted(u for u in offer["choices"] if "-hq" not in u)
    chosen = unit if unit in corps or not corps else _pick(corps, rng)
    return {"kind": "probe", "units": [chosen], "hex": _pick(offer["choices"][chosen], rng)}


def _pick(items: Any, rng: Rng) -> Any:
    return items[rng.randrange(len(items))]


def _sample(items: list[str], count: int, rng: Rng) -> list[str]:
    rest = list(items)
    return [rest.pop(rng.randrange(len(rest))) for _ in range(min(count, len(rest)))]

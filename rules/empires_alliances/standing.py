"""Small decisions that a player may answer beforehand (rules/kernel/standing.py, decisions/0033): those of a fight, and
steps of a segment that mostly go one way.

Nothing is hidden in this game: every policy sees the whole board, and asks what its seat may ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.printed.counters import AIR, GUNS
from rules.kernel import standing
from rules.kernel.answering import cheapest, give_out, is_allowed
from rules.kernel.lanes import LANE
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.standing import Choice, Condition, Orders, StandingKind


@dataclass(frozen=True)
class SeatView(standing.SeatView):
    """The view of a seat, the question put to it, and what it may ask besides."""

    board: Board
    consult: Callable[[Mapping[str, object]], JsonObject | Refusal]

    @cached_property
    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """All units on the map, with the hex of each."""
        stacks = self.view["stacks"].items()
        return {unit["id"]: {**unit, "at": hex_} for hex_, stack in stacks for unit in stack["units"]}

    def is_gun(self, unit: str) -> bool:
        """Whether a unit is artillery or a tank."""
        return unit in self.units and self.units[unit]["kind"] in GUNS

    def options(self, kind: str, slot: str, **chosen: object) -> Mapping[str, Any]:
        """What may be chosen in a later slot of an order; nothing where the choice before it does not fit."""
        asked: dict[str, object] = {"kind": "slot", "order": kind, "slot": slot, "chosen": chosen}
        if LANE in self.legal:
            asked[LANE] = self.legal[LANE]
        answer = self.consult(asked)
        found: Any = {} if isinstance(answer, Refusal) else answer["options"]
        return found if isinstance(found, dict) else {}

    def to_enemy(self, hex_: str, side: str) -> int:
        """How many hexes lie between a hex and the nearest enemy ground unit."""
        lattice = self.board.lattice
        foes = {u["at"] for u in self.units.values() if u["side"] != side and u["kind"] != AIR}
        return min((lattice.distance(hex_, foe) for foe in foes), default=0)


Policy = Callable[[SeatView, Orders], JsonObject | None]


# --- losses (13.7) ----------------------------------------------------------------------------------------------------

FEWEST, SPARE_GUNS = "fewest", "spare-guns"
LOSERS = (
    Choice(FEWEST, "the units with the fewest factors that are enough"),
    Choice(SPARE_GUNS, "the fewest factors that are enough, infantry and cavalry first, artillery and tanks last"),
)
ATTACK_LOSSES = StandingKind(
    "attacker-losses", "What you lose in attack", "13.7", ("losses",), LOSERS, sensible=SPARE_GUNS
)
DEFENCE_LOSSES = StandingKind(
    "defender-losses", "What you lose in defence", "13.7", ("defender-losses",), LOSERS, sensible=SPARE_GUNS
)


def _lose(kind: StandingKind) -> Policy:
    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        order, offer = orders.get(kind.key), seen.offer("lose")
        if order is None or offer is None:
            return None
        options = _first(offer)
        ranks = {**options, "of": [u for u in options["of"] if not seen.is_gun(u)]}
        if order.answer == SPARE_GUNS and (found := _spare_guns(ranks)):
            return {"kind": "lose", "units": found}
        return {"kind": "lose", "units": cheapest(options, seen.is_gun)}

    return answer


def _spare_guns(ranks: Mapping[str, Any]) -> list[Any]:
    """The cheapest without a gun; nothing where they are not enough."""
    enough = sum(ranks["need"]["weights"].get(u, 0) for u in ranks["of"]) >= ranks["need"]["least"]
    found = cheapest({**ranks, "proposed": []}) if enough else []
    return found


def _first(offer: Mapping[str, Any]) -> Mapping[str, Any]:
    options: Mapping[str, Any] = offer["slots"][0]["options"]
    return options


# --- who fights and who goes ------------------------------------------------------------------------------------------

STRONGEST = "strongest"
TOGETHER = StandingKind(
    "defend-together", "Artillery and tanks in the defence", "13.62", ("join",),
    (Choice(STRONGEST, "each defends with the strongest unit that may have it"),), sensible=STRONGEST,
)  # fmt: skip


def _join(seen: SeatView, orders: Orders) -> JsonObject | None:
    offer = seen.offer("defend_together")
    if TOGETHER.key not in orders or offer is None:
        return None
    given = give_out(_first(offer), lambda unit: -int(seen.units[unit]["defence"]) if unit in seen.units else 0)
    return {"kind": "defend_together", "units": {group: [*units] for group, units in given.items()}}


LARGEST = "largest"
DEMORALISE = StandingKind(
    "demoralise", "Who is demoralised after an attack", "13.7", ("demoralise",),
    (Choice(LARGEST, "the largest corps, as many as must be"),), sensible=LARGEST,
)  # fmt: skip


def _demoralise(seen: SeatView, orders: Orders) -> JsonObject | None:
    offer = seen.offer("demoralise")
    if DEMORALISE.key not in orders or offer is None:
        return None
    return {"kind": "demoralise", "units": [*_first(offer)["proposed"]]}


REAR, FORT, STAY, LEAVE = "rear", "fort", "stay", "leave"
RETREAT = StandingKind(
    "retreat", "When your units must retreat", "13.8", ("retreat",),
    (Choice(REAR, "to the hex furthest from the enemy"),),
    (Condition(FORT, "In a fort", (Choice(STAY, "they stay"), Choice(LEAVE, "they retreat too"))),),
    sensible=REAR,
)  # fmt: skip


def _retreat(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§13.81, §15.12: who may stay in a fort stays, unless told to leave; the others go, together if they can."""
    order, offer = orders.get(RETREAT.key), seen.offer("retreat")
    if order is None:
        return None
    if order.on(FORT, STAY) == STAY and (fort := seen.first("hold")):
        return {"kind": "hold", "units": [*fort]}
    names = [] if offer is None else [str(unit) for unit in _first(offer)["of"]]
    for units in _parties(seen, names):
        ways = seen.options("retreat", "path", units=units).get("ways") or {}
        if ways:
            side = seen.units[units[0]]["side"]
            end = max(ways, key=lambda hex_: (seen.to_enemy(hex_, side), hex_))
            return {"kind": "retreat", "units": [*units], "path": [*ways[end]]}
    return None


def _parties(seen: SeatView, names: Iterable[str]) -> Iterable[list[str]]:
    """All of the first hex together, then one of them after the other."""
    known = [unit for unit in names if unit in seen.units]
    together = [unit for unit in known if seen.units[unit]["at"] == seen.units[known[0]]["at"]]
    return [together, *([unit] for unit in together)] if together else []


MOST = "most"
ADVANCE = StandingKind(
    "advance", "When you could advance after an attack", "13.9", ("advance",),
    (Choice(STAY, "you do not"), Choice(MOST, "with as many as may")),
)  # fmt: skip


def _advance(seen: SeatView, orders: Orders) -> JsonObject | None:
    order, offer = orders.get(ADVANCE.key), seen.offer("advance")
    if order is None:
        return None
    if order.answer == STAY:
        return None if seen.offer("stay") is None else {"kind": "stay"}
    if offer is None:
        return None
    options, going = _first(offer), list[str]()
    for unit in sorted(options["of"], key=lambda u: (-int(seen.units[u]["defence"]) if u in seen.units else 0, u)):
        need = {**options["need"], "least": 0}
        if is_allowed(need, [*going, unit]):
            going.append(unit)
    return {"kind": "advance", "units": [*going]} if is_allowed(options["need"], going) else None


# --- aircraft (6.3, 16.42) --------------------------------------------------------------------------------------------

NEAREST = "nearest"
AIRCRAFT = StandingKind(
    "aircraft", "When your aircraft need a base", "6.3, 16.42", ("flight", "landing", "base-lost"),
    (Choice(NEAREST, "each flies to the nearest city that has room"),), sensible=NEAREST,
)  # fmt: skip


def _fly(kind: str, slot: str) -> Policy:
    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        planes = seen.first(kind) if AIRCRAFT.key in orders else []
        if not planes:
            return None
        plane = planes[0]
        cities = [str(hex_) for hex_ in seen.options(kind, slot, unit=plane).get("of", ())]
        at = seen.units[plane]["at"] if plane in seen.units else ""
        known = at in seen.board.lattice.index
        lattice = seen.board.lattice
        base = min(cities, key=lambda c: (lattice.distance(at, c) if known else 0, c), default=None)
        return None if base is None else {"kind": kind, "unit": plane, slot: base}

    return answer


NOTHING = "nothing"
NEUTRALISE = StandingKind(
    "neutralise", "When your artillery could neutralise guns", "22.13", ("neutralise",),
    (Choice(NOTHING, "it takes part in the attack instead"),),
)  # fmt: skip


# --- steps of a segment (7.2) -----------------------------------------------------------------------------------------

PROPOSED, ALL = "proposed", "all"
SUPPLY = StandingKind(
    "supply", "When you cannot supply all your units", "14.4", ("supply",),
    (Choice(PROPOSED, "they are fed as proposed, and no ships are kept"),),
)  # fmt: skip
RAILHEADS = StandingKind(
    "railheads", "Railheads", "10.2", ("railheads",), (Choice(ALL, "all go as far as they can"),), sensible=ALL
)


def _word(kind: StandingKind, *words: str) -> Policy:
    """The first of some orders without a choice that is offered."""

    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        if kind.key not in orders:
            return None
        return next((JsonObject(kind=word) for word in words if seen.offer(word) is not None), None)

    return answer


KINDS = (
    SUPPLY,
    NEUTRALISE,
    TOGETHER,
    ATTACK_LOSSES,
    DEFENCE_LOSSES,
    DEMORALISE,
    RETREAT,
    ADVANCE,
    AIRCRAFT,
    RAILHEADS,
)
"""In the order in which a turn comes to them."""
POLICIES: Mapping[str, Policy] = {
    "supply": _word(SUPPLY, "end_phase"),
    "neutralise": _word(NEUTRALISE, "decline"),
    "join": _join,
    "losses": _lose(ATTACK_LOSSES),
    "defender-losses": _lose(DEFENCE_LOSSES),
    "demoralise": _demoralise,
    "retreat": _retreat,
    "advance": _advance,
    "flight": _fly("flee", "hex"),
    "landing": _fly("land", "hex"),
    "base-lost": _fly("flee", "base"),
    "railheads": _word(RAILHEADS, "advance_railheads", "end_phase"),
}
"""By the step of the question."""

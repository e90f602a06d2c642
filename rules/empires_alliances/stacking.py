"""§6.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import LARGE_CITY, SMALL_CITY
from rules.empires_alliances.printed.counters import AIR, FIELD, RANKS, SIEGE, TANK, Counter
from rules.empires_alliances.printed.data import PLANS, Printed
from rules.hexes.stacking import Limit, StackLimits
from rules.kernel.messages import Refusal


def too_many(state: State, hex_: str, units: Iterable[str]) -> Refusal | None:
    """§6.1, §6.3: why units may not stay together in a hex at the end of a phase; None when they may."""
    return _limits(state.plan).why_not(units, hex_)


def surplus(state: State, hex_: str, units: Iterable[str]) -> int:
    """§6.1, §6.2: how many of some units have to go, if they are chosen well."""
    ranks, guns, both, *others = _limits(state.plan).over(units, hex_)
    return max(ranks + guns, both) + sum(others)


@cache
def _limits(plan: str) -> StackLimits[Counter]:
    """§6.1, §6.3: infantry and cavalry, guns of which the second takes the room of one of them, aircraft at cities."""
    table = PLANS[plan]
    limit = table.charts.stacking
    ranks = Refusal("overstacked", "6.1", f"At most {limit.units} infantry or cavalry units may stack in a hex.")
    guns = Refusal(
        "overstacked", "6.1",
        "A hex holds one field artillery unit, or two beside at most two infantry or cavalry units.",
    )  # fmt: skip
    heavy = Refusal("overstacked", "6.1", "A hex holds one siege artillery unit and one tank unit.")
    air = Refusal("overstacked", "6.3", "Two aircraft may be based in a major city, and one in a minor one.")
    both = limit.second_artillery_up_to + limit.artillery + 1
    found: tuple[Limit[Counter], ...] = (
        Limit(lambda c: c.kind in RANKS, limit.units, ranks),
        Limit(lambda c: c.kind == FIELD, limit.artillery + 1, guns),
        Limit(lambda c: c.kind == FIELD or c.kind in RANKS, both, guns),
        Limit(lambda c: c.kind == SIEGE, limit.siege, heavy),
        Limit(lambda c: c.kind == TANK, limit.tanks, heavy),
        Limit(lambda c: c.kind == AIR, lambda hex_: _air_in(table, hex_), air),
    )
    return StackLimits(found, table.units)


def air_limit(state: State, hex_: str) -> int:
    """§6.3: how many aircraft may be based in a hex."""
    return _air_in(state.printed, hex_)


def _air_in(table: Printed, hex_: str) -> int:
    limit = table.charts.stacking
    city = table.board.city[table.board.index(hex_)]
    return {LARGE_CITY: limit.air_in_major, SMALL_CITY: limit.air_in_minor}.get(city, 0)


def has_room(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§6.1: whether units could stay in a hex beside those who are there."""
    there = tuple(u for u in state.stacks.get(hex_, ()) if u not in units)
    return too_many(state, hex_, (*there, *units)) is None

"""§6.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import LARGE_CITY, SMALL_CITY
from rules.empires_alliances.printed.counters import AIR, CAVALRY, FIELD, FOOT, SIEGE, TANK, Counter
from rules.kernel.messages import Refusal

RANKS = frozenset((*FOOT, CAVALRY))
"""§6.1: kinds of which three may stack."""


def too_many(state: State, hex_: str, units: Iterable[str]) -> Refusal | None:
    """§6.1, §6.3: why units may not stay together in a hex at the end of a phase; None when they may."""
    return too_many_counters(state, hex_, [state.counter(unit) for unit in units])


def too_many_counters(state: State, hex_: str, counters: Sequence[Counter]) -> Refusal | None:
    """As ``too_many``, of counters wherever they are."""
    limit = state.printed.charts.stacking
    kinds = [counter.kind for counter in counters]
    ranks = sum(kind in RANKS for kind in kinds)
    if ranks > limit.units:
        return Refusal("overstacked", "6.1", f"At most {limit.units} infantry or cavalry units may stack in a hex.")
    guns = kinds.count(FIELD)
    if guns > limit.artillery + (ranks <= limit.second_artillery_up_to):
        return Refusal(
            "overstacked", "6.1",
            "A hex holds one field artillery unit, or two beside at most two infantry or cavalry units.",
        )  # fmt: skip
    if kinds.count(SIEGE) > limit.siege or kinds.count(TANK) > limit.tanks:
        return Refusal("overstacked", "6.1", "A hex holds one siege artillery unit and one tank unit.")
    if kinds.count(AIR) > air_limit(state, hex_):
        return Refusal("overstacked", "6.3", "Two aircraft may be based in a major city, and one in a minor one.")
    return None


def air_limit(state: State, hex_: str) -> int:
    """§6.3: how many aircraft may be based in a hex."""
    limit = state.printed.charts.stacking
    city = state.board.city[state.board.index(hex_)]
    return {LARGE_CITY: limit.air_in_major, SMALL_CITY: limit.air_in_minor}.get(city, 0)


def has_room(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§6.1: whether units could stay in a hex beside those who are there."""
    there = tuple(u for u in state.stacks.get(hex_, ()) if u not in units)
    return too_many(state, hex_, (*there, *units)) is None

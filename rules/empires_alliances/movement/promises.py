"""§22.52, §22.61, §22.62: promises of August 1914 that a move may not break: what each side has promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.empires_alliances.movement import closing_up, second_army
from rules.empires_alliances.movement.on_foot import Group
from rules.empires_alliances.movement.ways import Ways, free_ways
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import CENTRAL
from rules.kernel.messages import Refusal


def is_promised(state: State, units: Sequence[str]) -> bool:
    """§22.52, §22.61, §22.62: whether a promise is about some of these units now."""
    if state.side_of(units[0]) == CENTRAL:
        return second_army.is_promised(state, units)
    return closing_up.is_promised(state, units)


def promised_ways(state: State, group: Group) -> Ways | None:
    """§22.52, §22.61, §22.62: the ways of a group by which what is promised can still be kept; None where all do."""
    ways = second_army.promised_ways if group.side == CENTRAL else closing_up.promised_ways
    return ways(state, group)


def why_not_end_in(
    state: State, units: Sequence[str], end: int, *, by_train: bool, used: Mapping[str, int]
) -> Refusal | None:
    """§22.52, §22.61, §22.62: why units may not end a journey in a hex. ``used``: what it adds to the capacities."""
    if state.side_of(units[0]) == CENTRAL:
        return second_army.why_not_end_in(state, units, end, by_train=by_train, used=used)
    return closing_up.why_not_end_in(state, units, end)


def why_not_end(state: State, group: Group, end: int) -> Refusal | None:
    """§22.52, §22.61, §22.62: why a group that could go to a hex, were nothing promised, may not end there."""
    ways = promised_ways(state, group)
    if ways is None or end in ways.best or end not in free_ways(state, group).best:
        return None
    return why_not_end_in(state, group.units, end, by_train=False, used={})

"""§5.11, §5.35, §13.23: the Available Units Boxes and dead piles: one of each in a game of its own, one for the maps of
Europe and one for the Near East in the combined game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.great_war.position.state import AVAILABLE, AVAILABLE_THERE, DEAD, DEAD_THERE, State
from rules.great_war.printed.arrivals import NEAR_EAST
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, IRAQ

AVAILABLES = (AVAILABLE, AVAILABLE_THERE)
DEAD_PILES = (DEAD, DEAD_THERE)
FRONTS_THERE = (CAUCASUS, EGYPT, IRAQ)
EITHER_WAY = ("tu-3", "tu-60")
"""§17.31, §21.45: the Turkish divisions that are Europe's, or come by the reserve."""


def box_there(state: State) -> str:
    """§5.11: the Available Units Box of the Near East."""
    return AVAILABLE_THERE if state.printed.variant.combined else AVAILABLE


def box_on_arrival(state: State, unit: str) -> str:
    """§5.11, §17.31: the Available Units Box in which a new unit lies first. For two Turkish divisions it is Europe's
    if the Turks there are set up: else they come by the reserve (docs/rulings)."""
    if not state.printed.variant.combined:
        return AVAILABLE
    if unit in EITHER_WAY:
        return AVAILABLE if state.turkey else AVAILABLE_THERE
    return AVAILABLE_THERE if state.printed.arrivals[unit].map == NEAR_EAST else AVAILABLE


def by_box(state: State, units: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """§5.11: new units by the box that they come to."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in units:
        box = box_on_arrival(state, unit)
        found[box] = (*found.get(box, ()), unit)
    return found


def box_when_rebuilt(state: State, unit: str) -> str:
    """§5.35: the Available Units Box beside the map where a dead unit fell."""
    return AVAILABLE_THERE if state.units[unit].at == DEAD_THERE else AVAILABLE


def pile_of(state: State, unit: str) -> str:
    """§5.35, §5.37: the dead pile of the map on which a unit is now. Germans are rebuilt in Europe, wherever they fall:
    theirs is Europe's."""
    if not state.printed.variant.combined or state.counter(unit).nation == "GE":
        return DEAD
    here = state.printed.board.index.get(state.units[unit].at)
    return DEAD_THERE if here is not None and state.printed.board.front[here] in FRONTS_THERE else DEAD


def units_in_boxes(state: State) -> tuple[str, ...]:
    """§13.11: the units of all Available Units Boxes, Europe's first."""
    boxes = state.boxes
    return (*boxes[AVAILABLE], *boxes[AVAILABLE_THERE]) if state.printed.variant.combined else boxes[AVAILABLE]


def dead_units(state: State) -> tuple[str, ...]:
    """§5.31: the units of all dead piles, Europe's first."""
    return (*state.boxes[DEAD], *state.boxes[DEAD_THERE]) if state.printed.variant.combined else state.boxes[DEAD]

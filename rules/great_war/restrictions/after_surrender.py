"""§16.62C: after Turkey's surrender Germans go home from the Near East while Constantinople is held, and none come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.great_war.position.state import TRANSIT, State
from rules.great_war.printed.fronts import EAST, EGYPT, IRAQ
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.units.peoples import TURKS
from rules.kernel.messages import Refusal
from rules.kernel.wording import quantity

GERMANS = "GE"

NO_WAY_OUT = Refusal("surrendered", "16.62", "Turkey has surrendered: no more units go to the Near East.")
HOME_ALONE = Refusal(
    "surrendered", "16.62", "Turkey has surrendered: units that came from Europe go back to the Eastern Front."
)
NO_WAY_HOME = Refusal(
    "surrendered", "16.62", "Turkey has surrendered: units go home only while one of yours holds Constantinople."
)


def has_surrendered(state: State) -> bool:
    """§16.61: whether Turkey is out of the war."""
    return TURKS in state.strategic_state.surrendered


def way_home_is_open(state: State) -> bool:
    """§16.62C: whether nothing bars the way from the Near East: Turkey fights, or the Central Powers have a unit in
    Constantinople."""
    return not has_surrendered(state) or state.holder(state.places.constantinople) == CENTRAL


def why_not_off(state: State, front: str) -> Refusal | None:
    """§16.62C: why no unit goes by rail from a front into the transit box any more."""
    if not has_surrendered(state):
        return None
    if front == EAST:
        return NO_WAY_OUT
    return None if way_home_is_open(state) else NO_WAY_HOME


def why_not_to(state: State, units: Iterable[str], front: str) -> Refusal | None:
    """§16.62C, §9.13: why these units do not come out of the transit box onto a front any more: those that came from
    Europe never go on to the Near East. Those that were there already may change its fronts as ever."""
    if not has_surrendered(state) or front == EAST:
        return None
    before = dict(state.near_east.came_from)
    return HOME_ALONE if any(before.get(unit, EAST) == EAST for unit in units) else None


def cut_off(state: State) -> Iterator[str]:
    """§16.62C: the Germans that are lost with Constantinople: those of Egypt and Iraq and those in the transit box.
    Those of the Caucasus stay."""
    board = state.printed.board
    lost = board.by_front[EGYPT] | board.by_front[IRAQ]
    for unit in state.on_map(CENTRAL):
        if state.counter(unit).nation == GERMANS and board.index[state.units[unit].at] in lost:
            yield unit
    yield from (u for u in state.boxes[TRANSIT] if state.counter(u).nation == GERMANS)


def what_is_lost(state: State, leaving: Iterable[str]) -> str:
    """§16.62C: what comes of it when these units leave their hex: Germans are lost if they are the last in
    Constantinople. An empty string for nothing."""
    if not state.printed.variant.combined or not has_surrendered(state):
        return ""
    units = state.stacks.get(state.places.constantinople, ())
    if not units or state.side(units[0]) != CENTRAL or not {*units} <= {*leaving}:
        return ""
    lost = len([*cut_off(state)])
    if not lost:
        return ""
    return f"Constantinople is empty then, and {quantity(lost, 'German unit')} cut off in the Near East: lost at once."

"""§16.62C: after Turkey's surrender Germans go home from the Near East while Constantinople is held, and none come."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.units.peoples import TURKS
from rules.kernel.messages import Refusal

NO_WAY_OUT = Refusal("surrendered", "16.62", "Turkey has surrendered: no more units go to the Near East.")
HOME_ALONE = Refusal(
    "surrendered", "16.62", "Turkey has surrendered: units that came from Europe go back to the Eastern Front."
)
NO_WAY_HOME = Refusal(
    "surrendered", "16.62", "Turkey has surrendered: units go home only while one of yours holds Constantinople."
)


def has_surrendered(state: State) -> bool:
    """§16.61: whether Turkey is out of the war."""
    return TURKS in state.ledger.surrendered


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

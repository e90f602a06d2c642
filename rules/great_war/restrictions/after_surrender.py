"""§16.62C: after Turkey's surrender Germans only go home from the Near East, while Constantinople is held."""

from __future__ import annotations

from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.units.peoples import TURKS
from rules.kernel.messages import Refusal

NO_WAY_OUT = Refusal("surrendered", "16.62", "Turkey has surrendered: no more units go to the Near East.")
HOME_ALONE = Refusal(
    "surrendered", "16.62", "Turkey has surrendered: from the transit box units go to the Eastern Front alone."
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


def why_not_to(state: State, front: str) -> Refusal | None:
    """§16.62C: why no unit comes out of the transit box onto a front any more."""
    return HOME_ALONE if has_surrendered(state) and front != EAST else None

"""§13.29 New Turks that go to a box: to Arabia or into the Turkish Required Reserve, as their back says."""

from __future__ import annotations

from rules.great_war.facts.boxes import UnitsBoxed
from rules.great_war.new_units.regions import BOXES, region_of
from rules.great_war.play import Play
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.nations import CENTRAL


def bound_for(state: State, region: str) -> tuple[str, ...]:
    """§13.29: the units in the Available Units Box that have this region on their back."""
    return tuple(u for u in state.boxes[AVAILABLE] if region_of(state, u) == region)


def send(play: Play, _: object) -> bool:
    """§13.29: as the Central Powers' New Units Phase begins they go there by themselves: there is nothing to choose.
    Says whether any went."""
    if play.state.printed.near_east is None:
        return False
    going = {region: bound_for(play.state, region) for region in BOXES}
    for region, units in going.items():
        if units:
            play.emit(UnitsBoxed(CENTRAL, units, BOXES[region][0]))
    return any(going.values())

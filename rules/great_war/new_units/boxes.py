"""§13.29 New units that go to a box: Turks to Arabia or into the Turkish Required Reserve, as their back says, and
German divisions into the transit box."""

from __future__ import annotations

from rules.great_war.chits_played.epidemics import no_arrivals
from rules.great_war.facts.boxes import UnitsBoxed
from rules.great_war.new_units.regions import BOX_NAMES, box_of
from rules.great_war.play import Play
from rules.great_war.position.boxes import box_there
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL


def bound_for(state: State, box: str) -> tuple[str, ...]:
    """§13.29: the units in the Available Units Box that go on to this one."""
    mine = (u for u in state.boxes[box_there(state)] if state.sides.get(state.counter(u).nation) == CENTRAL)
    return tuple(u for u in mine if box_of(state, u) == box)


def send(play: Play, _: object) -> bool:
    """§13.29, §6.58: as the Central Powers' New Units Phase begins they go there by themselves: there is nothing to
    choose. Influenza keeps them for the turn. Says whether any went."""
    if play.state.printed.near_east is None or no_arrivals(play.state) is not None:
        return False
    going = {box: bound_for(play.state, box) for box in BOX_NAMES}
    for box, units in going.items():
        if units:
            play.emit(UnitsBoxed(CENTRAL, units, box))
    return any(going.values())

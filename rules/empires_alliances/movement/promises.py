"""§22.6: the Second Army is not kept from what it must do by orders that come before.

A duty is looked at when the phase ends, and then asks only for what can still be done (docs/rulings). So an order that
leaves less of it to be done is refused: a unit that marches off elsewhere, or a train that takes the last room.
"""

from __future__ import annotations

from rules.empires_alliances.facts.movement import Travelled
from rules.empires_alliances.movement.duties import (
    can_be_railed,
    can_go,
    is_railed,
    left_to_rail,
    on_rails,
    places_filled,
    second_army,
    stands_ready,
)
from rules.empires_alliances.movement.journeys import Journey
from rules.empires_alliances.movement.trains import RAIL, capacity
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import CENTRAL
from rules.empires_alliances.restrictions.ban import AUGUST_1, AUGUST_2, SEPTEMBER
from rules.hexes.kept import kept
from rules.kernel.facts import follow
from rules.kernel.messages import Refusal

HALVES = 2
AUSTRIA = "AH"


def breaks_promise(state: State, units: tuple[str, ...], start: str, journey: Journey) -> Refusal | None:
    """§22.61, §22.62: why a journey may not be made: the Second Army could do less of what it must do after it."""
    months = (AUGUST_1, AUGUST_2, SEPTEMBER)
    if state.active != CENTRAL or not state.option("second-army") or state.date.id not in months:
        return None
    if RAIL + AUSTRIA not in journey.used and not {*units} & {*second_army(state)}:
        return None
    moved = Travelled(units, start, journey.legs, journey.cost, journey.used, journey.stops, journey.evacuates)
    after = follow(state, moved.apply(state))
    if attainable(after) >= attainable(state):
        return None
    if state.date.id == AUGUST_1:
        text = "Then fewer than six units of the Second Army could go to Austro-Hungarian rails, as they must."
        return Refusal("second-army", "22.61", text)
    text = "Then fewer units of the Second Army could be railed to Galicia, as they must: they go first."
    return Refusal("second-army", "22.62", text)


@kept
def attainable(state: State) -> int:
    """§22.61, §22.62: how much of what the Second Army must do in this month is done, or can still be done."""
    if state.date.id == AUGUST_1:
        ready = on_rails(state)
        able = (u for u in second_army(state) if u not in ready and can_go(state, u, lambda i: stands_ready(state, i)))
        return places_filled(state, (*ready, *able))
    cities, due, needed = left_to_rail(state)
    done = [u for u in due if is_railed(state, u, cities)]
    room = (capacity(state, AUSTRIA) - state.used.get(RAIL + AUSTRIA, 0)) // HALVES
    waiting = sum(can_be_railed(state, u, cities) for u in due if u not in done)
    return min(needed, len(done) + min(waiting, room))

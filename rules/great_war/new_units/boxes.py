"""§13.29 New units that go to a box: Turks to Arabia or into the Turkish Required Reserve, as their back says, German
divisions into the transit box; and the Yilderim Army Group, which may be sent to either of the first two."""

from __future__ import annotations

from rules.great_war.chits_played.epidemics import why_no_arrivals
from rules.great_war.facts.boxes import UnitsBoxed
from rules.great_war.new_units.regions import ANYWHERE, BOX_NAMES, REGIONS_OF_BOXES, box_of, region_of
from rules.great_war.play import Play, name_of, own
from rules.great_war.position.boxes import box_there
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.restrictions.before_november import why_none_comes
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital


def bound_for(state: State, box: str) -> tuple[str, ...]:
    """§13.29: the units in the Available Units Box that go on to this one."""
    return tuple(u for u in _waiting(state) if box_of(state, u) == box)


def _waiting(state: State) -> tuple[str, ...]:
    return tuple(u for u in state.boxes[box_there(state)] if state.sides.get(state.counter(u).nation) == CENTRAL)


def send(play: Play, _: object) -> bool:
    """§13.29, §6.58: as the Central Powers' New Units Phase begins they go there by themselves: there is nothing to
    choose. Influenza keeps them for the turn. Says whether any went."""
    if play.state.printed.near_east is None or why_no_arrivals(play.state) is not None:
        return False
    going = {box: bound_for(play.state, box) for box in BOX_NAMES}
    for box, units in going.items():
        if units:
            play.emit(UnitsBoxed(CENTRAL, units, box))
    return any(going.values())


# --- who may choose (§13.29) ------------------------------------------------------------------------------------------

NOT_FREE = Refusal("for-a-map", "13.29", "Only the Yilderim Army Group may choose a box, when it first comes in.")
NOBODY = Refusal("nobody", "13.29", "No new unit of yours may choose a box.")


def free_to_choose(state: State) -> tuple[str, ...]:
    """§13.29: new units that may come in anywhere: the Yilderim Army Group, until it has been destroyed once."""
    return tuple(u for u in _waiting(state) if region_of(state, u) == ANYWHERE)


def why_none(state: State) -> Refusal | None:
    """§13.29, §6.58, §7.12: why no new unit is sent to a box of its owner's choice now."""
    if state.printed.near_east is None or not free_to_choose(state):
        return NOBODY
    return why_no_arrivals(state) or why_none_comes(state, CENTRAL)


def _units(at: At[State], _: Choices) -> OneOf:
    found = free_to_choose(at.state)

    def check(_: State, unit: str) -> None:
        if unit not in found:
            raise NOT_FREE.raised()

    return OneOf(found, why=own(at, check), labels={u: name_of(at.state, u) for u in found})


def _boxes(_: At[State], __: Choices) -> OneOf:
    boxes = tuple(REGIONS_OF_BOXES.values())
    return OneOf(boxes, labels={box: capital(BOX_NAMES[box]) for box in boxes})


def choose_box(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.29: it lies there from now on, as a new unit does whose back names the box."""
    play.emit(UnitsBoxed(at.seat, (chosen.name("unit"),), chosen.name("box")))


CHOOSE_BOX: Order[State] = Order(
    "choose_box", "Send to a box", "13.29", choose_box,
    (Slot("unit", "unit", _units, "Which unit goes to a box?"), Slot("box", "choice", _boxes, "To which box?")),
    when=lambda at: why_none(at.state),
    help="In Arabia it counts among the Turkish units there. It comes out by rail, and counts as two.",
)  # fmt: skip

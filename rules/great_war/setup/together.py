"""§21.12: several units of one army set up in a hex by one order, each as if it came after the others."""

from __future__ import annotations

from rules.great_war.facts.setup import UnitsPlaced
from rules.great_war.play import Play, hex_in_play, own
from rules.great_war.position.state import State
from rules.great_war.setup.headings import heading
from rules.great_war.setup.orders import SET_UP, check_place, group_of, to_place
from rules.hexes.choosing import Together, one_of_fitting
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot

MOST_PICKED = 3
"""A program that plays at random places fewer others than this with one."""
SEVERAL_ARMIES = Refusal("several-armies", "21.12", "Choose units of one army.")


def army(state: State, unit: str) -> str:
    """§21.12, §19.2: the heading under which a unit waits; empty for one that is not set up."""
    group = group_of(state, unit)
    return heading(state, group) if group is not None else ""


def _units(at: At[State], _: Choices) -> Together:
    state, waiting = at.state, at.state.waiting(at.seat)

    def check(now: State, unit: str) -> None:
        if unit in to_place(now, at.seat) and unit not in waiting:
            raise Refused("placed", "21.12", "Units that are set up already are moved one at a time.")
        SET_UP.check_unit(now, unit)

    why = own(at, check)
    return Together(
        Fitting(lambda: waiting, why),
        why=why,
        heading=lambda unit: army(state, unit),
        kind=lambda unit: (state.counter(unit).kind, army(state, unit)),
        mixed=SEVERAL_ARMIES,
        most_added=MOST_PICKED,
    )


def _check_all(state: State, units: tuple[str, ...], name: str) -> None:
    """§21.12, §7.21: refuse a hex that has no room, or is not open, for one of them after the others."""
    hex_ = hex_in_play(state, name)
    for unit in units:
        check_place(state, unit, hex_)
        state = UnitsPlaced({unit: hex_}).apply(state)


def _hexes(at: At[State], chosen: Choices) -> OneOf:
    units, state = chosen.names("units"), at.state
    why = refused_by(lambda name: _check_all(state, units, name))
    return one_of_fitting(lambda: SET_UP.hexes(state, units[0]), why)


def place_together(play: Play, _: At[State], chosen: Choices) -> None:
    """§21.12: they are set up in the hex, in the order in which they are named."""
    for unit in chosen.names("units"):
        play.emit(UnitsPlaced({unit: chosen.name("hex")}))


PLACE_TOGETHER: Order[State] = Order(
    "place_together", "Place several", "21.12", place_together,
    (Slot("units", "units", _units, "Choose units of one army", asked=True),
     Slot("hex", "hex", _hexes, "Choose their hex")),
    at_once=True, weight=5,
)  # fmt: skip

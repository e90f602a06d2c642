"""§21.12: several units of one army set up in a hex by one order, each as if it came after the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from rules.great_war.facts.setup import UnitsPlaced
from rules.great_war.play import Play, hex_in_play, own
from rules.great_war.position.state import State
from rules.great_war.setup.headings import heading
from rules.great_war.setup.orders import SET_UP, check_place, group_of, to_place
from rules.hexes.choosing import one_of_fitting
from rules.kernel.messages import Json, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, OneOf, SomeOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot

MOST_PICKED = 3
"""As many others a program that plays at random places with one."""


def army(state: State, unit: str) -> str:
    """§21.12, §19.2: the heading under which a unit waits; empty for one that is not set up."""
    group = group_of(state, unit)
    return heading(state, group) if group is not None else ""


@dataclass(frozen=True, slots=True)
class Comrades(SomeOf):
    """Units of one army that wait to be set up."""

    names: Fitting
    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, sometimes with others that look the same."""
        first = self.names.draw(rng)
        if first is None:
            return None
        like = self.state.counter(first)
        kin = (
            u
            for u in self.state.waiting(self.seat)
            if u != first and self.state.counter(u).kind == like.kind and army(self.state, u) == army(self.state, first)
        )
        return [first, *islice(kin, rng.randrange(MOST_PICKED))]

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units, all of one army."""
        units = SomeOf.read(self, raw, section)
        if len({army(self.state, u) for u in units}) > 1:
            raise Refused("several-armies", "21.12", "Choose units of one army.")
        return units


def _units(at: At[State], _: Choices) -> Comrades:
    waiting = at.state.waiting(at.seat)

    def check(state: State, unit: str) -> None:
        if unit in to_place(state, at.seat) and unit not in waiting:
            raise Refused("placed", "21.12", "Units that are set up already are moved one at a time.")
        SET_UP.check_unit(state, unit)

    why = own(at, check)
    return Comrades(Fitting(lambda: waiting, why), why=why, state=at.state, seat=at.seat)


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

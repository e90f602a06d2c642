"""The way a decision grows: emitting facts, rolling dice, and what every entry into a hex brings with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from rules.empires_alliances.position.state import State
from rules.hexes import choosing
from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf, SomeOf, Why, refused_by
from rules.kernel.procedure.orders import At
from rules.kernel.wording import each_people_once, listing

NO_UNITS = Refusal("nothing-chosen", "8.0", "Choose at least one unit.")


class Play(DecisionBuilder[State]):
    """An unfolding decision of this game."""


class Duty(NamedTuple):
    """What a side must still do before it may end a step: the units by which it can be done, and how it is told."""

    units: tuple[str, ...]
    refusal: Refusal


# --- what a slot takes --------------------------------------------------------------------------------------------


def own(at: At[State], check: Callable[[State, str], object]) -> Why:
    """Why a unit may not be named: it is not one of the seat's own, or ``check`` refuses it."""
    return refused_by(lambda unit: check(at.state, own_unit(unit, at.state, at.seat)))


def no_units(section: str) -> Refusal:
    """Why an order that needs units is refused without any, by the section of the order."""
    return Refusal(NO_UNITS.code, section, NO_UNITS.text)


def some_of(fit: Callable[[], Iterable[str]], why: Why, section: str) -> SomeOf:
    """Units of which ``fit`` lists all that ``why`` has nothing against: one at least."""
    return choosing.some_of(fit, why, no_units(section))


def one_of(fit: Callable[[], Iterable[str]], why: Why) -> OneOf:
    """A unit, hex or word of which ``fit`` lists all that ``why`` has nothing against."""
    return choosing.one_of(fit, why)


def own_unit(value: object, state: State, side: str) -> str:
    """A unit of the side. Refused for any other."""
    return choosing.own_unit(value, state.units, lambda unit: state.side_of(unit) == side, "3.0")


def hex_in_play(state: State, value: object) -> str:
    """§2.0: a hex on which units may stand."""
    return choosing.hex_in_play(value, state.board.is_hex, "2.0")


def name_of(state: State, unit: str) -> str:
    """A unit as sentences name it: its country's adjective and what is printed on it."""
    return " ".join(_parts_of(state, unit))


def names_of(state: State, units: Iterable[str]) -> str:
    """Units as sentences name them."""
    return listing(each_people_once(_parts_of(state, u) for u in units))


def _parts_of(state: State, unit: str) -> tuple[str, str]:
    counter = state.counter(unit)
    return state.printed.nations[counter.nation].adjective, counter.label


def verb_of(units: Collection[str], one: str, several: str) -> str:
    """The verb of a sentence of which units are the subject: ``attacks`` of one, ``attack`` of several."""
    return one if len(units) == 1 else several


def place_name(state: State, place: str) -> str:
    """A hex or box as sentences name it: by its city where it has one. The Off-Board Boxes have an article (§2.5)."""
    board = state.board
    if place in board.boxes:
        name = str(board.boxes[place]["name"])
        return name if board.boxes[place]["country"] else f"the {name}"
    city = state.printed.city_in.get(place)
    return f"{city} ({place})" if city else place

"""A decision of this game as it grows, and the readers of what came from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.kernel import arguments
from rules.kernel.messages import Refused
from rules.kernel.unfolding import Unfolding
from rules.powers_1914.data import board
from rules.powers_1914.state import POOL, State

MOST_UNITS = 200
MOST_MONEY = 10_000
LONGEST_PATH = 10


class Play(Unfolding[State]):
    """An unfolding decision of this game."""


only = partial(arguments.only, section="3.1")
want_flag = partial(arguments.want_flag, section="3.1")
want_count = partial(arguments.want_count, section="3.1")
want_word = partial(arguments.want_word, section="3.1")


def want_area(command: Mapping[str, object], name: str = "area") -> str:
    """A field from outside."""
    return _area(command.get(name))


def want_path(command: Mapping[str, object], name: str = "path") -> tuple[str, ...]:
    """A list of fields from outside; at least one."""
    return arguments.want_path(command, name, _area, LONGEST_PATH, section="3.2")


def want_unit(command: Mapping[str, object], state: State, seat: str, name: str = "unit") -> str:
    """One of the seat's own units on the map, from outside."""
    return _own(command.get(name), state, seat)


def want_units(command: Mapping[str, object], state: State, seat: str, name: str = "units") -> tuple[str, ...]:
    """A list of the seat's own units from outside, at least one, none twice."""
    return arguments.want_units(command, name, lambda unit: _own(unit, state, seat), MOST_UNITS, section="3.1")


def want_enemy(command: Mapping[str, object], state: State, seat: str, name: str = "target") -> str:
    """A unit of the other side from outside."""
    value = command.get(name)
    if not isinstance(value, str) or value not in state.units or state.units[value].at == POOL:
        raise Refused("no-such-target", "3.3", "There is no such enemy unit on the map.")
    if state.side_of(value) == state.seats[seat]:
        raise Refused("no-such-target", "3.3", "That is not an enemy.")
    return value


def together(state: State, units: Sequence[str]) -> str:
    """The one field in which all of these units stand."""
    places = {state.units[u].at for u in units}
    if len(places) != 1 or POOL in places:
        raise Refused("not-together", "3.2", "Choose units that stand in one field.")
    return places.pop()


def _own(value: object, state: State, seat: str) -> str:
    if not isinstance(value, str) or value not in state.units or state.seat_of(value) != seat:
        raise Refused("not-your-unit", "3.1", "That is not one of your units.")
    return value


def _area(value: object) -> str:
    if not isinstance(value, str) or value not in board().areas:
        raise Refused("no-such-area", "3.2", "There is no such field.")
    return value

"""The way a decision grows, and the readers of what came from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.facts import evolve
from rules.kernel.messages import Chance, Refused
from rules.kernel.unfolding import Unfolding
from rules.powers_1914.data import board
from rules.powers_1914.events import Event
from rules.powers_1914.state import POOL, State

MOST_UNITS = 200
MOST_MONEY = 10_000


class Play(Unfolding[State, Event]):
    """An unfolding decision of this game."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, evolve, chance)

    def next_die(self, sides: int = 6) -> tuple[int, int]:
        """(running number, die) of the next roll or draw."""
        draw = self.state.draws
        return draw, self.roll(draw, sides)


def only(command: Mapping[str, object], *names: str) -> None:
    """Refuse a command with arguments that its kind does not have, or without those it must have."""
    if set(command) - {"kind"} != set(names):
        raise Refused("malformed", "3.1", f"This takes {', '.join(names) or 'no arguments'}.")


def want_flag(command: Mapping[str, object], name: str) -> bool:
    """A true or false from outside."""
    value = command.get(name)
    if not isinstance(value, bool):
        raise Refused("malformed", "3.1", f"'{name}' must be true or false.")
    return value


def want_count(command: Mapping[str, object], name: str, most: int) -> int:
    """A whole number from 1 to ``most`` from outside."""
    value = command.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Refused("malformed", "3.1", f"'{name}' must be a whole number from 1 on.")
    return value


def want_word(command: Mapping[str, object], name: str, words: Sequence[str]) -> str:
    """One of some words from outside."""
    value = command.get(name)
    if not isinstance(value, str) or value not in words:
        raise Refused("malformed", "3.1", f"'{name}' is none of those that are possible here.")
    return value


def want_area(command: Mapping[str, object], name: str = "area") -> str:
    """A field from outside."""
    return _area(command.get(name))


def want_path(command: Mapping[str, object], name: str = "path") -> tuple[str, ...]:
    """A list of fields from outside; at least one."""
    value = command.get(name)
    if not isinstance(value, list) or not 1 <= len(value) <= 10:
        raise Refused("malformed", "3.2", f"'{name}' must be a list of fields.")
    return tuple(_area(a) for a in value)


def want_unit(command: Mapping[str, object], state: State, seat: str, name: str = "unit") -> str:
    """One of the seat's own units on the map, from outside."""
    return _own(command.get(name), state, seat)


def want_units(command: Mapping[str, object], state: State, seat: str, name: str = "units") -> tuple[str, ...]:
    """A list of the seat's own units from outside, at least one, none twice."""
    value = command.get(name)
    if not isinstance(value, list) or len(value) > MOST_UNITS:
        raise Refused("malformed", "3.1", f"'{name}' must be a list of units.")
    units = tuple(_own(u, state, seat) for u in value)
    if not units:
        raise Refused("nothing-chosen", "3.1", "Choose at least one unit.")
    if len(set(units)) != len(units):
        raise Refused("malformed", "3.1", "A unit is named twice.")
    return units


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

"""A decision of this game as it grows, and what every chapter asks of a unit or a field that was named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from rules.kernel import arguments
from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.game_support import refusable
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, OneOf
from rules.powers_1914.position.state import POOL, State

MOST_UNITS = 200
LONGEST_PATH = 10
NOT_YOURS = Refusal("not-your-unit", "3.1", "That is not one of your units.")
NOT_THE_LEADER = Refusal("not-the-leader", "3.3", "Your ally leads this attack; you may only bring up units.")


class Play(DecisionBuilder[State]):
    """An unfolding decision of this game."""


only = partial(arguments.only, section="3.1")


def among(candidates: Callable[[], Iterable[str]], check: Callable[[str], None]) -> OneOf:
    """One name that a rule takes: ``check`` raises Refused for others. No other is judged unless all are listed."""

    def why_not(name: str) -> Refusal | None:
        return refusable(lambda: check(name))

    return OneOf(Fitting(candidates, why_not), why=why_not)


def want_area(state: State, command: Mapping[str, object], name: str = "area") -> str:
    """A field from outside."""
    return _area(state, command.get(name))


def want_path(state: State, command: Mapping[str, object], name: str = "path") -> tuple[str, ...]:
    """A list of fields from outside; at least one."""
    return arguments.want_path(command, name, partial(_area, state), LONGEST_PATH, section="3.2")


def want_units(command: Mapping[str, object], state: State, seat: str, name: str = "units") -> tuple[str, ...]:
    """A list of the seat's own units from outside, at least one, none twice."""
    return arguments.want_units(command, name, lambda unit: _own(unit, state, seat), MOST_UNITS, section="3.1")


def check_own(state: State, seat: str, unit: str) -> None:
    """Refuse what is none of the seat's own units."""
    _own(unit, state, seat)


def check_enemy(state: State, seat: str, unit: str) -> None:
    """Refuse what is no unit of the other side on the map."""
    if unit not in state.units or state.units[unit].at == POOL:
        raise Refused("no-such-target", "3.3", "There is no such enemy unit on the map.")
    if state.side_of(unit) == state.seats[seat]:
        raise Refused("no-such-target", "3.3", "That is not an enemy.")


def check_area(state: State, area: str) -> None:
    """Refuse what is no field."""
    _area(state, area)


def together(state: State, units: Sequence[str]) -> str:
    """The one field in which all of these units are."""
    places = {state.units[u].at for u in units}
    if len(places) != 1 or POOL in places:
        raise Refused("not-together", "3.2", "Choose units in one field.")
    return places.pop()


def _own(value: object, state: State, seat: str) -> str:
    if not isinstance(value, str) or value not in state.units or state.seat_of(value) != seat:
        raise NOT_YOURS.raised()
    return value


def _area(state: State, value: object) -> str:
    if not isinstance(value, str) or value not in state.printed.board.areas:
        raise Refused("no-such-area", "3.2", "There is no such field.")
    return value

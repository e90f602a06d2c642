"""The way a decision grows: emitting facts, rolling dice, and what every entry into a hex brings with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from rules.hexes import choosing
from rules.kernel import arguments
from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.procedure.options import OneOf, SomeOf, Why, refused_by
from rules.kernel.procedure.orders import At, Choices
from rules.kernel.wording import listing
from rules.schlieffens_war.facts.movement import HexesTaken, ParisEndangered
from rules.schlieffens_war.facts.procedure import PhaseClosed
from rules.schlieffens_war.morale import change_of_morale
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import GERMAN
from rules.schlieffens_war.victory import points_for

MOST_UNITS = 60
NO_UNITS = Refusal("nothing-chosen", "5.0", "Choose at least one unit.")
NOT_TOGETHER = Refusal("not-together", "10.1", "Choose units in one hex on the map.")


class Play(DecisionBuilder[State]):
    """An unfolding decision of this game."""

    def change_morale(self, units: Iterable[str], levels: int, section: str) -> None:
        """§9.6: one level up or down for the corps among ``units``."""
        event = change_of_morale(self.state, units, levels, section)
        if event is not None:
            self.emit(event)

    def enter(self, hexes: Sequence[str], side: str) -> None:
        """§3.3, §4.1, §4.6: what entering these hexes in turn changes: control, points, the alarm in Paris."""
        new = tuple(h for h in dict.fromkeys(hexes) if self.state.controller(h) != side)
        if new:
            self.emit(HexesTaken(side, new, points_for(side, new, self.state)))
        if side == GERMAN and not self.state.paris_endangered:
            alarmed = next((h for h in hexes if h in self.state.printed.board.perimeter), None)
            if alarmed is not None:
                self.emit(ParisEndangered(alarmed))


def close_phase(play: Play, _: At[State], __: Choices) -> None:
    """§5.0, §5.2, §5.4: the active player ends the phase, whatever could still be done in it."""
    play.emit(PhaseClosed(play.state.phase.key))


# --- what a slot takes --------------------------------------------------------------------------------------------


def own(at: At[State], check: Callable[[State, str], object]) -> Why:
    """Why a unit may not be named: it is not one of the seat's own (§6.6), or ``check`` refuses it."""
    return refused_by(lambda unit: check(at.state, own_unit(unit, at.state, at.seat)))


def some_of(fit: Callable[[], Iterable[str]], why: Why) -> SomeOf:
    """Units of which ``fit`` lists all that ``why`` has nothing against: one at least."""
    return choosing.some_of(fit, why, NO_UNITS)


def names_offer(name: str, options: OneOf | SomeOf) -> JsonObject | None:
    """What an order's own hand reads where it needs no more than the names; None when there are none."""
    return {name: [*options.names]} if options.names else None


def choices(options: OneOf, places: Callable[[str], Iterable[str]]) -> JsonObject | None:
    """What an order's own hand reads where each unit has its own hexes; None when no unit has any."""
    found = {unit: [*places(unit)] for unit in options.names}
    open_: JsonObject = {unit: [*hexes] for unit, hexes in found.items() if hexes}
    return {"choices": open_} if open_ else None


# --- reading what came from outside -------------------------------------------------------------------------------


only = partial(arguments.only, section="5.0")
want_flag = partial(arguments.want_flag, section="5.0")


def want_hex(command: Mapping[str, object], name: str, state: State) -> str:
    """A hex on which units may stand, from outside."""
    return hex_in_play(state, command.get(name))


def want_units(command: Mapping[str, object], state: State, side: str) -> tuple[str, ...]:
    """``units``: a list of the side's own from outside, at least one and none twice."""

    def own(unit: object) -> str:
        return own_unit(unit, state, side)

    return arguments.want_units(command, "units", own, MOST_UNITS, section="5.0")


def own_unit(value: object, state: State, side: str) -> str:
    """§6.6: a unit of the side; another side's is answered as if it did not exist."""
    return choosing.own_unit(value, state.units, lambda unit: state.counter(unit).side == side, "5.0")


def together(state: State, units: Sequence[str]) -> str:
    """The one hex in which all of these units stand."""
    return choosing.hex_of(units, lambda unit: state.units[unit].at, state.stacks, NOT_TOGETHER)


def hex_in_play(state: State, value: object) -> str:
    """§3.2: a hex on which units may stand."""
    return choosing.hex_in_play(value, state.printed.board.is_playable, "3.2")


def name_of(state: State, unit: str) -> str:
    """A unit as sentences name it."""
    return state.counter(unit).name


def names_of(state: State, units: Iterable[str]) -> str:
    """Units as sentences name them."""
    return listing(name_of(state, u) for u in units)

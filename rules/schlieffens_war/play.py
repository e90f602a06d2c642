"""The way a decision grows: emitting facts, rolling dice, and what every entry into a hex brings with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from rules.kernel import arguments
from rules.kernel.messages import Refused
from rules.kernel.unfolding import Unfolding
from rules.kernel.wording import listing
from rules.schlieffens_war.data import GERMAN
from rules.schlieffens_war.events import HexesTaken, ParisEndangered
from rules.schlieffens_war.morale import changed
from rules.schlieffens_war.state import State, board, counter
from rules.schlieffens_war.victory import points_for

MOST_UNITS = 60
LONGEST_PATH = 40


class Play(Unfolding[State]):
    """An unfolding decision of this game."""

    def change_morale(self, units: Iterable[str], levels: int, section: str) -> None:
        """§9.6: one level up or down for the corps among ``units``."""
        event = changed(self.state, units, levels, section)
        if event is not None:
            self.emit(event)

    def enter(self, hexes: Sequence[str], side: str) -> None:
        """§3.3, §4.1, §4.6: what entering these hexes in turn changes: control, points, the alarm in Paris."""
        new = tuple(h for h in dict.fromkeys(hexes) if self.state.controller(h) != side)
        if new:
            self.emit(HexesTaken(side, new, points_for(side, new, self.state)))
        if side == GERMAN and not self.state.paris_endangered:
            alarmed = next((h for h in hexes if h in board().perimeter), None)
            if alarmed is not None:
                self.emit(ParisEndangered(alarmed))


# --- reading what came from outside -------------------------------------------------------------------------------


only = partial(arguments.only, section="5.0")
want_flag = partial(arguments.want_flag, section="5.0")


def want_hex(command: Mapping[str, object], name: str = "hex") -> str:
    """A hex on which units may stand, from outside."""
    return _hex(command.get(name))


def want_path(command: Mapping[str, object], name: str = "path") -> tuple[str, ...]:
    """A list of playable hexes from outside; at least one."""
    return arguments.want_path(command, name, _hex, LONGEST_PATH, section="5.0")


def want_unit(command: Mapping[str, object], state: State, side: str, name: str = "unit") -> str:
    """One of the side's own units, from outside."""
    return own_unit(command.get(name), state, side)


def want_units(
    command: Mapping[str, object], state: State, side: str, name: str = "units", least: int = 1, repeats: bool = False
) -> tuple[str, ...]:
    """A list of the side's own units from outside, none twice unless ``repeats``."""

    def own(unit: object) -> str:
        return own_unit(unit, state, side)

    return arguments.want_units(command, name, own, MOST_UNITS, section="5.0", least=least, repeats=repeats)


def own_unit(value: object, state: State, side: str) -> str:
    """§6.6: a unit of the side; another side's is answered as if it did not exist."""
    if not isinstance(value, str) or value not in state.units or counter(value).side != side:
        raise Refused("not-your-unit", "5.0", "That is not one of your units.")
    return value


def together(state: State, units: Sequence[str]) -> str:
    """The one hex in which all of these units stand."""
    places = {state.units[u].at for u in units}
    if len(places) != 1 or not places <= set(state.stacks):
        raise Refused("not-together", "10.1", "Choose units that stand in one hex on the map.")
    return places.pop()


def _hex(value: object) -> str:
    if not isinstance(value, str) or not board().is_playable(value):
        raise Refused("no-such-hex", "3.2", "That hex is not in play.")
    return value


def name_of(unit: str) -> str:
    """A unit as sentences name it."""
    return counter(unit).name


def names_of(units: Iterable[str]) -> str:
    """Units as sentences name them."""
    return listing(name_of(u) for u in units)

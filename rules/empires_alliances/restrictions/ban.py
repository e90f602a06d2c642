"""What a ban is: an area that is closed to some units, by how it is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions.areas import Area
from rules.kernel.messages import Refusal

FOOT_STEP, BY_TRAIN, BY_SHIP, TO_STAY, TO_ATTACK = "foot", "train", "ship", "stay", "attack"
TO_RETREAT = "retreat"
"""How a hex is entered, and what for."""
BY_TRAIN_ABROAD = "train-abroad"
"""§22.31: by train too, by units that do not end their move in France."""
ENTERING = frozenset({FOOT_STEP, BY_TRAIN, BY_TRAIN_ABROAD, BY_SHIP})
KEEPING_OUT = ENTERING | {TO_RETREAT}
"""Of land where units do not come at all, unless a retreat leaves them no choice (§18.43)."""
PASSING = ENTERING | {TO_STAY}
"""What moves are made of."""
AUGUST_1, AUGUST_2, SEPTEMBER = "1914-08-1", "1914-08-2", "1914-09"


class Ban(NamedTuple):
    """An area that is closed to units, by how it is entered."""

    section: str
    code: str
    text: str
    ways: frozenset[str]
    binds: Callable[[State, str], bool]
    """Whether it binds a unit in this position."""
    area: Callable[[State, str], Area]
    """The closed hexes, for a unit that it binds: always the same for units of one country on one turn."""
    advances: bool = True
    """Whether it closes the area to an advance as to a march. §1.66 names both; what speaks of moves alone leaves
    advances free (docs/rulings)."""

    def keeps_out(self) -> bool:
        """§18.43: whether units do not come to the area at all, unless they are driven there."""
        return self.ways >= ENTERING

    def closes(self, state: State, unit: str, way: str) -> bool:
        """Whether the area is closed to a unit that would come there that way. Who was driven there goes out through it
        and ends outside (docs/rulings)."""
        if not self.binds(state, unit):
            return False
        if not self.keeps_out() or way not in PASSING:
            return True
        at = state.units[unit].at
        inside = at not in state.off_map and state.board.index(at) in self.area(state, unit)
        return inside == (way == TO_STAY)

    def refusal(self) -> Refusal:
        """Why the area is closed."""
        return Refusal(self.code, self.section, self.text)


def power_of(state: State, unit: str) -> str:
    """§18.43: the country whose rules bind a unit: Commonwealth units are British."""
    return state.printed.nations[state.counter(unit).nation].power


AGAIN = {"campaign": {"1.61": "2.61", "1.62": "2.62", "1.68": "2.66"}, "1918": {"1.4": "3.4"}}
"""By scenario the rules of 1914 that it prints again, each with its number there."""


def printed_in(state: State, section: str) -> str:
    """§2.61, §2.62, §2.66, §3.4: the number of a rule of 1914 in this scenario."""
    return AGAIN.get(state.scenario, {}).get(section, section)


def is_of(*powers: str) -> Callable[[State, str], bool]:
    """§18.43: whether a unit is bound by the rules of one of these countries."""
    return lambda state, unit: power_of(state, unit) in powers

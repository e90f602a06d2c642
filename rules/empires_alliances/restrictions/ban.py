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
ENTERING = frozenset({FOOT_STEP, BY_TRAIN, BY_SHIP})
KEEPING_OUT = ENTERING | {TO_RETREAT}
"""Of land where units do not come at all, unless a retreat leaves them no choice (§18.43)."""
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

    def refusal(self) -> Refusal:
        """Why the area is closed."""
        return Refusal(self.code, self.section, self.text)


def power_of(state: State, unit: str) -> str:
    """§18.43: the country whose rules bind a unit: Commonwealth units are British."""
    return state.printed.nations[state.counter(unit).nation].power


CAMPAIGN = "campaign"
AGAIN = {"1.61": "2.61", "1.62": "2.62", "1.68": "2.66"}


def printed_in(state: State, section: str) -> str:
    """§2.61, §2.62, §2.66: the number of a rule of 1914 in this scenario: the campaign prints some of them again."""
    return AGAIN.get(section, section) if state.scenario == CAMPAIGN else section


def is_of(*powers: str) -> Callable[[State, str], bool]:
    """§18.43: whether a unit is bound by the rules of one of these countries."""
    return lambda state, unit: power_of(state, unit) in powers

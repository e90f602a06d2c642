"""§6.46, §6.64: British units that events take from the Near East, and those that come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.boxes import box_there
from rules.great_war.position.changes import moved_chits, relocate, with_near_east
from rules.great_war.position.state import AWAY, OUT, State


@dataclass(frozen=True, slots=True)
class WithdrawalDue:
    """§6.46, §6.64: factors that the Allies withdraw, and how many of these are of cavalry."""

    kind: ClassVar[str] = "withdrawal-due"
    chit: str
    factors: int
    cavalry: int

    def apply(self, state: State) -> State:
        return with_near_east(state, owed=(self.factors, self.cavalry))


@dataclass(frozen=True, slots=True)
class UnitWithdrawn:
    """§6.46, §6.64: a unit of that many factors leaves until a strategic turn, or for good where ``until`` is empty."""

    kind: ClassVar[str] = "withdrawn"
    unit: str
    until: str
    factors: int
    cavalry: int

    def apply(self, state: State) -> State:
        factors, cavalry = state.near_east.owed
        state = with_near_east(state, owed=(factors - self.factors, max(0, cavalry - self.cavalry)))
        if not self.until:
            return relocate(state, [self.unit], OUT)
        away = (*state.near_east.away, (self.unit, self.until))
        return with_near_east(relocate(state, [self.unit], AWAY), away=away)


@dataclass(frozen=True, slots=True)
class UnitsReturned:
    """§6.46: units that were away lie in the Available Units Box."""

    kind: ClassVar[str] = "returned-home"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        away = tuple((unit, letter) for unit, letter in state.near_east.away if unit not in self.units)
        return with_near_east(relocate(state, self.units, box_there(state)), away=away)


@dataclass(frozen=True, slots=True)
class OffensiveBegan:
    """§6.64: the Germans attack in the west; the chit, which may have waited in play, leaves the game."""

    kind: ClassVar[str] = "offensive-began"
    chit: str

    def apply(self, state: State) -> State:
        return moved_chits(state, {self.chit: 1}, "central.play", "")

"""§6.12, §6.61: events of the Near East that are played out of the hand and leave the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import moved_chits, pay
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class EventSpent:
    """§6.12: a chit is played out of the hand and leaves the game; what it does follows in facts of its own."""

    kind: ClassVar[str] = "event-spent"
    side: str
    chit: str

    def apply(self, state: State) -> State:
        return moved_chits(state, {self.chit: 1}, f"{self.side}.hand", "")


@dataclass(frozen=True, slots=True)
class PointsGained:
    """§6.61: an event brings a nation resource points."""

    kind: ClassVar[str] = "points-gained"
    nation: str
    points: int

    def apply(self, state: State) -> State:
        return pay(state, {self.nation: self.points})

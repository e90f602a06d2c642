"""Units in excess of the stacking limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import dead
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class UnitGivenUp:
    """§7.22: the owner eliminates a unit of a hex that holds too many."""

    kind: ClassVar[str] = "given-up"
    unit: str

    def apply(self, state: State) -> State:
        return dead(state, [self.unit])

"""Units without supply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.changes import dead
from rules.great_war.state import State


@dataclass(frozen=True, slots=True)
class UnsuppliedEliminated:
    """§11.84: the units of both sides that were out of supply in an Attrition Phase."""

    kind: ClassVar[str] = "attrition"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return dead(state, self.units)

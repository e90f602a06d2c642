"""Units without supply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import dead, with_strategic_state
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class BrokeOut:
    """§11.86: these divisions live through the Attrition Phase ``phase`` and fight as if supplied in that of combat
    which follows it, in the ``half`` of operational turn ``turn``."""

    kind: ClassVar[str] = "broke-out"
    units: tuple[str, ...]
    phase: str
    half: str
    turn: int

    def apply(self, state: State) -> State:
        return with_strategic_state(
            state, broke_out=self.units, broke_out_in=self.phase, fights_on=(self.half, self.turn)
        )


@dataclass(frozen=True, slots=True)
class SupplyJudged:
    """§11.11: the units of both sides that are not in regular supply as the Strategic Movement Phase begins. Who is in
    a fort or under Scheffer-Boyadel has outlived the attrition before it."""

    kind: ClassVar[str] = "supply-judged"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_strategic_state(state, unfed=self.units)


@dataclass(frozen=True, slots=True)
class UnsuppliedEliminated:
    """§11.84: the units of both sides that were out of supply in an Attrition Phase."""

    kind: ClassVar[str] = "attrition"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return dead(state, self.units)

"""The Initiative Determination Phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_strategic_state
from rules.great_war.position.state import State
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class InitiativeDeclared:
    """§5.83: the initiative changes theatres: ``west`` is the side that has it there now."""

    kind: ClassVar[str] = "initiative"
    side: str
    west: str

    def apply(self, state: State) -> State:
        return replace(with_strategic_state(state, switched=state.strategic_state.turn), west=self.west)


@dataclass(frozen=True, slots=True)
class MarkerChosen:
    """§5.88: OHL or OberOst, for one use before the next strategic turn."""

    kind: ClassVar[str] = "marker"
    marker: str

    def apply(self, state: State) -> State:
        return replace(state, marker=self.marker)

"""The end of the match, and what is counted towards it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.state import State


@dataclass(frozen=True, slots=True)
class AttackCounted:
    """§4.4: an all-French attack into Germany; ``count`` so far."""

    kind: ClassVar[str] = "plan-xvii"
    count: int

    def apply(self, state: State) -> State:
        return replace(state, plan_xvii=self.count)

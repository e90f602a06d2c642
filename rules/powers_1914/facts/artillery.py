"""Guns shoot into neighbouring fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.kernel.codec import LATER
from rules.kernel.fast_replace import replace
from rules.powers_1914.position.changes import remove, spend
from rules.powers_1914.position.state import State


@dataclass(frozen=True, slots=True)
class ShotRolled:
    """§3.3.12: a gun shot into a neighbouring field; it throws out ``target`` from the score ``needed`` on."""

    kind: ClassVar[str] = "shot"
    unit: str
    area: str
    target: str
    draw: int
    die: int
    needed: int
    sea: bool = field(default=False, metadata=LATER)
    """§3.3.1: it shot into a sea, where ships of its side come too late from now on; False in older facts."""

    def apply(self, state: State) -> State:
        state = spend(replace(state, draws=self.draw + 1), self.unit)
        if self.sea and self.area not in state.shelled:
            state = replace(state, shelled=(*state.shelled, self.area))
        return remove(state, (self.target,)) if self.die >= self.needed else state

"""Units move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.powers_1914.position.state import State, UnitState


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """§3.2: units went along a path (the field they stood in first); aircraft go back to where they started."""

    kind: ClassVar[str] = "moved"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        there, back, base = self.path[-1], self.path[-2], self.path[0]
        moved = {u: UnitState(there, True, base if state.printed.flies(u) else back, base) for u in self.units}
        return replace(state, units={**state.units, **moved})

"""The Hindenburg Line is built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_strategic_state
from rules.great_war.position.state import State
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class LineBuilt:
    """§14.31: these hexes are heavy fortifications of the Central Powers until they are destroyed."""

    kind: ClassVar[str] = "line-built"
    hexes: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_strategic_state(replace(state, hindenburg=state.hindenburg | {*self.hexes}), line_built=True)

"""§15.8: what untried units show, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import State
from rules.kernel.facts import count_die


@dataclass(frozen=True, slots=True)
class StrengthShown:
    """§15.82: an untried unit is committed, and its strength is drawn from those that are left. Everyone knows it from
    now on."""

    kind: ClassVar[str] = "committed"
    unit: str
    line: str
    draw: int
    die: int
    sides: int

    def apply(self, state: State) -> State:
        state = with_near_east(state, tried={**state.near_east.tried, self.unit: self.line})
        return count_die(state, self.draw)

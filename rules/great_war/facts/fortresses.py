"""The Fortress Surrender Phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import dead
from rules.great_war.position.state import State
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class FortressRolled:
    """§14.15: the die for a fort that is cut off; if it surrenders, it and the units within are destroyed."""

    kind: ClassVar[str] = "fortress"
    hex: str
    units: tuple[str, ...]
    surrenders: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        if self.surrenders:
            board = state.printed.board
            # §14.21: Kut's walls last, whoever holds it.
            gone = {self.hex} if board.index[self.hex] in board.forts else set[str]()
            state = replace(dead(state, self.units), destroyed=state.destroyed | gone)
        return count_die(state, self.draw)

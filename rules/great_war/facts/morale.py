"""French morale: the dice for victory hexes of France that have fallen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_strategic_state
from rules.great_war.position.state import State
from rules.kernel.facts import count_die


@dataclass(frozen=True, slots=True)
class MoraleTested:
    """§18.21, §18.22: the die for a victory hex of France, which is rolled once in the game."""

    kind: ClassVar[str] = "morale"
    hex: str
    modifiers: tuple[tuple[str, int], ...]
    shattered: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        left = tuple(h for h in state.strategic_state.captured if h != self.hex)
        return count_die(
            with_strategic_state(state, captured=left, tested={**state.strategic_state.tested, self.hex: state.turn}),
            self.draw,
        )

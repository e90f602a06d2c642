"""The Turkish Required Reserve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.state import RESERVE, TRANSIT, State
from rules.great_war.position.usage import RESERVE_DICE
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class ReserveRolled:
    """§5.38: a die for what the reserve asks for; ``required`` is what the dice of the turn come to so far."""

    kind: ClassVar[str] = "reserve-rolled"
    required: int
    draw: int
    die: int

    def apply(self, state: State) -> State:
        frame = state.phase
        used = {**frame.used, RESERVE_DICE: frame.used.get(RESERVE_DICE, 0) + 1}
        state = replace(state, cursor=(replace(frame, used=used), *state.cursor[1:]))
        return count_die(with_near_east(state, required=self.required), self.draw)


@dataclass(frozen=True, slots=True)
class ReserveSettled:
    """§5.38: divisions ``came`` into the reserve, each from where it was, or ``went`` from it into the transit box."""

    kind: ClassVar[str] = "reserve-settled"
    came: Mapping[str, str]
    went: tuple[str, ...]

    def apply(self, state: State) -> State:
        return relocate(relocate(state, self.came, RESERVE), self.went, TRANSIT)

"""Tactics and gas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.powers_1914.position.changes import remove
from rules.powers_1914.position.state import State


@dataclass(frozen=True, slots=True)
class TacticPlayed:
    """§3.15.1: a tactical card lies in a field for this turn."""

    kind: ClassVar[str] = "tactic"
    side: str
    area: str

    def apply(self, state: State) -> State:
        return replace(state, tactics={**state.tactics, self.side: (*state.tactics[self.side], self.area)})


@dataclass(frozen=True, slots=True)
class GasUsed:
    """§3.15.2: a unit let gas drift into a neighbouring field; ``lost`` land units went."""

    kind: ClassVar[str] = "gas"
    side: str
    unit: str
    area: str
    draw: int
    die: int
    lost: tuple[str, ...]

    def apply(self, state: State) -> State:
        gas = {**state.gas, self.side: state.gas[self.side] - 1}
        return remove(replace(state, gas=gas, draws=self.draw + 1), self.lost)

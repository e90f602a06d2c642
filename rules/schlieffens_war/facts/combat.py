"""Probes and attacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.changes import relocate
from rules.schlieffens_war.position.state import BattleFrame, State
from rules.schlieffens_war.printed.phases import STAGES


@dataclass(frozen=True, slots=True)
class ProbeMade:
    """§11.1: units probed into an empty hex."""

    kind: ClassVar[str] = "probed"
    units: tuple[str, ...]
    origin: str
    hex: str

    def apply(self, state: State) -> State:
        state = relocate(state, self.units, self.hex)
        return change(state, {u: state.units[u]._replace(fought=True) for u in self.units})


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """§11.8: units attack a hex."""

    kind: ClassVar[str] = "attack"
    attackers: tuple[str, ...]
    origins: tuple[str, ...]
    target: str

    def apply(self, state: State) -> State:
        state = change(state, {u: state.units[u]._replace(fought=True) for u in self.attackers})
        state = change(state, {u: state.units[u]._replace(attacked=True) for u in state.stacks[self.target]})
        battle = BattleFrame(attackers=self.attackers, origins=self.origins, target=self.target, stage=STAGES[0])
        return replace(state, cursor=(*state.cursor, battle))

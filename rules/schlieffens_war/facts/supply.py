"""Supply is judged; units that are out of it lose steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.occupied import change
from rules.kernel.facts import count_die
from rules.schlieffens_war.position.changes import lose_step
from rules.schlieffens_war.position.state import State


@dataclass(frozen=True, slots=True)
class SupplyJudged:
    """§8.1: in the Administrative Phase these units came into another state of supply."""

    kind: ClassVar[str] = "supply"
    side: str
    changes: Mapping[str, str]

    def apply(self, state: State) -> State:
        return change(state, {u: state.units[u]._replace(supply=s) for u, s in self.changes.items()})


@dataclass(frozen=True, slots=True)
class AttritionRolled:
    """§8.8: the attrition die of a unit out of supply; ``lost`` steps."""

    kind: ClassVar[str] = "attrition"
    unit: str
    draw: int
    die: int
    lost: int

    def apply(self, state: State) -> State:
        return count_die(lose_step(state, self.unit) if self.lost else state, self.draw)

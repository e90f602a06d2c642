"""§21.0: countries grow weary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import count_die, eliminate
from rules.empires_alliances.position.state import Spirit, State
from rules.hexes.odds import Modifier
from rules.kernel.fast_replace import replace

EFFECT_MONTHS = 3
"""§21.3: how long an effect lasts."""
LASTING = frozenset({"M", "D"})
"""§21.35: results that add to all later rolls."""


@dataclass(frozen=True, slots=True)
class WearinessRolled:
    """§21.2: a country's die, what was added, and the result."""

    kind: ClassVar[str] = "weariness"
    nation: str
    draw: int
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    result: str
    sides: int = 10

    def apply(self, state: State) -> State:
        return count_die(_weary(state, self.nation, self.result), self.draw)


@dataclass(frozen=True, slots=True)
class WearinessApplied:
    """§22.10: a country's result by the one die that was rolled for all."""

    kind: ClassVar[str] = "weariness-applied"
    nation: str
    modifiers: tuple[Modifier, ...]
    total: int
    result: str

    def apply(self, state: State) -> State:
        return _weary(state, self.nation, self.result)


@dataclass(frozen=True, slots=True)
class MoraleDieRolled:
    """§22.10: one die for all countries."""

    kind: ClassVar[str] = "morale-die"
    draw: int
    die: int
    sides: int = 10

    def apply(self, state: State) -> State:
        return count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class DesertionRolled:
    """§21.34: a unit's die, and whether it deserts."""

    kind: ClassVar[str] = "desertion"
    unit: str
    draw: int
    die: int
    lost: bool
    sides: int = 10

    def apply(self, state: State) -> State:
        return count_die(eliminate(state, [self.unit]) if self.lost else state, self.draw)


def _weary(state: State, nation: str, result: str) -> State:
    """§21.3, §21.31: a result in force for three months; of no effect, or of peace, nothing is left."""
    was = state.spirits.get(nation, Spirit())
    now = Spirit(was.worn + (result in LASTING), "" if result in ("NE", "S") else result, state.turn + EFFECT_MONTHS)
    return replace(state, spirits={**state.spirits, nation: now})

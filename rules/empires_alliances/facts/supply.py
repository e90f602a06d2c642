"""§14.0: supply is checked, promised and named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import eliminate
from rules.empires_alliances.position.state import State
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class LevelsRose:
    """§14.1: units out of supply in the Supply Phase, each with its new level."""

    kind: ClassVar[str] = "unsupplied"
    levels: Mapping[str, int]

    def apply(self, state: State) -> State:
        return change(state, {u: state.units[u]._replace(unsupplied=level) for u, level in self.levels.items()})


@dataclass(frozen=True, slots=True)
class Starved:
    """§14.1: units that were out of supply too long are eliminated."""

    kind: ClassVar[str] = "starved"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return eliminate(state, self.units)


@dataclass(frozen=True, slots=True)
class Relieved:
    """§14.1: units that are in supply again lose their markers."""

    kind: ClassVar[str] = "relieved"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return change(state, {u: state.units[u]._replace(unsupplied=0) for u in self.units})


@dataclass(frozen=True, slots=True)
class ShipsKept:
    """§14.53: corps of a country's sea capacity that are promised to supply in this segment."""

    kind: ClassVar[str] = "ships-kept"
    country: str
    corps: int

    def apply(self, state: State) -> State:
        return replace(state, kept={**state.kept, self.country: self.corps})


@dataclass(frozen=True, slots=True)
class SourceNamed:
    """§14.4: the owner says what feeds a unit; empty: the proposal counts again."""

    kind: ClassVar[str] = "source-named"
    unit: str
    source: str

    def apply(self, state: State) -> State:
        fed = {u: source for u, source in state.fed.items() if u != self.unit}
        return replace(state, fed={**fed, self.unit: self.source} if self.source else fed)

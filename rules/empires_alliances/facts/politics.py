"""§18.0: countries are conquered, garrisons are short."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import remove
from rules.empires_alliances.position.state import State
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class Conquered:
    """§18.2, §21.35: a country is conquered, by its cities or because it sues for peace."""

    kind: ClassVar[str] = "conquered"
    nation: str
    surrendered: bool = False

    def apply(self, state: State) -> State:
        war = state.wars[self.nation]._replace(conquered=state.turn)
        return replace(state, wars={**state.wars, self.nation: war})


@dataclass(frozen=True, slots=True)
class ForcesRemoved:
    """§18.21: the units of a conquered country leave the game at the end of the player segment."""

    kind: ClassVar[str] = "forces-removed"
    nation: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return remove(state, self.units)


@dataclass(frozen=True, slots=True)
class GarrisonsShort:
    """§18.32: cities that a side does not garrison, and the purse that loses a point for each."""

    kind: ClassVar[str] = "garrisons-short"
    cities: tuple[str, ...]
    purse: str

    def apply(self, state: State) -> State:
        short: Mapping[str, int] = state.short
        return replace(state, short={**short, self.purse: short.get(self.purse, 0) + len(self.cities)})

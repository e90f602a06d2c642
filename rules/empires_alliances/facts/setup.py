"""§1.4, §3.4: units are set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import relocate
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.hexes.occupied import place


@dataclass(frozen=True, slots=True)
class Placed:
    """§1.4: a unit is set up in a hex or box, or set up again elsewhere."""

    kind: ClassVar[str] = "placed"
    unit: str
    at: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], self.at)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """§1.4: a unit goes back to those that are still to be set up."""

    kind: ClassVar[str] = "taken-back"
    unit: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], SET_UP)


@dataclass(frozen=True, slots=True)
class Dealt:
    """§1.4: units that were still to be set up, each where it goes."""

    kind: ClassVar[str] = "dealt"
    places: Mapping[str, str]

    def apply(self, state: State) -> State:
        return place(state, {u: state.units[u]._replace(at=at) for u, at in self.places.items()})

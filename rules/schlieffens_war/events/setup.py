"""Set-up: units come from their boxes and go back to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.schlieffens_war.changes import relocate
from rules.schlieffens_war.state import State


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """§3.1, §9.2, §9.3: a unit came from a box onto the map, on top of its hex."""

    kind: ClassVar[str] = "placed"
    unit: str
    hex: str
    section: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], self.hex)


@dataclass(frozen=True, slots=True)
class UnitTakenBack:
    """§3.1: during set-up a unit went back to its pool."""

    kind: ClassVar[str] = "taken-back"
    unit: str
    box: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], self.box)

"""Set-up: units come from their boxes and go back to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.schlieffens_war.position.changes import arrive, relocate
from rules.schlieffens_war.position.state import State


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """§3.1, §9.2, §9.3: a unit came from a box onto the map, on top of its hex.

    After set-up the others see it there when the phase is closed (§6.6).
    """

    kind: ClassVar[str] = "placed"
    unit: str
    hex: str
    section: str

    def apply(self, state: State) -> State:
        placed = relocate(state, [self.unit], self.hex)
        return placed if self.section == "3.1" else arrive(placed, self.unit, state.units[self.unit].at)


@dataclass(frozen=True, slots=True)
class UnitTakenBack:
    """§3.1: during set-up a unit went back to its pool."""

    kind: ClassVar[str] = "taken-back"
    unit: str
    box: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], self.box)

"""Set-up: units come to the map and go back to the pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.powers_1914.position.changes import put_units
from rules.powers_1914.position.state import POOL, State


@dataclass(frozen=True, slots=True)
class UnitsPlaced:
    """§2.4: units came from the pool to a field."""

    kind: ClassVar[str] = "placed"
    units: tuple[str, ...]
    area: str

    def apply(self, state: State) -> State:
        return put_units(state, self.units, self.area)


@dataclass(frozen=True, slots=True)
class UnitsTakenBack:
    """§2.4: units went back to the pool."""

    kind: ClassVar[str] = "taken-back"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return put_units(state, self.units, POOL)

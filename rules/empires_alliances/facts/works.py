"""§15.0: entrenchments are dug, forts given up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.state import State
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class Dug:
    """§15.21, §15.23: units entrench, a level deeper each, and spend all their MP."""

    kind: ClassVar[str] = "dug"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return change(
            state,
            {
                unit: now._replace(trench=now.trench + 1, spent=state.counter(unit).figures.movement)
                for unit in self.units
                for now in (state.units[unit],)
            },
        )


@dataclass(frozen=True, slots=True)
class DugIn:
    """§3.4: units that begin the scenario entrenched, at that level."""

    kind: ClassVar[str] = "dug-in"
    units: tuple[str, ...]
    level: int

    def apply(self, state: State) -> State:
        return change(state, {unit: state.units[unit]._replace(trench=self.level) for unit in self.units})


@dataclass(frozen=True, slots=True)
class FortRemoved:
    """§15.22: a fort is given up for good."""

    kind: ClassVar[str] = "fort-removed"
    fort: str

    def apply(self, state: State) -> State:
        return replace(state, forts=state.forts - {self.fort})

"""Corps recover, return and leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.changes import arrive, at_level, relocate
from rules.schlieffens_war.position.state import FATIGUED, IN_SUPPLY, REMOVED, State, UnitState


@dataclass(frozen=True, slots=True)
class UnitsRestored:
    """§9.5: reduced corps came back to full strength, fatigued."""

    kind: ClassVar[str] = "restored"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        changes = {u: at_level(state.units[u], FATIGUED)._replace(steps=state.counter(u).full) for u in self.units}
        return change(state, changes)


@dataclass(frozen=True, slots=True)
class UnitReturned:
    """§9.5: an eliminated unit came back into play in a city, at full strength; corps are fatigued.

    The others see it there when the phase is closed (§6.6).
    """

    kind: ClassVar[str] = "returned"
    unit: str
    hex: str

    def apply(self, state: State) -> State:
        state = arrive(relocate(state, [self.unit], self.hex), self.unit, state.units[self.unit].at)
        morale = FATIGUED if state.counter(self.unit).is_corps else 0
        fresh = UnitState(at=self.hex, steps=state.counter(self.unit).full, morale=morale, supply=IN_SUPPLY)
        return change(state, {self.unit: fresh})


@dataclass(frozen=True, slots=True)
class CorpsWithdrawn:
    """§9.4: two German corps left for the east."""

    kind: ClassVar[str] = "withdrawn"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(relocate(state, self.units, REMOVED), withdrawn=True)

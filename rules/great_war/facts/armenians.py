"""§6.8, §6.9: Armenians rise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.state import BattleFrame, State, UnitState
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.phases import SUPPORT
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class ArmeniansRaised:
    """§6.8, §6.9: an Armenian unit stands in a hex."""

    kind: ClassVar[str] = "armenians-raised"
    unit: str
    hex: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], self.hex)


@dataclass(frozen=True, slots=True)
class MassacreBegan:
    """§6.8: the units of the Central Powers in a hex attack the unit that rises in it, which is in no stack until the
    fight is over."""

    kind: ClassVar[str] = "massacre"
    unit: str
    attackers: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        frame = BattleFrame(CENTRAL, self.attackers, (self.hex,), self.hex, (self.unit,), SUPPORT)
        state = with_near_east(change(state, {self.unit: UnitState(self.hex)}), rising=self.unit)
        return replace(state, cursor=(*state.cursor, frame))

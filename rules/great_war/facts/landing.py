"""§6.38: Russians land on the Black Sea."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class RussiansLanded:
    """§6.38: the unit of this turn came ashore."""

    kind: ClassVar[str] = "landed-east"
    unit: str
    hex: str

    def apply(self, state: State) -> State:
        return relocate(with_near_east(state, landed=state.turn), [self.unit], self.hex)

"""§13.29, §5.38: units go to the boxes of the Near East."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import relocate
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class UnitsBoxed:
    """§13.29: new units went to Arabia, into the Turkish Required Reserve or into the transit box."""

    kind: ClassVar[str] = "boxed"
    side: str
    units: tuple[str, ...]
    box: str

    def apply(self, state: State) -> State:
        return relocate(state, self.units, self.box)

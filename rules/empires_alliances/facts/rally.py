"""§13.86: demoralised units rally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.state import DEMORALISED, State
from rules.hexes.occupied import change


@dataclass(frozen=True, slots=True)
class Rallied:
    """§7.253: units that are demoralised no longer, and those whose marker is turned to its milder side."""

    kind: ClassVar[str] = "rallied"
    over: tuple[str, ...]
    turned: tuple[str, ...]

    def apply(self, state: State) -> State:
        units = state.units
        changes = {u: units[u]._replace(shaken=0) for u in self.over}
        changes |= {u: units[u]._replace(shaken=DEMORALISED) for u in self.turned}
        return change(state, changes)

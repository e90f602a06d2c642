"""§8.0, §9.0, §11.0: units move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import enter, relocate
from rules.empires_alliances.position.state import State
from rules.hexes.occupied import change


@dataclass(frozen=True, slots=True)
class Marched:
    """§8.0, §4.2: units went along a path (the starting hex first) for ``cost`` MP, and took the hexes of it."""

    kind: ClassVar[str] = "marched"
    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int

    def apply(self, state: State) -> State:
        before = state.units
        after = relocate(state, self.units, self.path[-1])
        after = change(
            after,
            {
                u: after.units[u]._replace(spent=before[u].spent + self.cost, began=before[u].began or self.path[0])
                for u in self.units
            },
        )
        return enter(after, self.units, self.path[1:])

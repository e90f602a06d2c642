"""Corps gain and lose morale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.occupied import change
from rules.schlieffens_war.position.changes import at_level
from rules.schlieffens_war.position.state import State


@dataclass(frozen=True, slots=True)
class MoraleChanged:
    """§9.6: corps came to another level of morale for the reason that ``section`` gives."""

    kind: ClassVar[str] = "morale"
    units: tuple[str, ...]
    levels: tuple[int, ...]
    section: str

    def apply(self, state: State) -> State:
        new = dict(zip(self.units, self.levels, strict=True))
        return change(state, {u: at_level(state.units[u], m) for u, m in new.items()})

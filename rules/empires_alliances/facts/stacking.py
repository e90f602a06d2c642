"""§6.2: units that are too many for a hex."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.empires_alliances.position.changes import eliminate
from rules.empires_alliances.position.state import State
from rules.kernel.codec import LATER


@dataclass(frozen=True, slots=True)
class GivenUp:
    """§6.2: a unit is given up where too many stack. ``passes``: the other side is asked next."""

    kind: ClassVar[str] = "given-up"
    unit: str
    hex: str
    passes: bool = field(default=False, metadata=LATER)

    def apply(self, state: State) -> State:
        return eliminate(state, (self.unit,))

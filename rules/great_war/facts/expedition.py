"""The Russian expedition to Persia sets out, and comes home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.boxes import box_there
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.near_east_state import HOME, OUT_IN_PERSIA
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class ExpeditionSent:
    """§17.21: these units went from the Caucasus to Hamadan, ``hex``; it happens once."""

    kind: ClassVar[str] = "expedition-sent"
    units: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        return with_near_east(relocate(state, self.units, self.hex), expedition=OUT_IN_PERSIA)


@dataclass(frozen=True, slots=True)
class ExpeditionHome:
    """§17.21: all that were left of it went to the Available Units Box; no Russian goes to Iraq any more."""

    kind: ClassVar[str] = "expedition-home"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_near_east(relocate(state, self.units, box_there(state)), expedition=HOME)

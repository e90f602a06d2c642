"""Kut becomes a fort of the Allies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class KutEntered:
    """§14.21: an Allied unit has been in it for the first time; from now on its fort is there for the Allies."""

    kind: ClassVar[str] = "kut-entered"

    def apply(self, state: State) -> State:
        return with_near_east(state, kut=True)

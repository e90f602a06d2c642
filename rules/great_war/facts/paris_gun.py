"""The Paris Gun comes and goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import moved_chits
from rules.great_war.position.state import State

GUN = "paris-gun"


@dataclass(frozen=True, slots=True)
class GunPlaced:
    """§6.10: the gun is in a hex and counts as a victory hex."""

    kind: ClassVar[str] = "gun-placed"
    hex: str

    def apply(self, state: State) -> State:
        return with_chit_state(moved_chits(state, {GUN: 1}, "central.hand", "central.play"), gun=self.hex)


@dataclass(frozen=True, slots=True)
class GunLost:
    """§6.10: Allied units have entered its hex."""

    kind: ClassVar[str] = "gun-lost"

    def apply(self, state: State) -> State:
        return with_chit_state(moved_chits(state, {GUN: 1}, "central.play", ""), gun="")

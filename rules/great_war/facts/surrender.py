"""The Turkish Surrender Phase, and what is earned for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import State
from rules.kernel.facts import count_die

BAGHDAD, JERUSALEM, ALPINE = "baghdad", "jerusalem", "alpine-corps"
"""§5.62: modifiers that are earned once and kept."""


@dataclass(frozen=True, slots=True)
class ModifierEarned:
    """§5.62: a modifier of Turkey's surrender is kept from now on."""

    kind: ClassVar[str] = "modifier-earned"
    name: str

    def apply(self, state: State) -> State:
        return with_near_east(state, earned=(*state.near_east.earned, self.name))


@dataclass(frozen=True, slots=True)
class SurrenderRolled:
    """§5.61: the Allies' die for Turkey, with its modifiers (text, section, figure), and whether it surrenders."""

    kind: ClassVar[str] = "surrender-rolled"
    modifiers: tuple[tuple[str, str, int], ...]
    happens: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(state, self.draw)

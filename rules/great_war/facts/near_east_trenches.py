"""Trenches of the Near East are dug and destroyed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.near_east_state import DUG, SPOILED
from rules.great_war.position.state import State

KRESS = "kress-von-kressenstein"
"""§6.35: the chit that digs the Gaza line."""


@dataclass(frozen=True, slots=True)
class TrenchesDug:
    """§6.35, §6.36: these hexes have trenches; ``chit`` has brought them."""

    kind: ClassVar[str] = "dug"
    chit: str
    hexes: tuple[str, ...]

    def apply(self, state: State) -> State:
        gaza = DUG if self.chit == KRESS else state.near_east.gaza
        return with_near_east(state, trenches=state.near_east.trenches | {*self.hexes}, gaza=gaza)


@dataclass(frozen=True, slots=True)
class WorksDestroyed:
    """§6.35, §6.36, §14.53: Allied units have entered: these trenches are gone for good. ``line``: the Gaza line can
    be dug no more."""

    kind: ClassVar[str] = "works-destroyed"
    hexes: tuple[str, ...]
    line: bool = False

    def apply(self, state: State) -> State:
        gaza = SPOILED if self.line else state.near_east.gaza
        return with_near_east(state, trenches=state.near_east.trenches - {*self.hexes}, gaza=gaza)

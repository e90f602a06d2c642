"""§6.12, §6.13: a drawn chit that waits for an answer, and what is still to be drawn meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.chit_state import Draws
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class ChitWaits:
    """§6.12: a side has to answer for a chit that was drawn, before anything else happens."""

    kind: ClassVar[str] = "chit-waits"
    chit: str
    side: str

    def apply(self, state: State) -> State:
        return with_chit_state(state, settling=(self.chit, self.side))


@dataclass(frozen=True, slots=True)
class ChitSettled:
    """§6.12: it has been answered for."""

    kind: ClassVar[str] = "chit-settled"
    chit: str

    def apply(self, state: State) -> State:
        return with_chit_state(state, settling=("", ""))


@dataclass(frozen=True, slots=True)
class DrawsLeft:
    """§6.13: these draws have been paid for, and wait until the chit before them is settled."""

    kind: ClassVar[str] = "draws-left"
    draws: Draws

    def apply(self, state: State) -> State:
        return with_chit_state(state, drawing=self.draws)

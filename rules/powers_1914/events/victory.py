"""The end of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.replacing import replace
from rules.powers_1914.state import State


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """§3.13: the match is over."""

    kind: ClassVar[str] = "ended"
    winner: str
    reason: str
    section: str

    def apply(self, state: State) -> State:
        return replace(state, ended=(self.winner, self.reason, self.section), cursor=state.cursor[:1])

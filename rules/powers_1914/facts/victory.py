"""The end of the match."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel import endings
from rules.kernel.fast_replace import replace
from rules.powers_1914.position.state import State


@dataclass(frozen=True, slots=True)
class MatchEnded(endings.MatchEnded):
    """§3.13: the match is over, and with it whatever interrupted its step."""

    def apply(self, state: State) -> State:
        """The position with the verdict."""
        after: State = endings.MatchEnded.apply(self, state)
        return replace(after, cursor=state.cursor[:1])

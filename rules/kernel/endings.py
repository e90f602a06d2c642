"""How a match ends by its rules: the fact of it, and the outcome as a position tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.kernel.fast_replace import replace
from rules.kernel.messages import Outcome


class Ending:
    """A position that keeps ``ended``: (winner or an empty string, reason, section), or None while it goes on."""

    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; the winner is a side."""
        ended: tuple[str, str, str] | None = self.ended  # type: ignore[attr-defined]
        return Outcome(ended[0] or None, *ended[1:]) if ended else None


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over by a rule (``section``). An empty ``winner`` is a draw."""

    kind: ClassVar[str] = "ended"
    winner: str
    reason: str
    section: str

    def apply(self, state: Any) -> Any:
        """The position with the verdict."""
        return replace(state, ended=(self.winner, self.reason, self.section))

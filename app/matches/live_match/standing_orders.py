"""Standing orders as a match in play meets them (decisions/0033): which of them answers a question that is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.kernel.game import Game
from rules.kernel.standing import StandingOrder

PREFIX = "standing/"
"""What the ids of commands begin with that standing orders gave. No client can send such an id."""
TURN, PHASE, CHANGED = "turn", "phase", "changed"
"""How long an order holds: this turn, this phase, until it is changed."""


def is_by_standing_order(command_id: str) -> bool:
    """Whether a command was given by a standing order."""
    return command_id.startswith(PREFIX)


@dataclass(frozen=True, slots=True)
class TurnAndPhase:
    """A turn of a match and a phase of it, as everyone knows them."""

    turn: int
    phase: str

    @staticmethod
    def of(game: Game[Any, Any], state: Any) -> TurnAndPhase:
        """Where a match stands."""
        return TurnAndPhase(game.glance(state).turn, game.phase(state))


@dataclass(frozen=True, slots=True)
class SeatStandingOrder:
    """A standing order of a seat: until when it holds, and since when."""

    seat: str
    order: StandingOrder
    ends: str
    since: TurnAndPhase
    dropped: str | None = None
    """Why it is used no more: the rules refused what it says."""

    def holds(self, now: TurnAndPhase) -> bool:
        """Whether it is in force."""
        if self.dropped is not None or (self.ends != CHANGED and self.since.turn != now.turn):
            return False
        return self.ends != PHASE or self.since.phase == now.phase

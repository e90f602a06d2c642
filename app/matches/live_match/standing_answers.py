"""Which standing order answers a question that is open, and where a match finds its orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.matches.facts import ReceivedCommand
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.standing_orders import PREFIX, SeatStandingOrder, TurnAndPhase

MAX_ANSWERS_IN_A_ROW = 64
"""Answers in a row. Orders that go on longer would answer one another for ever."""


class StandingOrderStore(Protocol):
    """Where standing orders are kept."""

    async def orders(self, match: str) -> Sequence[SeatStandingOrder]:
        """Those of all seats of a match that were not dropped."""
        ...

    async def drop(self, live: LiveMatch, seat: str, step: str, why: str) -> None:
        """From now on the seat is asked itself at such a step; its player is told why."""
        ...


class NoStandingOrders:
    """There are none."""

    async def orders(self, _match: str) -> Sequence[SeatStandingOrder]:
        """None."""
        return ()

    async def drop(self, _table: LiveMatch, _seat: str, _step: str, _why: str) -> None:
        """Nothing to drop."""


def due(live: LiveMatch) -> ReceivedCommand | None:
    """The command that some seat's orders give now, None if every open question has to be asked.

    Its id counts the events of the match: two processes that judge the same position mean the same command.
    """
    if not live.standing:
        return None
    game, state = live.game, live.state
    now = TurnAndPhase.of(game, state)
    for seat in game.deciders(state):
        orders = {s.order.kind: s.order for s in live.standing if s.seat == seat and s.holds(now)}
        command = game.answer_ahead(state, seat, orders) if orders else None
        if command is not None:
            return ReceivedCommand(seat, f"{PREFIX}{live.version}", live.ask_of(seat, command), command)
    return None

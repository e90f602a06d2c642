"""Standing orders as a match in play meets them (decisions/0033): which of them answers a question that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from app.matches.facts import Order
from rules.kernel.game import Game
from rules.kernel.standing import StandingOrder

if TYPE_CHECKING:
    from app.matches.table import Table

PREFIX = "standing/"
"""What the ids of commands begin with that standing orders gave. No client can send such an id."""
MOST_AHEAD = 64
"""Answers in a row. Orders that go on longer would answer one another for ever."""
TURN, PHASE, CHANGED = "turn", "phase", "changed"
"""How long an order holds: this turn, this phase, until it is changed."""


def is_ahead(command_id: str) -> bool:
    """Whether a command was given by a standing order."""
    return command_id.startswith(PREFIX)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn of a match and a phase of it, as everybody knows them."""

    turn: int
    phase: str

    @staticmethod
    def of(game: Game[Any, Any], state: Any) -> Moment:
        """Where a match stands."""
        return Moment(game.glance(state).turn, game.phase(state))


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing order of a seat: until when it holds, and since when."""

    seat: str
    order: StandingOrder
    ends: str
    since: Moment
    dropped: str | None = None
    """Why it is used no more: the rules refused what it says."""

    def holds(self, now: Moment) -> bool:
        """Whether it is in force."""
        if self.dropped is not None or (self.ends != CHANGED and self.since.turn != now.turn):
            return False
        return self.ends != PHASE or self.since.phase == now.phase


class Keeper(Protocol):
    """Where standing orders are kept."""

    async def orders(self, match: str) -> Sequence[Standing]:
        """Those of all seats of a match that were not dropped."""
        ...

    async def drop(self, table: Table, seat: str, step: str, why: str) -> None:
        """From now on the seat is asked itself at such a step; its player is told why."""
        ...


class Nobody:
    """There are none."""

    async def orders(self, _match: str) -> Sequence[Standing]:
        """None."""
        return ()

    async def drop(self, _table: Table, _seat: str, _step: str, _why: str) -> None:
        """Nothing to drop."""


def due(table: Table) -> Order | None:
    """The command that some seat's orders give now, None if every open question has to be asked.

    Its id counts the events of the match: two processes that judge the same position mean the same command.
    """
    if not table.standing:
        return None
    game, state = table.game, table.state
    now = Moment.of(game, state)
    for seat in game.deciders(state):
        orders = {s.order.kind: s.order for s in table.standing if s.seat == seat and s.holds(now)}
        command = game.answer_ahead(state, seat, orders) if orders else None
        if command is not None:
            return Order(seat, f"{PREFIX}{table.version}", table.ask(seat), command)
    return None

"""The moves of players: commands of the game, and taking the last one back."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.errors import ApiError, moved_on
from app.matches.access.rights import why_no_move
from app.matches.facts import ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import UNDO, fingerprint
from app.matches.live_match.ruling import Ruling
from app.matches.play.order_handler import OrderHandler
from app.matches.play.patience import Patience, may_wait
from app.matches.rows.repository import Matches
from rules.kernel.messages import Refusal

WhyNot = Callable[[LiveMatch], Refusal | None]
"""Why a command is not to be played in a position, if it is not."""


class Moves:
    """Commands, and undo."""

    def __init__(self, matches: Matches, handler: OrderHandler) -> None:
        self._matches = matches
        self._handler = handler

    async def command(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str,
        command_id: str,
        ask: str,
        command: Mapping[str, Any],
        why_not: WhyNot | None = None,
    ) -> bytes:
        """Play a command; gives the answer's body. ApiError when it is not taken, and then nothing is changed.

        ``why_not``: what the sender demands besides, looked at in the very position in which the command is judged.
        """

        patience = Patience(self._matches) if may_wait(command) else None

        async def learn(live: LiveMatch) -> None:
            if patience is not None:
                await patience.learn(live, seat, command)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            wrong = why_no_move(live.record, account, seat)
            if wrong is None and live.ask_of(seat, command) != ask:
                wrong = moved_on()
            if wrong is None and why_not is not None and (refusal := why_not(live)) is not None:
                return refusal
            soon = None if wrong or patience is None else patience.too_soon(live, now)
            return wrong or soon or judging.judge(live, order, now)

        order = ReceivedCommand(seat, command_id, ask, dict(command))
        learning = learn if patience is not None else None
        return await self._handler.handle_for_seat(match, account, order, fingerprint(command), judge, learning)

    async def any_taken(self, match: str, command_ids: Sequence[str]) -> bool:
        """Whether one of these commands has been taken: whoever sent them may not know it."""
        return await self._matches.commands.any_taken(match, command_ids)

    async def undo(self, match: str, account: uuid.UUID | None, seat: str, command_id: str) -> bytes:
        """Take back the seat's last command; gives the answer's body. ApiError when it cannot be."""
        order = ReceivedCommand(seat, command_id, "", {})

        async def learn(live: LiveMatch) -> None:
            if unknown := live.unknown_orders(seat):
                live.steps.learn(await self._matches.commands.find_commands(match, unknown))

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return why_no_move(live.record, account, seat) or judging.take_back(live, order, now)

        return await self._handler.handle_for_seat(match, account, order, UNDO, judge, learn)

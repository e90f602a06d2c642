"""The straight way of every order: judged, written to the journal, adopted in memory, answered, and then told."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable

from app.errors import ApiError, moved_on, refusal_error
from app.matches.access.rights import viewer_of
from app.matches.agreements.settlement import REWOUND
from app.matches.facts import ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.judging import Judge
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import Receipt
from app.matches.live_match.response import response_body
from app.matches.live_match.ruling import Ruling
from app.matches.play.committing import MoveCommitter
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.quota import Quota
from app.matches.play.standing_order_runner import StandingOrderRunner
from app.matches.rows.repository import Matches
from app.metrics import COMMANDS, CONFLICTS
from app.traces.spans import span
from rules.kernel.messages import Refusal

MAX_ATTEMPTS = 8
"""How often an order is judged again when another process has moved the match in the meantime."""

Learn = Callable[[LiveMatch], Awaitable[None]]
"""Reads what judging an order needs."""


class OrderHandler:
    """Carries out orders, one at a time in each match."""

    def __init__(
        self,
        matches: Matches,
        live_matches: LiveMatches,
        following: Following,
        committer: MoveCommitter,
        standing_orders: StandingOrderRunner,
        quota: Quota,
    ) -> None:
        self._matches = matches
        self._live_matches = live_matches
        self._following = following
        self._committer = committer
        self._standing_orders = standing_orders
        self._quota = quota

    async def handle_for_seat(
        self,
        match: str,
        account: uuid.UUID | None,
        order: ReceivedCommand,
        sent: bytes,
        judge: Judge,
        learn: Learn | None = None,
    ) -> bytes:
        """Carry out an order of someone who sits there; gives the answer's body. ApiError when it is not taken."""
        live = await self._live_matches.get(match, moving=True)
        await self._following.viewer(live, account, order.seat, None)
        return await self.handle(live, account, order, sent, judge, learn, seated=True)

    async def handle(
        self,
        live: LiveMatch,
        account: uuid.UUID | None,
        order: ReceivedCommand,
        sent: bytes,
        judge: Judge,
        learn: Learn | None = None,
        *,
        seated: bool = False,
    ) -> bytes:
        """Carry out an order; ``sent`` is the fingerprint of what is judged. ApiError when it is not taken.

        ``seated``: only as long as the caller sits there.
        """
        with span("order", {"match": live.record.id, "game": live.game.id}):
            async with live.lock:
                return await self._carry_out(live, account, order, sent, judge, learn, seated=seated)

    async def _carry_out(
        self,
        live: LiveMatch,
        account: uuid.UUID | None,
        order: ReceivedCommand,
        sent: bytes,
        judge: Judge,
        learn: Learn | None,
        *,
        seated: bool,
    ) -> bytes:
        """Carry out an order with the match's lock held."""
        for _ in range(MAX_ATTEMPTS):
            if (kept := live.receipt(order.id)) is not None:
                return kept.again(order.seat, sent)
            if learn is not None:
                await learn(live)
            verdict = self._quota.refusal(live.version, account) or _ask_rules(live, judge)
            if isinstance(verdict, Ruling):
                receipt = Receipt(order.seat, response_body(live, verdict), sent)
                if await self._committer.commit(live, verdict, receipt):
                    await self._after_commit(live, account, verdict)
                    return receipt.answer
                CONFLICTS.inc()
            # Not taken. Either this very command was taken before, or we judged an old state, or it is final.
            version, status, earlier = await self._matches.commands.receipt(live.record.id, order.id)
            if earlier is not None:
                await self._following.catch_up(live)
                return earlier.again(order.seat, sent)
            if (version, status) == (live.version, live.record.status) and not isinstance(verdict, Ruling):
                COMMANDS.labels(live.game.id, "refused").inc()
                raise refusal_error(verdict) if isinstance(verdict, Refusal) else verdict
            await self._following.refresh_record(live)
            if seated:
                # Someone may have taken the seat over in the meantime.
                viewer_of(live.record, account, order.seat, None)
            await self._following.catch_up(live)
        raise moved_on()

    async def _after_commit(self, live: LiveMatch, account: uuid.UUID | None, ruling: Ruling) -> None:
        """Count what was taken, and have standing orders answer the questions that it leads to."""
        self._quota.spend(account, len(ruling.facts))
        COMMANDS.labels(live.game.id, "taken").inc()
        if live.standing:
            await self._standing_orders.give(live, back=ruling.facts[-1].kind == REWOUND)


def _ask_rules(live: LiveMatch, judge: Judge) -> Ruling | Refusal | ApiError:
    """What the rules say of an order."""
    with span("judge") as judged:
        verdict = judging.verdict(live, judge)
        judged.note({"verdict": "taken" if isinstance(verdict, Ruling) else "refused"})
    return verdict

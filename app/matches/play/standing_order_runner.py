"""Has standing orders answer the questions that are open (decisions/0033), right after the command that asked."""

from __future__ import annotations

import structlog

from app.background import Background
from app.errors import ApiError
from app.matches.facts import ACTIVE, ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import Receipt, fingerprint
from app.matches.live_match.response import response_body
from app.matches.live_match.standing_answers import MAX_ANSWERS_IN_A_ROW, StandingOrderStore, due
from app.matches.play.committing import MoveCommitter
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.metrics import CONFLICTS
from rules.kernel import lanes
from rules.kernel.messages import Refusal

log = structlog.get_logger(__name__)


class StandingOrderRunner:
    """Gives the answers that were given ahead."""

    def __init__(
        self,
        live_matches: LiveMatches,
        orders: StandingOrderStore,
        following: Following,
        committer: MoveCommitter,
        background: Background,
    ) -> None:
        self._live_matches = live_matches
        self._orders = orders
        self._following = following
        self._committer = committer
        self._background = background

    async def answer_ahead(self, match: str, *, reread: bool = False) -> None:
        """Have standing orders answer the questions that are open; ``reread`` when they were changed."""
        live = await self._live_matches.get(match)
        async with live.lock:
            if reread:
                live.standing = await self._orders.orders(match)
            await self.give(live)

    async def on_orders_changed(self, match: str) -> None:
        """Hear that standing orders of a match were changed elsewhere."""
        if self._live_matches.find_cached(match) is not None:
            await self.answer_ahead(match, reread=True)

    def soon(self, live: LiveMatch) -> None:
        """A process may have died between a command and the answer to it: whoever looks at the match sees to that."""
        if live.standing and not live.lock.locked() and live.record.status == ACTIVE and due(live) is not None:
            self._background.start(self.answer_ahead(live.record.id))

    async def give(self, live: LiveMatch, *, back: bool = False) -> None:
        """The same with the match's lock held. Whatever goes wrong is no fault of the command that went before.

        A match that went ``back`` to a question went there for another answer: it is not given as before.
        """
        try:
            while back and (order := due(live)) is not None:
                await self._drop(live, order, "The match went back to this question.")
            for _ in range(MAX_ANSWERS_IN_A_ROW):
                if not await self._answered_ahead(live):
                    return
            if (order := due(live)) is not None:
                await self._drop(live, order, f"It was used {MAX_ANSWERS_IN_A_ROW} times in a row.")
        except Exception as error:  # the questions stay open, and whoever is asked can answer them
            log.error("standing orders not used", match=live.record.id, exc_info=error)

    async def _answered_ahead(self, live: LiveMatch) -> bool:
        """Give one command that standing orders answer; False when there is none."""
        if due(live) is None:
            return False
        # It may have been taken back at another process since.
        live.standing = await self._orders.orders(live.record.id)
        order = due(live)
        if order is None:
            return False
        verdict = judging.verdict(live, lambda live, now: judging.judge(live, order, now))
        if isinstance(verdict, ApiError):
            return False
        if isinstance(verdict, Refusal):
            await self._drop(live, order, verdict.text)
            return True
        receipt = Receipt(order.seat, response_body(live, verdict), fingerprint(order.body))
        if not await self._committer.commit(live, verdict, receipt):
            CONFLICTS.inc()
            await self._following.refresh_record(live)
            await self._following.catch_up(live)
        return True

    async def _drop(self, live: LiveMatch, order: ReceivedCommand, why: str) -> None:
        step = lanes.legal_of(live.game, live.state, order.seat, order.body).get("step")
        await self._orders.drop(live, order.seat, str(step), why)
        live.standing = await self._orders.orders(live.record.id)

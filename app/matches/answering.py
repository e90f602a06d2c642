"""Has standing orders answer the questions that are open (decisions/0033), right after the command that asked."""

from __future__ import annotations

import structlog

from app.background import Background
from app.errors import ApiError
from app.matches import judging
from app.matches.ahead import MOST_AHEAD, due
from app.matches.facts import ACTIVE, Order
from app.matches.following import Following
from app.matches.receipts import Receipt, fingerprint
from app.matches.storing import Storing
from app.matches.table import Table
from app.matches.tables import Tables
from app.metrics import CONFLICTS
from rules.kernel.messages import Refusal

log = structlog.get_logger(__name__)


class Answering:
    """Gives the answers that were given ahead."""

    def __init__(self, tables: Tables, following: Following, storing: Storing, background: Background) -> None:
        self._tables = tables
        self._following = following
        self._storing = storing
        self._background = background

    async def answer_ahead(self, match: str, *, reread: bool = False) -> None:
        """Have standing orders answer the questions that are open; ``reread`` when they were changed."""
        table = await self._tables.get(match)
        async with table.lock:
            if reread:
                table.standing = await self._tables.keeper.orders(match)
            await self.give(table)

    async def reordered(self, match: str) -> None:
        """Hear that standing orders of a match were changed elsewhere."""
        if self._tables.cached(match) is not None:
            await self.answer_ahead(match, reread=True)

    def soon(self, table: Table) -> None:
        """A process may have died between a command and the answer to it: whoever looks at the match sees to that."""
        if table.standing and not table.lock.locked() and table.record.status == ACTIVE and due(table) is not None:
            self._background.start(self.answer_ahead(table.record.id))

    async def give(self, table: Table, *, back: bool = False) -> None:
        """The same with the table's lock held. Whatever goes wrong is no fault of the command that went before.

        A match that went ``back`` to a question went there for another answer: it is not given as before.
        """
        try:
            while back and (order := due(table)) is not None:
                await self._drop(table, order, "The match went back to this question.")
            for _ in range(MOST_AHEAD):
                if not await self._answered_ahead(table):
                    return
            if (order := due(table)) is not None:
                await self._drop(table, order, f"It was used {MOST_AHEAD} times in a row.")
        except Exception as error:  # the questions stay open, and whoever is asked can answer them himself
            log.error("standing orders not used", match=table.record.id, exc_info=error)

    async def _answered_ahead(self, table: Table) -> bool:
        """Give one command that standing orders answer; False when there is none."""
        if due(table) is None:
            return False
        # It may have been taken back at another process since.
        table.standing = await self._tables.keeper.orders(table.record.id)
        order = due(table)
        if order is None:
            return False
        verdict = self._storing.judged(table, lambda table, now: judging.judge(table, order, now))
        if isinstance(verdict, ApiError):
            return False
        if isinstance(verdict, Refusal):
            await self._drop(table, order, verdict.text)
            return True
        receipt = Receipt(order.seat, self._storing.answer(table, verdict), fingerprint(order.body))
        if not await self._storing.store(table, verdict, receipt):
            CONFLICTS.inc()
            await self._following.refresh_record(table)
            await self._following.catch_up(table)
        return True

    async def _drop(self, table: Table, order: Order, why: str) -> None:
        step = (table.legal(order.seat) or {}).get("step")
        await self._tables.keeper.drop(table, order.seat, str(step), why)
        table.standing = await self._tables.keeper.orders(table.record.id)

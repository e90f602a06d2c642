"""Commits what was judged, takes it over and has it told: the one door through which a match moves."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable
from typing import Any

import structlog

from app.background import Background
from app.database import TROUBLE, USED_ALREADY
from app.errors import ApiError
from app.matches import judging
from app.matches.facts import CALLED_OFF, FINISHED, OPEN, OPENING
from app.matches.following import Following
from app.matches.hosting import BY_HOST
from app.matches.owing import owed
from app.matches.receipts import Receipt
from app.matches.repository import Matches
from app.matches.ruling import Ruling
from app.matches.table import Table
from app.matches.telling import Herald
from app.wire import encode
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal

log = structlog.get_logger(__name__)

Judge = Callable[[Table, dt.datetime], "Ruling | Refusal | ApiError"]


class Storing:
    """Judges, stores and answers."""

    def __init__(
        self,
        matches: Matches,
        herald: Herald,
        following: Following,
        background: Background,
        snapshot_every: int,
    ) -> None:
        self._matches = matches
        self._herald = herald
        self._following = following
        self._background = background
        self._snapshot_every = snapshot_every
        self.on_moved: Callable[[str, int], None] = lambda match, version: None
        """Called after a commit with the match and its new version."""
        self.on_reseated: Callable[[str], None] = lambda match: None
        """Called after a commit with a match in which somebody took a seat over."""

    @staticmethod
    def judged(table: Table, judge: Judge) -> Ruling | Refusal | ApiError:
        """The verdict on an order; its ruling says what it does to the clocks. ApiError unless the match is on."""
        if table.record.status in (OPEN, OPENING):
            return ApiError(409, "not_started", "The match starts when all seats are taken and all words are open.")
        if table.record.status in (FINISHED, CALLED_OFF):
            return ApiError(409, "finished", "The match is over.")
        now = dt.datetime.now(dt.UTC)
        verdict = judge(table, now)
        return judging.timed(table, verdict, now) if isinstance(verdict, Ruling) else verdict

    @staticmethod
    def answer(table: Table, ruling: Ruling) -> bytes:
        """The body of the answer to whoever gave the order."""
        by_host = ruling.order.seat == BY_HOST
        viewpoint = SPECTATOR if by_host else table.viewpoint(ruling.order.seat)
        version, link = ruling.facts[-1].numbers[viewpoint], ruling.facts[-1].link
        lines = [line for line in (f.line(viewpoint) for f in ruling.facts) if line is not None]
        return encode({"version": version, "link": None if link is None else link.hex(), "lines": [*lines]})

    async def store(self, table: Table, ruling: Ruling, receipt: Receipt) -> bool:
        """Commit a ruling, then take it over and tell everyone. False when the match had moved or the id was used."""
        before = table.version
        try:
            lots, calls = table.lots(ruling), owed(table, ruling)
            with self._herald.under_way():
                if not await self._matches.append(table.record, before, ruling, table.rules, receipt, calls, lots):
                    return False
        except USED_ALREADY:
            return False
        earlier = table.record
        table.accept(ruling)
        if ruling.house is not None:
            self._following.unseat(earlier, table.record)
        if ruling.newcomer is not None:
            self.on_reseated(table.record.id)
        if ruling.outcome is not None:
            table.steps.clear()
            table.record = dataclasses.replace(table.record, status=FINISHED, outcome=ruling.outcome.json())
        if table.record is not earlier:
            self._following.send_watchers_back(table, earlier)
        table.keep_receipt(ruling.order.id, receipt)
        self._herald.later(table, ruling.facts)
        self.on_moved(table.record.id, table.version)
        self._snapshot_soon(table)
        return True

    def _snapshot_soon(self, table: Table) -> None:
        """Write a snapshot beside the answer's way when enough was settled since the last."""
        seq, state = table.settled
        if seq - table.snapshot < self._snapshot_every:
            return
        table.snapshot = seq
        self._background.start(self._write_snapshot(table, seq, state))

    async def _write_snapshot(self, table: Table, seq: int, state: Any) -> None:
        try:
            await self._matches.snapshot(table.record.id, seq, table.game.version, table.game.dump_state(state))
        except TROUBLE as error:
            # Only a convenience for the next load; the events are all there.
            log.warning("snapshot not written", match=table.record.id, seq=seq, error=str(error))

    def tell(self) -> None:
        """Tell the watchers what was stored."""
        self._herald.tell_due()

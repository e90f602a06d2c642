"""Counts of callers that all processes on a database share (decisions/0072).

Each process adds what it counted to the sums in one table, and adopts the sums: once a second for all callers together,
and at once for rare limits. Whoever is alone on the database, or cannot reach it, goes by what it counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from typing import cast

import structlog

from app.background import beside
from app.database import TROUBLE, Database
from app.limits.rates import Count, Rates

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
MAX_ROWS = 1_000
"""Counts that one statement tells at most: a longer one would hold up those of other processes."""
PATIENCE_SECONDS = 1.0
"""How long a caller waits for what other processes counted, before our own counts have to do."""

ANSWER_SECONDS = 0.5
"""How long the database may take for one statement, so that it ends before anyone has stopped waiting."""

_ADD = """
INSERT INTO caller_count AS c (key, amount, ends_at)
SELECT key, amount, now() + make_interval(secs => seconds)
FROM unnest($1::bytea[], $2::bigint[], $3::float8[]) AS told (key, amount, seconds)
ON CONFLICT (key) DO UPDATE SET
    amount = excluded.amount + CASE WHEN c.ends_at > now() THEN c.amount ELSE 0 END,
    ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
RETURNING key, amount, extract(epoch FROM ends_at - now())::float8 AS seconds
"""
"""By the database's clock alone, so that the clocks of the processes need not agree."""


class SharedCounts:
    """Keeps the counts of this process and the sums in the database in step.

    ``alone()`` says whether no other process can be serving; ``signing`` is the key of the site, from which the digests
    of callers are made: the table names no address and no account.
    """

    def __init__(self, rates: Rates, database: Database, alone: Callable[[], bool], signing: bytes) -> None:
        self._rates = rates
        self._database = database
        self._alone = alone
        self._key = hashlib.sha256(b"limits" + signing).digest()
        self._turn = asyncio.Lock()
        self._in_trouble = False

    async def share(self) -> None:
        """Tell what is untold and adopt the sums. Without a database all counts stay as they are."""
        if self._alone() or not self._rates.counts.untold:
            return
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._turn:
                # Whoever had the turn before us may have told for us. What comes while we tell can wait for the next.
                for _ in range(0, len(self._rates.counts.untold), MAX_ROWS):
                    await self._share_counts()
        except TROUBLE as error:
            # Said once: it is tried every second.
            if not self._in_trouble:
                log.warning("limits not shared", error=str(error) or type(error).__name__)
            self._in_trouble = True
        else:
            self._in_trouble = False

    async def _share_counts(self) -> None:
        async with self._database.raw() as raw:
            now = time.time()
            told: dict[bytes, tuple[Count, int]] = {}
            for key, count in self._rates.counts.take_untold(MAX_ROWS):
                told[self._digest(key)] = count, count.here - count.told
                # If the answer is lost, nobody knows whether it was added. Better once too few than once too many.
                count.told = count.here
            # In order, so that the statements of two processes never wait for each other.
            digests = sorted(told)
            amounts = [told[digest][1] for digest in digests]
            seconds = [told[digest][0].until - now for digest in digests]
            rows = await raw.fetch(_ADD, digests, amounts, seconds, timeout=ANSWER_SECONDS) if digests else ()
        now = time.time()
        for row in rows:
            count, _ = told[cast(bytes, row["key"])]
            elsewhere = cast(int, row["amount"]) - count.told
            # Less than we knew: a crash has emptied the table, or the window ended there just now. Then ours is right.
            if elsewhere >= count.elsewhere:
                count.elsewhere = elsewhere
                count.until = now + cast(float, row["seconds"])

    def _digest(self, key: str) -> bytes:
        return hashlib.blake2b(key.encode(), key=self._key, digest_size=16).digest()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Share while the context lasts."""
        self._rates.ask_others = self.share
        async with beside(self._share_on(), "limits"):
            yield

    async def _share_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self.share()

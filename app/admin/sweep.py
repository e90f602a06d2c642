"""What nobody needs any more is swept away: guests that never sat down and no longer come, matches in which nobody ever
moved, sessions that are over, secrets that have expired, notices of long ago. What anyone plays or played is never
touched."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog

from app.background import beside
from app.database import TROUBLE, Database
from app.matches.play.live_matches import LiveMatches

log = structlog.get_logger(__name__)

FIRST_SECONDS, EVERY_SECONDS = 60.0, 3600.0
MAX_ROWS_PER_DELETE = 1_000
"""Rows that one statement removes at most: a long one would hold up the players' own."""

_MATCHES = """
DELETE FROM match WHERE id IN (
    SELECT id FROM match m
    WHERE m.version = 0 AND m.status <> 'finished'
    AND m.changed_at < now() - make_interval(days => CASE m.status WHEN 'called-off' THEN 1 ELSE $1 END)
    AND m.id <> ALL($2::text[]) AND EXISTS (SELECT 1 FROM seat s WHERE s.match = m.id AND s.account IS NOT NULL)
    LIMIT $3 FOR UPDATE SKIP LOCKED
) AND version = 0 RETURNING id
"""
"""A match that nobody sits at is the one that the server keeps ready. One called off is explained for a day."""

_WHAT_IFS = """
DELETE FROM match WHERE id IN (
    SELECT match FROM what_if WHERE made_at < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""
"""Nobody is told anything of them any more, so nothing is lost with them."""

_GUESTS = """
DELETE FROM account WHERE id IN (
    SELECT id FROM account a
    WHERE a.created_at < now() - make_interval(days => $1)
    AND NOT EXISTS (SELECT 1 FROM seat s WHERE s.account = a.id)
    AND NOT EXISTS (SELECT 1 FROM passkey p WHERE p.account = a.id)
    AND NOT EXISTS (SELECT 1 FROM mail_address m WHERE m.account = a.id)
    AND NOT EXISTS (
        SELECT 1 FROM session n WHERE n.account = a.id AND n.seen_at > now() - make_interval(days => $1)
    )
    LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING id
"""

_SESSIONS = """
DELETE FROM session WHERE id IN (
    SELECT id FROM session WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""

_TOKENS = """
DELETE FROM token WHERE hash IN (
    SELECT hash FROM token WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING hash
"""

_DELIVERIES = """
DELETE FROM delivery WHERE id IN (
    SELECT id FROM delivery WHERE done_at < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""
_NOTICES = """
DELETE FROM notice WHERE id IN (
    SELECT id FROM notice n WHERE n.spread_at < now() - interval '30 days'
    AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.notice = n.id AND d.status = 'waiting')
    LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""


_HINTS = """
DELETE FROM hint WHERE (match, id) IN (
    SELECT match, id FROM hint WHERE asked_at < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""
"""Each was an answer to a decision of that day."""

_COUNTS = """
DELETE FROM caller_count WHERE key IN (
    SELECT key FROM caller_count WHERE ends_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED
) AND ends_at < now() RETURNING key
"""


_BANS = """
DELETE FROM ban WHERE network IN (
    SELECT network FROM ban WHERE ends_at < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING network
"""
"""They are addresses of people, of which nothing is left to be said."""

_REPORTS = """
DELETE FROM report WHERE id IN (
    SELECT id FROM report WHERE closed_at < now() - interval '1 year' LIMIT $1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""
"""They hold names and words of people who may have deleted their accounts since."""


class Sweeper:
    """Sweeps now and then. ``days`` is how long a guest may stay away, and a match without a move."""

    def __init__(self, database: Database, live_matches: LiveMatches, days: int) -> None:
        self._database = database
        self._live_matches = live_matches
        self._days = days

    async def sweep(self) -> dict[str, int]:
        """Remove what is due; gives how many of each. Several processes may do it at the same time."""
        counts = {
            "matches": await self._remove(_MATCHES, self._days, self._live_matches.live),
            "what_ifs": await self._remove(_WHAT_IFS),
            "guests": await self._remove(_GUESTS, self._days),
            "sessions": await self._remove(_SESSIONS),
            "tokens": await self._remove(_TOKENS),
            "deliveries": await self._remove(_DELIVERIES),
            "notices": await self._remove(_NOTICES),
            "hints": await self._remove(_HINTS),
            "counts": await self._remove(_COUNTS),
            "bans": await self._remove(_BANS),
            "reports": await self._remove(_REPORTS),
        }
        if any(counts.values()):
            log.info("swept", **counts)
        return counts

    async def _remove(self, statement: str, *args: object) -> int:
        """Run a statement until it finds nothing more; gives how many rows it removed."""
        total = 0
        while True:
            async with self._database.raw() as raw:
                removed = len(await raw.fetch(statement, *args, MAX_ROWS_PER_DELETE))
            total += removed
            if removed < MAX_ROWS_PER_DELETE:
                return total

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Sweep while the context lasts."""
        async with beside(self._sweep_on(), "sweeper"):
            yield

    async def _sweep_on(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                await self.sweep()
            except TROUBLE as error:
                # A guest who takes a seat just now keeps the account: the next round finds the others.
                log.warning("sweep failed", error=str(error))
            await asyncio.sleep(EVERY_SECONDS)

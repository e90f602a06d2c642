"""Sends matches in play to the shards among which they are spread, and brings those home that are to be archived."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

import structlog

from app.background import beside
from app.database import TROUBLE, Database
from app.errors import ApiError
from app.matches.rows.moving import GRACE_SECONDS, Mover, NotMoved
from app.shards.shards import chosen_by_hash

log = structlog.get_logger(__name__)

PLACE_SECONDS = 5.0
"""How often it is looked which matches lie elsewhere than they should."""
MAX_PLACED = 50
"""Matches that one round moves at most: others who wait for the lease have their turn."""
DAY_SECONDS = 86_400.0

_AT_HOME = """
SELECT m.id FROM match m
WHERE m.shard = '' AND m.status = 'active' AND m.version > 0 AND m.id <> ALL($1::text[])
    AND NOT EXISTS (SELECT FROM what_if w WHERE w.match = m.id) ORDER BY m.id LIMIT $2
"""
_DUE_AT_HOME = """
SELECT m.id FROM match m
WHERE m.shard <> '' AND m.status = 'finished' AND m.changed_at < now() - make_interval(secs => $3)
    AND m.id <> ALL($1::text[]) ORDER BY m.id LIMIT $2
"""


class Placing:
    """Moves them, now and then, over all processes one at a time. ``spread`` names the shards; empty: nowhere."""

    def __init__(self, mover: Mover, home: Database, spread: Sequence[str], archive_days: float) -> None:
        self._mover = mover
        self._home = home
        self._spread = spread
        self._archive_days = archive_days
        self._failed: set[str] = set()
        """Matches that this process will not try again."""

    async def place(self, grace_s: float = GRACE_SECONDS) -> int:
        """Move those that lie elsewhere than they should; how many. ``TROUBLE`` when the home database is away."""
        wanted = await self._wanted()
        if not wanted:
            return 0
        async with self._mover.alone(wait=False) as held:
            if held is None:
                return 0
            moved: list[str] = []
            for match, to in wanted:
                try:
                    if await self._mover.move(match, to, held):
                        moved.append(match)
                except (NotMoved, ApiError) as error:
                    self._failed.add(match)
                    log.error("match not moved", match=match, to=to, error=str(error))
                except TROUBLE as error:
                    log.warning("match not moved", match=match, to=to, error=str(error) or type(error).__name__)
                    break
            if moved:
                await asyncio.sleep(grace_s)
            for match in moved:
                await self._mover.put_in_order(match, held)
        return len(moved)

    async def _wanted(self) -> list[tuple[str, str]]:
        """Matches, and where they should lie; empty: at home."""
        failed, wanted = [*self._failed], list[tuple[str, str]]()
        async with self._home.raw() as raw:
            if self._archive_days:
                seconds = self._archive_days * DAY_SECONDS
                wanted += [(row["id"], "") for row in await raw.fetch(_DUE_AT_HOME, failed, MAX_PLACED, seconds)]
            if self._spread:
                here = await raw.fetch(_AT_HOME, failed, MAX_PLACED)
                wanted += [(row["id"], chosen_by_hash(row["id"], self._spread)) for row in here]
        return wanted

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Place while the context lasts, if there are shards."""
        if not self._mover.has_shards:
            yield
            return
        async with beside(self._go_on(), "placing"):
            yield

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(PLACE_SECONDS)
            try:
                await self.place()
            except TROUBLE as error:
                log.warning("matches not placed", error=str(error) or type(error).__name__)

"""Whether the database takes writes: a full disk answers every question and refuses every move."""

from __future__ import annotations

import asyncio
import time

import asyncpg
import structlog

from app.database import TROUBLE, Database

log = structlog.get_logger(__name__)

RESULT_LASTS_SECONDS = 10.0
"""How long a try counts, whoever asks: a stranger may ask as often as a balancer."""
TRY_TIMEOUT_SECONDS = 2.0
"""How long a try may take."""

_TRY = """
SET LOCAL lock_timeout = '500ms'; TRUNCATE pulse; INSERT INTO pulse (beat) SELECT n FROM generate_series(1, 5000) n
"""
"""What is truncated is a new file, and two hundred kilobytes do not fit into pages that were there before: so the disk
must give room, as it must sooner or later for moves."""


class Writing:
    """Tries to write now and then."""

    def __init__(self, database: Database, seconds: float = RESULT_LASTS_SECONDS) -> None:
        self._database = database
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._tried: float | None = None
        self._works = True

    async def works(self) -> bool:
        """Whether the last try succeeded; it is recent enough."""
        async with self._turn:
            if self._tried is None or time.monotonic() - self._tried >= self._seconds:
                self._works = await self._try()
                self._tried = time.monotonic()
            return self._works

    async def _try(self) -> bool:
        try:
            async with asyncio.timeout(TRY_TIMEOUT_SECONDS), self._database.raw() as raw:
                await raw.execute(_TRY)
        except asyncpg.LockNotAvailableError:
            # A backup holds every table for as long as it is written: that tells nothing of the disk.
            return self._works
        except TROUBLE as error:
            log.warning("not ready: the database takes no writes", error=type(error).__name__)
            return False
        return True

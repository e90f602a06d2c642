"""Looks now and then whose time is up. All that it goes by is stored, so a process that dies takes nothing with it."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable

import structlog

from app.database import TROUBLE
from app.errors import ApiError
from app.matches.rows.repository import Matches
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

MAX_MATCHES_PER_LOOK = 50
"""Matches that one look takes up."""
RETRY_SECONDS = 60.0
"""Seconds until a match is tried again of which time could not be told."""
RETRYABLE_ERRORS: tuple[type[Exception], ...] = (*TROUBLE, ApiError, UnknownShape)
"""What may come of it: no database, a match that moved on too often, one that only a newer process can read."""


class Timer:
    """Calls ``expire`` with each match in which someone's time is up, and ``tell`` for what tables have not heard."""

    def __init__(
        self,
        matches: Matches,
        expire: Callable[[str], Awaitable[None]],
        tell: Callable[[], Awaitable[None]],
        seconds: float,
    ) -> None:
        self._matches = matches
        self._expire = expire
        self._tell = tell
        self._seconds = seconds
        self._failed: dict[str, float] = {}

    async def look(self) -> None:
        """Tell of all that is due, the longest overdue first; those that failed lately let others go before."""
        await self._tell()
        now = asyncio.get_running_loop().time()
        self._failed = {match: until for match, until in self._failed.items() if until > now}
        due = await self._matches.overdue(dt.datetime.now(dt.UTC), MAX_MATCHES_PER_LOOK + len(self._failed))
        for match in [m for m in due if m not in self._failed]:
            try:
                await self._expire(match)
            except RETRYABLE_ERRORS as error:
                log.warning("time not told", match=match, error=str(error))
                self._failed[match] = now + RETRY_SECONDS
            except Exception as error:
                # A match that is broken must not stop the clocks of the others.
                log.error("time not told", match=match, exc_info=error)
                self._failed[match] = now + RETRY_SECONDS

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look while the context lasts."""
        task = asyncio.create_task(self._look_on(), name="timer")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self.look()
            except TROUBLE as error:
                log.warning("clocks not looked at", error=str(error))
            except Exception as error:
                # Whatever it was, the clocks must be looked at again.
                log.error("clocks not looked at", exc_info=error)

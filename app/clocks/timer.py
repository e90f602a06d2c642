"""Looks now and then whose time is up (app/polling.py)."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from app.matches.rows.repository import Matches
from app.polling import Failures, looking

MAX_MATCHES_PER_LOOK = 50
"""Matches that one look takes up."""


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
        self._failures = Failures[str]("time not told")

    async def look(self) -> None:
        """Tell of all that is due, the longest overdue first; those that failed lately let others go before."""
        await self._tell()
        due = await self._matches.records.overdue(dt.datetime.now(dt.UTC), MAX_MATCHES_PER_LOOK + len(self._failures))
        await self._failures.try_each(due, self._expire)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look while the context lasts."""
        return looking("clocks", self.look, lambda: asyncio.sleep(self._seconds))

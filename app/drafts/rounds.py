"""Gives drafts that were sent ahead when their turn has come (decisions/0055, app/polling.py)."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AbstractAsyncContextManager

from app.drafts.service import Drafts
from app.polling import Failures, looking

MAX_DRAFTS_PER_LOOK = 50
"""Drafts that one look takes up."""
PAUSE_SECONDS = 0.2
"""Least time between two looks, however many matches move."""


class DraftRounds:
    """Looks at drafts that were sent ahead: soon after a match has ``moved`` here, and every few ``seconds``."""

    def __init__(self, drafts: Drafts, moved: asyncio.Event, seconds: float) -> None:
        self._drafts = drafts
        self._moved = moved
        self._seconds = seconds
        self._failures = Failures[tuple[str, str]]("draft not given")

    async def look(self) -> None:
        """Give all whose turn has come; those that failed lately let others go before."""
        found = await self._drafts.may_go(MAX_DRAFTS_PER_LOOK + len(self._failures))
        await self._failures.try_each(found, lambda which: self._drafts.go(*which))

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look while the context lasts."""
        return looking("drafts", self.look, self._pause)

    async def _pause(self) -> None:
        await asyncio.sleep(PAUSE_SECONDS)
        # No asyncio.wait_for: in Python 3.11 it may swallow that we are cancelled, and the server would never go.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await self._moved.wait()
        self._moved.clear()

"""Gives drafts that were sent ahead when their turn has come (decisions/0055).

All that it goes by is stored, so a process that dies takes nothing with it: the next round of any process goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog

from app.database import TROUBLE
from app.drafts.service import Drafts
from app.errors import ApiError
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

MAX_DRAFTS_PER_LOOK = 50
"""Drafts that one look takes up."""
RETRY_SECONDS = 60.0
"""Seconds until a draft is tried again that could not be given."""
PAUSE_SECONDS = 0.2
"""Least time between two looks, however many matches move."""
RETRYABLE_ERRORS: tuple[type[Exception], ...] = (*TROUBLE, ApiError, UnknownShape)
"""What may come of it: no database, a match that moved on too often, one that only a newer process can read."""


class DraftRounds:
    """Looks at drafts that were sent ahead: soon after a match has ``moved`` here, and every few ``seconds``."""

    def __init__(self, drafts: Drafts, moved: asyncio.Event, seconds: float) -> None:
        self._drafts = drafts
        self._moved = moved
        self._seconds = seconds
        self._failed: dict[tuple[str, str], float] = {}

    async def look(self) -> None:
        """Give all whose turn has come; those that failed lately let others go before."""
        now = asyncio.get_running_loop().time()
        self._failed = {which: until for which, until in self._failed.items() if until > now}
        found = await self._drafts.may_go(MAX_DRAFTS_PER_LOOK + len(self._failed))
        for match, seat in [which for which in found if which not in self._failed]:
            try:
                await self._drafts.go(match, seat)
            except RETRYABLE_ERRORS as error:
                log.warning("draft not given", match=match, error=str(error))
                self._failed[match, seat] = now + RETRY_SECONDS
            except Exception as error:
                # A match that is broken must not keep the drafts of others.
                log.error("draft not given", match=match, exc_info=error)
                self._failed[match, seat] = now + RETRY_SECONDS

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look while the context lasts."""
        task = asyncio.create_task(self._look_on(), name="drafts")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _look_on(self) -> None:
        while True:
            # No asyncio.wait_for: in Python 3.11 it may swallow that we are cancelled, and the server would never go.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._moved.wait()
            self._moved.clear()
            try:
                await self.look()
            except TROUBLE as error:
                log.warning("drafts not looked at", error=str(error))
            except Exception as error:
                # Whatever it was, drafts must be looked at again.
                log.error("drafts not looked at", exc_info=error)
            await asyncio.sleep(PAUSE_SECONDS)

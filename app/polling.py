"""Looking again and again for what is due. All that a look goes by is stored, so a process that dies takes nothing with
it; what cannot be done now is tried later, and keeps nothing else from its turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable
from typing import Generic, TypeVar

import structlog

from app.background import beside
from app.database import TROUBLE
from app.errors import ApiError
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

RETRY_SECONDS = 60.0
"""Seconds until something is tried again that could not be done."""
RETRYABLE_ERRORS: tuple[type[Exception], ...] = (*TROUBLE, ApiError, UnknownShape)
"""What may come of it: no database, a match that moved on too often, one that only a newer process can read."""

K = TypeVar("K", bound=Hashable)


class Failures(Generic[K]):
    """What could not be done lately, by the match or whatever else it is about."""

    def __init__(self, what: str) -> None:
        self._what = what
        """What the log calls a failure."""
        self._until: dict[K, float] = {}

    def __len__(self) -> int:
        """How many there are: a look asks for as many more, so that others have their turn."""
        now = asyncio.get_running_loop().time()
        self._until = {which: until for which, until in self._until.items() if until > now}
        return len(self._until)

    async def try_each(self, found: Iterable[K], act: Callable[[K], Awaitable[None]]) -> None:
        """Do it for each of those found that did not fail lately."""
        for which in [which for which in found if which not in self._until]:
            try:
                await act(which)
            except RETRYABLE_ERRORS as error:
                log.warning(self._what, about=which, error=str(error))
            except Exception as error:
                # One match that is broken must not keep the others from theirs.
                log.error(self._what, about=which, exc_info=error)
            else:
                continue
            self._until[which] = asyncio.get_running_loop().time() + RETRY_SECONDS


@contextlib.asynccontextmanager
async def looking(
    name: str, look: Callable[[], Awaitable[None]], pause: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Look after each ``pause`` while the context lasts, whatever becomes of a look."""
    async with beside(_look_on(name, look, pause), name):
        yield


async def _look_on(name: str, look: Callable[[], Awaitable[None]], pause: Callable[[], Awaitable[None]]) -> None:
    while True:
        await pause()
        try:
            await look()
        except TROUBLE as error:
            log.warning("could not look", look=name, error=str(error))
        except Exception as error:
            # Whatever it was, what is due later must be looked for again.
            log.error("could not look", look=name, exc_info=error)

"""Work that goes on beside the answers, and for which the server waits before it goes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine

SLICE_SECONDS = 0.002
"""How long a match that is loaded or folded may keep others from their turn."""


class Background:
    """Tasks that nobody waits for until the end."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Do this beside what goes on; it sees to its own errors."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for all that is still going on."""
        await asyncio.gather(*self._tasks)


@contextlib.asynccontextmanager
async def beside(work: Coroutine[None, None, None], name: str) -> AsyncIterator[None]:
    """Do something that never ends by itself while the context lasts; it sees to its own errors."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

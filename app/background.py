"""Work that goes on beside the answers, and for which the server waits before it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

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

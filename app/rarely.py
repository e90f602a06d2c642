"""What would be logged at every call while something is amiss: the first time whole, then a number a minute."""

from __future__ import annotations

import asyncio

import structlog

log = structlog.get_logger(__name__)

WINDOW_SECONDS = 60.0


class Rarely:
    """One kind of trouble. Call it on the event loop."""

    def __init__(self, event: str, seconds: float = WINDOW_SECONDS) -> None:
        self._event = event
        self._seconds = seconds
        self._window: tuple[asyncio.AbstractEventLoop, asyncio.TimerHandle] | None = None
        self._times = 0

    def note(self, error: Exception, **about: object) -> None:
        """It happened, with what an entry says about it."""
        loop = asyncio.get_running_loop()
        if self._window is not None and self._window[0] is loop:
            self._times += 1
            return
        log.error(self._event, exc_info=error, **about)
        self._wait(loop)

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._times = 0
        self._window = loop, loop.call_later(self._seconds, self._over, loop)

    def _over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Say how often it happened meanwhile; when it did not, the next time is a first one."""
        if self._times:
            log.error(f"{self._event}: again", times=self._times, seconds=self._seconds)
            self._wait(loop)
        else:
            self._window = None

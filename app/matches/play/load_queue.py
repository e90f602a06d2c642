"""Who may load a match next: a few at a time, and those in which someone moves before those that are looked at.

Each load works in slices, and each of the loads in progress gets one in turn. So of hundreds that are opened at once,
as when a process takes over another's, a mover in any other match would wait for hundreds of slices.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

LOADS_AT_ONCE = 2
"""While one waits for the database, another can be worked on; more only wait for each other."""


class LoadQueue:
    """Lets loads begin in the order of their coming, movers' first."""

    def __init__(self, at_once: int = LOADS_AT_ONCE) -> None:
        self._free = at_once
        self._movers: dict[str, asyncio.Future[None]] = {}
        self._lookers: dict[str, asyncio.Future[None]] = {}

    @contextlib.asynccontextmanager
    async def turn(self, match: str, *, moving: bool) -> AsyncIterator[None]:
        """Wait until this match may be loaded, and hold the turn while the context lasts."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(match, self._movers if moving else self._lookers)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, match: str, line: dict[str, asyncio.Future[None]]) -> None:
        come = line[match] = asyncio.get_running_loop().create_future()
        try:
            await come
        except BaseException:
            for each in (self._movers, self._lookers):
                each.pop(match, None)
            if come.done() and not come.cancelled():
                # It was given a turn that it does not take.
                self._pass_on()
            raise

    def hurry(self, match: str) -> None:
        """Someone moves in a match that is waited for to be looked at."""
        if (come := self._lookers.pop(match, None)) is not None:
            self._movers[match] = come

    def _pass_on(self) -> None:
        for line in (self._movers, self._lookers):
            if line:
                line.pop(next(iter(line))).set_result(None)
                return
        self._free += 1

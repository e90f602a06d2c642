"""A line before the counter for every household: some of its calls are served at a time, the others wait their turn.

Without it a hundred calls of one household stand between two steps of everyone else's.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class _Queue:
    __slots__ = ("served", "waiting")

    def __init__(self) -> None:
        self.served = 0
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """By guest, the one whose turn it is first: a hundred calls of one are not all before another's."""


class Queues:
    """At most ``at_once`` calls of one household at a time; 0 is no limit."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._lines: dict[str, _Queue] = {}

    @asynccontextmanager
    async def turn(self, who: str, guest: str = "") -> AsyncIterator[None]:
        """Wait for a turn, and keep it while the context lasts. The guests of a household take turns."""
        if not self._at_once:
            yield
            return
        line = self._lines.setdefault(who, _Queue())
        if line.served < self._at_once:
            line.served += 1
        else:
            await self._wait(line, guest)
        try:
            yield
        finally:
            self._next(who, line)

    async def _wait(self, line: _Queue, guest: str) -> None:
        """Wait until a finished call hands on its place."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.setdefault(guest, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # The place was handed over just when we gave up.
                self._hand_on(line)
            raise

    def _next(self, who: str, line: _Queue) -> None:
        self._hand_on(line)
        if not line.served:
            self._lines.pop(who, None)

    @staticmethod
    def _hand_on(line: _Queue) -> None:
        while line.waiting:
            guest, calls = line.waiting.popitem(last=False)
            called = calls.popleft()
            if calls:
                line.waiting[guest] = calls
            if not called.done():
                called.set_result(None)
                return
        line.served -= 1

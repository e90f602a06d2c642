"""One socket's way out: a bounded queue, so that a slow reader stalls nobody but himself.

What a reader can take goes out at once, without a task to be woken: with a thousand sockets that is half the time. Only
while he cannot take more, a task of his own waits for him.
"""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections import deque
from collections.abc import Coroutine, Generator
from typing import Any

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

log = structlog.get_logger(__name__)

TRY_AGAIN_LATER = 1013
SERVICE_RESTART = 1012
CLOSE_SECONDS = 2.0

GONE = (WebSocketDisconnect, RuntimeError)
"""The socket closed under us; whoever reads from it notices and takes the connection down."""


class Connection:
    """A socket that looks at a match from one viewpoint."""

    __slots__ = (
        "_farewell",
        "_limit",
        "_overflowed",
        "_queue",
        "_socket",
        "_writing",
        "match",
        "seen",
        "session",
        "viewer",
    )

    def __init__(self, socket: WebSocket, match: str, viewer: str, session: uuid.UUID | None, limit: int) -> None:
        self.match = match
        self.viewer = viewer
        self.session = session
        """With whose cookie it was opened; None for a spectator without one."""
        self.seen = -1
        """The version that the last message queued brings the reader to."""
        self._socket = socket
        self._limit = limit
        self._farewell = TRY_AGAIN_LATER, "reading too slowly"
        """What the socket is closed with when we end it."""
        self._queue: deque[str] = deque()
        self._overflowed = asyncio.Event()
        self._writing: asyncio.Handle | asyncio.Task[None] | None = None
        """What will empty the queue: a call as soon as this step of the loop is done, or a task that waits."""

    def put(self, message: str) -> None:
        """Queue a message; a queue that is full ends the connection."""
        if self._overflowed.is_set():
            return
        if len(self._queue) >= self._limit:
            self._overflowed.set()
            return
        self._queue.append(message)
        if self._writing is None:
            # Not at once: who made the move is answered first.
            self._writing = asyncio.get_running_loop().call_soon(self._write_now)

    def _write_now(self) -> None:
        """Send what is queued, in order, as long as that needs no waiting; a task does the rest."""
        self._writing = None
        while self._queue:
            sending = self._socket.send_text(self._queue.popleft())
            try:
                awaited = sending.send(None)
            except StopIteration:
                continue
            except GONE:
                self._queue.clear()
                return
            self._writing = asyncio.create_task(
                self._write_on(_Begun(sending, awaited)), name=f"writer {self.match} {self.viewer}"
            )
            return

    async def _write_on(self, begun: _Begun) -> None:
        """Bring a message to its end that had to wait, then what was queued meanwhile."""
        try:
            await begun
            while self._queue:
                await self._socket.send_text(self._queue.popleft())
        except GONE:
            self._queue.clear()
        self._writing = None

    def dismiss(self, code: int, reason: str) -> None:
        """End the connection with a word of our own."""
        if not self._overflowed.is_set():
            self._farewell = code, reason
            self._overflowed.set()

    @property
    def slow(self) -> bool:
        """Whether it is ended, or would be, for being read too slowly."""
        return self._farewell[0] == TRY_AGAIN_LATER

    async def overflow(self) -> None:
        """Wait until the reader was too slow, or is dismissed, then close: with 1013 for slow reading."""
        await self._overflowed.wait()
        if self.slow:
            log.info("reader too slow", match=self.match, viewer=self.viewer)
        await self._stop()
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            # A reader that takes nothing may not take the close either: do not wait for him long.
            with contextlib.suppress(TimeoutError, *GONE):
                await asyncio.wait_for(self._socket.close(*self._farewell), CLOSE_SECONDS)

    async def _stop(self) -> None:
        writing, self._writing = self._writing, None
        self._queue.clear()
        if writing is not None:
            writing.cancel()
        if isinstance(writing, asyncio.Task):
            with contextlib.suppress(asyncio.CancelledError):
                await writing

    async def close(self) -> None:
        """Stop writing."""
        self._overflowed.set()
        await self._stop()


class _Begun:
    """A coroutine that was started outside a task and now waits: awaiting this goes on where it stands."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], awaited: Any) -> None:
        self._coroutine = coroutine
        self._awaited = awaited

    def __await__(self) -> Generator[Any, Any, None]:
        awaited = self._awaited
        with contextlib.suppress(StopIteration):
            while True:
                try:
                    value = yield awaited
                except BaseException as error:  # noqa: BLE001 - whatever comes, a cancellation too, is the coroutine's
                    awaited = self._coroutine.throw(error)
                else:
                    awaited = self._coroutine.send(value)

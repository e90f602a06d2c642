"""One socket's way out: a bounded queue, so that a slow reader stalls nobody else.

What a reader can take is written at once, as bytes that are the same for all: with a thousand sockets, framing each
message and waking a task for it was most of the time. Only while a reader cannot take more, a task waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.live.frames import Frame

log = structlog.get_logger(__name__)

TRY_AGAIN_LATER = 1013
SERVICE_RESTART = 1012
CLOSE_SECONDS = 2.0

GONE = (WebSocketDisconnect, RuntimeError)
"""The socket closed under us; whoever reads from it notices and takes the connection down."""


Write: TypeAlias = Callable[[bytes], bool]
"""Writes whole frames to a socket unless its reader cannot take more now: then False, and nothing is written."""


class Connection:
    """A socket that looks at a match from one viewpoint."""

    __slots__ = (
        "_farewell",
        "_limit",
        "_overflowed",
        "_queue",
        "_socket",
        "_write",
        "_writing",
        "account",
        "household",
        "match",
        "seen",
        "session",
        "viewer",
    )

    def __init__(
        self,
        socket: WebSocket,
        match: str,
        viewer: str,
        session: uuid.UUID | None,
        limit: int,
        write: Write | None,
        account: uuid.UUID | None = None,
    ) -> None:
        self.match = match
        self.viewer = viewer
        self.session = session
        """With whose cookie it was opened; None for a spectator without one."""
        self.account = account
        """Whose session that is."""
        self.household = ""
        """From where it was opened."""
        self.seen = -1
        """The version that the last message queued brings the reader to."""
        self._socket = socket
        self._limit = limit
        self._farewell = TRY_AGAIN_LATER, "reading too slowly"
        """What the socket is closed with when we end it."""
        self._write = write
        self._queue: deque[Frame] = deque()
        self._overflowed = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None
        """Empties the queue as the reader takes what is in it."""

    def put(self, frame: Frame) -> None:
        """Write a message, or queue it while the reader cannot take it; a queue that is full ends the connection."""
        if self._overflowed.is_set():
            return
        if self._writing is None and self._write is not None and self._write(frame.wire):
            return
        if len(self._queue) >= self._limit:
            self._overflowed.set()
            return
        self._queue.append(frame)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_on(), name=f"writer {self.match} {self.viewer}")

    async def _write_on(self) -> None:
        """Send what is queued, and what comes meanwhile, message by message as the reader takes them."""
        try:
            while self._queue:
                await self._socket.send_text(self._queue.popleft().text)
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
            # A reader that takes nothing may not take the close either: do not wait long for it.
            with contextlib.suppress(TimeoutError, *GONE):
                await asyncio.wait_for(self._socket.close(*self._farewell), CLOSE_SECONDS)

    async def _stop(self) -> None:
        writing, self._writing = self._writing, None
        self._queue.clear()
        if writing is not None:
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writing

    async def close(self) -> None:
        """Stop writing."""
        self._overflowed.set()
        await self._stop()

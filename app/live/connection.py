"""One socket's way out: a bounded queue and a task that writes, so that a slow reader stalls nobody but himself."""

from __future__ import annotations

import asyncio
import contextlib

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

log = structlog.get_logger(__name__)

TRY_AGAIN_LATER = 1013
CLOSE_SECONDS = 2.0


class Connection:
    """A socket that looks at a match from one viewpoint."""

    __slots__ = ("_overflowed", "_queue", "_socket", "_writer", "match", "owner", "seen", "viewer")

    def __init__(self, socket: WebSocket, match: str, viewer: str, owner: str, limit: int) -> None:
        self.match = match
        self.viewer = viewer
        self.owner = owner
        """Who holds it, for counting: a guest, or an address without a session."""
        self.seen = -1
        """The version that the last message queued brings the reader to."""
        self._socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue(limit)
        self._overflowed = asyncio.Event()
        self._writer = asyncio.create_task(self._write(), name=f"writer {match} {viewer}")

    def put(self, message: str) -> None:
        """Queue a message; a queue that is full ends the connection."""
        if self._overflowed.is_set():
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._overflowed.set()

    async def _write(self) -> None:
        """Send what is queued, in order, until the socket is gone."""
        try:
            while True:
                await self._socket.send_text(await self._queue.get())
        except (WebSocketDisconnect, RuntimeError):
            # The socket closed under us; whoever reads from it notices and takes the connection down.
            return

    async def overflow(self) -> None:
        """Wait until the reader was too slow, then close with 1013."""
        await self._overflowed.wait()
        log.info("reader too slow", match=self.match, viewer=self.viewer)
        await self._stop()
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            # A reader that takes nothing may not take the close either: do not wait for him long.
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                await asyncio.wait_for(self._socket.close(TRY_AGAIN_LATER, "reading too slowly"), CLOSE_SECONDS)

    async def _stop(self) -> None:
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def close(self) -> None:
        """Stop writing."""
        await self._stop()

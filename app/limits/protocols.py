"""uvicorn's connections, bounded: how many, how long a request may take to arrive, and how large its head may be.

uvicorn reads heads of any size and waits for them for ever; every connection that it accepts is one that another player
cannot have.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request

from app.limits.answers import Answer
from app.limits.connection_table import ConnectionTable
from app.limits.refusals import Refusals

NEVER = float("inf")
MAX_PIPELINED = 8
"""Requests that a client may send before the first is answered; browsers send none."""
BODY_SLACK_FACTOR = 4
"""How many times the body limit a chunked body may take on the wire, with its chunk heads and trailers."""
FRAMES = "greatwar.frames"
"""The ASGI extension of a websocket's scope by which the app writes frames that it made once for many sockets."""
SOCKET_BYTES_AT_ONCE, SOCKET_BYTES_A_SECOND = 16_384.0, 2_048.0
"""What a websocket's client may send; it only says ``ping`` and ``resync``, and answers pings."""

_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Bytes of a request's head and body, and seconds that a client may take: to send the head, to send the body,
    and to read what was answered."""

    head_bytes: int
    body_bytes: int
    head: float
    body: float
    answer: float


class ProtocolConfig(uvicorn.Config):
    """uvicorn's settings, with what the connections need of ours."""

    def __init__(
        self, app: Any, *, connection_table: ConnectionTable, refusals: Refusals, deadlines: Deadlines, **kwargs: Any
    ) -> None:
        super().__init__(app, http=BoundedHttp, ws=BoundedSocket, **kwargs)
        self.connection_table = connection_table
        self.refusals = refusals
        self.deadlines = deadlines


class _TooMuch(Exception):
    """Raised while a request is parsed, to have it refused."""


def _peer(transport: asyncio.BaseTransport) -> str | None:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else None


class _Bounded(asyncio.Protocol):
    """What both kinds of connection share: they know our settings, and are counted as long as they last."""

    transport: asyncio.Transport
    household: str | None = None
    due = NEVER
    gone = NEVER

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)  # type: ignore[call-arg]  # uvicorn's own, beside this
        assert isinstance(config, ProtocolConfig)  # noqa: S101
        self._connections, self._refusals, self._deadlines = config.connection_table, config.refusals, config.deadlines

    def _enter(self, transport: asyncio.Transport) -> None:
        """Count it, or drop it when there is no room."""
        self.household = self._connections.household(_peer(transport))
        if not self._connections.enter(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._connections.leave(self)
        super().connection_lost(exc)

    @property
    def idle(self) -> bool:
        """Whether nobody waits for an answer on it. Of a websocket never: its client waits for what happens."""
        return False

    def overdue(self) -> None:
        """End a connection whose client does not read; that of a websocket not even pings."""
        self.transport.abort()


class BoundedHttp(_Bounded, HttpToolsProtocol):
    """An HTTP connection that is given so much room and time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._part: str = "head"
        """What of a request is awaited now: its head, its body, or (between two requests) nothing."""
        self._taken = 0
        """Bytes of that part up to the last call of ``data_received``."""
        self._arriving = 0
        """Bytes that are being parsed."""
        self._request_due = NEVER
        self._answer_due = NEVER
        self._too_large = False

    # --- coming and going ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and wait for its first request."""
        super().connection_made(transport)
        self._wait_for_request(self._deadlines.head)
        self._enter(transport)

    def handle_websocket_upgrade(self) -> None:
        """Leave the place to the websocket."""
        self._connections.leave(self)
        super().handle_websocket_upgrade()

    @property
    def idle(self) -> bool:
        """Whether a request is awaited, or the rest of one."""
        return self._part != ""

    def overdue(self) -> None:
        """End a connection on which something took too long."""
        late = self.due == self._request_due
        if late and (self._part == "body" or self._taken):
            self._refusals.note("slow_request", self.household or "proxy")
        if late and self._part == "head" and self._taken:
            self.transport.write(_TIMEOUT)
            self.transport.close()
        elif late and self._part != "body":
            self.transport.close()
        else:
            self.transport.abort()

    # --- time ----------------------------------------------------------------------------------------------------

    def _wait_for_request(self, seconds: float) -> None:
        self._request_due = self.loop.time() + seconds
        self.due = min(self._request_due, self._answer_due)

    def _wait_no_more(self) -> None:
        self._request_due = NEVER
        self.due = self._answer_due

    def pause_writing(self) -> None:
        """The client does not read what it was answered: for a while."""
        super().pause_writing()
        self._answer_due = self.loop.time() + self._deadlines.answer
        self.due = min(self._request_due, self._answer_due)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._answer_due = NEVER
        self.due = self._request_due

    # --- what is parsed ------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse, and refuse a request of which too much came without an end."""
        self._arriving = len(data)
        super().data_received(data)
        if self._part == "":
            return
        self._taken += self._arriving
        most = self._deadlines.head_bytes if self._part == "head" else self._deadlines.body_bytes * BODY_SLACK_FACTOR
        if self._taken > most and not self.transport.is_closing():
            self._refusals.note(f"large_{self._part}", self.household or "proxy")
            if self._part == "head":
                self.transport.write(_TOO_LARGE)
                self.transport.close()
            else:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if len(self.pipeline) >= MAX_PIPELINED:
            raise _TooMuch
        self._part, self._taken = "head", 0
        self._wait_for_request(self._deadlines.head)

    def on_headers_complete(self) -> None:
        """Its head is whole: the body is next. The answer to it goes out in one write."""
        if self._taken + self._arriving > self._deadlines.head_bytes:
            # Much of what arrived may be body: the head alone is measured.
            size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            if size > self._deadlines.head_bytes:
                self._too_large = True
                raise _TooMuch
        self._part, self._taken = "body", 0
        self._wait_for_request(self._deadlines.body)
        super().on_headers_complete()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_started:
            cycle.transport = Answer(self.transport, body=self.scope["method"] != "HEAD")

    def on_message_complete(self) -> None:
        """The request is whole; now it is for us to answer."""
        self._part, self._taken = "", 0
        self._wait_no_more()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered. What comes next may not take longer than a first request, were it only empty lines."""
        super().on_response_complete()
        if self._part == "" and self.cycle.response_complete:
            self._part = "head"
            self._wait_for_request(self.timeout_keep_alive + self._deadlines.head)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be parsed."""
        self._refusals.note("large_head" if self._too_large else "malformed", self.household or "proxy")
        if self._too_large:
            self.transport.write(_TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)


class BoundedSocket(_Bounded, WebSocketsSansIOProtocol):
    """A websocket connection that is counted, and may not send without end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._credit = SOCKET_BYTES_AT_ONCE
        self._credited = self.loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the place that the HTTP connection left."""
        super().connection_made(transport)
        self._credit += self._deadlines.head_bytes  # the request is handed on to us whole
        self._enter(self.transport)

    def handle_connect(self, event: Request) -> None:
        """Let the app write whole frames, as long as none are packed for this socket alone."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent and not self.config.ws_per_message_deflate:
            self.scope["extensions"][FRAMES] = {"write": self.write_frames}

    def write_frames(self, data: bytes) -> bool:
        """Write frames; False when the client cannot take more now. To a socket that is closing nothing is written."""
        if not self.writable.is_set():
            return False
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(data)
        return True

    def pause_writing(self) -> None:
        """The client does not read: for a while."""
        super().pause_writing()
        self.due = self.loop.time() + self._deadlines.answer

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.due = NEVER

    def data_received(self, data: bytes) -> None:
        """Take what the client says, unless it says too much: every ping costs an answer."""
        now = self.loop.time()
        self._credit = min(
            SOCKET_BYTES_AT_ONCE + self._deadlines.head_bytes,
            self._credit + (now - self._credited) * SOCKET_BYTES_A_SECOND,
        )
        self._credited = now
        self._credit -= len(data)
        if self._credit < 0:
            self._refusals.note("loud_socket", self.household or "proxy")
            self.transport.abort()
            return
        super().data_received(data)


class _Counted(logging.Filter):
    """Keeps out of the log what is counted as refused: one line a request would be a flood of its own."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg not in ("Invalid HTTP request received.", "Unsupported upgrade request.")


def quieten() -> None:
    """Have uvicorn log only what is not counted elsewhere."""
    logging.getLogger("uvicorn.error").addFilter(_Counted())

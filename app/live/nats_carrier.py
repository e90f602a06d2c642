"""Notices by NATS (decisions/0070): each match has a subject, and a process hears of those that it has in memory.

It needs no session of the database, so that PgBouncer may stand before Postgres in transaction mode. The connection is
not mended by the client's own means: the bus connects again, and looks for what was lost meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error

from app.live.carrier import BusAway, Heard, name_process
from app.metrics import BUS_LAG
from app.wire import decode_object, encode
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

CONNECT_SECONDS = 2
PING_SECONDS = 5
"""How often a silent connection is asked whether it lives; after two answers missed it is lost."""
AGAIN_SECONDS = 1.0
"""How long nobody tries to send after a connection could not be made."""


@contextlib.contextmanager
def _away() -> Iterator[None]:
    """Whatever NATS's client raises is a bus that is away."""
    try:
        yield
    except Error as error:
        raise BusAway(f"the bus is away: {error}") from error
    except OSError as error:
        raise BusAway(f"the bus is away: {error.strerror or type(error).__name__}") from error


class NatsCarrier:
    """Hears and tells over one connection, made when it is first needed."""

    vital = False
    """Without a bus, moves and their answers go on; watchers at other processes see them within a round."""

    def __init__(self, servers: Sequence[str], signing: bytes) -> None:
        self.process = name_process()
        self._servers = [*servers]
        # Sites that share a NATS do not hear each other, and nobody guesses what ours are called.
        self._prefix = f"greatwar.{hashlib.sha256(b'bus' + signing).hexdigest()[:24]}"
        self._client: Client | None = None
        self._connecting = asyncio.Lock()
        self._tried = float("-inf")
        self._gone: asyncio.Event = asyncio.Event()
        self._followed: set[str] = set()
        self._changed: asyncio.Queue[str] = asyncio.Queue()
        """Matches that we are to hear of, or no longer."""

    @property
    def alone(self) -> bool:
        """Never known: what nobody else hears, NATS drops, which costs less than finding out."""
        return False

    async def _connect(self) -> Client:
        """The connection, made if there is none. BusAway."""
        async with self._connecting:
            if self._client is not None and self._client.is_connected:
                return self._client
            if time.monotonic() - self._tried < AGAIN_SECONDS:
                raise BusAway("the bus is away: it was tried just now")
            self._tried = time.monotonic()
            gone = self._gone = asyncio.Event()

            async def on_closed() -> None:
                gone.set()

            async def on_error(error: Exception) -> None:
                if client.is_connected:  # otherwise it is raised below
                    log.warning("bus in trouble", error=str(error) or type(error).__name__)

            client = Client()
            with _away():
                await client.connect(
                    self._servers,
                    name=f"greatwar {self.process}",
                    # Each server is tried, and none is waited for: who asks for the bus comes again.
                    allow_reconnect=False,
                    max_reconnect_attempts=1,
                    reconnect_time_wait=0,
                    connect_timeout=CONNECT_SECONDS,
                    ping_interval=PING_SECONDS,
                    no_echo=True,
                    closed_cb=on_closed,
                    error_cb=on_error,
                )
            self._client, self._tried = client, float("-inf")
            return client

    def _subject(self, match: str) -> str:
        return f"{self._prefix}.match.{match}" if match else f"{self._prefix}.all"

    @contextlib.asynccontextmanager
    async def listening(self, heard: Heard) -> AsyncIterator[asyncio.Event]:
        """Hear of the matches that we follow, and what is told to all."""

        async def on_message(message: Msg) -> None:
            heard(decode_object(message.data))

        client = await self._connect()
        gone = self._gone
        subscribed: dict[str, Subscription] = {}
        with _away():
            for match in ("", *self._followed):
                subscribed[match] = await client.subscribe(self._subject(match), cb=on_message)
            # The client writes a ping ahead of what waits in its own buffer: the first answer says only that the
            # buffer has been written, the second that NATS has read it.
            await client.flush(CONNECT_SECONDS)
            await client.flush(CONNECT_SECONDS)
        following = asyncio.create_task(self._subscribe(client, subscribed, on_message, gone))
        try:
            yield gone
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
            await self._drop(client)

    async def _subscribe(
        self,
        client: Client,
        subscribed: dict[str, Subscription],
        on_message: Callable[[Msg], Awaitable[None]],
        gone: asyncio.Event,
    ) -> None:
        """Subscribe and unsubscribe as matches come into memory and leave it."""
        try:
            with _away():
                while True:
                    match = await self._changed.get()
                    if match in self._followed and match not in subscribed:
                        subscribed[match] = await client.subscribe(self._subject(match), cb=on_message)
                    elif match not in self._followed and match in subscribed:
                        await subscribed.pop(match).unsubscribe()
        except BusAway as error:
            log.warning("changes of a match not heard", error=str(error))
            gone.set()

    async def look(self) -> None:
        """Ask NATS for an answer; how long that takes is how late notices are."""
        client = self._client
        if client is None:
            raise BusAway("the bus is away")
        asked = time.monotonic()
        try:
            with _away():
                await client.flush(CONNECT_SECONDS)
        except BusAway:
            self._gone.set()
            raise
        BUS_LAG.observe(time.monotonic() - asked)

    async def tell(self, notices: Sequence[JsonObject]) -> None:
        """Publish each to its match, or to all."""
        client = await self._connect()
        with _away():
            for notice in notices:
                await client.publish(self._subject(str(notice["m"])), encode(notice))

    def follow(self, match: str) -> None:
        """From now on hear of this match, as soon as NATS knows."""
        self._followed.add(match)
        self._note(match)

    def leave(self, match: str) -> None:
        """Hear of it no longer."""
        self._followed.discard(match)
        self._note(match)

    def _note(self, match: str) -> None:
        # A connection that is made later begins with all that we follow then.
        if self._client is not None:
            self._changed.put_nowait(match)

    async def close(self) -> None:
        """Let the connection go, with what was published over it."""
        if self._client is not None:
            await self._drop(self._client)

    async def _drop(self, client: Client) -> None:
        if self._client is client:
            self._client = None
        with contextlib.suppress(Error, OSError):
            async with asyncio.timeout(CONNECT_SECONDS):
                await client.close()

"""Notices by Postgres LISTEN and NOTIFY, over one channel that every process hears."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import structlog

from app.database import TROUBLE, Database, Raw, connect
from app.live.carrier import Heard, name_process
from app.live.peers import Peers
from app.metrics import BUS_LAG
from app.wire import decode_object, encode_text
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

CHANNEL = "greatwar"

_NOTIFY = "SELECT pg_notify($1, n) FROM unnest($2::text[]) AS n"


class PostgresCarrier:
    """Hears over a connection of its own, and tells over the pool's. A process that is alone finds that out."""

    vital = True

    def __init__(self, url: str, database: Database, peers: Peers | None = None) -> None:
        self.process = name_process()
        self._url = url
        self._database = database
        self._peers = Peers() if peers is None else peers
        self._admitting: set[asyncio.Task[None]] = set()

    @property
    def alone(self) -> bool:
        """Whether no other process can be serving now."""
        return self._peers.alone

    @contextlib.asynccontextmanager
    async def listening(self, heard: Heard) -> AsyncIterator[asyncio.Event]:
        """Hear all notices; begun once the others know of us."""
        gone = asyncio.Event()

        def on_lost(_: object) -> None:
            self._peers.lose()
            gone.set()

        def on_notice(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
            self._on_notice(decode_object(payload), heard)

        # Not one of the pool's: it lives as long as the process and must not be handed to anyone.
        connection = await connect(self._url)
        try:
            connection.add_termination_listener(on_lost)
            await connection.add_listener(CHANNEL, on_notice)
            await self._peers.join(connection, self._knock)
            yield gone
        finally:
            self._peers.lose()
            with contextlib.suppress(*TROUBLE, TimeoutError):
                await connection.close(timeout=2)

    async def _knock(self, connection: Raw) -> None:
        """Ask the process that is alone to let us in."""
        hello: JsonObject = {"p": self.process, "t": "hello", "m": ""}
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, encode_text(hello))

    def _on_notice(self, notice: JsonObject, heard: Heard) -> None:
        if notice["p"] == self.process:
            if (at := notice.get("at")) is not None:
                BUS_LAG.observe(time.monotonic() - cast(float, at))
        elif notice["t"] == "hello":
            self._peers.heard_knock()
            task = asyncio.create_task(self._admit())
            self._admitting.add(task)
            task.add_done_callback(self._admitting.discard)
        else:
            heard(notice)

    async def _admit(self) -> None:
        try:
            await self._peers.let_in()
        except TROUBLE as error:
            # The session is lost, and the lock with it: the newcomer knocks at an open door.
            log.warning("newcomer not let in", error=str(error))

    async def look(self) -> None:
        """Find out whether we are alone by now."""
        await self._peers.look()

    async def tell(self, notices: Sequence[JsonObject]) -> None:
        """Notify everyone, in one statement."""
        async with self._database.raw() as raw:
            # By our own clock: nobody but ourselves reads it.
            at = time.monotonic()
            await raw.execute(_NOTIFY, CHANNEL, [encode_text({**n, "at": at}) for n in notices])

    def follow(self, match: str) -> None:
        """Nothing to do: the one channel tells of all matches."""

    def leave(self, match: str) -> None:
        """Nothing to do: see ``follow``."""

    async def close(self) -> None:
        """Nothing to do: the pool is its owner's."""

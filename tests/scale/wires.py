"""TCP proxies that a test may cut, and heal again: what lies between a process and what it needs."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any

from tests.conftest import free_port

BYTES = 65_536


class Wire:
    """From a port of its own to another. Cut, it takes no connection and drops those that there are; silent, it takes
    them and carries nothing, as a network does that loses all packets."""

    def __init__(self, wires: Wires, to: int) -> None:
        self.port, self._to, self._wires = free_port(), to, wires
        self._through = asyncio.Event()
        self._through.set()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        wires.do(self._listen())

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)

    def cut(self) -> None:
        """Nobody gets through, and everyone knows at once."""
        self._wires.do(self._cut())

    async def _cut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in self._open:
            writer.transport.abort()

    def silence(self) -> None:
        """Nobody gets through, and nobody is told."""
        self._wires.do(self._silence())

    async def _silence(self) -> None:
        self._through.clear()

    def heal(self) -> None:
        """All is well again; what was on its way while it was silent arrives late."""
        self._wires.do(self._heal())

    async def _heal(self) -> None:
        self._through.set()
        if self._server is None:
            await self._listen()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            await self._through.wait()
            with contextlib.suppress(OSError):
                far, away = await asyncio.open_connection("127.0.0.1", self._to)
                self._open.add(away)
                try:
                    await asyncio.gather(self._copy(reader, away), self._copy(far, writer))
                finally:
                    self._open.discard(away)
                    away.close()
        finally:
            self._open.discard(writer)
            writer.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(BYTES):
                await self._through.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


class Wires:
    """The thread in which all of them are."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something there, and wait until it is done."""
        asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def to(self, port: int) -> Wire:
        """A new one."""
        return Wire(self, port)

    def close(self) -> None:
        """Cut all of them for good."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)

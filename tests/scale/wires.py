"""TCP proxies that a test may cut, and heal again: what lies between a process and what it needs.

They run in a process of their own: in a thread of the test's, each byte between servers and Postgres would wait for
whatever else the test does in Python.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from multiprocessing.connection import Connection
from typing import cast

import uvloop

from tests.conftest import free_port

PATIENCE = 20.0


class Wire:
    """From a port of its own to another. Cut, it takes no connection and drops those that there are; silent, it takes
    them and carries nothing, as a network does that loses all packets."""

    def __init__(self, wires: Wires, to: int) -> None:
        self.port, self._wires = free_port(), wires
        self._wires.do("listen", self.port, to)

    def cut(self) -> None:
        """Nobody gets through, and everyone knows at once."""
        self._wires.do("cut", self.port)

    def silence(self) -> None:
        """Nobody gets through, and nobody is told."""
        self._wires.do("silence", self.port)

    def heal(self) -> None:
        """All is well again; what was on its way while it was silent arrives late."""
        self._wires.do("heal", self.port)


class Wires:
    """The process in which all of them are."""

    def __init__(self) -> None:
        forks = multiprocessing.get_context("forkserver")
        self._ours, theirs = forks.Pipe()
        # A daemon, so that it is not waited for when the tests are broken off.
        self._process = forks.Process(target=_run, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._one_by_one = threading.Lock()

    def do(self, what: str, *ports: int) -> None:
        """Do something there, and wait until it is done."""
        with self._one_by_one:
            self._ours.send((what, *ports))
            assert self._ours.poll(PATIENCE), f"the wires do not {what}"
            assert (said := self._ours.recv()) == "", said

    def to(self, port: int) -> Wire:
        """A new one."""
        return Wire(self, port)

    def close(self) -> None:
        """Cut all of them for good."""
        self._ours.close()
        self._process.join(PATIENCE)


# --- in that process -------------------------------------------------------------------------------------------------


class _End(asyncio.Protocol):
    """One end of a connection: what comes in here goes out at the other."""

    def __init__(self, line: _Line, other: _End | None = None) -> None:
        self._line, self.other = line, other
        self.transport: asyncio.Transport | None = None
        self.early = b""
        """What came before the other end was there: uvloop reads although it was told not to before it began."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Those of uvloop are no subclasses.
        self.transport = cast("asyncio.Transport", transport)
        self._line.ends.add(self)
        if self.other is None:
            self.transport.pause_reading()
            self._line.connect(self)
        else:
            self.transport.write(self.other.early)
            self.listen()
            self.other.listen()

    def listen(self) -> None:
        """Take what comes in, unless the line is silent or the other end is not there yet. Nobody is left without the
        other."""
        if self.transport is None or self.other is None or self.other.transport is None:
            return
        if self.transport.is_closing() or self.other.transport.is_closing():
            self.transport.close()
            self.other.transport.close()
        elif self._line.silent:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)
        else:
            self.early += data

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.listen()

    def connection_lost(self, error: Exception | None) -> None:
        self._line.ends.discard(self)
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()


class _Line:
    """A wire, where it runs."""

    def __init__(self, port: int, to: int) -> None:
        self.ends: set[_End] = set()
        self.silent = False
        self._port, self._to = port, to
        self._server: asyncio.Server | None = None
        self._connecting: set[asyncio.Task[None]] = set()

    def connect(self, near: _End) -> None:
        """Find the far end for one that has come in."""
        task = asyncio.get_running_loop().create_task(self._connect(near))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    async def _connect(self, near: _End) -> None:
        near.other = far = _End(self, near)
        try:
            await asyncio.get_running_loop().create_connection(lambda: far, "127.0.0.1", self._to)
        except OSError:
            if near.transport is not None:
                near.transport.close()

    async def listen(self) -> None:
        if self._server is None:
            self._server = await asyncio.get_running_loop().create_server(lambda: _End(self), "127.0.0.1", self._port)

    async def cut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for end in [*self.ends]:
            if end.transport is not None:
                end.transport.abort()

    async def silence(self) -> None:
        self.silent = True
        for end in [*self.ends]:
            end.listen()

    async def heal(self) -> None:
        self.silent = False
        for end in [*self.ends]:
            end.listen()
        await self.listen()


def _run(asked: Connection) -> None:
    """Do what is asked until nobody is left to ask."""
    uvloop.run(_serve(asked))


async def _serve(asked: Connection) -> None:
    lines: dict[int, _Line] = {}
    while True:
        try:
            what, port, *to = await asyncio.to_thread(asked.recv)
        except EOFError:
            return
        if what == "listen":
            lines[port] = _Line(port, *to)
        try:
            await getattr(lines[port], what)()
            said = ""
        except OSError as error:
            said = f"{type(error).__name__}: {error}"
        asked.send(said)

"""A server under load: moves end to end, and one move told to a thousand sockets.

The client is as bare as it can be, since it shares the machine with the server and the database.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import secrets
import select
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, cast

import orjson
import psutil

from app.programs.alone import fresh_words, seals
from app.programs.benching.budget import Figure, median, percentile
from app.programs.benching.script import Script, Sent
from app.settings import ROOT, Settings

HOST = "127.0.0.1"
STOP_SECONDS = 30
LOOK_SECONDS = 0.0005
"""Between two looks at the sockets of a crowd."""
START_SECONDS = 120
"""In which a server must be up: where others keep both cores busy, 30 were too few for one of four."""
TOLD_FIRST = 2
"""Messages that a spectator is sent on coming: the state, and who is present."""
PUSHED_MOVES = 24
"""Moves that are told to many sockets."""


LIMITED = ("RATE", "ADDRESS", "GUEST", "MATCH", "MOVE", "EVENT", "SOCKET")
COUNTED = (
    *("SOCKETS_PER_GUEST", "SOCKETS_PER_ADDRESS", "CONNECTIONS_PER_ADDRESS", "CALLS_AT_ONCE", "CALLS_IN_ALL"),
    "MATCHES_PER_GUEST",
)


@contextmanager
def serving(database: str, settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, without limits on calls and with these variables; gives its port and pid."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = int(probe.getsockname()[1])
    # All who play here are one household, which the limits hold back; everything is counted as ever.
    environment = {**os.environ, "DATABASE_URL": database, "GREATWAR_LOG_JSON": "true"}
    environment |= {f"GREATWAR_{what}_LIMIT": "1000000000/day" for what in LIMITED}
    environment |= {f"GREATWAR_{what}": "100000" for what in COUNTED}
    environment |= {"GREATWAR_SOCKET_QUEUE": "1024", "GREATWAR_WORK_SHARE": "1", "GREATWAR_WORK_SHARE_ADDRESS": "1"}
    environment |= {"GREATWAR_WORK_SHARE_GUEST": "1", "GREATWAR_LIVE_MATCHES": "2000", **settings}
    server = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "app", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                socket.create_connection((HOST, port), timeout=1).close()
                break
            except ConnectionRefusedError:
                if server.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("the server did not start") from None
                time.sleep(0.05)
        yield port, server.pid
    finally:
        server.terminate()
        try:
            server.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            # What was measured stands.
            server.kill()
            server.wait()


class Client:
    """One keep-alive connection with a guest's cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> Client:
        """Connect and become a guest."""
        await self._connect()
        await self.call("POST", "/api/guests", {"name": "Bench"})
        return self

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()
        await self._writer.wait_closed()

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(HOST, self.port)

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """One call; gives the decoded answer. RuntimeError when it is an error."""
        data = b"" if body is None else orjson.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nCookie: {self.cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        try:
            self._writer.write(head.encode() + data)
            received = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes idle connections; a command is safe to send again.
            await self._connect()
            self._writer.write(head.encode() + data)
            received = await self._reader.readuntil(b"\r\n\r\n")
        lines = received.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if line)}
        answer = await self._reader.readexactly(int(headers["content-length"]))
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";", 1)[0]
        if lines[0].split()[1] not in ("200", "201"):
            raise RuntimeError(f"{method} {path}: {lines[0]} {answer[:300]!r}")
        return orjson.loads(answer)

    async def match(self, load: Load) -> dict[str, Any]:
        """A match of both seats, begun."""
        wanted = {"game": load.game, "scenario": load.scenario, "options": load.script.options, "hotseat": True}
        made = await self.call("POST", "/api/matches", wanted)
        path, words = f"/api/matches/{made['id']}", fresh_words(s["seat"] for s in made["seats"])
        sealed = await self.call("POST", f"{path}/seals", {"seals": seals(made["id"], words)})
        body = {"commitment": sealed["commitment"], "words": words}
        return dict(await self.call("POST", f"{path}/words", body))

    async def send(self, match: str, sent: Sent) -> Any:
        """One command."""
        body = {"id": secrets.token_hex(8), "seat": sent.seat, "ask": sent.ask, "command": sent.command}
        return await self.call("POST", f"/api/matches/{match}/commands", body)

    async def lead(self, match: str, script: Script) -> None:
        """Set the armies up."""
        for sent in script.lead:
            await self.send(match, sent)


def _handshake(port: int, path: str, cookie: str) -> socket.socket:
    """A websocket as a bare socket, ready for frames."""
    raw = socket.create_connection((HOST, port), timeout=20)
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += raw.recv(1)
    if b" 101 " not in head:
        raise RuntimeError(f"no websocket: {head[:100]!r}")
    raw.setblocking(False)
    return raw


PING = 0x89
"""First byte of a ping (RFC 6455 §5.2)."""


class Frames:
    """Counts the messages that arrive on a websocket, without looking into them; pings are no messages."""

    def __init__(self) -> None:
        self._rest = b""
        self.count = 0

    def feed(self, data: bytes) -> bytes:
        """Take bytes; gives what answers the pings among them: a server hangs up on who answers none."""
        pongs = b""
        data, at = self._rest + data, 0
        while True:
            if len(data) < at + 2:
                break
            size, head = data[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            if len(data) < at + head + size:
                break
            if data[at] == PING:
                # A client's frames are masked; a mask of zeros leaves them as they are.
                pongs += bytes((0x8A, 0x80 | size, 0, 0, 0, 0)) + data[at + head : at + head + size]
            else:
                self.count += 1
            at += head + size
        self._rest = data[at:]
        return pongs


class _Drain(asyncio.Protocol):
    """Reads a viewer's socket, counts, and answers pings as a browser does."""

    def __init__(self) -> None:
        self.frames = Frames()
        self.greeted = asyncio.Event()
        """Set as the first message is read: the whole view, for which a match is loaded."""
        self._transport: asyncio.WriteTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def data_received(self, data: bytes) -> None:
        pongs = self.frames.feed(data)
        if pongs:
            self._transport.write(pongs)
        if self.frames.count:
            self.greeted.set()


GREETING_SECONDS = 120.0
"""How long a viewer waits for the first view at most: a thousand matches are loaded one after the other."""


async def watch(client: Client, match: str, query: str) -> _Drain:
    """A socket that reads and counts what a viewer is sent. It has had its first view: what is measured later is not
    the loading of the match."""
    drain = _Drain()
    raw = await asyncio.to_thread(_handshake, client.port, f"/api/matches/{match}/live?{query}", client.cookie)
    await asyncio.get_running_loop().create_connection(lambda: drain, sock=raw)
    await asyncio.wait_for(drain.greeted.wait(), GREETING_SECONDS)
    return drain


@dataclass(frozen=True, slots=True)
class Load:
    """What is sent to which server."""

    port: int
    pid: int
    game: str
    scenario: str
    script: Script


@dataclass(frozen=True, slots=True)
class Run:
    """What came of moves: the seconds until each was answered, of the whole, and of the server's processor; and the
    messages that were pushed."""

    samples: Sequence[float]
    seconds: float
    used: float
    pushed: int


async def play(load: Load, movers: int, rounds: int) -> Run:
    """Movers play this many matches each, as fast as they are answered, with four viewers at every match."""
    samples: list[float] = []
    drains: list[_Drain] = []
    clients = [await Client(load.port).open() for _ in range(movers)]
    tables: list[list[str]] = []
    for client in clients:
        made = [await client.match(load) for _ in range(rounds)]
        tables.append([match["id"] for match in made])
        for match in made:
            await client.lead(match["id"], load.script)
            drains.extend(await viewers(client, match))

    async def mover(client: Client, mine: Sequence[str]) -> None:
        for match in mine:
            for sent in load.script.moves:
                start = time.perf_counter()
                await client.send(match, sent)
                samples.append(time.perf_counter() - start)

    before = sum(d.frames.count for d in drains)
    server = psutil.Process(load.pid)
    used = sum(server.cpu_times()[:2])
    start = time.perf_counter()
    await asyncio.gather(*(mover(client, mine) for client, mine in zip(clients, tables, strict=True)))
    seconds = time.perf_counter() - start
    used = sum(server.cpu_times()[:2]) - used
    return Run(samples, seconds, used, sum(d.frames.count for d in drains) - before)


async def moves(load: Load, movers: int, rounds: int) -> list[Figure]:
    """The figures of such a run."""
    run = await play(load, movers, rounds)
    samples, seconds = run.samples, run.seconds
    return [
        Figure(f"wire: moves a second, {movers} movers, 4 viewers each", len(samples) / seconds, "1/s", 800, True),
        Figure("wire: a move answered, median", median(samples), "ms"),
        Figure("wire: a move answered, p99", percentile(samples, 99), "ms"),
        Figure("wire: the server's processor time for a move", run.used / len(samples) * 1000, "ms", 1.4),
        Figure("wire: messages pushed a second", run.pushed / seconds, "1/s"),
    ]


async def viewers(client: Client, match: dict[str, Any]) -> list[_Drain]:
    """Both seats and two spectators."""
    queries = [f"seat={seat['seat']}" for seat in match["seats"]][:2]
    queries += [f"key={match['spectate']}"] * (4 - len(queries))
    return [await watch(client, match["id"], query) for query in queries]


class _Crowd:
    """Many sockets to one match. To read a thousand of them in Python takes longer than to tell them, on the same two
    cores: so the clock stops when the last has something to read, and what it is is read after that."""

    def __init__(self, opened: Sequence[socket.socket]) -> None:
        self._opened = {raw.fileno(): raw for raw in opened}
        self._frames = {number: Frames() for number in self._opened}
        self._arrivals = select.epoll()
        for number in self._opened:
            self._arrivals.register(number, select.EPOLLIN | select.EPOLLET)

    def wait(self) -> float:
        """Wait until every socket has something new to read; gives when that was, to half a millisecond.

        It looks now and then: a reader that sleeps until something comes would be woken by every one of the server's
        thousand writes, and each of these would take twice as long for it.
        """
        left = {*self._opened}
        while left:
            time.sleep(LOOK_SECONDS)
            left.difference_update(number for number, _ in self._arrivals.poll(0))
        return time.perf_counter()

    def read(self, total: int) -> None:
        """Read until every socket has this many messages in all. RuntimeError when any has more."""
        for number, raw in self._opened.items():
            frames = self._frames[number]
            while frames.count < total:
                try:
                    raw.send(frames.feed(raw.recv(65536)))
                except BlockingIOError:
                    time.sleep(0.001)
            if frames.count > total:
                raise RuntimeError("a socket was told more than the moves")
        self._arrivals.poll(0)

    def settle(self) -> int:
        """Read whatever has come, and wait until all sockets have as much; gives how many messages that is."""
        for number, raw in self._opened.items():
            with contextlib.suppress(BlockingIOError):
                while data := raw.recv(65536):
                    raw.send(self._frames[number].feed(data))
        total = max(frames.count for frames in self._frames.values())
        self.read(total)
        return total


async def broadcast(load: Load, sockets: int) -> list[Figure]:
    """The time from sending a move until the last of many spectators has it."""
    async with audience(load, sockets) as told:
        samples = await told()
    return [
        Figure(f"wire: a move sent, judged, stored and told to {sockets} sockets, median", median(samples), "ms", 20)
    ]


@contextlib.asynccontextmanager
async def audience(load: Load, sockets: int) -> AsyncIterator[Callable[[], Awaitable[list[float]]]]:
    """A match that many watch; gives what plays it, and says of each move how many seconds it took until the last
    spectator had it."""
    client, port = await Client(load.port).open(), load.port
    match = await client.match(load)
    await client.lead(match["id"], load.script)
    path = f"/api/matches/{match['id']}/live?key={match['spectate']}"
    opened = [await asyncio.to_thread(_handshake, port, path, "") for _ in range(sockets)]
    crowd = _Crowd(opened)
    try:
        await asyncio.to_thread(crowd.read, TOLD_FIRST)
        yield partial(_tell, client, match["id"], load.script, crowd)
    finally:
        for raw in opened:
            raw.close()


async def _tell(client: Client, match: str, script: Script, crowd: _Crowd) -> list[float]:
    """Moves one by one, each timed until the last of the crowd has it."""
    samples: list[float] = []
    told = TOLD_FIRST
    usual = script.moves[0].command["kind"]
    for sent in script.moves:
        if len(samples) == PUSHED_MOVES:
            break
        if sent.command["kind"] != usual:
            # Later ones build on it, but it is not timed: a stack put in another order may reach no spectator.
            await client.send(match, sent)
            await asyncio.sleep(2 * Settings().push_seconds)
            told = await asyncio.to_thread(crowd.settle)
            continue
        start = time.perf_counter()
        waiting = asyncio.create_task(asyncio.to_thread(crowd.wait))
        await client.send(match, sent)
        samples.append(await waiting - start)
        told += 1
        await asyncio.to_thread(crowd.read, told)
        # Each by itself: those that follow one another faster go together.
        await asyncio.sleep(Settings().push_seconds)
    return samples

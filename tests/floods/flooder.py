"""The floods, each by as many connections as it can get, from one address, as guests of that household; or from many
addresses at once.

A process of its own: ``python -m tests.floods.flooder URL SOURCE SECONDS GUESTS GAME KIND...`` prints as JSON what
it was answered, by kind and status. ``cut`` is a connection that the server ended or did not take.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import ipaddress
import json
import os
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from rules.catalogue import GAMES
from rules.kernel import dice
from rules.kernel.players import RECRUIT

CONNECTIONS = 60
"""How many hands one flood has."""
HELD = 2_000
"""Connections that a flood of connections tries to hold."""
PATIENCE = 10.0
ATTEMPTS = 60
ENTERING = 8
"""Households that come in at the same time."""


class Talk(NamedTuple):
    """What there is to say at a table of a game: its scenario, a seat, a command that is refused, questions."""

    scenario: str
    seat: str
    refused: dict[str, object]
    questions: tuple[dict[str, object], ...]


OVERLAYS = ("supply", "command", "zoc", "control")
TALK = {
    "schlieffens-war": Talk(
        "campaign",
        "german",
        {"kind": "place", "unit": "ge-1", "hex": "0101"},
        tuple({"kind": "overlay", "name": name} for name in OVERLAYS),
    ),
    "great-war": Talk(
        "1915",
        "central",
        {"kind": "place", "unit": "ge-1", "hex": "W0101"},
        tuple({"kind": "overlay", "name": name} for name in OVERLAYS),
    ),
}

_CUT = (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError, IndexError)


@dataclass
class Flooder:
    """A household that floods."""

    host: str
    port: int
    source: str
    guests: int
    game: str
    hands: int = CONNECTIONS
    over: asyncio.Event = field(default_factory=asyncio.Event)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    cookies: list[str] = field(default_factory=list)
    matches: list[dict[str, Any]] = field(default_factory=list)
    held: list[asyncio.StreamWriter] = field(default_factory=list)

    @property
    def talk(self) -> Talk:
        """What there is to say."""
        return TALK[self.game]

    @property
    def made(self) -> dict[str, object]:
        """A match as it is asked for."""
        return {"game": self.game, "scenario": self.talk.scenario, "hotseat": True}

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the household's address."""
        return await asyncio.wait_for(
            asyncio.open_connection(self.host, self.port, local_addr=(self.source, 0)), PATIENCE
        )

    def head(self, method: str, path: str, **headers: str) -> bytes:
        """A request's head."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode()

    async def call(
        self,
        pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        method: str,
        path: str,
        body: object = None,
        cookie: str = "",
    ) -> tuple[str, dict[str, str], bytes]:
        """Status, headers and body of one call over an open connection. One of ``_CUT`` when it is cut."""
        reader, writer = pipe
        data = b"" if body is None else json.dumps(body).encode()
        writer.write(
            self.head(method, path, Cookie=cookie, Content_Type="application/json", Content_Length=str(len(data)))
            + data
        )
        lines = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode().split("\r\n")
        headers = {n.lower(): v for n, _, v in (line.partition(": ") for line in lines[1:] if line)}
        answer = await asyncio.wait_for(reader.readexactly(int(headers.get("content-length", "0"))), PATIENCE)
        return lines[0].split()[1], headers, answer

    async def enter(self) -> None:
        """Become some guests, and make a match to talk about: in peace, after what was flooded before is over."""
        for _ in range(self.guests):
            _, headers, _ = await self.admitted("/api/guests", {"name": "Flood"}, "")
            self.cookies.append(headers["set-cookie"].split(";")[0])
        _, _, answer = await self.admitted("/api/matches", self.made, self.cookies[0])
        match = json.loads(answer)
        words = {seat["seat"]: secrets.token_hex(32) for seat in match["seats"]}
        seals = {"seals": {seat: dice.seal(match["id"], seat, word) for seat, word in words.items()}}
        path = f"/api/matches/{match['id']}"
        _, _, answer = await self.admitted(f"{path}/seals", seals, self.cookies[0])
        opened = {"commitment": json.loads(answer)["commitment"], "words": words}
        await self.admitted(f"{path}/words", opened, self.cookies[0])
        self.matches.append(match)

    async def admitted(self, path: str, body: object, cookie: str) -> tuple[str, dict[str, str], bytes]:
        """A call that is made again until it is taken."""
        for _ in range(ATTEMPTS):
            with contextlib.suppress(*_CUT):
                pipe = await self.dial()
                answer = await self.call(pipe, "POST", path, body, cookie)
                pipe[1].close()
                if answer[0] in ("200", "201"):
                    return answer
            await asyncio.sleep(1)
        raise RuntimeError(f"not let in: {path}")

    def cookie(self) -> str:
        """Some guest's cookie."""
        return secrets.choice(self.cookies)

    async def flood(self, kind: str, seconds: float) -> None:
        """Flood in one way with many hands until the time is over."""
        counter = self.answers.setdefault(kind, Counter())
        work = FLOODS[kind]

        async def hand() -> None:
            while not self.over.is_set():
                try:
                    await work(self, counter)
                except _CUT:
                    counter["cut"] += 1
                    await asyncio.sleep(0.01)

        hands = [asyncio.create_task(hand()) for _ in range(self.hands)]
        await asyncio.sleep(seconds)
        self.over.set()
        for task in hands:
            task.cancel()
        await asyncio.gather(*hands, return_exceptions=True)

    async def over_and_over(self, counter: Counter[str], method: str, path: str, body: Callable[[], object]) -> None:
        """Make a call again and again over one connection."""
        pipe = await self.dial()
        try:
            while not self.over.is_set():
                status, headers, _ = await self.call(pipe, method, path, body(), self.cookie())
                counter[status] += 1
                if headers.get("connection") == "close":
                    return
        finally:
            pipe[1].close()

    def hold(self, writer: asyncio.StreamWriter) -> None:
        """Keep a connection open, and let the oldest go when there are too many."""
        self.held.append(writer)
        if len(self.held) > HELD:
            self.held.pop(0).close()


Work: TypeAlias = Callable[[Flooder, "Counter[str]"], Awaitable[None]]


async def sockets(self: Flooder, counter: Counter[str]) -> None:
    """Websockets, held open."""
    match = self.matches[0]
    reader, writer = await self.dial()
    key = base64.b64encode(os.urandom(16)).decode()
    path = f"/api/matches/{match['id']}/live?key={match['spectate']}"
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    writer.write(self.head("GET", path, Sec_WebSocket_Key=key, Cookie=self.cookie(), **upgrade))
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    counter[head.split()[1].decode()] += 1
    self.hold(writer)


async def half_heads(self: Flooder, counter: Counter[str]) -> None:
    """Requests of which half the head is sent."""
    _, writer = await self.dial()
    writer.write(self.head("GET", "/api/games")[:-2] + b"X-Half: ")
    counter["sent"] += 1
    self.hold(writer)
    await asyncio.sleep(0.005)


async def half_bodies(self: Flooder, counter: Counter[str]) -> None:
    """Requests whose body never comes."""
    _, writer = await self.dial()
    writer.write(self.head("POST", "/api/guests", Content_Type="application/json", Content_Length="60000") + b"{")
    counter["sent"] += 1
    self.hold(writer)
    await asyncio.sleep(0.005)


async def giant_heads(self: Flooder, counter: Counter[str]) -> None:
    """A head without end."""
    _, writer = await self.dial()
    writer.write(self.head("GET", "/api/games")[:-2] + b"X-Long: ")
    try:
        while not self.over.is_set():
            writer.write(b"x" * 65_536)
            counter["64 KB"] += 1
            await asyncio.wait_for(writer.drain(), PATIENCE)
    finally:
        writer.close()


async def nonsense(self: Flooder, counter: Counter[str]) -> None:
    """What is no HTTP."""
    reader, writer = await self.dial()
    writer.write(b"NONSENSE\r\n\r\n")
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    counter[answer[9:12].decode() or "cut"] += 1
    writer.close()


async def guests(self: Flooder, counter: Counter[str]) -> None:
    """New guests."""
    pipe = await self.dial()
    try:
        while not self.over.is_set():
            counter[(await self.call(pipe, "POST", "/api/guests", {"name": "More"}))[0]] += 1
    finally:
        pipe[1].close()


async def matches(self: Flooder, counter: Counter[str]) -> None:
    """New matches."""
    await self.over_and_over(counter, "POST", "/api/matches", lambda: self.made)


async def opponents(self: Flooder, counter: Counter[str]) -> None:
    """New matches against programs."""
    seats = next(s.seats for s in GAMES[self.game].scenarios if s.id == self.talk.scenario)
    made = {**self.made, "hotseat": False, "seat": seats[0].id, "programs": {s.id: RECRUIT for s in seats[1:]}}
    await self.over_and_over(counter, "POST", "/api/matches", lambda: made)


async def what_ifs(self: Flooder, counter: Counter[str]) -> None:
    """Copies of a match to try something out on."""

    def body() -> object:
        return {"id": secrets.token_hex(8), "seat": self.talk.seat}

    await self.over_and_over(counter, "POST", f"/api/matches/{self.matches[0]['id']}/what-ifs", body)


async def charts(self: Flooder, counter: Counter[str]) -> None:
    """The match in figures."""
    await self.over_and_over(counter, "GET", f"/api/matches/{self.matches[0]['id']}/charts", lambda: None)


async def searches(self: Flooder, counter: Counter[str]) -> None:
    """Searches of the log."""
    path = f"/api/matches/{self.matches[0]['id']}/log?limit=500&find=army"
    await self.over_and_over(counter, "GET", path, lambda: None)


async def commands(self: Flooder, counter: Counter[str]) -> None:
    """Commands that are refused."""

    def body() -> object:
        return {"id": secrets.token_hex(8), "seat": self.talk.seat, "ask": asked, "command": self.talk.refused}

    pipe = await self.dial()
    state = await self.call(pipe, "GET", f"/api/matches/{self.matches[0]['id']}/state", cookie=self.cookies[0])
    asked = json.loads(state[2])["legal"]["ask"] if state[0] == "200" else ""
    pipe[1].close()

    await self.over_and_over(counter, "POST", f"/api/matches/{self.matches[0]['id']}/commands", body)


async def consults(self: Flooder, counter: Counter[str]) -> None:
    """Questions of planning over the whole board."""

    def body() -> object:
        return {"seat": self.talk.seat, "question": secrets.choice(self.talk.questions)}

    await self.over_and_over(counter, "POST", f"/api/matches/{self.matches[0]['id']}/consult", body)


async def states(self: Flooder, counter: Counter[str]) -> None:
    """The whole position."""
    await self.over_and_over(counter, "GET", f"/api/matches/{self.matches[0]['id']}/state", lambda: None)


async def logs(self: Flooder, counter: Counter[str]) -> None:
    """The log."""
    await self.over_and_over(counter, "GET", f"/api/matches/{self.matches[0]['id']}/log?limit=500", lambda: None)


async def exports(self: Flooder, counter: Counter[str]) -> None:
    """The export."""
    await self.over_and_over(counter, "GET", f"/api/matches/{self.matches[0]['id']}/export", lambda: None)


async def files(self: Flooder, counter: Counter[str]) -> None:
    """The largest file of the client, of which nothing is read."""
    _, writer = await self.dial()
    writer.write(self.head("GET", "/boards/great-war-west/ground.svg", Accept_Encoding="gzip"))
    counter["asked"] += 1
    self.hold(writer)
    await asyncio.sleep(0.005)


FLOODS: dict[str, Work] = {
    work.__name__: work
    for work in (
        *(sockets, half_heads, half_bodies, giant_heads, nonsense),
        *(guests, matches, commands, consults, states, logs, exports, files),
        *(opponents, what_ifs, charts, searches),
    )
}


async def main() -> None:
    """Flood as the arguments say."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("source", help="the address, or the first of several that follow one another")
    parser.add_argument("seconds", type=float)
    parser.add_argument("guests", type=int)
    parser.add_argument("game", choices=TALK)
    parser.add_argument("kinds", nargs="+", choices=FLOODS)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--hands", type=int, default=CONNECTIONS, help="connections of one address for one flood")
    asked = parser.parse_args()
    address, first = urlsplit(asked.url), ipaddress.ip_address(asked.source)
    there = str(address.hostname), int(address.port or 80)
    flooders = [
        Flooder(*there, str(first + number), asked.guests, asked.game, asked.hands) for number in range(asked.addresses)
    ]
    door = asyncio.Semaphore(ENTERING)

    async def come_in(flooder: Flooder) -> None:
        async with door:
            await flooder.enter()

    await asyncio.gather(*map(come_in, flooders))
    print("flooding", flush=True)
    await asyncio.gather(*(flooder.flood(kind, asked.seconds) for flooder in flooders for kind in asked.kinds))
    for writer in (writer for flooder in flooders for writer in flooder.held):
        with contextlib.suppress(RuntimeError):
            writer.close()
    told = {
        kind: dict(sorted(sum((flooder.answers[kind] for flooder in flooders), Counter[str]()).items()))
        for kind in asked.kinds
    }
    json.dump({"guests": sum(len(flooder.cookies) for flooder in flooders), "answers": told}, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())

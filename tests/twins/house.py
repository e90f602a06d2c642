"""One of two servers, as a viewer of one match calls it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NamedTuple

import httpx

from app.accounts.sessions import COOKIE, Sessions
from app.context import Context
from app.settings import ROOT
from rules.kernel.game import SPECTATOR

MOMENTS = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?")
LINKS = re.compile(rb'"[0-9a-f]{64}"')
PATIENCE = 60.0
OURS = tuple(str(ROOT / part) for part in ("rules", "app/matches"))


class Told(NamedTuple):
    """What a viewer was answered: status, headers and body, as it came."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def masked(self, drawn: bool) -> tuple[object, ...]:
        """The same without moments of time and links."""
        if drawn:
            return self.status, sorted(json.loads(self.body)) if self.body else ()
        return self.status, self.headers, mask(self.body)


async def steps_of(work: Awaitable[object]) -> int:
    """How many calls of functions of the rules, and of what reads matches, something takes."""
    steps = 0

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal steps
        steps += event == "call" and frame.f_code.co_filename.startswith(OURS)

    sys.setprofile(count)
    try:
        await work
    finally:
        sys.setprofile(None)
    return steps


def mask(body: bytes) -> bytes:
    """Without moments of time and links."""
    return LINKS.sub(b'"L"', MOMENTS.sub(b"T", body))


@dataclass
class House:
    """One of the two servers, with everyone of one match; ``viewer`` is who looks."""

    app: Any
    match: str
    spectate: str
    people: Mapping[str, uuid.UUID]
    viewer: str
    client: httpx.AsyncClient = field(init=False)
    said: asyncio.Queue[dict[str, Any]] = field(init=False)
    heard: asyncio.Queue[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 4000))
        self.client = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    @property
    def here(self) -> Context:
        """The server's parts."""
        return self.app.state.context  # type: ignore[no-any-return]

    @property
    def live(self) -> Any:
        """The match in memory."""
        live = self.here.live_matches.find_cached(self.match)
        assert live is not None
        return live

    def cookie(self, seat: str) -> str:
        """Of whoever sits there; of a stranger for the spectator."""
        account = self.people.get(seat, uuid.UUID(int=7))
        return f"{COOKIE}={self.app.state.parts.get(Sessions).sign(account, uuid.UUID(int=account.int ^ 1))}"

    @property
    def who(self) -> dict[str, str]:
        """How the viewer says from where to look."""
        return {"key": self.spectate} if self.viewer == SPECTATOR else {"seat": self.viewer}

    async def call(self, method: str, path: str, body: object = None, *, by: str, **query: object) -> Told:
        """A call of a seat's player."""
        # Packed, moments of time would make a length of it.
        headers = {"cookie": self.cookie(by), "accept-encoding": "identity"}
        answer = await self.client.request(method, path, params=query or None, json=body, headers=headers)
        return Told(answer.status_code, tuple(sorted(answer.headers.items())), answer.content)

    async def ask(self, method: str, path: str, body: object = None, **query: object) -> Told:
        """A call of the viewer about the match."""
        given = {**self.who, **query} if method == "GET" else query
        return await self.call(method, f"/api/matches/{self.match}{path}", body, by=self.viewer, **given)

    @contextlib.asynccontextmanager
    async def watched(self, **query: int) -> AsyncIterator[None]:
        """With the viewer's socket open."""
        self.said, self.heard = asyncio.Queue(), asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})
        scope = {
            **{"type": "websocket", "scheme": "ws", "path": f"/api/matches/{self.match}/live", "subprotocols": []},
            "query_string": str(httpx.QueryParams({**self.who, **query})).encode(),
            "headers": [(b"host", b"localhost"), (b"cookie", self.cookie(self.viewer).encode())],
            "client": ("127.0.0.1", 4001),
        }
        socket = asyncio.create_task(self.app(scope, self.said.get, self.heard.put))
        try:
            yield
        finally:
            self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await socket

    async def grow_older(self, commands: int) -> None:
        """Have two hours pass since the first commands, and the slow round tell those who are told later."""
        async with self.here.database.raw() as raw:
            await raw.execute(
                "UPDATE event SET at = now() - interval '2 hours' WHERE match = $1 AND command_id <= $2",
                self.match,
                f"command-{commands - 1:04}",
            )
        await self.here.following.review([self.match])

    def say(self, what: str) -> None:
        """Say something by the socket."""
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": what})})

    async def frames(self) -> list[bytes]:
        """All that was sent up to now: a pong comes after whatever was queued before it."""
        self.say("ping")
        found: list[bytes] = []
        while True:
            message = await asyncio.wait_for(self.heard.get(), PATIENCE)
            if message["type"] == "websocket.close":
                return [*found, json.dumps(message).encode()]
            if message["type"] != "websocket.send":
                continue
            text = message.get("text") or message["bytes"].decode()
            if json.loads(text)["type"] == "pong":
                return found
            found.append(text.encode())

"""Sockets that are opened just when their right ends: nobody hears of it who had not joined the others yet."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from app.accounts.sessions import COOKIE, Sessions
from app.context import Context
from app.limits.entrance import Entrance
from app.limits.limits import Limits
from app.live.router import Serving
from app.main import create_app
from app.matches.facts import Newcomer
from app.parts import Parts
from app.settings import Settings
from tests.app.players import HIDE
from tests.app.seats.test_handing import begun_by_two
from tests.app.toy_game import Toy

MOST_SECONDS = 30.0
"""How long a busy machine may take."""


@dataclass
class Table:
    """Rosa's socket on her seat of a match against Blaise, as the server sees it; and what else is there."""

    app: Any
    match: str
    rosa: uuid.UUID
    session: uuid.UUID
    sent: list[dict[str, Any]] = field(default_factory=list)
    closed: int | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def here(self) -> Context:
        return self.app.state.context  # type: ignore[no-any-return]

    @property
    def parts(self) -> Parts:
        return self.app.state.parts  # type: ignore[no-any-return]

    def before_joining(self, happens: Callable[[], Awaitable[None]]) -> None:
        """Have something happen when a socket has been let in, and has not joined those who are told what happens."""
        serving = self.parts.get(Serving)

        async def show(*given: Any) -> None:
            await happens()
            await serving.show(*given)

        self.parts._by_type[Serving] = dataclasses.replace(serving, show=show)

    async def watch(self, until: Callable[[], Awaitable[None]]) -> None:
        """Open the socket, let something happen, and end it."""
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        said.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                self.sent.append(json.loads(message["text"]))
                self.answered.set()
            elif message["type"] == "websocket.close":
                self.closed = message["code"]
                self.ended.set()
                said.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

        cookie = f"{COOKIE}={self.parts.get(Sessions).sign(self.rosa, self.session)}".encode()
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": f"/api/matches/{self.match}/live",
            "query_string": b"seat=red",
            "headers": [(b"host", b"localhost"), (b"cookie", cookie)],
            "client": ("203.0.113.7", 4000),
            "subprotocols": [],
        }
        opened = asyncio.create_task(self.app(scope, said.get, send))
        try:
            waits = [asyncio.create_task(event.wait()) for event in (self.answered, self.ended)]
            await asyncio.wait(waits, timeout=MOST_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for task in waits:
                task.cancel()
            await until()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self.ended.wait()
        finally:
            said.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await opened


@contextlib.asynccontextmanager
async def seated(url: str) -> AsyncIterator[Table]:
    """A match between Rosa and Blaise."""
    app = create_app(url, Settings(), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        rosa, blaise = [(await here.accounts.add(name)).id for name in ("Rosa", "Blaise")]
        yield Table(app, await begun_by_two(here, rosa, blaise), rosa, uuid.uuid4())


async def nothing() -> None:
    """Nothing happens."""


async def test_whoever_has_a_right_stays(database_url: str) -> None:
    async with seated(database_url) as at:
        at.before_joining(nothing)
        await at.watch(nothing)
        assert at.closed is None
        assert "state" in [message["type"] for message in at.sent]


async def test_a_seat_that_changes_hands_meanwhile_is_not_looked_at_any_more(database_url: str) -> None:
    async with seated(database_url) as at:
        nora = (await at.here.accounts.add("Nora")).id

        async def taken() -> None:
            await at.here.settlements.settle(at.match, at.rosa, "red", "rosa-has-to-go", {"kind": "house.leave"})
            await at.here.settlements.take_over(at.match, Newcomer(nora, "Nora"), "red", "nora-comes-in")

        async def moved() -> None:
            await at.here.moves.command(at.match, nora, "red", "nora-hides-one", "1.red", HIDE)
            await asyncio.sleep(0.3)

        at.before_joining(taken)
        await at.watch(moved)
        assert at.closed == 1012
        assert at.sent == [], "what Nora hides is hers"


@pytest.mark.parametrize("what", ["session", "ban"])
async def test_a_session_that_is_ended_or_a_household_banned_meanwhile_is_told_nothing(
    database_url: str, what: str
) -> None:
    async with seated(database_url) as at:

        async def shut() -> None:
            if what == "session":
                at.parts.get(Sessions).end([(at.session, time.time())])
            else:
                at.parts.get(Limits).bans.replace({"203.0.113.0/24": time.time() + 60})
                at.here.hub.dismiss_households(lambda household: household == "203.0.113.7")
            await asyncio.sleep(0)

        at.before_joining(shut)
        await at.watch(nothing)
        assert at.closed == 1012


async def test_a_socket_waits_in_the_line_before_the_server_and_is_sent_away_in_vain(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.limits.entrance.LOOK_SECONDS", 0.001)
    async with seated(database_url) as at:
        limits = at.parts.get(Limits)
        await at.here.moves.command(at.match, at.rosa, "red", "red-hides-one", "1.red", HIDE)
        assert limits.sitters.sits(at.match, at.rosa.hex), "players come more often than strangers"
        assert not limits.sitters.sits(at.match, at.session.hex)
        limits.entrance = Entrance(1, 0.01, lambda _: 0.0, lambda _: 0.0)
        place = await limits.entrance.come_in("others", lambda: True)
        await at.watch(nothing)
        assert (at.closed, at.sent) == (1012, [])
        place.leave()

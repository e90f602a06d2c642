"""A database that breaks off in the middle: answered 503, and the connection is not used again."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Any, cast

import asyncpg
import httpx
import pytest
import structlog
import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import IntegrityError

from app import errors
from app.database import TROUBLE, Database, Raw
from app.live import bus as buses
from app.live.announcements import Announcements
from app.live.bus import Bus, FromElsewhere
from app.live.hub import Hub
from app.live.peers import Peers
from app.live.postgres_carrier import PostgresCarrier
from app.lobby.new_matches import MatchMaker
from app.main import create_app
from app.matches.facts import MatchRecord
from app.matches.rows import journal as journals
from app.matches.rows.journal import Journal
from app.programs.serve import Server
from app.rarely import Rarely
from app.settings import Settings
from tests.app.store.test_journal import entry
from tests.app.toy_game import Toy


@pytest.mark.parametrize("kind", TROUBLE)
async def test_trouble_with_the_database_is_answered_503_and_says_when_to_come_again(kind: type[Exception]) -> None:
    app = FastAPI()
    errors.install(app)

    @app.get("/")
    async def broken() -> None:
        raise kind("broken off")

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        answer = await client.get("/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    assert answer.headers["retry-after"]


async def test_what_is_deleted_in_the_middle_of_a_call_is_gone_and_the_database_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a draft in a what-if that its owner throws away in another tab: it was logged as a database out of reach."""
    monkeypatch.setattr(errors, "OUT_OF_REACH", None)
    orphan = asyncpg.ForeignKeyViolationError("no such match")
    for error in (orphan, IntegrityError("INSERT", None, orphan)):
        answer = errors.without_database("/api/matches/abc/draft", error)
        assert (answer.status_code, json.loads(answer.body)["error"]["code"]) == (404, "gone")


def test_an_answer_of_the_database_that_is_cut_short_counts_as_trouble() -> None:
    """asyncpg then speaks of an error of its own, and means the connection."""
    assert issubclass(asyncpg.InternalClientError, TROUBLE)
    assert issubclass(asyncpg.ConnectionDoesNotExistError, TROUBLE)


async def test_a_connection_that_lost_its_place_is_not_handed_out_again(database_url: str) -> None:
    database = Database(database_url, 1)

    async def lose_its_place() -> Raw:
        async with database.raw() as raw:
            used.append(raw)
            raise asyncpg.InternalClientError("got result for unknown protocol state 3")

    used: list[Raw] = []
    try:
        async with database.raw() as raw:
            first = raw
        with pytest.raises(asyncpg.InternalClientError):
            await lose_its_place()
        assert used == [first]
        async with database.raw() as raw:
            assert raw is not first
            assert await raw.fetchrow("SELECT 1") is not None
    finally:
        await database.close()


async def test_the_journal_takes_another_connection_after_one_lost_its_place(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, made = journals.connect, []

    class Confused:
        """A connection whose first statement comes to nothing."""

        def __init__(self, under: Any) -> None:
            self.under = under

        def __getattr__(self, name: str) -> Any:
            return getattr(self.under, name)

        async def fetch(self, *_: object, **__: object) -> None:
            raise asyncpg.InternalClientError("got result for unknown protocol state 3")

    async def connect(url: str, **how: Any) -> Any:
        under = await real(url, **how)
        made.append(under if made else Confused(under))
        return made[-1]

    monkeypatch.setattr(journals, "connect", connect)
    journal = Journal(database_url)
    async with journal.running():
        with pytest.raises(asyncpg.InternalClientError):
            await journal.append(entry("nowhere"))
        assert made[0].is_closed()
        assert not await journal.append(entry("nowhere")), "there is no such match"
    assert len(made) == 2


async def test_a_server_comes_up_without_a_table_when_its_database_is_lost_just_then(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It answered already; to go down again would end what others had just begun."""
    app = create_app(database_url, Settings(), {"toy": Toy()})
    config = uvicorn.Config(app, port=0, log_config=None, lifespan="on")
    config.load()
    server = Server(config, app)
    server.lifespan = config.lifespan_class(config)

    async def lost(_: MatchMaker, game: str) -> MatchRecord:
        raise BrokenPipeError("the database is gone")

    monkeypatch.setattr(MatchMaker, "ready_table", lost)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    await server.startup()
    try:
        assert server.started
        said = capsys.readouterr().out
        assert "Ctrl-C to stop it" in said
        assert "A match is ready" not in said
    finally:
        await server.shutdown()


async def test_an_outage_is_logged_whole_once_then_as_a_number_a_minute() -> None:
    with structlog.testing.capture_logs() as said:
        rarely = Rarely("out of reach", 0.05)
        for _ in range(500):
            rarely.note(OSError("refused"), path="/")
        assert [(line["event"], "exc_info" in line) for line in said] == [("out of reach", True)]
        await asyncio.sleep(0.07)
        assert [line.get("times") for line in said] == [None, 499]
        assert "exc_info" not in said[1]
        await asyncio.sleep(0.07)
        rarely.note(OSError("refused"), path="/")
    assert [line["event"] for line in said] == ["out of reach", "out of reach: again", "out of reach"]


async def test_calls_refused_during_an_outage_share_their_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "OUT_OF_REACH", Rarely("database out of reach"))
    with structlog.testing.capture_logs() as said:
        for _ in range(50):
            assert errors.without_database("/api/me", OSError("refused")).status_code == 503
    assert len(said) == 1


async def test_a_round_that_fails_as_the_listening_begins_is_tried_again_in_peace(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After all connections were cut at once, the pool still hands out some of them."""
    monkeypatch.setattr(buses, "RECONNECT_SECONDS", 0.01)
    database, rounds = Database(database_url, 1), 0

    async def review(_: Sequence[str]) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    async def unheard(*_: object) -> None:
        raise AssertionError("nobody says anything")

    with structlog.testing.capture_logs() as said:
        carrier, from_elsewhere = (
            PostgresCarrier(database_url, database),
            FromElsewhere(unheard, unheard, unheard, unheard, review),
        )
        bus = Bus(carrier, Hub(), Announcements(carrier), from_elsewhere)
        async with bus.running(), asyncio.timeout(20):
            while rounds < 2 or not bus.listening.is_set():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    await database.close()
    assert [line["event"] for line in said if line["log_level"] == "error"] == []


async def test_a_session_lost_while_another_statement_has_it_lets_nobody_in_and_breaks_nothing() -> None:
    peers = Peers()

    class Session:
        async def fetchrow(self, *_: object) -> dict[str, bool]:
            await asyncio.sleep(0.01)
            peers.lose()
            return {"got": False}

    peers._session = cast(Raw, Session())
    await asyncio.gather(peers.look(), peers.let_in())

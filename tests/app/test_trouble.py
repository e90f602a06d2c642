"""A database that breaks off in the middle: answered 503, and the connection is not used again."""

from __future__ import annotations

from typing import Any

import asyncpg
import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from app import errors
from app.database import TROUBLE, Database, Raw
from app.lobby.service import Hall
from app.main import create_app
from app.matches import journal as journals
from app.matches.facts import Record
from app.matches.journal import Journal
from app.programs.serve import Server
from app.settings import Settings
from tests.app.test_journal import entry
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

    async def connect(url: str) -> Any:
        under = await real(url)
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

    async def lost(_: Hall, game: str) -> Record:
        raise BrokenPipeError("the database is gone")

    monkeypatch.setattr(Hall, "ready_table", lost)
    await server.startup()
    try:
        assert server.started
        said = capsys.readouterr().out
        assert "Ctrl-C to stop it" in said
        assert "A match is ready" not in said
    finally:
        await server.shutdown()

"""A server is updated while matches run: the schema grows under the old process, which goes on until it is replaced."""

from __future__ import annotations

import asyncio
import datetime as dt
import lzma
import random
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import asyncpg
import httpx
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from app.accounts.repository import Accounts
from app.accounts.sessions import COOKIE, Sessions
from app.context import Context
from app.database import Database, revisions
from app.main import create_app
from app.settings import ROOT, Settings
from rules.catalogue import GAMES, WHOLE
from rules.kernel.messages import JsonObject
from tests.app.players import END, HIDE, Player, Watch, table
from tests.conftest import REAL, TOY, Server, execute, fetch
from tests.golden.databases import FOLDER
from tests.thorough import in_the_sweep

OLDEST = "2026-11"
"""The recorded database that was the first."""
GROWS_FROM = "0018"
"""Since this revision old and new run side by side: a migration adds, and takes nothing away."""

WAITS = 3
PATIENCE = 20.0
"""Far more than a move waits even on a machine that does much besides, and less than it would without end."""
_WAITS_FOR_A_TABLE = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'
"""

_COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable = 'YES' OR column_default IS NOT NULL AS may_be_left_out
FROM information_schema.columns WHERE table_schema = 'public'
"""


@pytest.fixture
def database(empty_database: Callable[[], str]) -> str:
    """A database without any table."""
    return empty_database()


class Schema(NamedTuple):
    """What statements of a program count on: the types of columns, and which of them a row may leave out."""

    types: dict[tuple[str, str], str]
    optional: frozenset[tuple[str, str]]


def schema(url: str) -> Schema:
    """The schema as it is."""
    columns = asyncio.run(fetch(url, _COLUMNS))
    return Schema(
        {(c["table_name"], c["column_name"]): c["data_type"] for c in columns},
        frozenset((c["table_name"], c["column_name"]) for c in columns if c["may_be_left_out"]),
    )


def test_a_migration_takes_nothing_from_the_program_that_still_runs(database: str) -> None:
    """No table or column goes or changes its type, and what the old program does not write may be left out."""
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = database
    command.upgrade(config, GROWS_FROM)
    scripts = [s.revision for s in ScriptDirectory.from_config(config).iterate_revisions("head", GROWS_FROM)]
    assert scripts
    before = schema(database)
    for revision in reversed(scripts):
        command.upgrade(config, revision)
        after = schema(database)
        tables = {table for table, _ in before.types}
        assert {p: after.types.get(p) for p in before.types} == before.types, revision
        assert before.optional <= after.optional, revision
        fresh = {p for p in after.types.keys() - before.types.keys() if p[0] in tables}
        assert fresh <= after.optional, f"{revision}: the old program inserts rows without these"
        before = after


def test_the_old_process_plays_on_while_the_schema_grows(serving: Callable[..., Server], database: str) -> None:
    """A later release adds columns and a table under it: statements that it has prepared still fit."""
    old = serving(TOY, database)
    red, blue, match = table(old)
    watch = blue.watch(match)
    red.play(match, "red", HIDE)
    for name in ("account", "event", "match", "seat", "session", "snapshot", "receipt"):
        asyncio.run(execute(database, f"ALTER TABLE {name} ADD COLUMN later integer NOT NULL DEFAULT 7"))
    asyncio.run(execute(database, "CREATE TABLE later (id integer PRIMARY KEY)"))
    asyncio.run(execute(database, "UPDATE alembic_version SET version_num = '9999'"))
    assert httpx.get(f"{old.url}/readyz").json()["parts"]["schema"] == "newer"
    newcomer = Player(old, "Karl")
    mine = newcomer.make(hotseat=True)
    newcomer.play(mine, "red", HIDE, END)
    assert red.undo(match, "red").status_code == 200
    watch.until(red.play(match, "red", HIDE, END))
    assert watch.view["hidden"]["red"] == 1
    assert {m["id"] for m in blue.http.get("/matches").json()} == {match["id"]}
    watch.close()


@in_the_sweep
def test_a_migration_that_waits_for_a_table_holds_nobody_up(database: str) -> None:
    """A backup has all tables until it is done: moves go on meanwhile, and the schema changes as soon as it is."""
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = database
    command.upgrade(config, GROWS_FROM)
    moved: list[float] = []

    async def scene() -> None:
        backup, player = await asyncpg.connect(database), await asyncpg.connect(database)
        async with backup.transaction():
            await backup.execute("SELECT FROM match")
            migrating = asyncio.create_task(asyncio.to_thread(command.upgrade, config, "head"))
            while len(moved) < WAITS:
                while not await player.fetchval(_WAITS_FOR_A_TABLE):
                    assert not migrating.done()
                began = time.monotonic()
                await player.execute("UPDATE match SET version = version")
                moved.append(time.monotonic() - began)
            assert not migrating.done()
        await migrating
        await player.close()
        await backup.close()

    asyncio.run(asyncio.wait_for(scene(), 60))
    assert max(moved) < PATIENCE
    (row,) = asyncio.run(fetch(database, "SELECT version_num FROM alembic_version"))
    assert row["version_num"] == revisions()[0]


class Running(NamedTuple):
    """A stored match in play: what it is, one of those who are asked, and a command that they might give."""

    id: str
    game: str
    seat: str
    account: uuid.UUID
    ask: str
    command: JsonObject


def running(url: str, seed: int) -> list[Running]:
    """The matches in play, as a process of this release finds them."""

    async def look() -> list[Running]:
        app = create_app(url, Settings(), GAMES)
        async with app.router.lifespan_context(app):
            here: Context = app.state.context
            rows = await fetch(url, "SELECT id FROM match WHERE status = 'active' ORDER BY game, created_at")
            return [await ready(here, str(row["id"])) for row in rows]

    async def ready(here: Context, match: str) -> Running:
        table = await here.live_matches.get(match)
        seat = table.game.deciders(table.state)[0]
        account = next(c.account for c in table.record.seats if c.seat == seat)
        assert account is not None
        order = table.game.random_command(table.state, seat, random.Random(seed))
        return Running(match, table.game.id, seat, account, table.ask(seat), order)

    return asyncio.run(look())


def returning(server: Server, url: str, account: uuid.UUID) -> Player:
    """Someone who comes back with a cookie; recorded databases have none, and no key for them."""
    number = uuid.uuid4()

    async def signed() -> str:
        database = Database(url, 1)
        key = await Accounts(database).signing_key()
        await database.close()
        now = dt.datetime.now(dt.UTC)
        connection = await asyncpg.connect(url)
        await connection.execute(
            "INSERT INTO session (id, account, agent, created_at, seen_at, expires_at) VALUES ($1, $2, '', $3, $3, $4)",
            *(number, account, now, now + dt.timedelta(days=1)),
        )
        await connection.close()
        return Sessions(key, 365, secure=False).sign(account, number)

    player = Player.__new__(Player)
    player.server, player.id = server, str(account)
    player.http = httpx.Client(base_url=f"{server.url}/api", timeout=20, cookies={COOKIE: asyncio.run(signed())})
    return player


def test_the_oldest_release_is_replaced_by_two_processes_of_this_one(
    serving: Callable[..., Server], database: str
) -> None:
    """Both start at once on its database, in which matches of both games run. Their players come back and move, at one
    process and at the other, and when one of these goes, at the one that is left."""
    asyncio.run(execute(database, lzma.decompress((FOLDER / OLDEST / "database.sql.xz").read_bytes()).decode()))
    with ThreadPoolExecutor(2) as pool:
        here, there = pool.map(lambda _: serving(REAL, database), range(2))
    matches = running(database, 1)
    assert {match.game for match in matches} <= WHOLE.keys()
    watches: dict[str, Watch] = {}
    for match in matches:
        player = returning(here, database, match.account)
        watch = watches[match.id] = player.watch({"id": match.id}, seat=match.seat)
        before = watch.next()["version"]
        moved = player.elsewhere(there).send({"id": match.id}, match.seat, match.command, ask=match.ask)
        assert moved.status_code == 200, moved.text
        watch.until(before + 1)
    here.stop()
    assert {watch.closed_with() for watch in watches.values()} == {1012}
    for match in running(database, 2):
        player = returning(there, database, match.account)
        watch = player.watch({"id": match.id}, seat=match.seat)
        before = watch.next()["version"]
        watch.until(player.play({"id": match.id}, match.seat, match.command))
        assert watch.version > before
        watch.close()

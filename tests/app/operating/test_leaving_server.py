"""What whatever watches a server is told, and how a server goes: first it says so, then it finishes what it began."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
import httpx

from app.admin.writing import Writing
from app.database import Database, revisions
from tests.app.players import HIDE, table
from tests.conftest import TOY, Server, execute, fetch

LOCKED = """
SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


def ready(server: Server) -> tuple[int, dict[str, str]]:
    """The status of ``/readyz``, and its parts."""
    answer = httpx.get(f"{server.url}/readyz")
    assert answer.headers["cache-control"] == "no-store"
    parts: dict[str, str] = answer.json()["parts"]
    return answer.status_code, parts


def until(true: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_server_is_ready_on_its_own_schema_and_on_a_newer_one(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """An older one is not ready: its statements may want columns that are not there."""
    database = fresh_database()
    server = serving(TOY, database)
    well = {"process": "ok", "database": "ok", "schema": "ok", "writing": "ok", "notices": "ok"}
    assert ready(server) == (200, well)
    head, known = revisions()
    assert head in known
    for stored, status, word in ((min(known), 503, "older"), ("9999", 200, "newer"), (head, 200, "ok")):
        asyncio.run(execute(database, f"UPDATE alembic_version SET version_num = '{stored}'"))  # noqa: S608
        writing = "ok" if status == 200 else "unknown"
        assert ready(server) == (status, {**well, "schema": word, "writing": writing})


def test_a_server_whose_database_takes_no_writes_is_not_ready(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """As on a full disk, where every question is answered and every move refused."""
    database = fresh_database()
    server = serving(TOY, database)
    asyncio.run(execute(database, "ALTER TABLE pulse ADD CONSTRAINT full_disk CHECK (beat < 4000)"))
    status, parts = ready(server)
    assert (status, parts["database"], parts["writing"]) == (503, "ok", "refused")


def test_a_server_stays_ready_while_a_backup_is_written(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """It holds every table until it is done, so that none can be emptied: players are not sent away for that."""
    database = fresh_database()
    server = serving(TOY, database)

    async def written() -> tuple[int, dict[str, str]]:
        connection = await asyncpg.connect(database)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE pulse IN ACCESS SHARE MODE")
                return await asyncio.to_thread(ready, server)
        finally:
            await connection.close()

    status, parts = asyncio.run(written())
    assert (status, parts["writing"]) == (200, "ok")


def test_whoever_asks_whether_a_server_is_ready_it_writes_once_in_a_while(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    database = fresh_database()

    def file() -> int:
        """The file in which the table is: each try makes a new one."""
        (row,) = asyncio.run(fetch(database, "SELECT pg_relation_filenode('pulse') AS file"))
        return int(row["file"])

    server, before = serving(TOY, database), file()
    with ThreadPoolExecutor(8) as pool:
        assert {status for status, _ in pool.map(lambda _: ready(server), range(24))} == {200}
    first = file()
    assert first != before
    assert ready(server)[0] == 200
    assert file() == first

    async def at_once() -> tuple[bool, bool, bool]:
        here = Database(database, 1)
        try:
            writing, asks_always = Writing(here), Writing(here, seconds=0)
            found = await writing.works()
            await execute(database, "ALTER TABLE pulse ADD CONSTRAINT full_disk CHECK (beat < 4000) NOT VALID")
            return found, await writing.works(), await asks_always.works()
        finally:
            await here.close()

    assert asyncio.run(at_once()) == (True, True, False)


def test_a_server_that_is_stopped_says_so_first_and_finishes_what_it_began(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """A move waits for the database while the server is told to go: it is stored, answered, and there afterwards."""
    database = fresh_database()
    server = serving(TOY, database, leave_seconds=120)
    red, blue, match = table(server)
    watch = blue.watch(match)
    watch.until_present("blue")

    async def held(work: Callable[[], Any]) -> Any:
        """Do some work while the match's row is locked."""
        connection = await asyncpg.connect(database)
        try:
            async with connection.transaction():
                await connection.execute("SELECT 1 FROM match WHERE id = $1 FOR UPDATE", match["id"])
                return await asyncio.to_thread(work)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as pool:

        def leave() -> Any:
            moving = pool.submit(red.send, match, "red", HIDE, "in-flight", "1.red")
            until(lambda: asyncio.run(fetch(database, LOCKED))[0]["waiting"])
            server.process.send_signal(signal.SIGTERM)
            until(lambda: ready(server)[0] == 503)
            assert ready(server)[1]["process"] == "leaving"
            assert httpx.get(f"{server.url}/healthz").json() == {"status": "alive"}
            assert blue.http.get("/me").status_code == 200, "those who are here are served"
            server.process.send_signal(signal.SIGTERM)
            assert watch.closed_with() == 1012
            assert not moving.done()
            return moving

        moved = asyncio.run(held(leave)).result()
    assert (moved.status_code, moved.json()["version"]) == (200, 1)
    assert server.process.wait(timeout=30) == 0
    there = red.elsewhere(serving(TOY, database))
    assert there.state(match, "red")["view"]["hidden"]["red"] == [7]
    assert there.send(match, "red", HIDE, "in-flight", "1.red").json() == moved.json()

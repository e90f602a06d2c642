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

from app.database import revisions
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
    well = {"process": "ok", "database": "ok", "schema": "ok", "notices": "ok"}
    assert ready(server) == (200, well)
    head, known = revisions()
    assert head in known
    for stored, status, word in ((min(known), 503, "older"), ("9999", 200, "newer"), (head, 200, "ok")):
        asyncio.run(execute(database, f"UPDATE alembic_version SET version_num = '{stored}'"))  # noqa: S608
        assert ready(server) == (status, {**well, "schema": word})


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

"""Ten thousand stored matches: every list is found by an index, in a few queries, and nobody who is away costs a thing.

No clock is asked. Postgres says how it looks for each statement that the server really sends.
"""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, NamedTuple

import asyncpg
import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.clocks.timer import Timer
from app.context import Context
from app.main import create_app
from app.notices.running import Notices
from app.notices.sender import Sender
from app.settings import Settings
from tests.app.toy_game import Toy
from tests.conftest import execute, fetch

MATCHES = 10_000
MOST_QUERIES = 4
"""What one list may ask of the database, however long it is."""
PEOPLE = 500

FILL = f"""
INSERT INTO account (id, name) SELECT md5('a' || n)::uuid, 'Player ' || n FROM generate_series(1, {PEOPLE}) n;
INSERT INTO match
    (id, game, scenario, options, status, hotseat, version, invite, spectate, listing, created_at, told_at, told)
SELECT 'm' || n, 'toy', 'short', '{{}}', (ARRAY['open', 'active', 'active', 'finished'])[1 + n % 4], false, 0, '', '',
    CASE n % 3 WHEN 0 THEN 'public' ELSE 'unlisted' END, now() - make_interval(mins => n), now(),
    '{{"number": 0, "turn": 1, "title": "Turn of red", "deciders": ["red"]}}'
FROM generate_series(1, {MATCHES}) n;
INSERT INTO seat (match, seat, position, title, account, last_seen)
SELECT 'm' || n, 'red', 0, 'Red', md5('a' || 1 + n % {PEOPLE})::uuid, 0 FROM generate_series(1, {MATCHES}) n;
INSERT INTO seat (match, seat, position, title, account, last_seen, opened_at)
SELECT 'm' || n, 'blue', 1, 'Blue', CASE WHEN n % 4 > 0 THEN md5('a' || 1 + (n * 7 + 1) % {PEOPLE})::uuid END, 0,
    CASE WHEN n % 204 = 9 THEN now() END
FROM generate_series(1, {MATCHES}) n;
"""  # noqa: S608
"""A quarter of the matches waits for someone, half is in play, a quarter is over; a third is public. Everyone sits in
forty. In one of 200 a seat stands open."""


class Asked(NamedTuple):
    """A statement that was sent, and with what."""

    text: str
    values: tuple[object, ...]


@contextlib.contextmanager
def asked() -> Iterator[list[Asked]]:
    """What is asked through the pool meanwhile."""
    found: list[Asked] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        found.append(Asked(statement, tuple(values or ())))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture(scope="module")
def crowded(fresh_database: Callable[[], str]) -> str:
    """A database with ten thousand matches."""
    url = fresh_database()
    asyncio.run(execute(url, FILL))
    asyncio.run(execute(url, "ANALYZE"))
    return url


@pytest.fixture(scope="module")
def deserted(fresh_database: Callable[[], str]) -> str:
    """A database without any."""
    return fresh_database()


@contextlib.asynccontextmanager
async def serving_here(url: str) -> AsyncIterator[Context]:
    """A server in this process."""
    app = create_app(url, Settings(), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        yield app.state.context


async def plans(url: str, statements: list[Asked]) -> list[str]:
    """How Postgres goes about each."""
    connection = await asyncpg.connect(url)
    try:
        told = []
        for text, values in statements:
            rows = await connection.fetch(f"EXPLAIN (ANALYZE, TIMING OFF) {text}", *values)
            told.append("\n".join(row[0] for row in rows))
        return told
    finally:
        await connection.close()


LISTS: dict[str, Callable[[Context, uuid.UUID], Any]] = {
    "open": lambda here, who: here.lobby.tables(who, None, None, "free", None),
    "open-of-a-scenario": lambda here, who: here.lobby.tables(who, "toy", "short", "free", None),
    "to-watch": lambda here, who: here.lobby.tables(who, None, None, "running", None),
    "open-seats": lambda here, who: here.lobby.tables(who, None, None, "left", None),
    "mine": lambda here, who: here.lobby.mine(who),
}


@pytest.mark.parametrize("name", LISTS)
async def test_a_list_is_found_by_indexes_in_a_few_queries(crowded: str, name: str) -> None:
    """No table is read from one end to the other, and no row has a query of its own."""
    (row,) = await fetch(crowded, "SELECT account FROM seat WHERE seat = 'red' ORDER BY match LIMIT 1")
    async with serving_here(crowded) as here:
        await LISTS[name](here, row["account"])
        with asked() as statements:
            found = await LISTS[name](here, row["account"])
        rows = found if name == "mine" else found["tables"]
        assert len(rows) >= 15, "there is something to list"
        assert 0 < len(statements) <= MOST_QUERIES, [s.text[:200] for s in statements]
        for statement, plan in zip(statements, await plans(crowded, statements), strict=True):
            for large in ("match", "seat", "account"):
                assert f"Seq Scan on {large}" not in plan, f"{statement.text}\n{plan}"


_READ = """
SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int AS rows,
    coalesce(sum(n_tup_upd + n_tup_ins + n_tup_del), 0)::int AS written
FROM pg_stat_user_tables
"""


async def test_a_match_costs_nothing_while_nobody_touches_it(
    crowded: str, deserted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a server does on its own is the same with ten thousand matches as with none: no task more, no row read."""
    timers: list[Timer] = []
    senders: list[Sender] = []
    monkeypatch.setattr("app.assembly.Timer", lambda *given: timers.append(Timer(*given)) or timers[-1])
    made = Notices.create

    async def kept(*given: Any) -> Notices:
        notices = await made(*given)
        senders.append(notices.sender)
        return notices

    monkeypatch.setattr("app.assembly.Notices.create", kept)
    done = []
    for url in (deserted, crowded):
        async with serving_here(url) as here:
            tasks = sorted(task.get_name() for task in asyncio.all_tasks() if "-" not in task.get_name())
            before = await _statistics(url)
            with asked() as statements:
                for _ in range(3):
                    await here.bus._round()
                    await timers[-1].look()
                    await senders[-1].round()
            rows, written = (now - then for now, then in zip(await _statistics(url), before, strict=True))
            assert (rows, written, len(here.live_matches)) == (0, 0, 0), [s.text for s in statements]
            done.append(([s.text for s in statements], tasks))
    assert done[0] == done[1]


async def _statistics(url: str) -> tuple[int, int]:
    """Rows read and written so far in all tables, as far as backends have told."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("SELECT pg_stat_force_next_flush()")
        row = await connection.fetchrow(_READ)
        assert row is not None
        return row["rows"], row["written"]
    finally:
        await connection.close()

"""PgBouncer in transaction mode (decisions/0073): no statement relies on the session of the one before."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pydantic import ValidationError
from sqlalchemy import text

from app import pooler
from app.cli import main
from app.database import Database, connect, migrate, raw_of
from app.leases.lease import LEASE_SECONDS, Leases
from app.settings import Settings
from tests import forked
from tests.app.opponents.person import Person
from tests.app.players import HIDE, table
from tests.conftest import Server, fetch
from tests.scale.conftest import Bouncer, Nats

BOTH = [sys.executable, "-m", "tests.soak.server", "PORT"]
MATCHES, MOVES = 6, 20
ORDERS = 6
DRAFTS = 12
PATIENCE = 60.0
NATS_URL = "nats://127.0.0.1:4222"


def _until(true: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def _stored(url: str, match: str) -> list[Any]:
    query = "SELECT seq, command_id FROM event WHERE match = $1 ORDER BY seq"
    return [(row["seq"], row["command_id"]) for row in asyncio.run(fetch(url, query, match))]


def _fence(url: str) -> int:
    rows = asyncio.run(fetch(url, "SELECT fence FROM lease WHERE name = 'programs'"))
    return rows[0]["fence"] if rows else 0


def test_two_processes_and_programs_work_over_a_pooler_that_keeps_no_session(
    serving: Callable[..., Server], nats: Nats, bouncer: Bouncer, tmp_path: Path
) -> None:
    """Moves at both at once, what is said, drawn and drafted; and a process of programs that is frozen, and woken when
    another has taken over."""
    first, second = (serving(BOTH, bouncer.url, bus=nats.url, pooler="true") for _ in range(2))
    _moves_at_both_are_stored_once(first, second, bouncer.direct)
    _what_is_said_drawn_and_drafted_arrives(first, second)

    def programs(log: Path) -> forked.Process:
        given = {"DATABASE_URL": bouncer.url, "GREATWAR_BUS": nats.url, "GREATWAR_POOLER": "true", "PATH": "/usr/bin"}
        return forked.start([sys.executable, "-m", "app", "opponents", "--first", "0", "--then", "0"], given, log)

    started = [programs(tmp_path / "holder.log")]
    try:
        _until(lambda: _fence(bouncer.direct) == 1, "nobody plays for the programs")
        started.append(programs(tmp_path / "heir.log"))
        ada = Person(first, "Ada")
        match = ada.begin(game="powers-1914", scenario="classic-1")

        def play_on() -> None:
            begun = ada.state(match, "entente")["version"]
            ada.play_on(match, "entente", lambda told: bool(told["version"] > begun + ORDERS))

        play_on()
        started[0].send_signal(signal.SIGSTOP)
        _until(lambda: _fence(bouncer.direct) == 2, "nobody took over from the one that is frozen")
        play_on()
        started[0].send_signal(signal.SIGCONT)
        _until(lambda: "lease" in (tmp_path / "holder.log").read_text(), "the one that was woken goes on as if it held")
        play_on()
        assert _fence(bouncer.direct) == 2
    finally:
        for process in started:
            process.send_signal(signal.SIGCONT)
            process.kill()
    stored = _stored(bouncer.direct, match["id"])
    assert [seq for seq, _ in stored] == [*range(1, len(stored) + 1)]


def _moves_at_both_are_stored_once(first: Server, second: Server, url: str) -> None:
    def play(number: int) -> None:
        red, blue, match = table(first, scenario="endless")
        there, sent = blue.elsewhere(second), []
        watch = there.watch(match)
        watch.next()
        for n in range(MOVES):
            player, id_ = (red, red.elsewhere(second))[n % 2], secrets.token_hex(8)
            answers = [player.send(match, "red", HIDE, id_, "1.red") for _ in range(1 + (n % 5 == number % 5))]
            assert [a.status_code for a in answers] == [200] * len(answers), answers[0].text
            assert len({a.content for a in answers}) == 1
            sent.append(id_)
        watch.until(MOVES)
        watch.close()
        assert watch.view["hidden"]["red"] == MOVES
        assert [id_ for _, id_ in _stored(url, match["id"])] == sent

    with ThreadPoolExecutor(MATCHES) as pool:
        assert len([*pool.map(play, range(MATCHES))]) == MATCHES


def _what_is_said_drawn_and_drafted_arrives(first: Server, second: Server) -> None:
    with ThreadPoolExecutor(DRAFTS) as pool:
        list(pool.map(_draft_is_sent, [first, second] * (DRAFTS // 2)))
    red, blue, match = table(first, scenario="endless")
    there = blue.elsewhere(second)
    said = red.http.post(
        f"/matches/{match['id']}/chat",
        json={"id": secrets.token_hex(8), "seat": "red", "room": "table", "text": "Hallo"},
    )
    assert said.status_code in (200, 201), said.text
    assert "Hallo" in there.http.get(f"/matches/{match['id']}/chat", params={"seat": "blue"}).text


def _draft_is_sent(server: Server) -> None:
    """It keeps a session while its moves go over others, of which there are fewer than drafts that are sent at once."""
    red, _, match = table(server, scenario="endless")
    draft = f"/matches/{match['id']}/draft"
    kept = red.http.put(draft, json={"seat": "red", "revision": 0, "commands": [{"ask": "1.red", "command": HIDE}] * 5})
    assert kept.status_code == 200, kept.text
    sent = red.http.post(f"{draft}/send", json={"id": secrets.token_hex(8), "seat": "red", "revision": 1})
    assert sent.status_code == 200, sent.text
    assert len(sent.json()["played"]) == 5


def test_statements_of_strangers_never_meet(bouncer: Bouncer) -> None:
    """Statements of many kinds at once over a few sessions that are handed round: each is answered as it was asked."""

    async def scene() -> None:
        database = Database(bouncer.url, 8, pooled=True)

        async def bare(n: int) -> None:
            async with database.raw() as raw:
                row = await raw.fetchrow(f"SELECT $1::int AS n, $2::jsonb AS told -- {n % 3}", n, f'{{"n": {n}}}')
                assert row is not None
                assert (row["n"], row["told"]) == (n, {"n": n})

        async def session(n: int) -> None:
            async with database.session.begin() as session:
                if n % 2:
                    assert await session.scalar(text("SELECT CAST(:n AS text)"), {"n": str(n)}) == str(n)
                raw = await raw_of(session)
                before = await raw.fetchrow("SELECT pg_backend_pid() AS pid, $1::text[] AS words", [str(n)])
                after = await raw.fetchrow("SELECT pg_backend_pid() AS pid, $1::timestamptz IS NULL AS none", None)
                assert before is not None
                assert after is not None
                assert before["pid"] == after["pid"], "one transaction, one session"
                assert before["words"] == [str(n)]

        await asyncio.gather(*(work(n) for n in range(200) for work in (bare, session)))
        await database.close()

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_what_fails_over_a_pooler_leaves_no_transaction_behind(bouncer: Bouncer) -> None:
    async def scene() -> None:
        raw = await connect(bouncer.url, pooled=True)
        with pytest.raises(asyncpg.DivisionByZeroError):
            await raw.fetch("SELECT 1 / $1::int", 0)
        assert (await raw.fetch("SELECT $1::int AS n", 7))[0]["n"] == 7
        with pytest.raises(TimeoutError):
            await raw.fetch("SELECT pg_sleep($1)", 20, timeout=0.2)
        assert raw.is_closed(), "nobody knows what it would answer next"
        other = await connect(bouncer.url, pooled=True)
        assert await other.execute("SELECT 1") == "SELECT 1"
        with pytest.raises(RuntimeError, match="nobody can listen"):
            await other.add_listener("greatwar", print)
        await other.close()

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_a_process_that_is_frozen_in_the_middle_of_renewing_keeps_nobody_from_its_lease(
    bouncer: Bouncer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a statement and its end it has the row locked, and whoever takes over would wait until it wakes."""
    monkeypatch.setattr(pooler, "IDLE_SECONDS", 1)

    async def scene() -> None:
        database = Database(bouncer.url, 4, pooled=True)
        frozen, heir = Leases(database, 0.2), Leases(database, LEASE_SECONDS)
        assert await frozen.take("programs") is not None
        connection = await connect(bouncer.url, pooled=True)
        assert isinstance(connection, pooler.OverPooler)

        async def freeze() -> None:
            await connection.execute("UPDATE lease SET ends_at = ends_at WHERE name = 'programs'")
            await asyncio.sleep(PATIENCE)

        freezing = asyncio.create_task(connection._whole(freeze))
        await asyncio.sleep(0.5)
        held = await asyncio.wait_for(heir.take("programs"), 20)
        assert held is not None
        assert held.fence == 2
        held.check()
        freezing.cancel()
        await asyncio.gather(freezing, return_exceptions=True)
        await database.close()

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_the_schema_is_made_over_a_pooler(bouncer: Bouncer) -> None:
    asyncio.run(fetch(bouncer.direct, "DROP SCHEMA public CASCADE"))
    asyncio.run(fetch(bouncer.direct, "CREATE SCHEMA public"))
    migrate(bouncer.url, pooled=True)
    assert asyncio.run(fetch(bouncer.direct, "SELECT count(*) AS n FROM lease"))[0]["n"] == 0


def test_a_pooler_is_refused_where_something_needs_a_session(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://u@h/d")
    with pytest.raises(ValidationError, match="GREATWAR_POOLER needs GREATWAR_BUS"):
        Settings(pooler=True)
    monkeypatch.setenv("GREATWAR_BUS", NATS_URL)
    monkeypatch.setenv("GREATWAR_POOLER", "true")
    assert Settings().pooler
    # pg_dump would leave its own search path to whoever has that session next.
    monkeypatch.setattr(sys, "argv", ["greatwar", "backup", str(tmp_path / "file")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "not over a pooler" in capsys.readouterr().err
    monkeypatch.delenv("DATABASE_URL")
    with pytest.raises(ValidationError, match="GREATWAR_POOLER needs DATABASE_URL"):
        Settings()


@pytest.mark.parametrize(
    ("address", "whole"),
    [
        (
            "postgresql://g@a:5432,b:5433/w?target_session_attrs=read-write",
            "g:t%2Ff@a:5432,b:5433/w?target_session_attrs=read-write",
        ),
        ("postgresql://g@a/w", "g:t%2Ff@a/w"),
        ("postgresql://g:own@a,b/w", "g:own@a,b/w"),
    ],
)
def test_a_password_goes_into_an_address_of_several_servers(
    monkeypatch: pytest.MonkeyPatch, address: str, whole: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("GREATWAR_DATABASE_PASSWORD", "t/f")
    assert Settings().postgres_url == f"postgresql://{whole}"

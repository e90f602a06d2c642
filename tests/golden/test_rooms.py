"""Servers are updated under tables where people leave, run out of time, talk and draft: all of it opens and goes on."""

from __future__ import annotations

import asyncio
import lzma
import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.context import Context
from app.database import migrate
from app.main import create_app
from app.matches.agreements.hosting import HOST_END
from app.matches.agreements.standing_in import TIMED_OUT
from app.matches.facts import ACTIVE, MatchRecord
from app.matches.live_match.standing_orders import PREFIX as STANDING
from app.matches.play.live_matches import LiveMatches
from app.postgres import DATABASE
from app.settings import Settings
from app.verify import verify
from app.wire import decode_object, encode
from rules.catalogue import GAMES
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject
from tests.app.clocks.passing import aged
from tests.conftest import execute, fetch
from tests.golden.rooms import FOLDER, KINDS, TALK
from tests.golden.tables import play

COMMANDS = 15


@pytest.fixture(params=sorted(p.name for p in FOLDER.glob("2*")))
def restored(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[str]:
    """The address of each recorded database, brought up to date."""
    name = f"room_{secrets.token_hex(6)}"
    asyncio.run(execute(postgres_url, f'CREATE DATABASE "{name}"'))
    url = postgres_url.replace(f"@/{DATABASE}?", f"@/{name}?")
    file: Path = FOLDER / request.param / "database.sql.xz"
    asyncio.run(execute(url, lzma.decompress(file.read_bytes()).decode()))
    migrate(url)
    yield url
    asyncio.run(execute(postgres_url, f'DROP DATABASE "{name}" WITH (FORCE)'))


def test_tables_of_then_open_and_go_on(restored: str) -> None:
    """For everyone who sits there, stands in or watches; by whoever may play, to a match that is proved as before."""
    kinds, answered = set[str](), 0

    async def look(here: Context) -> None:
        nonlocal answered
        for table in TALK:
            (row,) = await fetch(restored, f"SELECT count(*) AS n FROM {table}")  # noqa: S608
            assert row["n"] > 0, table
        rows = await fetch(restored, "SELECT id FROM match ORDER BY id")
        records = await here.matches.records.find_all([row["id"] for row in rows])
        assert {r.game for r in records} == {"powers-1914", "schlieffens-war"}
        for record in records:
            # However long ago it was recorded, their time is up when a server of today starts.
            aged(restored, {"id": record.id}, 24 * 90)
            facts = await here.matches.chronicle.facts(record.id, 0)
            kinds.update(str(fact.payload["kind"]) for fact in facts)
            answered += sum(str(fact.command_id).startswith(STANDING) for fact in facts)
            await everyone_looks(here, record)
            await goes_on(here, record)
        await someone_comes_back(here, next(r for r in records if r.game == "powers-1914"))
        for record in records:
            await ends(here, record)

    async def at_a_server() -> None:
        # Nobody looks at the time by itself; it is told of below.
        app = create_app(restored, Settings(clock_seconds=3600), GAMES)
        async with app.router.lifespan_context(app):
            await look(app.state.context)
            await app.state.context.background.finish()

    asyncio.run(at_a_server())
    assert kinds >= KINDS
    assert answered, "no standing order was used"


async def everyone_looks(here: Context, record: MatchRecord) -> None:
    """At the match, at its past, and at what was said, drawn, drafted and ordered."""
    assert record.status == ACTIVE
    said = 0
    for client in record.seats:
        account, seat = client.player, client.seat
        shown: Any = await here.queries.state(record.id, account, seat, None)
        assert shown["legal"]["seat"] == seat
        counted: Any = await here.charts.of(record.id, account, seat, None)
        assert counted["turns"]
        own: Any = await here.drafts.read(record.id, account, seat)
        assert all(one["status"] in ("fits", "refused", "not_tried") for one in own["commands"])
        await here.standing_orders.read(record.id, account, seat)
        await here.marks.read(record.id, account, seat)
        table: Any = await here.chat.read(record.id, account, seat, None, "table", 10**6, 50)
        for room in table["rooms"]:
            told: Any = await here.chat.read(record.id, account, seat, None, room["room"], 10**6, 50)
            said += sum(m["quotes"] is not None for m in told["messages"])
    assert said, "nobody answers anyone"
    watched: Any = await here.queries.state(record.id, None, None, record.spectate)
    assert watched["view"]["viewer"] == SPECTATOR
    if record.delay_turns:
        now = (await here.live_matches.get(record.id)).number(SPECTATOR)
        assert watched["version"] < now, "those who watch are told a turn later"


async def goes_on(here: Context, record: MatchRecord) -> None:
    """Time that ran out is told, then commands are given by whoever plays a seat now."""
    before = (await here.live_matches.get(record.id)).version
    await here.server_orders.expire(record.id)
    now = await here.current.get(record.id)
    version, timing = now.version, now.record.timing
    told = [fact.payload["kind"] for fact in await here.matches.chronicle.facts(record.id, before)]
    assert TIMED_OUT in told or (timing is not None and timing.out), "or it was told before the update"
    assert await play(here, record.id, random.Random(1918), most=COMMANDS) == COMMANDS
    table, again = (
        await here.live_matches.get(record.id),
        await LiveMatches(here.matches, GAMES, here.hub, 1).get(record.id),
    )
    assert table.version >= version + COMMANDS
    assert table.game.dump_state(again.state) == table.game.dump_state(table.state)


async def someone_comes_back(here: Context, record: MatchRecord) -> None:
    """A stand-in who played before the update gives the seat back after it."""
    (client,) = (c for c in record.seats if c.stands_in_since is not None)
    assert client.player == client.stand_in
    await here.settlements.settle(
        record.id, client.account, client.seat, secrets.token_hex(8), {"kind": "house.take_back"}
    )
    now = await here.matches.records.find(record.id)
    assert now is not None
    assert next(c for c in now.seats if c.seat == client.seat).player == client.account


async def ends(here: Context, record: MatchRecord) -> None:
    """What both servers stored is one match that can be proved."""
    body: JsonObject = {"kind": HOST_END, "winner": "", "reason": "It is late."}
    await here.server_orders.rule(record.id, f"host-{secrets.token_hex(8)}", body)
    told = decode_object(encode(await here.exports.export(record.id, record.seats[0].account, None, None)))
    report = verify(told, GAMES)
    assert report.faults == []
    assert report.events == (await here.live_matches.get(record.id)).version
    assert report.decided

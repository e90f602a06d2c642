"""A match of very many events: who opens it waits, the others do not."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from fastapi import FastAPI

from app.context import Context
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.play.live_matches import LiveMatches
from app.programs.alone import start_match
from app.settings import Settings
from app.wire import decode_object
from tests.app.toy_game import Toy
from tests.conftest import execute
from tests.thorough import in_the_sweep

EVENTS = 20_000
PART = 8
"""Nobody waits for more than one part in this many of the whole work."""

EXPORT_PART = 3
"""Of an export the lines are made into JSON in one piece, which is the fastest of its steps."""

T = TypeVar("T")


@asynccontextmanager
async def long_match(database_url: str) -> AsyncIterator[tuple[FastAPI, str]]:
    """A server in this process, with a match whose events were never gathered into a snapshot."""
    toy = Toy()
    app = create_app(database_url, Settings(), {toy.id: toy})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Rosa")).id
        match = (await start_match(here, account, MatchIn(game="toy", scenario="endless", hotseat=True))).id
        line = '{"kind": "hid", "section": "2", "side": "red", "text": "red hid 7."}'
        await execute(
            database_url,
            # Every third event belongs to the command of the one before.
            f"""
            INSERT INTO event (match, seq, kind, payload, lines, numbers, seat, command_id, at)
            SELECT '{match}', n, 'hid', '{{"kind": "hid", "seat": "red", "number": 7}}',
                '{{"red": {line}, "blue": {line}, "spectator": {line}}}',
                jsonb_build_object('red', n, 'blue', n, 'spectator', n), 'red', 'command-' || (n - (n % 3) / 2), now()
            FROM generate_series(1, {EVENTS}) AS n;
            UPDATE match SET version = {EVENTS} WHERE id = '{match}'
            """,  # noqa: S608
        )
        yield app, match


async def longest_wait(work: Awaitable[T]) -> tuple[T, float, float]:
    """What a work gives; the processor time that it took, and the most that passed between two turns of the others.

    Processor time, so that other programs of the machine do not count.
    """
    longest, running = 0.0, True

    async def others() -> None:
        nonlocal longest
        last = time.process_time()
        while running:
            await asyncio.sleep(0)
            now = time.process_time()
            longest, last = max(longest, now - last), now

    waiting = asyncio.create_task(others())
    await asyncio.sleep(0)
    began = time.process_time()
    result = await work
    took, running = time.process_time() - began, False
    await waiting
    return result, took, longest


@in_the_sweep
async def test_a_long_match_is_loaded_without_keeping_others_waiting(database_url: str) -> None:
    async with long_match(database_url) as (app, match):
        here: Context = app.state.context
        live_matches = LiveMatches(here.matches, here.games, here.hub, 1)
        table, took, longest = await longest_wait(live_matches.get(match))
        assert table.version == EVENTS
        assert len(table.state.hidden["red"]) == 40
        assert longest < took / PART, f"others waited {longest:.3f} s of {took:.3f} s"


async def test_commands_are_not_torn_where_a_page_ends(database_url: str) -> None:
    """What one command brought is one step to take back, however the events were read."""
    async with long_match(database_url) as (app, match):
        here: Context = app.state.context
        table = await LiveMatches(here.matches, here.games, here.hub, 1).get(match)
        facts = await here.matches.chronicle.facts(match, 0)
        assert [f.seq for f in facts] == list(range(1, EVENTS + 1))
        starts = [f.seq - 1 for before, f in zip([None, *facts], facts, strict=False)
                  if before is None or before.command_id != f.command_id]  # fmt: skip
        steps = [s.before for s in table.steps]
        assert steps
        assert steps == starts[-len(steps) :]


@in_the_sweep
async def test_a_long_match_is_exported_without_keeping_others_waiting(database_url: str) -> None:
    """Read, encoded, packed and sent."""
    async with long_match(database_url) as (app, match):
        here: Context = app.state.context
        key = (await here.live_matches.get(match)).record.spectate
        sent: list[Any] = []

        coming = [{"type": "http.request", "body": b"", "more_body": False}]

        async def asked() -> Any:
            if coming:
                return coming.pop()
            await asyncio.Event().wait()

        async def answered(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"/api/matches/{match}/export",
            "query_string": f"key={key}".encode(),
            "headers": [(b"host", b"localhost"), (b"accept-encoding", b"gzip")],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        # FastAPI puts its routes together at the first call of all, whoever makes it.
        await app({**scope, "path": "/api/matches/nobody/export"}, asked, answered)
        assert sent[0]["status"] == 404
        sent.clear()
        coming.append({"type": "http.request", "body": b"", "more_body": False})
        _, took, longest = await longest_wait(app(scope, asked, answered))
        assert (b"content-encoding", b"gzip") in sent[0]["headers"]
        body = gzip.decompress(b"".join(message["body"] for message in sent[1:]))
        assert [line["seq"] for line in decode_object(body)["log"]] == list(range(1, EVENTS + 1))
        assert longest < took / EXPORT_PART, f"others waited {longest:.3f} s of {took:.3f} s"

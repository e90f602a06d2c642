"""The journal alone: one connection writes all moves, so nothing may hold it up for good."""

from __future__ import annotations

import asyncio
import datetime as dt
import secrets

import asyncpg
import pytest

from app.matches.facts import ACTIVE, ReceivedCommand, StoredFact
from app.matches.live_match.receipts import UNDO, Receipt
from app.matches.rows.journal import Entry, Journal
from tests.app.players import Player
from tests.conftest import Server


def entry(match: str) -> Entry:
    """The first command of a match, with a fact that nobody reads."""
    fact = StoredFact(1, "said", {"kind": "said"}, {}, {}, "red", secrets.token_hex(8), dt.datetime.now(dt.UTC))
    order = ReceivedCommand("red", fact.command_id, "1.red", {"kind": "say"})
    return Entry(match, 0, ACTIVE, None, Receipt("red", b"{}", UNDO), order, "rules", (fact,), None)


async def test_a_statement_that_hangs_is_given_up_and_the_next_moves_are_stored(
    toy_server: Server, database_url: str
) -> None:
    held, free = (str(Player(toy_server, "Rosa").make(hotseat=True)["id"]) for _ in range(2))
    journal, blocker = Journal(database_url, timeout_s=0.3), await asyncpg.connect(database_url)
    try:
        async with journal.running():
            async with blocker.transaction():
                await blocker.execute("SELECT FROM match WHERE id = $1 FOR UPDATE", held)
                with pytest.raises(TimeoutError):
                    await journal.append(entry(held))
                journal._timeout_s = 20.0  # what can be stored may take its time
                assert await journal.append(entry(free))
            assert not await journal.append(entry(free)), "the match has moved on"
    finally:
        await blocker.close()


async def test_waiting_callers_are_let_go_when_the_server_ends(toy_server: Server, database_url: str) -> None:
    match = str(Player(toy_server, "Rosa").make(hotseat=True)["id"])
    journal, blocker = Journal(database_url), await asyncpg.connect(database_url)
    try:
        async with blocker.transaction():
            await blocker.execute("SELECT FROM match WHERE id = $1 FOR UPDATE", match)
            async with journal.running():
                waiting = asyncio.create_task(journal.append(entry(match)))
                await asyncio.sleep(0.3)  # the statement is under way and waits for the lock
            done, _ = await asyncio.wait([waiting], timeout=5)
            assert done
            assert waiting.cancelled()
    finally:
        await blocker.close()

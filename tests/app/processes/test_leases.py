"""Leases (decisions/0073): one process holds one, and one that has lost it can write nothing any more."""

from __future__ import annotations

import asyncio
import time

import pytest

from app.database import Database
from app.leases import lease as leases
from app.leases.lease import LeaseLost, Leases
from app.matches.rows.journal import Journal
from tests.app.players import Player
from tests.app.store.test_journal import entry
from tests.conftest import Server, fetch

LONG, SHORT = 60.0, 0.2


async def test_one_holds_it_until_it_runs_out_or_is_let_go(database_url: str) -> None:
    database = Database(database_url, 2)
    short, long = Leases(database, SHORT), Leases(database, LONG)
    first = await short.take("one")
    assert first is not None
    assert await long.take("one") is None
    assert await long.is_held("one")
    await asyncio.sleep(2 * SHORT)
    assert not await long.is_held("one")
    await short.renew(first)  # nobody took it meanwhile
    await asyncio.sleep(2 * SHORT)
    second = await long.take("one")
    assert second is not None
    assert second.fence == first.fence + 1
    with pytest.raises(LeaseLost, match="another process has taken"):
        await short.renew(first)
    await short.let_go(first)
    assert await long.is_held("one"), "only the holder lets go"
    await long.let_go(second)
    third = await long.take("one")
    assert third is not None
    assert third.fence == second.fence + 1
    await database.close()


async def test_it_is_renewed_while_it_is_held_and_free_afterwards(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.1)
    database = Database(database_url, 2)
    held_for = Leases(database, 1.0)
    async with held_for.holding("renewed") as held:
        await asyncio.sleep(1.5)
        held.check()
        assert await held_for.take("renewed") is None
    assert await held_for.take("renewed") is not None
    async with held_for.holding("taken") as held:
        async with database.raw() as raw:
            await raw.execute("UPDATE lease SET fence = fence + 1 WHERE name = 'taken'")
        await asyncio.wait_for(held.lost.wait(), 10)
        with pytest.raises(LeaseLost, match="has run out"):
            held.check()
    await database.close()


async def test_a_move_of_a_process_that_slept_through_its_lease_is_not_stored(
    toy_server: Server, database_url: str
) -> None:
    """Whether its own clock tells it or only the number in the database."""
    matches = [str(Player(toy_server, "Rosa").make(hotseat=True)["id"]) for _ in range(3)]
    database = Database(database_url, 2)
    kept = Leases(database, LONG)
    held = await kept.take("moves")
    assert held is not None
    journal = Journal(database_url, held=held)
    async with journal.running():
        assert await journal.append(entry(matches[0])), "it holds it"
        assert not await journal.append(entry(matches[0])), "a match that has moved on is no lost lease"
        async with database.raw() as raw:
            await raw.execute("UPDATE lease SET fence = fence + 1 WHERE name = 'moves'")
        with pytest.raises(LeaseLost, match="another process has taken"):
            await journal.append(entry(matches[1]))
        assert held.lost.is_set()
    await kept.take("slept")
    slept = leases.Held("slept", 1, time.monotonic() - 0.001)
    journal = Journal(database_url, held=slept)
    async with journal.running():
        with pytest.raises(LeaseLost, match="has run out"):
            await journal.append(entry(matches[2]))
    await database.close()
    rows = await fetch(database_url, "SELECT match FROM event WHERE match = ANY($1::text[])", matches)
    assert [row["match"] for row in rows] == [matches[0]]


async def test_a_process_that_takes_over_waits_for_what_is_being_written(toy_server: Server, database_url: str) -> None:
    """So no move of the one before comes after the first look of the next."""
    match = str(Player(toy_server, "Rosa").make(hotseat=True)["id"])
    database = Database(database_url, 3)
    held = await Leases(database, SHORT).take("handed")
    assert held is not None
    held.until = time.monotonic() + LONG  # it was frozen after it had looked at its clock
    journal = Journal(database_url, held=held)
    async with journal.running(), database.session.begin() as session:
        row = await (await session.connection()).exec_driver_sql(f"SELECT FROM match WHERE id = '{match}' FOR UPDATE")
        row.close()
        writing = asyncio.create_task(journal.append(entry(match)))
        await asyncio.sleep(2 * SHORT)
        taking = asyncio.create_task(Leases(database, LONG).take("handed"))
        await asyncio.sleep(SHORT)
        assert not taking.done()
        await session.commit()
        assert await writing
        assert await taking is not None
    await database.close()

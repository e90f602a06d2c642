"""Limits count what a caller does at all processes of a database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import pytest

from app.database import Database
from app.limits import shared_counts
from app.limits.rates import Rates
from app.limits.shared_counts import SharedCounts
from tests.app.players import Player
from tests.conftest import TOY, Server, execute, fetch

NAMED = {"codes": "5/hour", "moves": "32/minute", "calls": "160/minute"}
ROWS = "SELECT * FROM caller_count"


class Process:
    """The counts of one process."""

    def __init__(self, url: str) -> None:
        self.database = Database(url, 2)
        self.rates = Rates(**NAMED)
        self.alone = False
        self.sharing = SharedCounts(self.rates, self.database, lambda: self.alone, b"key of the site")
        self.rates.ask_others = self.sharing.share

    async def codes(self, times: int, who: str = "192.0.2.1") -> list[bool]:
        return [await self.rates.hit_everywhere("codes", who) for _ in range(times)]

    def moves(self, times: int, who: str) -> bool:
        return all(self.rates.hit("moves", who) for _ in range(times))


Scene = Callable[[Process, Process], Coroutine[Any, Any, None]]


@pytest.fixture
def between(database_url: str) -> Callable[[Scene], None]:
    """Plays a scene between two processes that begin without counts."""

    async def play(scene: Scene) -> None:
        await execute(database_url, "TRUNCATE caller_count")
        one, two = Process(database_url), Process(database_url)
        try:
            await scene(one, two)
        finally:
            await one.database.close()
            await two.database.close()

    return lambda scene: asyncio.run(play(scene))


def test_a_rare_limit_is_reached_over_two_processes(between: Callable[[Scene], None]) -> None:
    async def scene(one: Process, two: Process) -> None:
        assert await one.codes(3) == [True] * 3
        assert await two.codes(3) == [True, True, False]
        assert await one.codes(1) == [False]
        assert await two.codes(1, "192.0.2.2") == [True], "another caller"

    between(scene)


def test_of_those_who_ask_at_once_as_many_are_let_in_as_the_limit_says(
    between: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the database answers late, and whoever has waited long enough goes by what it counted itself.
    monkeypatch.setattr(shared_counts, "PATIENCE_SECONDS", 60.0)
    monkeypatch.setattr(shared_counts, "ANSWER_SECONDS", 60.0)

    async def scene(one: Process, two: Process) -> None:
        tries = [process.rates.hit_everywhere("codes", "192.0.2.1") for process in (one, two) * 4]
        assert sum(await asyncio.gather(*tries)) == 5

    between(scene)


def test_a_flood_is_counted_over_two_processes_and_callers_far_from_the_limit_are_not_reported(
    between: Callable[[Scene], None], database_url: str
) -> None:
    async def scene(one: Process, two: Process) -> None:
        assert one.moves(2, "slow")
        assert one.moves(20, "fast")
        assert two.moves(12, "fast")
        await one.sharing.share()
        await two.sharing.share()
        rows = await fetch(database_url, ROWS)
        assert [row["amount"] for row in rows] == [32]
        assert not two.moves(1, "fast")
        assert two.moves(20, "slow")

    between(scene)


def test_a_move_asks_nobody(between: Callable[[Scene], None]) -> None:
    async def scene(one: Process, _: Process) -> None:
        async def ask() -> None:
            raise AssertionError("asked")

        one.rates.ask_others = ask
        assert one.moves(32, "fast")
        assert await one.rates.hit_everywhere("moves", "other")

    between(scene)


def test_a_process_alone_sends_nothing_and_sends_all_when_another_comes(
    between: Callable[[Scene], None], database_url: str
) -> None:
    async def scene(one: Process, two: Process) -> None:
        one.alone = True
        assert await one.codes(4) == [True] * 4
        assert not await fetch(database_url, ROWS)
        one.alone = False
        await one.sharing.share()
        assert await two.codes(2) == [True, False]

    between(scene)


def test_the_window_of_whoever_counted_first_is_everyones(
    between: Callable[[Scene], None], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(one: Process, two: Process) -> None:
        await one.codes(3)
        await execute(database_url, "UPDATE caller_count SET ends_at = now() + interval '5 minutes'")
        assert await two.codes(3) == [True, True, False]
        later = time.time() + 301
        monkeypatch.setattr("app.limits.rates.time.time", lambda: later)
        await execute(database_url, "UPDATE caller_count SET ends_at = now() - interval '1 second'")
        assert await two.codes(6) == [*[True] * 5, False], "a new window"

    between(scene)


def test_a_table_that_was_emptied_lets_nobody_begin_again(between: Callable[[Scene], None], database_url: str) -> None:
    async def scene(one: Process, two: Process) -> None:
        await one.codes(3)
        await two.codes(1)
        await execute(database_url, "TRUNCATE caller_count")
        assert await two.codes(2) == [True, False]

    between(scene)


def test_a_database_that_is_away_leaves_the_counts_as_they_are() -> None:
    async def scene() -> None:
        process = Process("postgresql://nobody@127.0.0.1:1/nothing")
        assert await process.codes(6) == [*[True] * 5, False]
        assert sum(count.here - count.told for count in process.rates.counts.untold.values()) == 6, "told later"

    asyncio.run(scene())


def test_the_table_names_nobody(between: Callable[[Scene], None], database_url: str) -> None:
    async def scene(one: Process, _: Process) -> None:
        await one.codes(1, "192.0.2.77")
        (row,) = await fetch(database_url, ROWS)
        assert set(row) == {"key", "amount", "ends_at"}
        assert len(row["key"]) == 16
        kept: list[Mapping[str, Any]] = await fetch(
            database_url, "SELECT relpersistence::text AS kept FROM pg_class WHERE relname = 'caller_count'"
        )
        assert kept[0]["kept"] == "u", "unlogged"
        other = SharedCounts(one.rates, one.database, lambda: False, b"key of another site")
        one.rates.ask_others = other.share
        await one.codes(1, "192.0.2.77")
        assert len(await fetch(database_url, ROWS)) == 2, "another site, another digest"

    between(scene)


def test_two_servers_hold_one_guest_to_one_limit(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    limited = {"match_limit": "3/hour", "move_limit": "", "rate_limit": "48/minute", "database": fresh_database()}
    here = Player(serving(TOY, **limited), "Rosa")
    body = {"game": "toy", "scenario": "short"}
    assert here.http.post("/matches", json=body).status_code == 201, "alone: told when the other comes"
    there = here.elsewhere(serving(TOY, **limited))
    assert here.http.post("/matches", json=body).status_code == 201
    time.sleep(1.5)  # the first second told what was counted before
    assert there.http.post("/matches", json=body).status_code == 201
    refused = [player.http.post("/matches", json=body) for player in (here, there)]
    assert [(r.status_code, r.json()["error"]["code"]) for r in refused] == [(429, "too_many")] * 2

    for _ in range(40):
        assert here.http.get("/games").status_code == 200
    ends, calls = time.monotonic() + 2, 0
    while there.http.get("/games").status_code == 200 and time.monotonic() < ends:
        calls += 1
        time.sleep(0.1)
    assert there.http.get("/games").status_code == 429
    assert calls < 24, "by itself it would have let 48 pass"

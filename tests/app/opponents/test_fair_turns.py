"""Nobody's tables keep others waiting: turns go by the time that each person's tables have had."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.opponents.fair_turns import FairTurns

Think = Callable[[str, str, float], Awaitable[None]]


def queue() -> tuple[FairTurns, list[str], Think]:
    """A queue, whose turns it gave, and how one thinks there for some seconds of a clock of the test's own."""
    passed, given = [0.0], list[str]()
    turns = FairTurns(lambda: passed[0])

    async def think(owner: str, table: str, seconds: float) -> None:
        async with turns.turn(owner, table):
            given.append(table)
            passed[0] += seconds
            await asyncio.sleep(0.001)

    return turns, given, think


async def all_of(*thoughts: Awaitable[None]) -> None:
    """Ask for all of them, in this order."""
    await asyncio.gather(*thoughts)


async def test_one_with_many_tables_does_not_come_before_one_with_one() -> None:
    _, given, think = queue()
    many = [think("ada", f"ada-{n}", 2) for n in range(5)]
    await all_of(*many, think("ben", "ben-0", 2))
    assert given.index("ben-0") == 1, "Ben waits for the thought that was begun, and for no other of Ada's"


async def test_long_thoughts_count_for_more_than_short_ones() -> None:
    """Ada's take eight times as long: Ben has several turns for each of hers."""
    _, given, think = queue()
    await all_of(*(think("ada", "slow", 8) for _ in range(3)), *(think("ben", "quick", 1) for _ in range(8)))
    assert given[:2] == ["slow", "quick"]
    assert given.index("slow", 1) > 5


async def test_of_ones_own_tables_the_one_that_had_least_comes_first() -> None:
    _, given, think = queue()
    await all_of(*(think("ada", "six-seats", 2) for _ in range(4)), think("ada", "duel", 2))
    assert given == ["six-seats", "duel", "six-seats", "six-seats", "six-seats"]


async def test_nobody_saves_up_turns() -> None:
    _, given, think = queue()
    for _ in range(3):
        await think("ada", "ada", 2)
    await all_of(think("ada", "ada", 1), *(think("new", "new", 2) for _ in range(4)), think("ada", "ada", 1))
    assert given[3:6] == ["ada", "new", "ada"], "whoever comes late is level with the others, and not ahead of them"


async def test_the_place_is_how_many_other_tables_come_first() -> None:
    turns, _, think = queue()
    assert turns.before() == {}
    waiting = [asyncio.create_task(think("ada", f"ada-{n}", 3)) for n in range(4)]
    waiting += [asyncio.create_task(think("ben", "ben", 3)), asyncio.create_task(think("ada", "ada-1", 3))]
    await asyncio.sleep(0)
    assert turns.before() == {"ben": 1, "ada-1": 2, "ada-2": 3, "ada-3": 4}
    await asyncio.gather(*waiting)
    assert turns.before() == {}


async def test_whoever_leaves_the_queue_keeps_nobody_waiting() -> None:
    _, given, think = queue()
    first = asyncio.create_task(think("ada", "ada", 2))
    gone = asyncio.create_task(think("ben", "ben", 2))
    last = asyncio.create_task(think("cid", "cid", 1))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(first, last)
    assert given == ["ada", "cid"]
    # One that was given its turn in the very moment in which it left, too.
    one = asyncio.create_task(think("ada", "ada", 0))
    await asyncio.sleep(0)
    one.cancel()
    await asyncio.wait_for(think("ben", "ben", 0), 1)
    assert given[-1] == "ben"


async def test_a_stream_of_newcomers_keeps_nobody_back_who_has_had_a_turn() -> None:
    """Guests cost nothing: one comes whenever one has been thought for."""
    _, given, think = queue()
    stream = [asyncio.create_task(think(f"new-{n}", f"new-{n}", 1)) for n in range(3)]

    async def regular() -> None:
        for _ in range(3):
            await think("ada", "ada", 1)

    playing = asyncio.create_task(regular())
    for n in range(3, 60):
        while len(given) < n - 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
        stream.append(asyncio.create_task(think(f"new-{n}", f"new-{n}", 1)))
    await asyncio.gather(playing, *stream)
    assert given.index("ada", given.index("ada") + 1) < 12, "soon, and not when the last newcomer has had a turn"


async def test_where_somebody_always_waits_those_who_have_gone_are_forgotten() -> None:
    turns, _, think = queue()
    waiting = [asyncio.create_task(think(f"guest-{n}", f"table-{n}", 1)) for n in range(2)]
    for n in range(2, 1000):
        waiting.append(asyncio.create_task(think(f"guest-{n}", f"table-{n}", 1)))
        await waiting[n - 2]
    assert len(turns._owners.spent) < 200
    assert len(turns._tables) < 200
    await asyncio.gather(*waiting)

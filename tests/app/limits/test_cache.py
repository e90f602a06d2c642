"""What is kept in memory is held to what there is: by number, by bytes as measured, and never at a watcher's cost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from app.errors import ApiError
from app.matches.facts import ACTIVE, FINISHED
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.live_matches import LiveMatches
from app.matches.play.load_queue import LOADS_AT_ONCE
from app.matches.play.process_memory import MIB, ProcessMemory, resident
from app.metrics import NO_ROOM, PUT_AWAY
from tests.app.players import HIDE, Player, table
from tests.conftest import TOY, Server

EACH = 10 * MIB


class Process:
    """A process whose matches take ten MiB and a thousand blocks each, and that keeps what was freed."""

    def __init__(self) -> None:
        self.there: Collection[str] = ()
        self.coming = 0
        self.most = 0

    @property
    def matches(self) -> int:
        """How many are in it."""
        return len(self.there) + self.coming

    def bytes(self) -> int:
        """What the system says."""
        self.most = max(self.most, self.matches)
        return 100 * MIB + self.most * EACH

    def blocks(self) -> int:
        """What Python says."""
        return 10_000 + self.matches * 1_000

    def memory(self, limit: int) -> ProcessMemory:
        """Its memory, held to a number of MiB."""
        return ProcessMemory(limit * MIB, self.bytes, self.blocks)


class Watched:
    """An audience of some matches."""

    def __init__(self, *matches: str) -> None:
        self.matches = matches

    def is_watched(self, match: str) -> bool:
        """Whether it looks at this one."""
        return match in self.matches


class Unlocked:
    """A table on which nobody works."""

    lock = SimpleNamespace(locked=lambda: False)
    record = SimpleNamespace(seats=())


def cache(process: Process, limit: int, *watched: str, number: int = 500) -> LiveMatches:
    """A cache whose matches come from nowhere."""
    nobody: Any = None
    audience: Any = Watched(*watched)
    tables = LiveMatches(nobody, {}, audience, number, process.memory(limit))

    async def load(match: str) -> Any:
        tables._live_matches[match] = found = Unlocked()  # type: ignore[assignment]
        tables._make_room(match)
        return found

    process.there = tables._live_matches

    tables._load_now = load  # type: ignore[method-assign]
    return tables


def put_away(short: str) -> float:
    return float(PUT_AWAY.labels(short)._value.get())


async def test_matches_are_put_away_for_want_of_memory_the_least_lately_used_first() -> None:
    tables, before = cache(Process(), 150), put_away("memory")
    for name in "abcde":
        await tables.get(name)
    assert tables.live == list("abcde")
    await tables.get("a")
    await tables.get("f")
    assert tables.live == list("cdeaf"), "b was used least lately"
    assert put_away("memory") == before + 1
    # The system still has the process at its largest; what was freed is free for the next one anyway.
    await tables.get("g")
    assert tables.live == list("deafg")


async def test_few_matches_are_loaded_at_once_and_those_in_which_someone_moves_first() -> None:
    tables, begun, go_on = cache(Process(), 0), list[str](), asyncio.Event()
    found = tables._load_now

    async def load(match: str) -> Any:
        begun.append(match)
        await go_on.wait()
        return await found(match)

    tables._load_now = load  # type: ignore[method-assign]
    lookers = [asyncio.create_task(tables.get(name)) for name in "abcdef"]
    await asyncio.sleep(0)
    movers = [asyncio.create_task(tables.get(name, moving=True)) for name in "ye"]
    given_up = asyncio.create_task(tables._load_queue.turn("z", moving=True).__aenter__())
    await asyncio.sleep(0.01)
    given_up.cancel()
    assert begun == list("ab"), "the others wait for these"
    go_on.set()
    await asyncio.wait_for(asyncio.gather(*lookers, *movers), 10)
    assert begun == list("abeycdf"), "movers first, also where someone looked already"
    assert tables._load_queue._free == LOADS_AT_ONCE


async def test_a_load_that_fails_passes_its_turn_on() -> None:
    tables = cache(Process(), 0)

    async def load(match: str) -> Any:
        raise ApiError(404, "no_match", match)

    tables._load_now = load  # type: ignore[method-assign]
    results = await asyncio.gather(*(tables.get(name) for name in "abcd"), return_exceptions=True)
    assert [str(type(r).__name__) for r in results] == ["ApiError"] * 4
    assert tables._load_queue._free == LOADS_AT_ONCE


async def test_a_match_that_goes_for_another_loaded_at_the_same_moment_is_given_all_the_same() -> None:
    tables = cache(Process(), 110)
    found = await asyncio.gather(*(tables.get(name) for name in "ab"))
    assert all(isinstance(one, Unlocked) for one in found)
    assert tables.live == ["b"], "there is room for one"


async def test_a_watched_match_stays_and_in_the_end_no_other_comes_in() -> None:
    tables, before = cache(Process(), 150, *"abcdefghi"), NO_ROOM._value.get()
    for name in "abcdefgh":
        await tables.get(name)
    await tables.get("x")
    await tables.get("i")
    assert tables.live == list("abcdefghi"), "a little above the limit there is room to work, but not for x"
    with pytest.raises(ApiError) as refused:
        await tables.get("y")
    assert (refused.value.status, refused.value.code) == (503, "no_room")
    assert NO_ROOM._value.get() == before + 1
    assert await tables.get("a"), "whoever is there plays on"


async def test_by_number_only_those_go_that_are_older_than_the_most_that_may_stay() -> None:
    tables = cache(Process(), 0, "a", number=3)
    for name in "abcde":
        await tables.get(name)
    assert tables.live == list("acde"), "a stays, and no other goes for it"


def test_what_is_in_use_is_worked_out_by_blocks_once_the_process_was_larger() -> None:
    process = Process()
    memory = process.memory(1)
    process.coming = 10
    assert memory.in_use() == 200 * MIB
    process.coming = 6
    assert process.bytes() == 200 * MIB
    assert (memory.in_use(), memory.each(6)) == (160 * MIB, 10 * MIB)
    process.coming = 0
    assert memory.in_use() == 120 * MIB, (
        "not all that is taken is in blocks, and no more than two fifths are trusted to be"
    )


def test_the_system_tells_what_this_process_takes() -> None:
    held = bytearray(64 * MIB)
    with_it = resident()
    assert with_it > 64 * MIB
    assert len(held) == 64 * MIB


def test_a_server_without_room_says_so_and_keeps_what_it_has(serving: Callable[..., Server]) -> None:
    first = serving(TOY)
    red, _, match = table(first)
    red.play(match, "red", HIDE)
    small = serving(TOY, memory=1)
    there = red.elsewhere(small)
    refused = there.http.get(f"/matches/{match['id']}/state", params={"seat": "red"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "no_room")
    assert refused.headers["retry-after"]
    assert Player(small, "Rosa").http.get("/matches").status_code == 200
    assert "greatwar_no_room_total 1.0" in httpx.get(f"{small.url}/metrics").text
    assert red.play(match, "red", HIDE), "elsewhere there is room"


async def test_whoever_looks_sees_what_the_database_has_of_a_match_in_memory() -> None:
    """One that is read just now is not asked for again."""
    live: Any = SimpleNamespace(version=3, record=SimpleNamespace(status=ACTIVE))
    cached: list[Any] = []
    stored: list[tuple[int, str] | None] = []
    done: list[object] = []

    async def get(_match: str) -> Any:
        return live

    async def version(_match: str) -> tuple[int, str] | None:
        done.append("asked")
        return stored[0]

    async def on_match_changed(match: str, version: int | None) -> None:
        done.append((match, version))

    here = CurrentMatches(
        SimpleNamespace(records=SimpleNamespace(version=version)),  # type: ignore[arg-type]
        SimpleNamespace(get=get, find_cached=lambda _: cached[0], forget=done.append),  # type: ignore[arg-type]
        SimpleNamespace(on_match_changed=on_match_changed),  # type: ignore[arg-type]
        SimpleNamespace(soon=lambda _: done.append("looked at")),  # type: ignore[arg-type]
    )
    for at, found, said in (
        (None, None, ["looked at"]),
        (live, (3, ACTIVE), ["asked", "looked at"]),
        (live, (4, ACTIVE), ["asked", ("m", None), "looked at"]),
        (live, (3, FINISHED), ["asked", ("m", None), "looked at"]),
    ):
        cached[:], stored[:] = [at], [found]
        assert await here.get("m") is live
        assert done == said
        done.clear()
    cached[:], stored[:] = [live], [None]
    with pytest.raises(ApiError):
        await here.get("m")
    assert done == ["asked", "m"], "it was swept away, and is forgotten"

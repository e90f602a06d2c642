"""Whether a process is alone on its database, and that it tells the others as soon as there are any."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, cast

import asyncpg

from app.database import Raw, connect
from app.happenings import Happenings, MarksChanged, MatchMoved, MessageChanged, SeatsChanged
from app.live.announcements import Announcements
from app.live.bus import ROUND_SECONDS, Bus, FromElsewhere
from app.live.connection import Connection
from app.live.hub import Hub
from app.live.peers import LOCK, Peers
from app.live.postgres_carrier import CHANNEL
from tests.app.players import HIDE, table
from tests.conftest import TOY, Server, fetch
from tests.thorough import in_the_sweep

OURS = """locktype = 'advisory' AND objid = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
HELD = f"SELECT 1 FROM pg_locks WHERE {OURS} AND mode = 'ExclusiveLock'"  # noqa: S608
CUT = f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {OURS}"  # noqa: S608
KEY = LOCK % 2**32


async def _alone(url: str) -> None:
    """Until one process has the database for itself."""
    while not await fetch(url, HELD, KEY):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


def _run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(scene(), 60))


def test_a_newcomer_waits_until_the_one_that_was_alone_lets_it_in(fresh_database: Callable[[], str]) -> None:
    url = fresh_database()

    async def scene() -> None:
        old, new, sessions = Peers(), Peers(), [await connect(url) for _ in range(2)]
        order: list[str] = []

        async def nobody(_: Raw) -> None:
            raise AssertionError("there is nobody to knock for")

        async def knock(_: Raw) -> None:
            order.append("alone" if old.alone else "told")
            old.heard_knock()
            assert not old.alone, "from the knock on there is someone to tell"
            if len(order) == 3:
                await old.let_in()

        await old.join(sessions[0], nobody)
        assert old.alone
        await new.join(sessions[1], knock)
        assert order == ["alone", "told", "told"], "it came in before it was let in"
        await asyncio.gather(old.look(), new.look())
        assert (old.alone, new.alone) == (False, False)
        await sessions[1].close()
        while not old.alone:
            await old.look()
        old.lose()
        assert not old.alone, "without a session nobody knows who has come"
        await sessions[0].close()

    _run(scene)


@in_the_sweep
def test_one_process_sends_no_notices_and_two_send_them_from_the_first_move(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    here = serving(TOY, database=url)
    red, blue, match = table(here)
    red.watch(match).next()

    async def heard(commands: int, word: str = "") -> list[str]:
        """What is said of the match while commands are given, or for as long as it takes until a word is said."""
        notices: list[str] = []
        listening = await asyncpg.connect(url)
        await listening.add_listener(CHANNEL, lambda *a: notices.append(str(a[3])))
        await asyncio.to_thread(red.play, match, "red", *[HIDE] * commands)
        # What the server sends is sent before this.
        await asyncio.sleep(0.5)
        async with asyncio.timeout(20):
            while word and not any(match["id"] in n and word in n for n in notices):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await listening.close()
        return [n for n in notices if match["id"] in n]

    assert asyncio.run(heard(3)) == []
    there = serving(TOY, database=url)
    watch = blue.elsewhere(there).watch(match)
    watch.until(3)
    assert asyncio.run(heard(1, '"moved"'))
    watch.until(4)
    there.kill()

    asyncio.run(asyncio.wait_for(_alone(url), ROUND_SECONDS * 12))
    assert [n for n in asyncio.run(heard(1)) if '"moved"' in n] == []


def test_a_process_that_is_alone_loses_its_session_and_finds_itself_alone_again(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    here = serving(TOY, database=url)
    red, _, match = table(here)

    async def cut() -> None:
        assert await fetch(url, CUT, KEY)
        await _alone(url)

    asyncio.run(asyncio.wait_for(cut(), 60))
    assert red.play(match, "red", HIDE) == 1


class Wire:
    """A carrier between this process and others, by hand."""

    process, alone, vital = "us", False, False

    def __init__(self) -> None:
        self.heard: list[Callable[[Any], None]] = []
        self.told: list[list[Any]] = []

    @contextlib.asynccontextmanager
    async def listening(self, heard: Callable[[Any], None]) -> AsyncIterator[asyncio.Event]:
        """Others are heard by ``say``."""
        self.heard.append(heard)
        yield asyncio.Event()

    async def look(self) -> None:
        """All is as believed."""

    async def close(self) -> None:
        """Nothing is held."""

    async def tell(self, notices: Sequence[Any]) -> None:
        """Keep what is told."""
        self.told.append([*notices])

    async def say(self, process: str, kind: str, match: str, **more: Any) -> None:
        """Another process tells something, and is heard."""
        self.heard[0]({"p": process, "t": kind, "m": match, **more})
        await asyncio.sleep(0.01)


class Watching:
    """A socket of a seat that takes everything."""

    match, viewer, account = "m", "pink", None

    def put(self, _: object) -> None:
        """What is sent."""


async def test_of_a_burst_the_newest_word_on_a_match_goes_out_and_all_that_was_said() -> None:
    wire = Wire()
    announcements = Announcements(wire)  # type: ignore[arg-type]
    happenings = Happenings(*announcements.hearers)
    told = (MatchMoved("m", 1), MatchMoved("n", 7), MatchMoved("m", 2), SeatsChanged("m"), MarksChanged("m", "east"))
    said = (MessageChanged("m", "table", 1), MessageChanged("m", "table", 2), MessageChanged("m", "east", 1))
    for happening in (*told, *said):
        happenings.tell(happening)
    publishing = asyncio.create_task(announcements.publish())
    while not wire.told and not publishing.done():  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    publishing.cancel()
    [notices] = wire.told
    assert {notice.pop("p") for notice in notices} == {"us"}
    assert sorted(notices, key=str) == sorted(
        (
            {"t": "moved", "m": "m", "v": 2},
            {"t": "moved", "m": "n", "v": 7},
            {"t": "seated", "m": "m"},
            {"t": "marked", "m": "m", "r": "east"},
            {"t": "said", "m": "m", "r": "table", "n": 1},
            {"t": "said", "m": "m", "r": "table", "n": 2},
            {"t": "said", "m": "m", "r": "east", "n": 1},
        ),
        key=str,
    )


async def test_what_each_of_the_others_tells_is_followed_until_it_says_goodbye() -> None:
    done: list[tuple[Any, ...]] = []

    async def follow(*told: Any) -> None:
        done.append(told)

    wire, hub = Wire(), Hub()
    bus = Bus(wire, hub, Announcements(wire), FromElsewhere(follow, follow, follow, follow, follow))  # type: ignore[arg-type]
    hub.join(cast("Connection", Watching()))
    async with bus.running():
        assert done.pop() == (["m"],), "what nobody told is looked for at first"
        for kind, more, followed in (
            ("moved", {"v": 3}, ("m", 3)),
            ("seated", {}, ("m", None)),
            ("said", {"r": "table", "n": 4}, ("m", "table", 4)),
            ("marked", {"r": "east"}, ("m", "east")),
            ("ordered", {}, ("m",)),
        ):
            await wire.say("one", kind, "m", **more)
            assert done == [followed]
            done.clear()
        for process, seat in (("one", "red"), ("two", "blue")):
            await wire.say(process, "here", "m", s=[seat], ask=False)
        await wire.say("two", "here", "elsewhere", s=["green"], ask=False)
        assert hub.present("m") == {"blue": True, "pink": True, "red": True}
        assert hub.present("elsewhere") == {}
        await wire.say("one", "bye", "")
        assert hub.present("m") == {"blue": True, "pink": True}

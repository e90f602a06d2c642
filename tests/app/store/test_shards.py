"""Records of matches in several databases, and moving them while people play (decisions/0079)."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import os
import random
import secrets
import signal
from collections.abc import AsyncIterator, Callable
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from app.admin.health import readyz
from app.admin.writing import Writing
from app.archives.archivist import Archivist
from app.context import Context
from app.database import Database
from app.errors import ApiError, ShardAway, without_database
from app.leases.lease import LeaseLost, Leases
from app.limits.limits import Limits
from app.live.bus import Bus
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.facts import Newcomer, ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.receipts import Receipt
from app.matches.rows import journals as journals_of
from app.matches.rows import moving
from app.matches.rows.journals import Journals
from app.matches.rows.moving import RECORD, Mover, NotMoved
from app.matches.rows.placing import Placing
from app.matches.rows.positions import Positions
from app.matches.rows.repository import Matches
from app.matches.rows.settling import Settling
from app.opponents.choosing import Made
from app.programs.alone import start_match
from app.programs.moving import _move as move_by_program
from app.proof.canonical import canonical
from app.settings import Settings
from app.shards.preparing import ShardsUnfit, prepare_shards
from app.shards.shards import Shards, chosen_by_hash
from app.verify import verify
from tests.app.store.test_archives import Running, played, told
from tests.app.toy_game import Toy
from tests.conftest import execute, fetch
from tests.forked import Forked

TABLES = tuple(table.__tablename__ for table in RECORD)


@pytest.fixture(scope="module")
def urls(fresh_database: Callable[[], str]) -> dict[str, str]:
    """Three databases of this file's own: home and two shards."""
    return {name: fresh_database() for name in ("home", "a", "b")}


def settings_of(urls: dict[str, str], **more: Any) -> Settings:
    """Settings that name the shards."""
    shards = " ".join(f"{name}={url}" for name, url in urls.items() if name != "home")
    return Settings.model_validate({"shards": shards, "snapshot_every": 20, **more})


@contextlib.asynccontextmanager
async def site(urls: dict[str, str], **more: Any) -> AsyncIterator[Running]:
    """A server in this process."""
    app = create_app(urls["home"], settings_of(urls, **more), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        yield Running(app.state.context, app.state.parts, urls["home"])


async def move(on: Running, match: str, to: str) -> None:
    """Move a match, and remove at once what it leaves."""
    mover = on.here.matches.mover
    async with mover.alone(wait=True) as held:
        assert held is not None
        assert await mover.move(match, "" if to == "home" else to, held)
        await mover.put_in_order(match, held)


async def lies_in(urls: dict[str, str], match: str) -> list[str]:
    """The databases that hold anything of a match's record."""
    return [
        name
        for name, url in urls.items()
        if any([await fetch(url, f"SELECT FROM {table} WHERE match = $1 LIMIT 1", match) for table in TABLES])
    ]


async def test_everything_is_answered_from_a_shard_as_from_home(urls: dict[str, str]) -> None:
    async with site(urls) as on:
        match, account = await played(on, "toy", "endless", 25)
        before = await told(on, match, account)
    for place in ("a", "home"):
        async with site(urls) as on:
            await move(on, match, place)
            assert await lies_in(urls, match) == [place]
            assert await told(on, match, account) == before


async def begun(on: Running, scenario: str = "endless") -> tuple[str, Any]:
    """A match of one screen in which one command was given; and its player."""
    account = (await on.here.accounts.add("Annette Clearly")).id
    match = (await start_match(on.here, account, MatchIn(game="toy", scenario=scenario, hotseat=True))).id
    await give(on.here, match, account, random.Random(1))
    return match, account


async def give(here: Context, match: str, account: Any, rng: random.Random, id_: str = "") -> str:
    """A command at random; gives its id. It is sent again, as a browser does, where nobody knows what came of it."""
    id_ = id_ or secrets.token_hex(8)
    live = await here.current.get(match)
    seat = rng.choice(live.game.deciders(live.state))
    command = live.game.random_command(live.state, seat, rng)
    await here.moves.command(match, account, seat, id_, live.ask_of(seat, command), command)
    return id_


async def taken(on: Running, urls: dict[str, str], match: str) -> list[str]:
    """The commands of a match in order, as the one database has them in which it lies."""
    (place,) = await lies_in(urls, match)
    rows = await fetch(urls[place], "SELECT seq, command_id FROM event WHERE match = $1 ORDER BY seq", match)
    assert [row["seq"] for row in rows] == [*range(1, len(rows) + 1)]
    assert [r["version"] for r in await fetch(on.url, "SELECT version FROM match WHERE id = $1", match)] == [len(rows)]
    ids = [key for key, _ in groupby(row["command_id"] for row in rows)]
    receipts = await fetch(urls[place], "SELECT command_id FROM receipt WHERE match = $1", match)
    assert sorted(ids) == sorted(row["command_id"] for row in receipts)
    return ids


async def test_a_match_moves_while_it_is_played_and_nothing_is_lost(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes play, a third moves it from database to database; pages are short, so that there are several."""
    monkeypatch.setattr(moving, "PAGE_EVENTS", 11)
    async with site(urls) as one, site(urls) as two, site(urls) as mover:
        match, account = await begun(one)
        answered: list[str] = await taken(one, urls, match)
        over = asyncio.Event()

        async def play(on: Running, rng: random.Random) -> None:
            while not over.is_set():
                with contextlib.suppress(ApiError):  # the other has moved first
                    answered.append(await give(on.here, match, account, rng))
                await asyncio.sleep(0.02)

        players = [asyncio.create_task(play(on, random.Random(n))) for n, on in enumerate((one, two))]
        for place in ("a", "b", "home"):
            many = len(answered)
            await move(mover, match, place)
            while len(answered) < many + 5:
                await asyncio.wait(players, timeout=0.01)
                assert not any(player.done() for player in players)
        over.set()
        await asyncio.gather(*players)
        ids = await taken(one, urls, match)
        assert len(ids) == len({*ids}) > 15
        assert sorted(answered) == sorted(ids)
        await one.here.settlements.settle(match, account, "red", "the-end", {"kind": "house.resign"})
        report = verify(await one.here.exports.export(match, account, None, None), {"toy": Toy()})
        assert report.proved, report


async def test_a_move_of_which_the_home_database_did_not_hear_is_settled(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shard has it, home went away: whoever sends it again is answered, and lists know of it."""
    async with site(urls) as on:
        match, account = await begun(on)
        await move(on, match, "a")

        async def gone(*_: object) -> bool:
            raise ConnectionResetError("home is away")

        versions = "SELECT version, told_at FROM match WHERE id = $1"
        with monkeypatch.context() as patch:
            patch.setattr(Settling, "follow", gone)
            with pytest.raises(ShardAway):
                await give(on.here, match, account, random.Random(2), "lost")
        (shard,), (home,) = await fetch(urls["a"], versions, match), await fetch(on.url, versions, match)
        assert shard["version"] > home["version"]
        # As after a kill: another process opens the match.
        async with site(urls) as other:
            live = await other.here.current.get(match)
            assert live.version == live.record.version == shard["version"]
        assert await fetch(on.url, versions, match) == [shard]
        # Or the same command comes again, and is not carried out twice.
        with monkeypatch.context() as patch:
            patch.setattr(Settling, "follow", gone)
            with pytest.raises(ShardAway):
                await give(on.here, match, account, random.Random(3), "again")
        await give(on.here, match, account, random.Random(3), "again")
        assert (await taken(on, urls, match))[-2:] == ["lost", "again"]


async def test_a_seat_goes_to_the_newcomer_even_if_the_home_database_did_not_commit(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(urls) as on:
        match, _ = await begun(on)
        blue, second = [(await on.here.accounts.add(name)).id for name in ("Bertha Clearly", "Carl Clearly")]
        await execute(on.url, f"UPDATE seat SET account = '{blue}' WHERE match = '{match}' AND seat = 'blue'")  # noqa: S608
        await execute(on.url, f"UPDATE match SET hotseat = false WHERE id = '{match}'")  # noqa: S608
        await move(on, match, "a")
        await on.here.settlements.settle(match, blue, "blue", "opens", {"kind": "house.leave"})
        whole, seated = Journals.append_reseated, "SELECT account FROM seat WHERE match = $1 AND seat = 'blue'"

        async def then_dies(journals: Journals, entry: Any, seats: str) -> bool:
            assert await whole(journals, entry, seats)
            raise ConnectionResetError("home is away")

        with monkeypatch.context() as patch:
            patch.setattr(Journals, "append_reseated", then_dies)
            with pytest.raises(ConnectionResetError):
                await on.here.settlements.take_over(match, Newcomer(second, "Carl Clearly"), "blue", "takes")
        assert await fetch(on.url, seated, match) == [{"account": blue}]
        async with site(urls) as other:
            live = await other.here.current.get(match)
            assert [c.account for c in live.record.seats if c.seat == "blue"] == [second]
        assert await fetch(on.url, seated, match) == [{"account": second}]
        former = await fetch(on.url, "SELECT account, seat FROM former_seat WHERE match = $1", match)
        assert former == [{"account": blue, "seat": "blue"}]
        assert await fetch(urls["a"], "SELECT reseated FROM match WHERE id = $1", match) == [{"reseated": None}]


async def test_a_mover_that_dies_leaves_the_match_where_it_was(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shut; the first order that waits finds nobody at work and opens it. If the mover wakes, it does nothing."""
    async with site(urls) as on:
        match, account = await begun(on)
        mover = on.here.matches.mover
        shut, woken = asyncio.Event(), asyncio.Event()
        compare = moving._compare

        async def sleeps(move: Any) -> None:
            await compare(move)
            shut.set()
            await woken.wait()

        monkeypatch.setattr(moving, "_compare", sleeps)
        frozen = await Leases(on.here.database, seconds=0.01).take(moving.LEASE)
        assert frozen is not None
        frozen.until = float("inf")  # its clock stands still with it
        asleep = asyncio.create_task(mover.move(match, "b", frozen))
        await shut.wait()
        assert await fetch(on.url, "SELECT shard, moving FROM match WHERE id = $1", match) == [
            {"shard": "", "moving": True}
        ]
        id_ = await give(on.here, match, account, random.Random(5))
        woken.set()
        with pytest.raises(LeaseLost):
            await asleep
        assert await lies_in(urls, match) == ["home"]
        assert (await taken(on, urls, match))[-1] == id_


async def test_what_is_written_beside_the_moves_waits_until_a_match_has_moved(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position or a refusal that came between copy and comparison kept the match, and after it, it was lost."""
    async with site(urls) as on:
        match, account = await begun(on)
        for _ in range(3):
            await give(on.here, match, account, random.Random(4))
        positions, choices = on.here.matches.positions, on.here.matches.commands.choices
        opening = await on.here.matches.chronicle.opening(match)
        order: Any = {"kind": "hide", "number": 3}
        made = Made("recruit", "1", 1, fresh=True)
        await choices.note(match, "red", "mine", order, made)
        compare, said = moving._compare, []

        async def comes_between(move: Any) -> None:
            said.append(await positions.store(match, 2, 3, opening))
            with pytest.raises(ShardAway):
                await choices.refuse(match, "red", "mine", order, "no_way", "recruit")
            await compare(move)

        monkeypatch.setattr(moving, "_compare", comes_between)
        await move(on, match, "a")
        assert said == [False]
        assert await positions.stored(match) == [0]
        assert await positions.store(match, 2, 3, opening)
        assert await positions.stored(match) == [0, 2]
        assert await choices.refuse(match, "red", "mine", order, "no_way", "recruit") == 1
        assert await lies_in(urls, match) == ["a"]


async def test_a_position_that_was_due_while_a_match_moved_is_stored_by_the_next_move(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would otherwise have been missing for as many events again."""
    asked: list[int] = []

    async def moves_away(_: Positions, __: str, seq: int, *___: object) -> bool:
        asked.append(seq)
        return False

    async with site(urls, snapshot_every=5) as on:
        match, account = await begun(on)
        with monkeypatch.context() as patch:
            patch.setattr(Positions, "store", moves_away)
            while len(asked) < 2:
                await give(on.here, match, account, random.Random(4))
                await asyncio.sleep(0)
        assert asked[1] < asked[0] + 5
        await give(on.here, match, account, random.Random(4))
        for _ in range(200):
            if len(await on.here.matches.positions.stored(match)) == 2:
                return
            await asyncio.sleep(0.05)
        pytest.fail("no position was stored")


@pytest.mark.parametrize(
    ("when", "place"), [("bare", "home"), ("shut", "home"), ("compared", "home"), ("flipped", "b")]
)
async def test_a_mover_that_is_killed_loses_nothing_wherever_it_had_come(
    urls: dict[str, str], tmp_path: Path, when: str, place: str
) -> None:
    """The match is where the map says, whoever moves goes on, and the next mover clears away what was left."""
    async with site(urls) as on:
        match, account = await begun(on)
        environment = {
            **os.environ,
            "DATABASE_URL": urls["home"],
            "GREATWAR_SHARDS": settings_of(urls).shards.get_secret_value(),
        }
        killed = Forked("tests.app.store.dying_mover", [match, "b", when], environment, tmp_path / "log")
        assert await asyncio.to_thread(killed.wait, 120) == -signal.SIGKILL, (tmp_path / "log").read_text()
        # As after some seconds.
        await execute(on.url, f"UPDATE lease SET ends_at = now() WHERE name = '{moving.LEASE}'")  # noqa: S608
        id_ = await give(on.here, match, account, random.Random(6))
        (row,) = await fetch(on.url, "SELECT shard FROM match WHERE id = $1", match)
        assert (row["shard"] or "home") == place
        await move(on, match, "a")
        assert await lies_in(urls, match) == ["a"]
        assert (await taken(on, urls, match))[-1] == id_


async def test_a_match_that_is_archived_while_it_begins_to_move_stays(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing was left to copy, so nothing differed: the map led to an empty database, and lists to no last event."""
    async with site(urls, archive=str(tmp_path)) as on:
        match, account = await begun(on)
        await on.here.settlements.settle(match, account, "red", "the-end", {"kind": "house.resign"})
        before = await told(on, match, account)
        last = "SELECT shard, moving, last FROM match WHERE id = $1"
        (as_it_was,) = await fetch(on.url, last, match)
        copy = Mover._copy_events

        async def archived_first(mover: Mover, move: Any, after: int) -> int:
            if not after:
                await on.parts.get(Archivist).archive(match)
            return await copy(mover, move, after)

        monkeypatch.setattr(Mover, "_copy_events", archived_first)
        with pytest.raises(NotMoved):
            await move(on, match, "a")
        with pytest.raises(NotMoved, match="no-such-match is no match"):
            await move(on, "no-such-match", "a")
        assert await fetch(on.url, last, match) == [as_it_was]
        assert await lies_in(urls, match) == []
        assert canonical(await told(on, match, account)) == canonical(before)


async def test_a_process_that_lost_its_lease_writes_nothing_in_a_shard(urls: dict[str, str]) -> None:
    async with site(urls) as on:
        match, _ = await begun(on)
        await move(on, match, "a")
        leases = Leases(on.here.database, seconds=0.01)
        earlier = await leases.take("playing")
        await asyncio.sleep(0.05)
        for lease, stored in ((await leases.take("playing"), True), (earlier, False)):
            assert lease is not None
            lease.until = float("inf")
            journals = Journals(on.here.matches.mover._shards, held=lease)
            live = await on.here.current.get(match)
            await on.here.following.refresh_record(live)
            seat = live.game.deciders(live.state)[0]
            command = live.game.random_command(live.state, seat, random.Random(3))
            order = ReceivedCommand(seat, secrets.token_hex(8), live.ask_of(seat, command), command)
            ruling: Any = judging.judge(live, order, dt.datetime.now(dt.UTC))
            async with journals.running():
                appending = Matches(journals, on.here.matches.archives).append(
                    live.record, live.version, ruling, live.rules, Receipt(seat, b"{}", b"")
                )
                if stored:
                    assert await appending
                else:
                    with pytest.raises(LeaseLost):
                        await appending


async def test_matches_in_play_go_where_their_hash_says_and_come_home_to_be_archived(urls: dict[str, str]) -> None:
    async with site(urls, spread="a,b") as on:
        matches = [(await begun(on, "short"))[0] for _ in range(3)]
        mover, database = on.here.matches.mover, on.here.database
        assert await Placing(mover, database, ("a", "b"), 0).place(grace_s=0) >= len(matches)
        for match in matches:
            assert await lies_in(urls, match) == [chosen_by_hash(match, ("a", "b"))]
        live = await on.here.current.get(matches[0])
        account = live.record.seats[0].account
        await on.here.settlements.settle(matches[0], account, "red", "the-end", {"kind": "house.resign"})
        assert await Placing(mover, database, (), 1e-9).place(grace_s=0) > 0
        assert await lies_in(urls, matches[0]) == ["home"]


def test_a_further_shard_takes_only_what_is_its_own() -> None:
    matches = [secrets.token_hex(6) for _ in range(200)]
    before, after = ({m: chosen_by_hash(m, names) for m in matches} for names in (("a", "b"), ("a", "b", "c")))
    assert all(after[m] in (before[m], "c") for m in matches)
    assert all(30 < sum(place == name for place in after.values()) < 110 for name in "abc")


async def test_a_shard_that_is_away_takes_nothing_with_it_but_its_matches(urls: dict[str, str]) -> None:
    async with site(urls) as on:
        (here, account), (there, _) = await begun(on), await begun(on)
        await move(on, there, "a")
    # The address of another server, on which nobody listens.
    async with site({**urls, "a": "postgresql://greatwar@127.0.0.1:1/gone"}) as on:
        await give(on.here, here, account, random.Random(4))
        with pytest.raises(ShardAway):
            await on.here.current.get(there)
        assert [m.id for m in await on.here.matches.records.find_all([here, there])] == [here, there]
        answer = without_database("/api/matches", ShardAway())
        assert b"Other matches can be played" in bytes(answer.body)
        ready = await readyz(*(on.parts.get(kind) for kind in (Database, Writing, Limits, Bus, Shards)))
        parts = json.loads(bytes(ready.body))["parts"]
        assert (parts["shard a"], parts["shard b"]) == ("unreachable", "ok")


@pytest.mark.parametrize("change", ["UPDATE shard SET name = 'c'", "UPDATE alembic_version SET version_num = '9999'"])
async def test_a_shard_that_is_another_or_newer_is_refused(urls: dict[str, str], change: str) -> None:
    async with site(urls) as on:
        match, _ = await begun(on)
        await move(on, match, "b")
    (row,) = await fetch(urls["b"], "SELECT s.name, v.version_num FROM shard s, alembic_version v")
    await execute(urls["b"], change)
    try:
        async with site(urls) as on:
            with pytest.raises(ApiError, match="Other matches can be played") as refused:
                await on.here.current.get(match)
            assert refused.value.code == "shard_unfit"
            other = (await begun(on))[0]
            async with on.here.matches.mover.alone(wait=True) as held:
                assert held is not None
                with pytest.raises(ApiError):
                    await on.here.matches.mover.move(other, "b", held)
            await give(on.here, other, (await on.here.current.get(other)).record.seats[0].account, random.Random(4))
    finally:
        await execute(urls["b"], f"UPDATE shard SET name = '{row['name']}'")  # noqa: S608
        await execute(urls["b"], f"UPDATE alembic_version SET version_num = '{row['version_num']}'")  # noqa: S608


async def test_no_server_starts_where_matches_lie_in_a_shard_that_is_not_named(urls: dict[str, str]) -> None:
    async with site(urls) as on:
        match, _ = await begun(on)
        await move(on, match, "a")
    only_b = settings_of({name: url for name, url in urls.items() if name != "a"})
    with pytest.raises(ShardsUnfit, match="matches lie in a, which GREATWAR_SHARDS does not name"):
        await asyncio.to_thread(prepare_shards, urls["home"], only_b)
    with pytest.raises(ShardsUnfit, match="says that it is another one"):
        await asyncio.to_thread(prepare_shards, urls["home"], settings_of({**urls, "a": urls["b"], "b": urls["a"]}))
    with pytest.raises(ShardsUnfit, match="names a database that is a shard"):
        await asyncio.to_thread(prepare_shards, urls["a"], settings_of(urls))


@pytest.mark.parametrize(
    "shards", ["a", "a=mysql://x/y", "a=postgresql:///x a=postgresql:///y", "home=postgresql:///x", "A=postgresql:///x"]
)
def test_shards_that_cannot_be_read_are_refused(shards: str) -> None:
    with pytest.raises(ValidationError, match=r"must be name=|names must differ"):
        Settings.model_validate({"shards": shards})
    with pytest.raises(ValidationError, match="GREATWAR_SPREAD names c"):
        Settings.model_validate({"shards": "a=postgresql:///x", "spread": "c"})


async def test_matches_are_moved_by_the_program(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with site(urls) as on:
        match, account = await begun(on)
        open_ = await on.here.match_maker.create(account, "Annette", MatchIn(game="toy", scenario="short"))
    settings = settings_of(urls)
    monkeypatch.setattr("app.programs.moving.GRACE_SECONDS", 0)
    assert await move_by_program(urls["home"], settings, [match, open_.id], None, "b") == 1
    assert await lies_in(urls, match) == ["b"]
    assert await move_by_program(urls["home"], settings, [], "b", "") == 0
    assert await lies_in(urls, match) == ["home"]


async def test_what_waits_in_a_shard_is_settled_every_so_often_also_after_it_was_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(journals_of, "SETTLE_SECONDS", 0)
    asked, found = list[str](), [True, OSError("away"), False]
    ends, woken = asyncio.Event(), list[bool]()

    async def settle_waiting(shard: str) -> bool:
        asked.append(shard)
        if not found:
            ends.set()
            return False
        now = found.pop(0)
        if isinstance(now, OSError):
            raise now
        return now

    of: Any = SimpleNamespace(
        settling=SimpleNamespace(settle_waiting=settle_waiting), wake_notices=lambda: woken.append(True)
    )
    settling = asyncio.create_task(Journals._settle(of, "a"))
    await asyncio.wait_for(ends.wait(), 10)
    settling.cancel()
    assert asked[:4] == ["a"] * 4
    assert woken == [True], "only where someone is to be told something"

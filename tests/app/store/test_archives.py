"""Matches that are over as files: what was answered from rows is answered from them (decisions/0071)."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import random
import secrets
import shutil
import signal
import struct
import time
import zipfile
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
import typer
from typer.testing import CliRunner

from app.accounts.deletion import Deletion
from app.archives.archive import Archive
from app.archives.archivist import Archivist
from app.archives.folder import ArchiveFolder
from app.archives.layout import MAX_PART_BYTES, ArchiveBytes, Unreadable, read_export
from app.context import Context
from app.errors import ApiError
from app.limits.cpu_budget import CpuBudgets
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.facts import PUBLIC
from app.matches.reading.results import Results
from app.parts import Parts
from app.programs.alone import start_match
from app.programs.diffing import diffgame
from app.programs.verifying import verify as verify_program
from app.proof.canonical import canonical
from app.ratings.repository import Histories
from app.settings import Settings
from app.verify import verify
from app.wire import MAX_SEQ
from rules.catalogue import GAMES
from rules.kernel.game import Game
from tests.app.toy_game import Toy
from tests.conftest import fetch
from tests.forked import Forked

SERBIA = "serbia-1914"
ALL: Mapping[str, Game[Any, Any]] = {"toy": Toy(), "great-war": GAMES["great-war"]}
ROWS = ("event", "snapshot", "receipt", "event_pool")


@pytest.fixture(scope="module")
def url(fresh_database: Callable[[], str]) -> str:
    """A database of this file's own: what is archived goes to a folder of each test."""
    return fresh_database()


@dataclass(frozen=True, slots=True)
class Running:
    """A server in this process."""

    here: Context
    parts: Parts
    url: str

    @property
    def archivist(self) -> Archivist:
        """Its own."""
        return self.parts.get(Archivist)


@contextlib.asynccontextmanager
async def server(url: str, folder: Path) -> AsyncIterator[Running]:
    """A server that archives when it is told to."""
    app = create_app(url, Settings(archive=str(folder), snapshot_every=20), ALL)
    async with app.router.lifespan_context(app):
        yield Running(app.state.context, app.state.parts, url)


async def played(on: Running, game: str, scenario: str, commands: int = 150) -> tuple[str, Any]:
    """A match of one screen, played at random and given up at last; and its player."""
    account = (await on.here.accounts.add("Annette Clearly")).id
    match = (await start_match(on.here, account, MatchIn(game=game, scenario=scenario, hotseat=True))).id
    live, rng = await on.here.live_matches.get(match), random.Random(5)
    for _ in range(commands):
        seat = rng.choice(live.game.deciders(live.state))
        if live.undo(seat)["allowed"] and rng.random() < 0.1:
            await on.here.moves.undo(match, account, seat, secrets.token_hex(8))
            continue
        command = live.game.random_command(live.state, seat, rng)
        await on.here.moves.command(match, account, seat, secrets.token_hex(8), live.ask_of(seat, command), command)
    await on.here.settlements.settle(match, account, live.seats[0].id, "the-end", {"kind": "house.resign"})
    await on.here.background.finish()
    return match, account


async def told(on: Running, match: str, account: Any) -> dict[str, Any]:
    """Everything that anyone may ask of a match that is over."""
    here, found = on.here, dict[str, Any]()
    live = await here.live_matches.get(match)
    key = live.record.spectate
    found["export"] = await here.exports.export(match, account, None, None)
    found["result"] = await on.parts.get(Results).of(match, account, None)
    found["links"] = [await here.queries.has_link(match, None, None, key, link) for link in (live.link or b"", b"no")]
    for seat, by in [*((s.id, None) for s in live.seats), (None, key)]:
        who = (match, account, seat, by)
        newest = live.number(seat or "spectator")
        found[f"state {seat}"] = await here.queries.state(*who)
        found[f"charts {seat}"] = await here.charts.of(*who)
        found[f"pools {seat}"] = await here.queries.pools(*who)
        found[f"log {seat}"] = [
            await here.queries.older_log(*who, before, limit) for before, limit in ((MAX_SEQ, 500), (40, 7), (1, 5))
        ]
        found[f"found {seat}"] = [
            await here.queries.find_lines(*who, before=MAX_SEQ, text=text, kinds=kinds, limit=9)
            for text, kinds in (("A", ()), ("phase", ()), ("100%", ()), ("", ("undone",)))
        ]
        for number in sorted({0, 1, *random.Random(2).sample(range(newest + 1), min(newest, 12)), newest}):
            found[f"history {seat} {number}"] = await here.queries.history(*who, number)
    return found


async def rows_of(url: str, match: str) -> dict[str, int]:
    """How many rows a match has in the tables that an archive empties."""
    return {table: len(await fetch(url, f"SELECT FROM {table} WHERE match = $1", match)) for table in ROWS}


def only(folder: Path) -> Path:
    """The one file of a folder."""
    (file,) = folder.iterdir()
    return file


@pytest.mark.parametrize(("game", "scenario", "commands"), [("toy", "endless", 45), ("great-war", SERBIA, 90)])
async def test_whatever_was_answered_from_rows_is_answered_from_the_file(
    url: str, tmp_path: Path, game: str, scenario: str, commands: int
) -> None:
    async with server(url, tmp_path) as on:
        match, account = await played(on, game, scenario, commands)
        before, rows = await told(on, match, account), await rows_of(url, match)
        assert rows["snapshot"] > 2
        assert await on.archivist.archive_due() == 1
        assert await on.archivist.archive_due() == 0
        assert not any((await rows_of(url, match)).values())
        assert canonical(await told(on, match, account)) == canonical(before), (
            "by a process that has the match in memory"
        )
    async with server(url, tmp_path) as on:
        after = await told(on, match, account)
        assert after.keys() == before.keys()
        for asked, answer in before.items():
            assert canonical(after[asked]) == canonical(answer), asked
        with pytest.raises(ApiError) as refused:
            await on.here.settlements.settle(match, account, "nobody", "the-end", {"kind": "house.resign"})
        assert refused.value.code == "not_your_seat"
        seat = (await on.here.live_matches.get(match)).seats[0].id
        with pytest.raises(ApiError) as refused:
            await on.here.settlements.settle(match, account, seat, "the-end", {"kind": "house.resign"})
        assert refused.value.code == "finished", "what is sent again long after is refused, not played"
    file = only(tmp_path)
    report = verify(read_export(file), ALL)
    assert report.proved, report
    export = read_export(file)
    assert {k: v for k, v in export.items() if k != "log"} == {k: v for k, v in before["export"].items() if k != "log"}


async def test_an_archive_names_nobody_and_gives_its_players_their_commands(url: str, tmp_path: Path) -> None:
    """A name lives in the account alone, so it goes out of the result of an archived match with the account."""
    async with server(url, tmp_path) as on:
        match, account = await played(on, "toy", "endless", 20)
        deletion = on.parts.get(Deletion)
        before = await deletion.export(account)
        assert before["commands"]
        assert await on.archivist.archive(match)
        assert await deletion.export(account) == before
        file = only(tmp_path)
        with zipfile.ZipFile(file) as opened:
            texts = [opened.read(name) for name in opened.namelist()]
        assert not [text for text in texts if b"Annette" in text or str(account).encode() in text]
        result = await on.parts.get(Results).of(match, account, None)
        assert {seat["name"] for seat in result["seats"]} == {"Annette Clearly"}  # type: ignore[index, union-attr, call-overload]


async def test_a_changed_or_missing_file_is_refused_with_a_sentence(url: str, tmp_path: Path) -> None:
    async with server(url, tmp_path) as on:
        match, account = await played(on, "toy", "endless", 10)
        assert await on.archivist.archive(match)
    file = only(tmp_path)
    whole = file.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    for damage, code in (
        (bytes(changed), "archive_damaged"),
        (whole[:-1], "archive_damaged"),
        (None, "archive_missing"),
    ):
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage)
        async with server(url, tmp_path) as on:
            with pytest.raises(ApiError) as refused:
                await on.here.queries.state(match, account, "red", None)
            assert (refused.value.status, refused.value.code) == (503, code)
            assert not any((await rows_of(url, match)).values()), "nothing is written"
    file.write_bytes(whole)
    async with server(url, tmp_path) as on:
        assert (await on.here.queries.state(match, account, "red", None))["version"]


async def test_two_processes_archive_a_match_once(url: str, tmp_path: Path) -> None:
    async with server(url, tmp_path) as on, server(url, tmp_path) as other:
        match, _ = await played(on, "toy", "endless", 30)
        assert sorted(await asyncio.gather(on.archivist.archive(match), other.archivist.archive(match))) == [
            False,
            True,
        ]
        assert only(tmp_path)


class Lossy(ArchiveFolder):
    """A folder whose disk changes a byte of what is written."""

    def write(self, name: str, data: bytes) -> None:
        super().write(name, data[:-40] + b"?" + data[-39:])


async def test_rows_stay_until_the_file_was_read_back(url: str, tmp_path: Path) -> None:
    async with server(url, tmp_path) as on:
        match, account = await played(on, "toy", "endless", 30)
        rows, before = await rows_of(url, match), await told(on, match, account)
        bad = Archivist(on.here.database, on.here.matches, ALL, on.here.hub, on.here.exports, Lossy(tmp_path), 1)
        with pytest.raises(Unreadable):
            await bad.archive(match)
        assert await rows_of(url, match) == rows
        assert canonical(await told(on, match, account)) == canonical(before)
        assert await on.archivist.archive(match), "the next try does it"
        assert not any((await rows_of(url, match)).values())


@pytest.mark.parametrize("when", ["written", "replaced"])
async def test_a_kill_on_the_way_loses_nothing(url: str, tmp_path: Path, when: str) -> None:
    """After the file is written, and after the rows are removed but before that is committed."""
    folder = tmp_path / "archive"
    async with server(url, folder) as on:
        match, account = await played(on, "toy", "endless", 20)
        rows, before = await rows_of(url, match), await told(on, match, account)
        environment = {**os.environ, "DATABASE_URL": url}
        killed = Forked("tests.app.store.dying_archivist", [match, str(folder), when], environment, tmp_path / "log")
        assert await asyncio.to_thread(killed.wait, 120) == -signal.SIGKILL, (tmp_path / "log").read_text()
        assert only(folder)
        assert await rows_of(url, match) == rows
        assert canonical(await told(on, match, account)) == canonical(before)
        for _ in range(400):
            # Until the database lets go of the row for the one that was killed.
            if await on.archivist.archive(match):
                break
            await asyncio.sleep(0.05)
        assert not any((await rows_of(url, match)).values())
        assert only(folder), "the same file: nothing is left beside it"


async def test_ratings_and_lists_keep_what_they_had(url: str, tmp_path: Path) -> None:
    async with server(url, tmp_path) as on:
        match, account = await played(on, "toy", "endless", 10)
        await fetch(url, "UPDATE match SET listing = $2, hotseat = false WHERE id = $1 RETURNING id", match, PUBLIC)
        histories = Histories(on.here.database, lambda *_: {"red": "warm", "blue": "cold"})
        other = (await on.here.accounts.add("Karl")).id
        await fetch(
            url, "UPDATE seat SET account = $2 WHERE match = $1 AND seat = 'blue' RETURNING match", match, other
        )
        history, mine = await histories.read(), await on.here.lobby.mine(account)
        assert match in history.scenarios
        assert await on.archivist.archive(match)
        assert await histories.read() == history
        assert await on.here.lobby.mine(account) == mine


def test_verify_reads_an_archive_and_refuses_another_zip(tmp_path: Path) -> None:
    program = typer.Typer()
    program.command()(verify_program)
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as out:
        out.writestr("match.json", '{"format": "greatwar archive 99"}')
    answer = CliRunner().invoke(program, [str(other)])
    assert answer.exit_code == 2
    assert "greatwar archive 99" in answer.output
    shutil.copy(other, tmp_path / "copy.zip")
    with pytest.raises(Exception, match="greatwar archive 99"):
        ArchiveBytes((tmp_path / "copy.zip").read_bytes())


def repacked(whole: bytes, packed: int, **changed: bytes) -> bytes:
    """The same archive with some of its files changed, by another way of packing."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as had, zipfile.ZipFile(out, "w") as has:
        for name in had.namelist():
            has.writestr(name, changed.get(name.partition("/")[0].removesuffix(".json"), had.read(name)), packed)
    return out.getvalue()


def other_packing(whole: bytes) -> bytes:
    """The same archive, which says of its first file that it is packed in a way that there is not."""
    changed, listed = bytearray(whole), whole.index(b"PK\x01\x02")
    changed[8], changed[listed + 10] = 77, 77
    return bytes(changed)


def with_a_password(whole: bytes) -> bytes:
    """The same archive, which says that its files are encrypted."""
    changed, listed = bytearray(whole), whole.index(b"PK\x01\x02")
    for start in (6, listed + 8):
        changed[start] |= 1
    return bytes(changed)


def with_a_huge_dictionary(whole: bytes) -> bytes:
    """The same archive, whose first file wants four gigabytes of memory before it is unpacked."""
    changed = bytearray(whole)
    name, extra = struct.unpack_from("<HH", whole, 26)
    # A version, the length of the properties, and the first of these stand before it.
    at = 30 + name + extra + 5
    assert int.from_bytes(whole[at : at + 4], "little") == 8 * 1024 * 1024
    changed[at : at + 4] = b"\xff" * 4
    return bytes(changed)


async def test_an_archive_that_someone_has_made_up_is_said_to_be_none(url: str, tmp_path: Path) -> None:
    """Each of these ended ``greatwar verify``, or a whole folder's ``diffgame``, with a traceback or all memory."""
    async with server(url, tmp_path / "archive") as on:
        match, _ = await played(on, "toy", "endless", 10)
        assert await on.archivist.archive(match)
    whole = only(tmp_path / "archive").read_bytes()
    with zipfile.ZipFile(io.BytesIO(whole)) as had:
        commands = json.loads(had.read("commands/00000.json"))
    commands[0]["facts"][0]["lines"] = True
    program = typer.Typer()
    program.command("verify")(verify_program)
    program.command("diffgame")(diffgame)
    for made_up in (
        other_packing(whole),
        with_a_password(whole),
        repacked(whole, zipfile.ZIP_STORED, commands=json.dumps(commands).encode()),
        repacked(whole, zipfile.ZIP_STORED, commands=b"[7]"),
        repacked(whole, zipfile.ZIP_LZMA, match=b" " * (MAX_PART_BYTES + 1)),
    ):
        file = tmp_path / "made-up.zip"
        file.write_bytes(made_up)
        for name in ("verify", "diffgame"):
            answer = CliRunner().invoke(program, [name, str(file)])
            assert isinstance(answer.exception, SystemExit), answer.exception
            assert answer.exit_code == 2
            assert "not the export of a whole match" in answer.output
    # Refused before anything is unpacked: where there is that much memory, it would be unpacked anyway.
    with pytest.raises(Unreadable, match="4294967295 bytes of memory"):
        ArchiveBytes(with_a_huge_dictionary(whole)).position(0)


# --- matches in play -------------------------------------------------------------------------------------------------


async def test_old_positions_and_answers_of_a_match_in_play_are_thinned(url: str, tmp_path: Path) -> None:
    """The opening, one in a thousand events and all of late stay. What is sent again after its answer has gone
    is refused, and not carried out once more."""
    async with server(url, tmp_path) as on:
        account = (await on.here.accounts.add("Rosa")).id
        match = (await start_match(on.here, account, MatchIn(game="toy", scenario="endless", hotseat=True))).id
        live = await on.here.live_matches.get(match)
        order = (match, account, "red", "long-ago-0001", live.ask("red"), {"kind": "hide", "number": 3})
        answer = await on.here.moves.command(*order)
        opening = await on.here.matches.chronicle.opening(match)
        late = "UPDATE receipt SET at = now() - interval '40 days' WHERE match = $1 RETURNING match"
        await fetch(url, late, match)
        for seq in range(70, 3_000, 100):
            await on.here.matches.positions.store(match, seq, 3, opening)
        kept = await on.here.matches.positions.stored(match)
        assert kept == [0, 1070, 2070, *range(2470, 3_000, 100)]
    async with server(url, tmp_path) as on:
        assert answer
        with pytest.raises(ApiError) as refused:
            await on.here.moves.command(*order)
        assert (refused.value.status, refused.value.code) == (409, "done_long_ago")
        assert [row["version"] for row in await fetch(url, "SELECT version FROM match WHERE id = $1", match)] == [1]


class SlowBytes:
    """As ``ArchiveBytes``: four runs of nothing, each of which takes a while."""

    head: Mapping[str, Any] = {"runs": [[number, {}, None] for number in range(1, 5)]}
    now = most = 0
    """How many of all are decoded now, and at most were."""

    def __init__(self) -> None:
        self.read: list[int] = []

    def run(self, number: int) -> tuple[Any, ...]:
        """Decode one."""
        self.read.append(number)
        SlowBytes.now += 1
        SlowBytes.most = max(SlowBytes.most, SlowBytes.now)
        time.sleep(0.005)
        SlowBytes.now -= 1
        return ()


async def test_however_many_search_one_run_is_decoded_at_a_time_and_once_for_all() -> None:
    turn = asyncio.Lock()
    files: list[Any] = [SlowBytes(), SlowBytes()]
    archives = [Archive(file, turn) for file in files]
    assert await asyncio.gather(*(archive.has_link(b"none") for archive in archives for _ in range(3))) == [False] * 6
    assert SlowBytes.most == 1
    assert [file.read for file in files] == [[0, 1, 2, 3]] * 2


class BusyBytes(SlowBytes):
    """An archive whose runs cost the processor something to decode."""

    def run(self, number: int) -> tuple[()]:
        began = time.thread_time()
        while time.thread_time() - began < 0.02:
            pass
        return super().run(number)


async def test_whoever_has_an_archive_searched_pays_for_the_thread_that_does_it() -> None:
    """It cost its caller next to nothing, and one guest could have a whole processor for the asking."""
    budgets = CpuBudgets(0.01, 0.01, 0.01)
    searching, other = budgets.of("guest", "searching"), budgets.of("guest", "other")
    assert searching is not None
    assert other is not None
    before, archive = other.left, Archive(cast("Any", BusyBytes()), asyncio.Lock())

    async def search() -> None:
        assert not await archive.has_link(b"none")

    await budgets.meter(search(), [searching])
    assert searching.left <= before - 4 * 0.02
    assert budgets.is_spent([searching])
    assert other.left == before
    await search()
    assert other.left == before, "what nobody asked for is nobody's"

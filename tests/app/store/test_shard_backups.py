"""Backups of a site whose records lie in several databases: a file each, which fit together (decisions/0079)."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.database import Database
from app.matches.rows.moving import Mover
from app.matches.rows.settling import Settling
from app.shards.shards import Shards
from tests.app.operating.test_programs import Ran, run
from tests.app.players import END, HIDE, Player, table
from tests.conftest import TOY, Server, execute, fetch
from tests.thorough import in_the_sweep

TABLES = 3
TRIES = 8
Seated = tuple[Player, Player, dict[str, Any]]


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs ``greatwar`` with a home database and a shard called a."""
    monkeypatch.setattr("app.programs.moving.GRACE_SECONDS", 0)

    def ran(home: str, shard: str, *arguments: object) -> Ran:
        monkeypatch.setenv("DATABASE_URL", home)
        monkeypatch.setenv("GREATWAR_SHARDS", f"a={shard}" if shard else "")
        return run(*map(str, arguments))

    return ran


class Movers:
    """Both players of some tables, who move without a rest; ``taken`` has the commands that were answered."""

    def __init__(self, tables: list[Seated]) -> None:
        self.taken: dict[str, list[str]] = {match["id"]: [] for *_, match in tables}
        self.wrong: list[str] = []
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=seated, daemon=True) for seated in tables]

    def _play(self, red: Player, blue: Player, match: dict[str, Any]) -> None:
        while not self._over.is_set():
            for player, seat in ((red, "red"), (blue, "blue")):
                for command in (END,) if self._over.is_set() else (HIDE, END):
                    id_ = secrets.token_hex(8)
                    answer = player.send(match, seat, command, id_)
                    # A hand that is full hides no more.
                    if answer.status_code == 200:
                        self.taken[match["id"]].append(id_)
                    elif answer.status_code != 422:
                        self.wrong.append(answer.text)
                        return

    @contextlib.contextmanager
    def moving(self) -> Iterator[None]:
        """Have them move while this lasts; it begins when each has moved."""
        for thread in self._threads:
            thread.start()
        while not all(self.taken.values()):
            assert not self.wrong, self.wrong
        yield
        self._over.set()
        for thread in self._threads:
            thread.join()
        assert self.wrong == []


def version(database: str, match: str) -> int:
    """The version of a match as a database has it."""
    (row,) = asyncio.run(fetch(database, "SELECT version FROM match WHERE id = $1", match))
    return int(row["version"])


@in_the_sweep
def test_a_site_goes_on_from_a_backup_of_all_its_databases(
    serving: Callable[..., Server],
    fresh_database: Callable[[], str],
    empty_database: Callable[[], str],
    on: Callable[..., Ran],
    tmp_path: Path,
) -> None:
    """Saved while people move, in two databases; from both files matches go on, and no command is lost that was taken
    before. The shard's file is of a later moment, so that it is ahead."""
    home, shard, file = fresh_database(), fresh_database(), tmp_path / "night.backup"
    server = serving(TOY, home, shards=f"a={shard}")
    tables = [table(server, scenario="endless") for _ in range(TABLES)]
    for red, blue, match in tables:
        red.play(match, "red", HIDE, END)
        blue.play(match, "blue", HIDE, END)
    ids = [match["id"] for *_, match in tables]
    assert on(home, shard, "move-match", *ids, "--to", "a").returncode == 0
    (at_home := table(server, scenario="endless"))[0].play(at_home[2], "red", HIDE)

    there, a_there = empty_database(), empty_database()
    movers = Movers(tables)
    with movers.moving():
        for _ in range(TRIES):
            before = {match: [*taken] for match, taken in movers.taken.items()}
            ran = on(home, shard, "backup", file)
            assert (ran.returncode, ran.stderr) == (0, ""), "while the server runs"
            assert sorted(p.name for p in tmp_path.glob("night*")) == ["night.a.backup", "night.backup"]
            ran = on(there, a_there, "restore", file, "--replace")
            assert ran.returncode == 0, ran.stderr
            if ahead := [id_ for id_ in ids if version(a_there, id_) > version(there, id_)]:
                break
    assert ahead, "nobody moved between the two files"
    assert all(version(a_there, id_) >= version(there, id_) for id_ in ids)

    elsewhere = serving(TOY, there, shards=f"a={a_there}")
    for red, blue, match in (*tables, at_home):
        red.elsewhere(elsewhere).send(match, "red", END)
        blue.elsewhere(elsewhere).play(match, "blue", END)
        where = a_there if match["id"] in ids else there
        rows = asyncio.run(fetch(where, "SELECT seq, command_id FROM event WHERE match = $1 ORDER BY seq", match["id"]))
        assert [row["seq"] for row in rows] == [*range(1, version(there, match["id"]) + 1)], "home knows of all of it"
        assert {*before.get(match["id"], [])} <= {row["command_id"] for row in rows}


def test_a_backup_waits_for_a_match_that_is_moving(
    fresh_database: Callable[[], str], on: Callable[..., Ran], tmp_path: Path
) -> None:
    """It would be in both files, or in neither."""
    home, shard, file = fresh_database(), fresh_database(), tmp_path / "night.backup"

    async def scene() -> None:
        database = Database(home, 2)
        async with Mover(Shards(database), Settling(Shards(database))).alone(wait=True):
            waiting = asyncio.create_task(asyncio.to_thread(on, home, shard, "backup", file))
            done, _ = await asyncio.wait({waiting}, timeout=1)
            assert not done
        assert (await waiting).returncode == 0
        await database.close()

    asyncio.run(scene())
    assert file.exists()


def test_no_backup_leaves_a_shard_out_and_none_is_put_into_another(
    serving: Callable[..., Server],
    fresh_database: Callable[[], str],
    empty_database: Callable[[], str],
    on: Callable[..., Ran],
    tmp_path: Path,
) -> None:
    home, shard, file = fresh_database(), fresh_database(), tmp_path / "night.backup"
    Player(server := serving(TOY, home, shards=f"a={shard}"), "Rosa").make(hotseat=True)
    server.stop()
    assert on(home, shard, "backup", file).returncode == 0
    ran = on(empty_database(), fresh_database(), "restore", file)
    assert (ran.returncode, "not empty" in ran.stderr) == (1, True)
    there = empty_database()
    (tmp_path / "night.a.backup").rename(tmp_path / "elsewhere")
    ran = on(there, empty_database(), "restore", file)
    assert (ran.returncode, "there is no file" in ran.stderr) == (1, True)
    assert asyncio.run(fetch(there, "SELECT to_regclass('match') AS there"))[0]["there"] is None, "nothing by half"

    # A file of home in the place of a shard's.
    (tmp_path / "night.a.backup").write_bytes(file.read_bytes())
    ran = on(there, empty_database(), "restore", file)
    assert (ran.returncode, "says that it is another one" in ran.stderr) == (1, True)

    asyncio.run(execute(home, "UPDATE match SET shard = 'a'"))
    ran = on(home, "", "backup", file)
    assert (ran.returncode, "GREATWAR_SHARDS does not name" in ran.stderr) == (1, True)

"""A backup is taken while people play, and a match goes on from it elsewhere: seats, sessions and dice as they were."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config

from app.database import revisions
from app.settings import ROOT
from tests.app.operating.test_programs import Ran, run
from tests.app.players import END, HIDE, THROW, Player, table
from tests.conftest import TOY, Server, execute, fetch


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs ``greatwar`` on a database."""

    def ran(database: str, *arguments: object) -> Ran:
        monkeypatch.setenv("DATABASE_URL", database)
        return run(*map(str, arguments))

    return ran


def test_a_match_goes_on_from_a_backup(
    serving: Callable[..., Server],
    fresh_database: Callable[[], str],
    empty_database: Callable[[], str],
    on: Callable[..., Ran],
    tmp_path: Path,
) -> None:
    """Played, saved, played on; from the backup it goes on from where it was, with the dice that were fixed before."""
    here, there, file = fresh_database(), empty_database(), tmp_path / "night.backup"
    server = serving(TOY, here)
    red, blue, match = table(server)
    red.play(match, "red", HIDE, END)
    saved = red.state(match, "red")
    ran = on(here, "backup", file)
    assert (ran.returncode, ran.stderr) == (0, ""), "while the server runs"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.glob("night*")] == ["night.backup"], "nothing half written is left"
    _throw(red, blue, match)
    thrown = _dice(red.state(match, "red"))

    assert on(there, "restore", file).stdout.strip() == f"Restored from {file}."
    elsewhere = serving(TOY, there)
    again, watcher = red.elsewhere(elsewhere), blue.elsewhere(elsewhere)
    assert again.http.get("/me").json()["id"] == red.id, "the cookie is good there"
    assert again.state(match, "red") == saved
    watch = watcher.watch(match, seen=saved["version"] + 3)
    assert watch.next()["type"] == "state", "who saw more than was saved is shown what there is"
    _throw(again, watcher, match)
    assert _dice(again.state(match, "red")) == thrown
    watch.until(again.play(match, "red", HIDE))
    watch.close()

    elsewhere.stop()
    later = tmp_path / "later.backup"
    assert on(there, "backup", later).returncode == 0
    assert on(there, "restore", file, "--replace").returncode == 0
    assert red.elsewhere(serving(TOY, there)).state(match, "red") == saved
    assert on(empty_database(), "restore", later).returncode == 0, (
        "a database that was restored is saved like any other"
    )


def _throw(red: Player, blue: Player, match: dict[str, Any]) -> None:
    """Both throw a die."""
    blue.play(match, "blue", THROW, END)
    red.play(match, "red", THROW)


def _dice(state: dict[str, Any]) -> list[Any]:
    """What was thrown, as the log tells it."""
    return [line["text"] for line in state["log"] if line["kind"] == "threw"]


def test_nothing_is_replaced_unasked_and_nothing_by_half(
    fresh_database: Callable[[], str], empty_database: Callable[[], str], on: Callable[..., Ran], tmp_path: Path
) -> None:
    database, file = fresh_database(), tmp_path / "one.backup"
    asyncio.run(execute(database, "INSERT INTO account (id, name) VALUES (gen_random_uuid(), 'Rosa')"))

    def names() -> list[str]:
        return [row["name"] for row in asyncio.run(fetch(database, "SELECT name FROM account"))]

    assert on(database, "backup", file).returncode == 0
    refused = on(database, "restore", file)
    assert (refused.returncode, "not empty" in refused.stderr) == (1, True)

    async def meanwhile() -> Ran:
        """Restore while someone is connected."""
        rows = asyncio.create_task(fetch(database, "SELECT pg_sleep(60)"))
        while not await fetch(database, "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'"):
            pass
        ran = await asyncio.to_thread(on, database, "restore", file, "--replace")
        rows.cancel()
        await asyncio.gather(rows, return_exceptions=True)
        return ran

    busy = asyncio.run(meanwhile())
    assert (busy.returncode, "stop the servers first" in busy.stderr) == (1, True)
    whole = file.read_bytes()
    for name, content, said in (
        ("cut short", whole[: len(whole) // 2], "pg_restore failed"),
        ("no backup", b"hello", "pg_restore failed"),
    ):
        broken = tmp_path / name
        broken.write_bytes(content)
        ran = on(database, "restore", broken, "--replace")
        assert (ran.returncode, said in ran.stderr) == (1, True), ran.stderr
        assert names() == ["Rosa"], "what was there is there"
    missing = on(database, "restore", tmp_path / "nothing")
    assert (missing.returncode, "there is no file" in missing.stderr) == (1, True)

    asyncio.run(execute(database, "UPDATE alembic_version SET version_num = '9999'"))
    newer = tmp_path / "newer.backup"
    assert on(database, "backup", newer).returncode == 0
    ran = on(empty_database(), "restore", newer)
    assert (ran.returncode, "newer version" in ran.stderr) == (1, True)


def test_an_older_backup_is_brought_up_to_date(
    fresh_database: Callable[[], str], empty_database: Callable[[], str], on: Callable[..., Ran], tmp_path: Path
) -> None:
    """Taken by the last release before the newest migration."""
    older, there, file = fresh_database(), empty_database(), tmp_path / "old.backup"
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = older
    command.downgrade(config, "-1")
    assert on(older, "backup", file).returncode == 0
    assert on(there, "restore", file).returncode == 0
    stored = asyncio.run(fetch(there, "SELECT version_num FROM alembic_version"))
    assert [row["version_num"] for row in stored] == [revisions()[0]]


def test_the_embedded_postgres_is_saved_too(postgres_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without DATABASE_URL, through its socket: here that of the Postgres that all tests share."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("GREATWAR_VAR", str(ROOT / "var" / "tests"))
    ran = run("backup", str(tmp_path / "embedded.backup"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (tmp_path / "embedded.backup").read_bytes().startswith(b"PGDMP")

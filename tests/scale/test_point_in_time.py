"""Back to a moment: a base backup and the log of all that was written since, as docs/hosting.md has it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.postgres.account import account
from app.settings import ROOT
from tests.app.players import HIDE, table
from tests.conftest import TOY, Server, execute, fetch, free_port
from tests.scale.conftest import wait_for
from tests.scale.pair import postgres_binaries
from tests.thorough import in_the_sweep

BEFORE, MEANWHILE, AFTER = 3, 4, 5
"""Moves before the base backup, between it and the moment that is gone back to, and after that moment."""
HOSTING = (ROOT / "docs/hosting.md").read_text()


class Postgres:
    """A Postgres of the system with its data in a folder."""

    def __init__(self, data: Path, binaries: Path) -> None:
        self.data, self.port, self._binaries = data, free_port(), binaries
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, name: str, *arguments: str) -> str:
        """Run one of its programs."""
        done = account().run([self._binaries / name, *arguments])
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", f"{self.data}.log", "-o", options, "start")
        wait_for(self.port)

    def stop(self, how: str = "fast") -> None:
        """Stop it, if it runs."""
        if (self.data / "postmaster.pid").exists():
            self.run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "stop")


@pytest.fixture
def binaries(open_folder: Path) -> Path:
    """Those of the system."""
    who, found = account(), postgres_binaries()
    os.chown(open_folder, who.uid, who.gid)
    return found


@pytest.fixture
def postgres(open_folder: Path, binaries: Path) -> Iterator[Postgres]:
    """An empty one that keeps all that is written to it, by the lines that hosts are told."""
    one = Postgres(open_folder / "data", binaries)
    one.run("initdb", "-D", str(one.data), "-U", "postgres", "-A", "trust", "-E", "UTF8")
    log = open_folder / "wal"
    log.mkdir()
    shutil.chown(log, account().uid, account().gid)
    kept = re.search(r"^ +(archive_mode = on\n(?: +\w+ = .*\n)+)", HOSTING, re.MULTILINE)
    assert kept is not None
    with (one.data / "postgresql.conf").open("a") as settings:
        settings.write(re.sub(r"^ +", "", kept[1], flags=re.MULTILINE).replace("/srv/wal", str(log)))
    one.start()
    yield one
    one.stop("immediate")


@in_the_sweep
def test_a_database_goes_back_to_a_moment_and_play_goes_on_from_there(
    serving: Callable[..., Server], postgres: Postgres, binaries: Path, open_folder: Path
) -> None:
    server = serving(TOY, postgres.url)
    red, _, match = table(server, scenario="endless")
    red.play(match, "red", *[HIDE] * BEFORE)
    base = open_folder / "base"
    postgres.run("pg_basebackup", "-d", postgres.url, "-D", str(base), "-c", "fast", "-X", "none")
    red.play(match, "red", *[HIDE] * MEANWHILE)
    time.sleep(0.1)
    (row,) = asyncio.run(fetch(postgres.url, "SELECT now()::text AS moment"))
    time.sleep(0.1)
    red.play(match, "red", *[HIDE] * AFTER)
    asyncio.run(execute(postgres.url, "SELECT pg_switch_wal()"))
    _until_archived(postgres)
    server.stop()
    postgres.stop("immediate")

    again = Postgres(base, binaries)
    told = re.search(r"^ +(restore_command = .*\n(?: +\w+ = .*\n)+)", HOSTING, re.MULTILINE)
    assert told is not None
    lines = re.sub(r"^ +", "", told[1], flags=re.MULTILINE).replace("/srv/wal", str(open_folder / "wal"))
    with (base / "postgresql.conf").open("a") as settings:
        settings.write(re.sub(r"'\d{4}-.*'", f"'{row['moment']}'", lines))
    (base / "recovery.signal").touch()
    again.start()
    try:
        _until_promoted(again)
        red = red.elsewhere(serving(TOY, again.url))
        assert len(red.state(match)["view"]["hidden"]["red"]) == BEFORE + MEANWHILE
        assert red.play(match, "red", HIDE) == BEFORE + MEANWHILE + 1
    finally:
        again.stop("immediate")


def _until_archived(postgres: Postgres) -> None:
    deadline = time.monotonic() + 30
    current = asyncio.run(fetch(postgres.url, "SELECT pg_walfile_name(pg_current_wal_lsn()) AS name"))[0]["name"]
    while True:
        (row,) = asyncio.run(fetch(postgres.url, "SELECT last_archived_wal AS name FROM pg_stat_archiver"))
        if row["name"] is not None and int(row["name"][8:24], 16) >= int(current[8:24], 16) - 1:
            return
        assert time.monotonic() < deadline, f"only {row['name']} is kept of {current}"
        time.sleep(0.05)


def _until_promoted(postgres: Postgres) -> None:
    deadline = time.monotonic() + 30
    while asyncio.run(fetch(postgres.url, "SELECT pg_is_in_recovery() AS still"))[0]["still"]:
        assert time.monotonic() < deadline, subprocess.run(["tail", f"{postgres.data}.log"], capture_output=True).stdout
        time.sleep(0.05)

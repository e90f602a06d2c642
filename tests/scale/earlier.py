"""Earlier programs out of this repository's history: what ran on a site before a migration was written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from app.settings import ROOT
from tests.conftest import START_SECONDS, UNLIMITED, Server, free_port

RUNS_ON = ("alembic.ini", "app", "migrations", "rules", "scenarios", "tests/__init__.py", "tests/app", "tests/soak")
"""What a server of the tests is made of. It has today's client, of which only the boards are read here."""
SCRIPTS = "migrations/versions"
STEPS = 30
"""Commits back to which a program without the migration is looked for."""


def _git(*arguments: str) -> bytes:
    """What git says. Skips the test where it is not installed, or this is no checkout."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("git is not installed, and earlier programs are taken out of its history")
    if done.returncode:
        pytest.skip(f"no history here to take an earlier program from: {done.stderr.decode().strip()}")
    return done.stdout


def migrations_since(revision: str) -> list[str]:
    """The migrations after one, the oldest first."""
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    return [script.revision for script in scripts.iterate_revisions("head", revision)][::-1]


def commit_before(migration: str) -> str:
    """The last commit whose program does not know a migration, and knows the others under the numbers that they have.

    Skips the test if the history does not go back so far: a clone may be shallow.
    """
    today = _by_number(script.name for script in (ROOT / SCRIPTS).glob("*.py"))
    script = f"{SCRIPTS}/{migration}_{today[migration]}.py"
    line = ("log", "--first-parent", "--diff-merges=first-parent", "--diff-filter=A", "--no-patch", "--format=%H", "-1")
    added = _git(*line, "--", script).decode().strip()
    # One that is being written is not in the history: what was committed last does not have it.
    before = f"{added}^1" if added else "HEAD"
    for commit in _git("rev-list", "--first-parent", f"--max-count={STEPS}", before).decode().split():
        known = _revisions(commit)
        if migration not in known and known.items() <= today.items() and _one_after_the_other(commit):
            return commit
    raise AssertionError(f"none of {STEPS} commits before {migration} is without it")


def _revisions(commit: str) -> dict[str, str]:
    """The migrations of a commit: their numbers and names."""
    return _by_number(_git("ls-tree", "--name-only", commit, f"{SCRIPTS}/").decode().split())


def _by_number(files: Iterable[str]) -> dict[str, str]:
    return {number: name for number, _, name in (Path(file).stem.partition("_") for file in files)}


def _one_after_the_other(commit: str) -> bool:
    """Whether its migrations make one chain: while branches were joined, some commits had two that came next."""
    lines = _git("grep", "--no-line-number", "-h", "-E", "^(down_)?revision = ", commit, "--", SCRIPTS).decode()
    after = re.findall(r"^down_revision = (.*)$", lines, re.MULTILINE)
    own = re.findall(r"^revision = (.*)$", lines, re.MULTILINE)
    return len({*own}) == len(own) == len({*after}) == len(after) and {*after} - {*own} == {"None"}


class Earlier:
    """The program of a commit, in a folder of its own, run by the packages of today."""

    def __init__(self, commit: str, folder: Path) -> None:
        self._folder = folder
        with tarfile.open(fileobj=BytesIO(_git("archive", commit, *RUNS_ON))) as files:
            files.extractall(folder, filter="data")

    def knows(self, migration: str) -> bool:
        """Whether a migration is among its own."""
        return bool([*(self._folder / SCRIPTS).glob(f"{migration}_*.py")])

    def serve(self, database: str, log: Path) -> Server:
        """Start a server of it with all its games, as those of today are started for tests; it makes its own schema."""
        port = free_port()
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GREATWAR_", "PYTHON"))}
        settings = {**UNLIMITED, "log_json": "true", "push_seconds": 0, "snapshot_every": 20}
        settings |= {"static": ROOT / "static", "packed": "false"}
        kept |= {f"GREATWAR_{k.upper()}": str(v) for k, v in settings.items()}
        with log.open("ab") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.soak.server", str(port)],
                cwd=self._folder,
                env={**kept, "DATABASE_URL": database, "PYTHONDONTWRITEBYTECODE": "1"},
                stdout=out,
                stderr=out,
            )
        server = Server(f"http://127.0.0.1:{port}", process, log)
        _wait_until_it_answers(server)
        return server


def _wait_until_it_answers(server: Server) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        if server.process.poll() is not None or time.monotonic() > deadline:
            server.process.kill()
            raise AssertionError(f"the earlier program did not start:\n{server.log.read_text()[-3000:]}")
        try:
            if httpx.get(f"{server.url}/api/health", trust_env=False).status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)

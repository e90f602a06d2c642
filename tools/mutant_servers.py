"""Servers under test that run a mutant, or write down what they come through: a part of ``tools/mutant_runner.py``.

The process from which the tests fork their servers (``tests/forked.py``) imports this, and every server then looks
twenty times a second what it has come through since. Which mutant it runs is in its environment, as the tests hand
theirs on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from pathlib import Path

from mutmut.state import state

NOTES, STARTED = Path("come_through"), Path("started")
"""Folders with a file a server, of the functions that it came through, and a file a fork, of the servers that it
started. Both are in the copy, where the tests and their servers run."""
CHOSEN = "MUTANT_UNDER_TEST"
"""What mutmut has the name of a mutant in."""
EVERY_S = 0.05
OWN = "tools.mutant_servers"
"""This module, as it is called in the copy."""
KEEP = """
import sys
from app import postgres
from app.settings import ROOT
with postgres.running(ROOT / "var" / "tests"):
    print(flush=True)
    sys.stdin.read()
"""
"""A program that keeps the tests' Postgres running until its input ends: each fork would start it by itself."""


def prepare() -> None:
    """Have the tests' servers run the mutant of the process that starts them, and import nothing of the runner."""
    sys.path.insert(0, os.getcwd())
    from tests import forked

    for folder in (NOTES, STARTED):
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
    forked._forks.set_forkserver_preload([*forked.IMPORTED[:-1], OWN, forked.IMPORTED[-1]])
    sys.modules["__main__"].__file__ = None
    start = forked.Forked.__init__

    def started(
        self: forked.Forked, module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path
    ) -> None:
        start(self, module, arguments, {**environment, CHOSEN: os.environ[CHOSEN]}, log)
        with (STARTED / str(os.getpid())).open("a", encoding="utf-8") as file:
            file.write(f"{self.pid}\n")

    forked.Forked.__init__ = started


def come_through() -> set[str]:
    """What the servers have come through since this was last asked."""
    time.sleep(3 * EVERY_S)
    found = set[str]()
    for notes in NOTES.iterdir():
        at = _read_to.get(notes.name, 0)
        with notes.open(encoding="utf-8") as file:
            file.seek(at)
            found |= set(file.read().split())
            _read_to[notes.name] = file.tell()
    return found


_read_to: dict[str, int] = {}


@contextmanager
def at_hand() -> Iterator[None]:
    """Keep the tests' Postgres running, and the process from which they fork their servers."""
    forkserver.ensure_running()
    with subprocess.Popen([sys.executable, "-c", KEEP], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as keeping:
        if keeping.stdout is not None:
            keeping.stdout.readline()
        # Leaving closes its input.
        yield


def be_a_fork(worker: int) -> None:
    """Let a fork start servers as the process that it is of did, each at ports of its own."""
    # Two at one port would play on one server: the tests ask this which of pytest's workers they are.
    os.environ["PYTEST_XDIST_WORKER"] = f"gw{worker}"
    # What they are forked from is no child of this process, and is there as long as the one that started it.
    forkserver._forkserver.ensure_running = lambda: None


def end_those_of(fork: int) -> None:
    """End what a fork that was broken off has left."""
    notes = STARTED / str(fork)
    if notes.exists():
        for server in notes.read_text(encoding="utf-8").split():
            with suppress(ProcessLookupError):
                os.kill(int(server), signal.SIGKILL)
        notes.unlink()


def _note() -> None:
    """In a server: write down, again and again, what it has come through since it last did, for the test that runs."""
    path, noted = NOTES / str(os.getpid()), state()._stats
    while True:
        time.sleep(EVERY_S)
        # One server serves many tests, and each of them is to be known of what it comes through.
        new = {*tuple(noted)}
        if new:
            noted -= new
            with path.open("a", encoding="utf-8") as file:
                file.write("\n".join(sorted(new)) + "\n")


def _begin() -> None:
    threading.Thread(target=_note, daemon=True).start()


if __name__ == OWN:
    os.register_at_fork(after_in_child=_begin)

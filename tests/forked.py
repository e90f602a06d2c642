"""Servers under test are forked from a process that has imported everything once: imports are most of a start.

What runs is the same as ``python -m MODULE ARGUMENTS``. ``tests/app/operating/test_programs.py`` starts the true
commands.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from app.settings import ROOT

IMPORTED = ["app.cli", "app.programs.serve", "tests.app.toy_game", "tests.soak.server", "tests.ready_to_fork"]
"""What the servers under test are made of, and last of all what makes ready for forks."""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(IMPORTED)


class Process(Protocol):
    """What the tests need of a process; ``subprocess.Popen`` has it too."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    def poll(self) -> int | None:
        """Its exit code, negative for a signal, or None while it runs."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """The exit code once it has ended. TimeoutExpired when that takes longer."""
        ...

    def kill(self) -> None:
        """End it as a power cut would."""
        ...

    def send_signal(self, sent: int) -> None:
        """Send it a signal."""
        ...


class Forked:
    """``python -m module arguments`` in a process of its own, without its imports."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        given = (module, [*arguments], {**environment}, str(log))
        # A daemon, so that none is waited for when the tests are broken off.
        self._process = _forks.Process(target=_run, args=given, daemon=True)
        self._process.start()
        self._looking = threading.Lock()

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Its exit code, negative for a signal, or None while it runs."""
        with self._looking:
            return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code once it has ended. TimeoutExpired when that takes longer."""
        end = time.monotonic() + (float("inf") if timeout is None else timeout)
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(str(self._process), timeout or 0)
            time.sleep(0.01)
        return code

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def send_signal(self, sent: int) -> None:
        """Send it a signal."""
        if self.poll() is None:
            os.kill(self.pid, sent)


def _run(module: str, arguments: list[str], environment: dict[str, str], log: str) -> None:
    """Be that program: in the child."""
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for stream in (1, 2):
        os.dup2(out, stream)
    os.close(out)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def start(command: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """Start ``python -m MODULE ARGUMENTS``; both its outputs are added to ``log``."""
    python, option, module, *arguments = command
    assert (python, option) == (sys.executable, "-m"), command
    return Forked(module, arguments, environment, log)

"""Programs that a bigger site runs beside its servers; tests are skipped where they are not installed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import free_port

PLACES = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"


def program(name: str, package: str) -> str:
    """Where a program is; skips the test where it is not."""
    found = shutil.which(name, path=PLACES)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    return found


def wait_for(port: int) -> None:
    """Wait until something answers at a port."""
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"nobody answers at {port}"
            time.sleep(0.02)


class Nats:
    """A NATS server that a test may stop and start."""

    def __init__(self, binary: str, log: Path) -> None:
        self._command = [binary, "-a", "127.0.0.1", "-p", str(port := free_port())]
        self._log, self.port = log, port
        self.url = f"nats://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=out)
        wait_for(self.port)

    def stop(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[Nats]:
    """A NATS server."""
    server = Nats(program("nats-server", "nats-server"), tmp_path / "nats.log")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def by_nats(serving: Callable[..., object], nats: Nats) -> Callable[..., object]:
    """Starts servers whose notices go by it: ``by_nats(database=url)``."""
    return lambda *args, **settings: serving(*args, bus=nats.url, **settings)

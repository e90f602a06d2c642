"""A server with programs that play at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import forked
from tests.conftest import REAL, Server, start_server

AT_ONCE = ["--first", "0", "--then", "0"]


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str]
) -> Iterator[tuple[Server, Any, str]]:
    """A server, what starts a process for programs beside it, and their database."""
    folder: Path = tmp_path_factory.mktemp("site")
    url = fresh_database()
    server = start_server(REAL, url, folder / "server.log")
    started: list[forked.Process] = []

    def start() -> forked.Process:
        command = [sys.executable, "-m", "app", "opponents", *AT_ONCE]
        started.append(forked.start(command, {"DATABASE_URL": url, "PATH": "/usr/bin:/bin"}, folder / "programs.log"))
        return started[-1]

    yield server, start, url
    for process in started:
        process.kill()
    server.stop()

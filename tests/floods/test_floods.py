"""One household floods; someone at another address plays on: every move is taken, and none waits for long."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.conftest import REAL, Server
from tests.floods.report import CALLS, CONNECTIONS, GREAT_WAR, MANY_GUESTS, SCHLIEFFEN, flooded
from tests.thorough import sample_of

SECONDS = 2.0
WORST = 8_000
"""Milliseconds: a machine may be busy with other tests, but nobody waits as long as a flood would like."""


@pytest.fixture(scope="module")
def guarded(
    tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str], starting: Callable[..., Server]
) -> Iterator[Server]:
    """A server with the limits that it has by default, where many guests have come in already."""
    server = starting(REAL, fresh_database(), tmp_path_factory.mktemp("floods") / "server.log", **MANY_GUESTS)
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("guests", "kinds", "game"),
    sample_of(
        [
            pytest.param(1, CONNECTIONS, SCHLIEFFEN, id="connections"),
            pytest.param(1, CALLS, GREAT_WAR, id="calls at the largest board"),
            pytest.param(200, CONNECTIONS + CALLS, SCHLIEFFEN, id="everything by 200"),
        ],
        3,
        2,
    ),
)
def test_a_household_that_floods_keeps_nobody_else_from_playing(
    guarded: Server, guests: int, kinds: tuple[str, ...], game: str
) -> None:
    # A household of its own each time: what it has used up it gets back after a minute only.
    figures = flooded(guarded, kinds, SECONDS, guests, f"127.0.0.{100 + len(kinds)}", game)
    assert figures["faulty"] == []
    assert figures["moves"] > 3, figures
    assert max(figures["answered, worst"], figures["told, worst"]) < WORST, figures
    assert figures["descriptors"] < 500, "256 connections, and what the server has open itself"
    assert figures["flood"]["guests"] == guests
    log = guarded.log.read_text()
    assert "Traceback" not in log
    assert log.count("\n") < 400, "a flood fills no log"

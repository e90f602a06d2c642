"""The short form of ``make soak``: what is killed under the players loses nothing that they were told."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak.kills import LEAST_KILLS, LEAST_RECEIPTS, soak
from tests.thorough import THOROUGH

SECONDS = 8 if THOROUGH else 5


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder that the account of Postgres can reach."""
    folder = Path(tempfile.mkdtemp(prefix="greatwar-soak-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_servers_and_databases_that_are_killed_lose_and_double_nothing(var: Path) -> None:
    """Every command that was answered stands in its match once, nothing is answered 500, the exports verify."""
    report = soak(SECONDS, 1914, var)
    assert report["faults"] == []
    assert sum(report["kills"].values()) > LEAST_KILLS
    assert report["receipts"] > LEAST_RECEIPTS
    assert report["exports_verified"] == report["matches"]
    assert set(report["answers"]) <= {"200", "201", "403", "404", "409", "422", "429", "503", "connection"}

"""The short form of ``make chaos``: each part of a site is broken once, and nothing that anyone was told is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scale.chaos import AGAINST_PROGRAMS, TABLES, chaos, missing

LEAST_RECEIPTS = 40
MOVERS = 4


def test_a_site_that_is_broken_part_by_part_loses_and_doubles_nothing(open_folder: Path) -> None:
    """Every command that was answered stands in its match once and in order; viewers who came back have seen all of it,
    and see what the journal leads to; a clock runs out once; the exports verify, dice and all."""
    if absent := missing():
        pytest.skip(f"not installed: apt-get install {' '.join(absent)}")
    report = chaos(None, 1914, open_folder, MOVERS)
    assert report["faults"] == []
    assert (report["lost"], report["doubled"]) == (0, 0)
    assert set(report["struck"].values()) == {1}
    assert report["receipts"] > LEAST_RECEIPTS
    assert report["receipts_of_movers"] > LEAST_RECEIPTS
    assert report["by_programs"] > 0
    assert report["holders_of_the_lease"] > 1, "nobody took over from the process that was frozen"
    assert report["viewers"] > report["matches"] >= len(TABLES) + len(AGAINST_PROGRAMS)
    assert report["came_back"] > 0
    assert report["exports_verified"] >= report["matches"] + MOVERS
    assert set(report["answers"]) <= {"200", "201", "403", "404", "409", "422", "429", "502", "503", "connection"}

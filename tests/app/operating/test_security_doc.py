"""docs/security.md has a test or a reason for every requirement of ASVS 4.0.3 up to level 2; the tests are there."""

from __future__ import annotations

import re

from app.settings import ROOT
from tests.thorough import at_least_one

REQUIRED = """
1.1:1-7 1.2:1-4 1.4:1,4,5 1.5:1-4 1.6:1-4 1.7:1,2 1.8:1,2 1.9:1,2 1.10:1 1.11:1,2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-7 2.9:1-3 2.10:1-4
3.1:1 3.2:1-4 3.3:1-4 3.4:1-5 3.5:1-3 3.7:1
4.1:1-3,5 4.2:1,2 4.3:1-3
5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4
6.1:1-3 6.2:1-6 6.3:1,2 6.4:1,2
7.1:1-4 7.2:1,2 7.3:1,3,4 7.4:1-3
8.1:1-4 8.2:1-3 8.3:1-8
9.1:1-3 9.2:1-4
10.2:1,2 10.3:1-3
11.1:1-8
12.1:1-3 12.2:1 12.3:1-6 12.4:1,2 12.5:1,2 12.6:1
13.1:1,3-5 13.2:1-3,5,6 13.3:1,2 13.4:1,2
14.1:1-4 14.2:1-6 14.3:2,3 14.4:1-7 14.5:1-4
"""
"""The requirements of levels 1 and 2, without those that version 4.0.3 withdrew."""
REASONS = ("*by design*", "*host*", "*none here*", "*open*")
TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")


def numbers(written: str) -> list[int]:
    """``1-3,5`` as numbers."""
    parts = [part.partition("-") for part in written.split(",")]
    return [n for first, _, last in parts for n in range(int(first), int(last or first) + 1)]


def requirements(written: str) -> list[str]:
    """``2.3.1–2.3.3, 2.4.1`` as single ones."""
    found = []
    for part in written.split(", "):
        first, _, last = part.partition("–")
        section, _, start = first.rpartition(".")
        assert not last or last.rpartition(".")[0] == section, part
        found += [f"{section}.{n}" for n in range(int(start), int(last.rpartition(".")[2] or start) + 1)]
    return found


def rows() -> list[list[str]]:
    """Requirements, how they are met, and what proves it."""
    lines = [line for line in TEXT.split("## ASVS")[1].split("\n## ")[0].splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_every_requirement_stands_once() -> None:
    required = [
        f"{section}.{n}" for section, _, which in (p.partition(":") for p in REQUIRED.split()) for n in numbers(which)
    ]
    told = [one for row in rows() for one in requirements(row[0])]
    assert sorted(told) == sorted(required)


def test_every_requirement_has_a_test_or_a_reason() -> None:
    for which, how, proof in at_least_one(rows()):
        assert how, which
        assert "`test_" in proof or any(reason in proof for reason in REASONS), which


def test_every_test_that_is_named_is_there() -> None:
    """In the whole document, and files of tests too."""
    files = [*(ROOT / "tests").rglob("test_*.py")]
    there = {name for path in files for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))}
    named = {*re.findall(r"`(?:tests/\w+/)?(test_\w+(?:\.py)?)`", TEXT)}
    assert len(named) > 60
    assert sorted(named - there - {path.name for path in files}) == []

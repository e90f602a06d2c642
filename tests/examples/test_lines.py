"""How much a small game takes is told in docs/adding-a-game.md, and counted here."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOLD = re.findall(
    r"^\| [^|]+ \| `([^`]+)` \| (\d+) \|$", (ROOT / "docs" / "adding-a-game.md").read_text(), re.MULTILINE
)
MOST, MOST_RULES = 1000, 600


def lines(file: str) -> int:
    """The lines of a file."""
    return len((ROOT / file).read_text(encoding="utf-8").splitlines())


def test_the_document_tells_how_long_the_ford_is() -> None:
    assert TOLD
    assert {file: int(told) for file, told in TOLD} == {file: lines(file) for file, _ in TOLD}


def test_a_small_game_stays_small() -> None:
    assert sum(int(told) for _, told in TOLD) < MOST
    assert lines("examples/the_ford.py") < MOST_RULES

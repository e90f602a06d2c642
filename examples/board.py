"""Draws the board of The Ford: ``python -m examples.board`` writes ``static/boards/the-ford/``.

A real board is made from a map by ``tools/maps``; this one by what draws any plain field of hexes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from examples.the_ford import FORD, LATTICE, WOODS
from tools.plain_board import PlainBoard

BOARD = PlainBoard("the-ford", LATTICE, woods=WOODS, water=frozenset({FORD}), names={FORD: "The Ford"})
FOLDER = Path(__file__).resolve().parent.parent / "static" / "boards" / "the-ford"


def files() -> Mapping[str, str]:
    """Name to content."""
    return BOARD.files()


if __name__ == "__main__":
    BOARD.write(FOLDER)

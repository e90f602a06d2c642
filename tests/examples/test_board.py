"""The example's board is what its program draws, and its hexes lie where the rules move on them."""

from __future__ import annotations

import math

from examples.board import BOARD, FOLDER, files
from examples.the_ford import LATTICE
from tests.thorough import at_least_one
from tools.plain_board import WIDE


def test_the_drawn_board_is_not_stale() -> None:
    for name, content in at_least_one(files().items()):
        assert (FOLDER / name).read_text(encoding="utf-8") == content, "python -m examples.board"


def test_neighbours_lie_beside_each_other() -> None:
    for a in at_least_one(LATTICE.ids):
        beside = {b for b in LATTICE.ids if b != a and math.dist(BOARD.centre(a), BOARD.centre(b)) < WIDE * 1.01}
        assert beside == {*LATTICE.around(a)}

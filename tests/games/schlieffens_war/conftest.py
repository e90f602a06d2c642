"""The table on which the chapters' tests draw their fields."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.schlieffens_war.printed.board import Board
from tests.games.schlieffens_war import kit

Lay = Callable[[Board], Board]


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Lay a drawn board on the table in place of the printed one, for one test."""

    def put(board: Board) -> Board:
        monkeypatch.setattr(kit, "PLAN", kit.with_printed(board=board))
        return board

    return put

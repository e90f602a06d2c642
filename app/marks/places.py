"""The places of a game, as its drawn boards have them: a mark names no other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.wire import decode_object
from rules.kernel.game import Board, Game


class Places:
    """Reads the boards of games, each once."""

    def __init__(self, static: Path, games: Mapping[str, Game[Any, Any]]) -> None:
        self._static = static
        self._games = games
        self._known: dict[str, frozenset[str] | None] = {}

    def unknown(self, game: str, places: list[str]) -> str | None:
        """The first that lies on no board of a game. None too if a board of it is not drawn here."""
        if game not in self._known:
            found = self._games[game]
            self._known[game] = self._of((*found.boards, *(board for s in found.scenarios for board in s.boards)))
        known = self._known[game]
        return None if known is None else next((p for p in places if p not in known), None)

    def _of(self, boards: tuple[Board, ...]) -> frozenset[str] | None:
        found: set[str] = set()
        # Those of earlier plans too: their matches are shown them.
        for prefix, folder in ((board.prefix, folder) for board in boards for folder in board.folders):
            file = self._static / "boards" / folder / "board.json"
            if not file.is_file():
                return None
            data = decode_object(file.read_bytes())
            ids = data.get("hexes") or data.get("areas")
            assert isinstance(ids, dict)  # noqa: S101
            found.update(prefix + id_ for id_ in ids)
        return frozenset(found)

"""The games that the suites play: those of the catalogue, and after them the examples, which are the smallest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from examples.catalogue import EXAMPLES
from rules import catalogue
from rules.kernel.game import Game

GAMES: Mapping[str, Game[Any, Any]] = {**catalogue.GAMES, **EXAMPLES}


def game(id_: str) -> Game[Any, Any]:
    """The game of that id. KeyError when there is none."""
    return GAMES[id_]

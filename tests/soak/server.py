"""A server of all games and of the toy game, whose matches are short: ``python -m tests.soak.server PORT``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from app.programs.serve import serve_games
from rules.catalogue import GAMES
from rules.kernel.game import Game
from tests.app.toy_game import Toy

ALL: Mapping[str, Game[Any, Any]] = {**GAMES, "toy": Toy()}

if __name__ == "__main__":
    serve_games(ALL, "127.0.0.1", int(sys.argv[1]))

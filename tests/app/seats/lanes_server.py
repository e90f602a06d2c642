"""A server of the game of two fights in a process of its own: ``python -m tests.app.seats.lanes_server PORT``."""

from __future__ import annotations

import sys

from app.programs.serve import serve_games
from tests.two_fights import GAME

if __name__ == "__main__":
    serve_games({GAME.id: GAME}, "127.0.0.1", int(sys.argv[1]), invitation=None)

"""A server of the toy game in a process of its own: ``python -m tests.app.toy_server PORT``."""

from __future__ import annotations

import sys

from app.programs.serve import serve_games
from tests.app.toy_game import Toy

if __name__ == "__main__":
    serve_games({"toy": Toy()}, "127.0.0.1", int(sys.argv[1]), invitation="--invitation" in sys.argv or None)

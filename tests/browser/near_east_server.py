"""A server of the Great War, scenarios under construction too: ``python -m tests.browser.near_east_server PORT``."""

from __future__ import annotations

import sys

from app.programs.serve import serve_games
from rules.great_war.game import GreatWar

if __name__ == "__main__":
    serve_games({"great-war": GreatWar(trials=True)}, "127.0.0.1", int(sys.argv[1]))

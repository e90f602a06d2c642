"""A server of the Great War, scenarios under construction too: ``python -m tests.browser.trials_server PORT``."""

from __future__ import annotations

import sys

from app.programs.serve import serve_games
from rules.catalogue import GAMES
from rules.great_war.game import GreatWar
from rules.great_war.teams import with_commanders

if __name__ == "__main__":
    serve_games({**GAMES, "great-war": with_commanders(GreatWar(trials=True))}, "127.0.0.1", int(sys.argv[1]))

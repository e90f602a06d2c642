"""The games there are: the only file that knows them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.teams import GAME as EMPIRES_ALLIANCES
from rules.great_war.teams import GAME as GREAT_WAR
from rules.kernel.game import Game
from rules.powers_1914.game import GAME as POWERS_1914
from rules.schlieffens_war.teams import GAME as SCHLIEFFENS_WAR

GAMES: Mapping[str, Game[Any, Any]] = {
    game.id: game for game in (SCHLIEFFENS_WAR, POWERS_1914, GREAT_WAR, EMPIRES_ALLIANCES)
}

WHOLE: Mapping[str, Game[Any, Any]] = {id_: game for id_, game in GAMES.items() if not game.missing}
"""Those that are whole: every section of their rulebook is in them, and their stored matches stay playable."""


def game(id_: str) -> Game[Any, Any]:
    """The game of that id. KeyError when there is none."""
    return GAMES[id_]

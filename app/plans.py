"""Plans of someone's own: folders with board, counters and charts that matches of a game can be played by.

What a match's plan is called goes with the match: into its position, its export and its chain (decisions/0023).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.kernel.game import Game


def add_plans(told: Iterable[str], games: Mapping[str, Game[Any, Any]]) -> list[str]:
    """Read ``game=folder`` entries; the names of their plans. ValueError for an unknown game or a misprinted folder."""
    found = []
    for entry in told:
        game, _, folder = entry.partition("=")
        if game not in games or not folder:
            raise ValueError(f"{entry!r} does not have the form game=folder")
        found.append(add_plan(games[game], Path(folder)))
    return found


def add_plan(game: Game[Any, Any], folder: Path) -> str:
    """The name of a folder's plan, once it is read. ValueError if its files contradict the rules or each other."""
    try:
        return game.plans.add(folder)
    except (OSError, KeyError) as error:
        raise ValueError(f"{folder} has no plan of {game.id}: {error!r}") from error

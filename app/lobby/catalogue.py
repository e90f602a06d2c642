"""What can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.errors import ApiError
from app.lobby.rows import boards
from app.lobby.schemas import MatchIn
from rules.kernel.game import Game, Scenario
from rules.kernel.messages import JsonObject


class Catalogue:
    """The games on offer."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games = games

    def games(self) -> list[JsonObject]:
        """What can be played."""
        return [
            {
                "id": game.id,
                "title": game.title,
                "summary": game.summary,
                "missing": game.missing,
                "boards": boards(game),
                "plans": [*game.plans.names],
                "scenarios": [
                    {
                        "id": s.id,
                        "title": s.title,
                        "summary": s.summary,
                        "seats": [{"id": seat.id, "title": seat.title, "side": seat.side} for seat in s.seats],
                        "options": list(s.options),
                    }
                    for s in game.scenarios
                ],
            }
            for game in self._games.values()
        ]

    def rules(self, game: str, plan: str) -> JsonObject:
        """The rules of a game in our own words, with the charts of a plan. ApiError 404 when there is none such."""
        found = self._games.get(game)
        if found is None:
            raise ApiError(404, "no_game", "There is no such game.")
        if plan and plan not in found.plans:
            raise ApiError(404, "no_plan", "The game has no such charts.")
        return found.rulebook(plan)

    def scenario(self, body: MatchIn) -> tuple[Game[Any, Any], Scenario]:
        """The game and scenario that someone wants to play. ApiError 404 when they are not on offer."""
        game = self._games.get(body.game)
        if game is None:
            raise ApiError(404, "no_game", "There is no such game.")
        scenario = next((s for s in game.scenarios if s.id == body.scenario), None)
        if scenario is None:
            raise ApiError(404, "no_scenario", "The game has no such scenario.")
        return game, scenario

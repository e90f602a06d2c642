"""What can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.errors import ApiError
from app.lobby.rows import boards
from app.lobby.schemas import MatchIn
from app.opponents.identities import strengths
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
                        "seats": [
                            {
                                "id": seat.id,
                                "title": seat.title,
                                "side": seat.side,
                                "programs": [*strengths(game, seat)],
                            }
                            for seat in s.seats
                        ],
                        "options": list(s.options),
                        "variant": s.variant,
                        "shares": s.shares,
                        "pictures": [*(s.pictures or [(s.boards or game.boards)[0].id])],
                    }
                    for s in game.scenarios
                ],
            }
            for game in self._games.values()
        ]

    def rules(self, game: str, plan: str, scenario: str) -> JsonObject:
        """The rules of a game in our own words, with the charts of a plan, as a scenario has them if one is named.
        ApiError 404 if there is none."""
        found = self._games.get(game)
        if found is None:
            raise ApiError(404, "no_game", "There is no such game.")
        if plan and plan not in found.plans:
            raise ApiError(404, "no_plan", "The game has no such charts.")
        if scenario and scenario not in {s.id for s in found.scenarios}:
            raise no_scenario()
        return found.rulebook(plan, scenario)

    def scenario(self, body: MatchIn) -> tuple[Game[Any, Any], Scenario]:
        """The game and scenario that someone wants to play. ApiError 404 when they are not on offer."""
        game = self._games.get(body.game)
        if game is None:
            raise ApiError(404, "no_game", "There is no such game.")
        scenario = next((s for s in game.scenarios if s.id == body.scenario), None)
        if scenario is None:
            raise no_scenario()
        return game, scenario


def no_scenario() -> ApiError:
    """What a scenario that is not on offer is answered with."""
    return ApiError(404, "no_scenario", "The game has no such scenario.")

"""A person at a table with programs; where only the match has to go on, a program of ours gives the orders."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import RECRUIT
from rules.kernel.told_game import ToldGame, client_of
from tests.app.players import Player
from tests.conftest import Server

PATIENCE = 60.0


class Person(Player):
    """A guest against programs."""

    def against(
        self, game: str = "schlieffens-war", scenario: str = "campaign", seat: str = "entente", **more: Any
    ) -> Any:
        """Make a match with a program in every other seat; the answer, whatever it is."""
        scenarios = {s.id: s for s in GAMES[game].scenarios}
        programs = {s.id: RECRUIT for s in scenarios[scenario].seats if s.id != seat}
        body = {"game": game, "scenario": scenario, "seat": seat, "programs": programs, **more}
        return self.http.post("/matches", json=body)

    def begin(self, **chosen: Any) -> dict[str, Any]:
        """A match with a program that has begun."""
        made = self.against(**chosen)
        assert made.status_code == 201, made.text
        begun = self.seal(made.json())
        assert begun["status"] == "active"
        return begun

    def play_on(self, match: dict[str, Any], seat: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Give orders as a program would until something holds of what this person is told; gives it."""
        game, deadline, rng = GAMES[match["game"]], time.monotonic() + PATIENCE, secrets.SystemRandom()
        side = next(s.side for s in game.seats(match["scenario"], {}) if s.id == seat)
        player = game.players[game.opponents[RECRUIT][side]]()

        def consult(question: Any) -> JsonObject | Refusal:
            answer = self.http.post(f"/matches/{match['id']}/consult", json={"seat": seat, "question": question})
            found: JsonObject = answer.json()
            return found if answer.status_code == 200 else Refusal("refused", "", answer.text)

        while not until(told := self.state(match, seat)):
            assert time.monotonic() < deadline, f"nothing came of it: {told['legal']['title']}"
            if not told["legal"]["yours"]:
                time.sleep(0.02)
                continue
            seen = ToldGame(match["plan"], game.plans[match["plan"]], told["view"], told["legal"], consult)
            order = player.command(client_of(seen, seat), rng)
            assert order is not None
            answer = self.send(match, seat, order, ask=told["legal"]["ask"])
            assert answer.status_code in (200, 409), answer.text
        return told


def guest(server: Server) -> Person:
    """Someone who came in just now."""
    return Person(server, "Ada")

"""A game as one seat is told of it. The program that plays there has JSON and what is printed; the position is not in
its process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel import offered
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Program, Rng, SeatClient


@dataclass(frozen=True, slots=True)
class ToldGame:
    """What a client asks of a game (``players.Playable``), answered by what its seat was sent.

    ``plan_name`` and ``printed``: the plan of the match. ``view`` and ``question`` as they were told;
    ``ask`` puts a question of planning to whoever has the position. ``noted``: what the seat knows beside the view, if
    the program was told (``noted_for``).
    """

    plan_name: str
    printed: Any
    told_view: JsonObject
    question: JsonObject
    ask: Callable[[Mapping[str, object]], JsonObject | Refusal]
    noted: JsonObject | None = None

    @property
    def plans(self) -> Mapping[str, Any]:
        """The plan of the match, and no other."""
        return {self.plan_name: self.printed}

    def plan(self, _: Any) -> str:
        """Its name."""
        return self.plan_name

    def view(self, _: Any, __: str) -> JsonObject:
        """What the seat was shown."""
        return self.told_view

    def legal(self, _: Any, __: str) -> JsonObject:
        """What the seat is asked."""
        return self.question

    def consult(self, _: Any, __: str, question: Mapping[str, object], /) -> JsonObject | Refusal:
        """Detail asked while planning."""
        return self.ask(question)

    def note(self, _: Any, __: str) -> JsonObject | None:
        """What the seat knows besides."""
        return self.noted

    def random_command(self, _: Any, __: str, rng: Rng) -> JsonObject:
        """Some command that is offered. ValueError when none can be found."""
        return offered.some_command(self.question, self.ask, rng)


def noted_for(game: Game[Any, Any], program: str, state: Any, viewpoint: str) -> JsonObject | None:
    """What a program has to be told beside the view: what its seat has noted, if it looks ahead, and else nothing."""
    maker = game.players[program]
    return game.note(state, viewpoint) if isinstance(maker, Program) and maker.looks_ahead else None


def client_of(told: ToldGame, seat: str, partners: frozenset[str] = frozenset()) -> SeatClient:
    """The client of a program that is told of its match; its view says whose it is, of several who share one."""
    return SeatClient(told, None, seat, str(told.told_view.get("viewer") or seat), partners)

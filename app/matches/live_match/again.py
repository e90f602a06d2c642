"""Giving a command once more, on a position without one that was before it (decisions/0022)."""

from __future__ import annotations

from typing import Any

from app.matches.live_match.undo_steps import Again, UndoStep
from rules.kernel import lanes
from rules.kernel.game import Game
from rules.kernel.messages import Refusal


class _Rolled(Exception):
    """A die was asked for. What was rolled stands, so nothing that rolls is decided again."""


def _no_dice(draw: int, sides: int) -> int:
    raise _Rolled(draw, sides)


def redo_by_rules(game: Game[Any, Any]) -> Again:
    """By the rules: the same command must answer the same question and lead to the very same facts."""

    def again(state: Any, step: UndoStep) -> Any:
        order = step.order
        if order is None or lanes.ask_of(game, state, order.seat, order.body) != order.ask:
            return None
        try:
            answer = game.decide(state, order.seat, order.body, _no_dice)
        except _Rolled:
            return None
        if isinstance(answer, Refusal):
            return None
        # Those of before may be written in an older shape.
        were = [game.dump_event(game.load_event(event)) for event in step.events]
        return answer.states[-1] if [game.dump_event(event) for event in answer] == were else None

    return again


def redo_by_facts(game: Game[Any, Any]) -> Again:
    """By its facts alone, where it was decided before."""

    def again(state: Any, step: UndoStep) -> Any:
        for event in step.events:
            state = game.evolve(state, game.load_event(event))
        return state

    return again

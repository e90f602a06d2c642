"""Turns of a small game: which step begins a turn, and that the sequence must end with a verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from examples.the_ford import GAME, STEPS, TREE, Play
from rules.kernel.endings import MatchEnded
from rules.kernel.frames import StepFrame
from rules.kernel.procedure.turns import Began, turn_of
from tests.contract.table import chance_of


def standing_in(step: str, turn: int = 1) -> Play:
    """A decision in that step, after which nobody has anything left to do in it."""
    opening = GAME.new_match("ford", {})
    state = replace(opening, cursor=(StepFrame(step),), turn=turn, done=frozenset(opening.at))
    return Play(state, chance_of(1))


def begun(step: str, turn: int = 1) -> tuple[Began, Any]:
    """What begins after that step, and the line of it."""
    play = standing_in(step, turn)
    before = play.state
    STEPS.end_step(play)
    (event,) = play.events
    assert isinstance(event, Began)
    return event, STEPS.opened(before, event)


def test_a_turn_begins_with_its_first_step_whatever_came_before() -> None:
    after_set_up, line = begun("blue.setup")
    assert (after_set_up.step, after_set_up.turn) == ("red.move", 1)
    assert (line["kind"], line["text"], turn_of(line)) == ("phase", "Turn 1", 1)
    next_turn, line = begun("end", 3)
    assert (next_turn.step, next_turn.turn) == ("red.move", 4)
    assert turn_of(line) == 4


def test_within_a_turn_and_before_the_first_nothing_is_opened() -> None:
    assert begun("red.move", 2) == (Began("red.fight", 2), None)
    assert begun("red.setup") == (Began("blue.setup", 1), None)
    assert STEPS.opened(standing_in("end").state, MatchEnded("red", "", "5")) is None
    assert turn_of({"kind": "moved", "text": "Red A goes to 0304."}) is None


def test_a_step_begins_with_everyone_fresh() -> None:
    play = standing_in("red.move")
    assert not play.state.fresh("red")
    STEPS.end_step(play)
    assert play.state.fresh("red") == play.state.units("red")


def test_a_sequence_that_ends_without_a_verdict_is_a_slip_of_the_game() -> None:
    play = standing_in("end", 5)
    assert TREE.after("end", play.state) is None
    with pytest.raises(RuntimeError, match="verdict"):
        STEPS.end_step(play)

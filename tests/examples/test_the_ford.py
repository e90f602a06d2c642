"""What only The Ford says; all that is the same for every game the suites of ``tests/contract`` ask of it too."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from examples.the_ford import BLUE, ENGINE, FORD, GAME, RED, START, Lost, Play, State, end_turn
from rules.kernel.frames import StepFrame
from rules.kernel.messages import Refusal
from tests.contract.table import chance_of


def after_set_up() -> State:
    """Both sides have dealt, red is to move."""
    rng = random.Random(1)
    state = GAME.new_match("ford", {})
    for _ in range(2):
        seat = GAME.deciders(state)[0]
        decided = GAME.decide(state, seat, GAME.random_command(state, seat, rng), chance_of(1))
        assert not isinstance(decided, Refusal)
        state = decided.states[-1]
    return state


def test_a_later_slot_is_asked_for_with_what_was_chosen_before() -> None:
    state = after_set_up()
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"unit": "red-1"}}
    answer: Any = GAME.consult(state, RED, asked)
    assert answer["options"]["ways"]["0202"] == ["0202"]
    assert isinstance(GAME.consult(state, RED, {**asked, "chosen": {"unit": "blue-1"}}), Refusal)
    assert isinstance(GAME.consult(state, BLUE, asked), Refusal)


def test_two_units_beaten_in_a_turn_are_asked_about_under_two_names() -> None:
    """Section 4: an answer to the first that comes late does not answer the second."""
    state = replace(after_set_up(), cursor=(StepFrame(f"{RED}.fight"), StepFrame("beaten", "blue-1")))
    again = replace(state, cursor=(StepFrame(f"{RED}.fight"), StepFrame("beaten", "blue-2")), draws=state.draws + 1)
    assert GAME.ask(state, BLUE) != GAME.ask(again, BLUE)


def ended(state: State) -> Any:
    """The verdict at the end of a turn."""
    play = Play(state, chance_of(1))
    end_turn(play, None)
    return play.state.outcome


def test_whoever_stands_on_the_ford_after_the_last_turn_wins() -> None:
    """Section 5: and nobody if it is empty; a side without units has lost before."""
    last = replace(GAME.new_match("ford", {}), cursor=(StepFrame("end"),), turn=5)
    assert ended(last).winner is None
    assert ended(replace(last, at={**last.at, "blue-2": FORD})).winner == BLUE
    alone = replace(last, turn=2)
    for n in range(1, len(START[RED]) + 1):
        alone = Lost(f"{RED}-{n}").apply(alone)
    assert ended(alone).winner == BLUE
    assert ended(replace(last, turn=4)) is None
    assert ENGINE.deciders(last) == ()

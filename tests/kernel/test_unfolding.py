"""A decision unfolds through the same function that replays it."""

from __future__ import annotations

from functools import reduce

import pytest

from rules.kernel.messages import Refusal, Refused
from rules.kernel.unfolding import Unfolding


def add(state: int, event: int) -> int:
    """A state that is the sum of its events."""
    return state + event


def test_every_fact_is_applied_as_it_is_told() -> None:
    play = Unfolding(10, add, lambda draw, sides: 1)
    for event in (1, 2, 3):
        play.emit(event)
    assert play.events == [1, 2, 3]
    assert play.state == reduce(add, play.events, 10) == 16


def test_a_die_comes_from_the_chance_that_was_given() -> None:
    asked: list[tuple[int, int]] = []

    def chance(draw: int, sides: int) -> int:
        asked.append((draw, sides))
        return draw % sides + 1

    play = Unfolding(0, add, chance)
    assert play.roll(7) == 2
    assert play.roll(7, 10) == 8
    assert asked == [(7, 6), (7, 10)]
    assert play.events == []


def test_a_refusal_travels_as_an_exception_and_stands_on_the_wire_as_three_words() -> None:
    with pytest.raises(Refused, match="Too far") as caught:
        raise Refused("too-far", "10.7", "Too far.")
    assert caught.value.refusal == Refusal("too-far", "10.7", "Too far.")
    assert caught.value.refusal.json() == {"code": "too-far", "section": "10.7", "text": "Too far."}

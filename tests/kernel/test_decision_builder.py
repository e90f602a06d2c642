"""A decision unfolds through the same function that replays it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import ClassVar

import pytest

from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.facts import evolve
from rules.kernel.messages import Refusal, Refused


@dataclass(frozen=True)
class Sum:
    """A state that is the sum of its facts."""

    total: int
    draws: int = 0
    ended: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """A number came to it."""

    kind: ClassVar[str] = "added"
    number: int

    def apply(self, state: Sum) -> Sum:
        return replace(state, total=state.total + self.number)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die came to it."""

    kind: ClassVar[str] = "thrown"
    draw: int
    die: int

    def apply(self, state: Sum) -> Sum:
        return replace(state, total=state.total + self.die, draws=self.draw + 1)


@dataclass(frozen=True, slots=True)
class Ended:
    """It is enough."""

    kind: ClassVar[str] = "ended"

    def apply(self, state: Sum) -> Sum:
        return replace(state, ended=("", "enough", "1"))


def test_every_fact_is_applied_as_it_is_told() -> None:
    play = DecisionBuilder(Sum(10), lambda draw, sides: 1)
    for number in (1, 2, 3):
        play.emit(Added(number))
    assert play.events == [Added(1), Added(2), Added(3)]
    assert play.state == reduce(evolve, play.events, Sum(10)) == Sum(16)
    decided = play.decided()
    assert (decided.states, [*decided]) == ((Sum(11), Sum(13), Sum(16)), play.events)
    assert [*decided.facts(Sum(10))][1:] == [(Sum(11), Added(2), Sum(13)), (Sum(13), Added(3), Sum(16))]


def test_a_die_comes_from_the_chance_that_was_given_under_the_number_that_the_state_counts() -> None:
    asked: list[tuple[int, int]] = []

    def chance(draw: int, sides: int) -> int:
        asked.append((draw, sides))
        return draw % sides + 1

    play = DecisionBuilder(Sum(0, draws=7), chance)
    assert play.next_die() == (7, 2)
    assert play.next_die(10) == (7, 8)
    assert play.events == []
    play.emit(Thrown(*play.next_die()))
    assert play.next_die() == (8, 3)
    assert asked == [(7, 6), (7, 10), (7, 6), (8, 6)]


def test_a_refusal_travels_as_an_exception_and_stands_on_the_wire_as_three_words() -> None:
    with pytest.raises(Refused, match="Too far") as caught:
        raise Refused("too-far", "10.7", "Too far.")
    assert caught.value.refusal == Refusal("too-far", "10.7", "Too far.")
    assert caught.value.refusal.json() == {"code": "too-far", "section": "10.7", "text": "Too far."}

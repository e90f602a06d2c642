"""Answers that are kept with a position."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.incremental import Remembering
from rules.kernel.kept import kept


@dataclass(frozen=True)
class Position(Remembering):
    """A state of which only what is kept matters here."""

    number: int


@kept
def whole(position: Position) -> list[int]:
    return [position.number]


@kept
def times(position: Position, factor: int) -> list[int]:
    return [position.number * factor]


@kept
def plus(position: Position, *more: int) -> list[int]:
    return [position.number + sum(more)]


def test_an_answer_is_found_once_a_position_and_for_whatever_it_is_looked_up_by() -> None:
    """Also for things of any number: those are no part of the arguments that have names."""
    three, four = Position(3), Position(4)
    assert (whole(three), whole(four)) == ([3], [4])
    assert whole(three) is whole(three)
    assert (times(three, 2), times(three, 5), times(four, 5)) == ([6], [15], [20])
    assert times(three, 2) is times(three, 2)
    assert (plus(three), plus(three, 1), plus(three, 1, 2)) == ([3], [4], [6])
    assert plus(three, 1) is plus(three, 1)

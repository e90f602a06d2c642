"""The cursor: a step of the sequence first, interrupts on top."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.kernel import frames


@dataclass(frozen=True)
class Step:
    key: str


@dataclass(frozen=True)
class Battle:
    area: str


CURSOR = (Step("red.action"), Battle("Alsace"))


@dataclass(frozen=True)
class Position:
    """A state of frames."""

    cursor: tuple[Step | Battle, ...]
    phase = frames.BaseFrame(Step)
    top = frames.TopFrame[Step | Battle]()
    battle = frames.FirstFrame(Battle)


def test_the_step_stands_first_whatever_interrupts_it() -> None:
    assert Position(CURSOR).phase == Step("red.action")
    with pytest.raises(TypeError, match="begins with a Step"):
        _ = Position(CURSOR[1:]).phase


def test_a_state_says_what_it_wants_to_know_of_its_cursor() -> None:
    interrupted, calm = Position(CURSOR), Position(CURSOR[:1])
    assert (interrupted.top, interrupted.battle) == (Battle("Alsace"), Battle("Alsace"))
    assert (calm.top, calm.battle) == (Step("red.action"), None)
    assert interrupted != calm


def test_a_frame_is_found_exchanged_and_taken_away_by_its_class() -> None:
    assert frames.first(CURSOR, Battle) == Battle("Alsace")
    assert frames.first(CURSOR[:1], Battle) is None
    assert frames.exchange_frame(CURSOR, Battle("Lorraine")) == (Step("red.action"), Battle("Lorraine"))
    assert frames.without(CURSOR, Battle) == CURSOR[:1]

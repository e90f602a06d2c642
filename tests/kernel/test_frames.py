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


def test_the_step_stands_first_whatever_interrupts_it() -> None:
    assert frames.base(CURSOR, Step) == Step("red.action")
    with pytest.raises(TypeError, match="begins with a Step"):
        frames.base(CURSOR[1:], Step)


def test_a_frame_is_found_exchanged_and_taken_away_by_its_class() -> None:
    assert frames.first(CURSOR, Battle) == Battle("Alsace")
    assert frames.first(CURSOR[:1], Battle) is None
    assert frames.exchanged(CURSOR, Battle("Lorraine")) == (Step("red.action"), Battle("Lorraine"))
    assert frames.without(CURSOR, Battle) == CURSOR[:1]

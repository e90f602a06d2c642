"""The cursor: a step of the sequence first, interrupts on top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import pytest

from rules.kernel import codec, frames
from rules.kernel.procedure import phases
from rules.kernel.procedure.phases import by_key, each


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


@dataclass(frozen=True, slots=True)
class Phase(frames.PhaseFrame):
    """A step of a game with two sides, and how often something was done in it."""

    phases = by_key(each(("red", "blue"), "move"), (phases.Phase(None, "end"),))
    times: int = 0


@dataclass(frozen=True, slots=True)
class Fire(frames.Interruption):
    """An interruption."""

    kind: ClassVar[str] = "fire"
    hex: str


def test_a_step_knows_whose_it_is_from_its_key() -> None:
    move, end = Phase("red.move", 2), Phase("end")
    assert (move.step, move.side, move.name, move.times) == ("red.move", "red", "move", 2)
    assert (end.step, end.side, end.name) == ("end", None, "end")
    assert move != Phase("red.move")
    with pytest.raises(KeyError):
        _ = Phase("blue.fly").side


def test_a_frame_is_stored_by_its_kind_and_fields_alone() -> None:
    stored = codec.dump((Phase("red.move", 2), Fire("0101")))
    assert stored == [{"kind": "phase", "key": "red.move", "times": 2}, {"kind": "fire", "hex": "0101"}]
    loaded: Any = codec.load(cast(Any, tuple[Phase | Fire, ...]), stored)
    assert loaded == (Phase("red.move", 2), Fire("0101"))


def test_an_interruption_asks_the_step_of_its_kind() -> None:
    assert Fire("0101").step == "fire"

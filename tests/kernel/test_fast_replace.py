"""States with some fields exchanged: as ``dataclasses.replace`` does it, and refused in the same cases."""

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import pytest

from rules.kernel.fast_replace import replace
from rules.kernel.incremental import Remembering


@dataclass(frozen=True)
class State(Remembering):
    turn: int
    places: dict[str, str]
    vp: int = 0

    @cached_property
    def doubled(self) -> int:
        """Worked out from this state alone."""
        return 2 * self.turn


@dataclass(frozen=True)
class Derived(Remembering):
    turn: int
    half: int = dataclasses.field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "half", self.turn // 2)


@dataclass(frozen=True, slots=True)
class Frame:
    step: str
    stage: str = ""


def test_a_state_is_what_dataclasses_would_make_of_it() -> None:
    state = State(3, {"a": "1010"}, 4)
    after = replace(state, turn=5)
    assert after == dataclasses.replace(state, turn=5) == State(5, {"a": "1010"}, 4)
    assert state == State(3, {"a": "1010"}, 4)
    assert after.places is state.places
    with pytest.raises(dataclasses.FrozenInstanceError):
        after.turn = 6  # type: ignore[misc]


def test_what_was_worked_out_stays_with_the_old_state() -> None:
    state = State(3, {})
    assert (state.doubled, state.memory) == (6, state.memory)
    after = replace(state, turn=5)
    assert after.doubled == 10
    assert after.memory is not state.memory


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="no field trun"):
        replace(State(3, {}), trun=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no field doubled"):
        replace(State(3, {}), doubled=5)  # type: ignore[call-arg]


def test_a_state_that_does_more_when_it_is_made_is_refused() -> None:
    with pytest.raises(TypeError, match="__init__"):
        replace(Derived(3), turn=5)


def test_other_dataclasses_are_made_by_their_init() -> None:
    assert replace(Frame("battle", "odds"), stage="losses") == Frame("battle", "losses")

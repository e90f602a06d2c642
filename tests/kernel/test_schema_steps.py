"""What older versions stored is brought forward a step at a time; what a newer one stored is refused whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from rules.kernel import game_support
from rules.kernel.facts import Kinds
from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import UnknownShape, current_shape, rename_member


@dataclass(frozen=True, slots=True)
class Raised:
    """It went up."""

    kind: ClassVar[str] = "raised"
    steps: int
    cause: str

    def apply(self, state: int) -> int:
        return state + self.steps


@dataclass(frozen=True, slots=True)
class Rested:
    """It stayed as it was: never changed, so never numbered."""

    kind: ClassVar[str] = "rested"

    def apply(self, state: int) -> int:
        return state


def _by(data: JsonObject) -> JsonObject:
    return rename_member(data, "by", "steps")


def _why(data: JsonObject) -> JsonObject:
    return {**data, "cause": "unknown"}


def _lifted(data: JsonObject) -> JsonObject:
    return {"kind": "raised", "v": 2, "steps": data["height"]}


KINDS: Kinds[int] = Kinds((Raised, Rested), {"raised": (_by, _why), "lifted": (_lifted,)})


@pytest.mark.parametrize(
    "stored",
    [
        {"kind": "raised", "by": 3},
        {"kind": "raised", "v": 1, "by": 3},
        {"kind": "raised", "v": 2, "steps": 3},
        {"kind": "raised", "v": 3, "steps": 3, "cause": "unknown"},
        {"kind": "lifted", "height": 3},
    ],
)
def test_a_fact_of_any_shape_it_ever_had_is_read(stored: Any) -> None:
    before = dict(stored)
    assert KINDS.load(stored) == Raised(3, "unknown")
    assert stored == before, "what is stored stays as it was written"


def test_a_fact_is_written_in_the_present_shape_with_its_number() -> None:
    stored = KINDS.dump(Raised(3, "rain"))
    assert stored == {"kind": "raised", "v": 3, "steps": 3, "cause": "rain"}
    assert KINDS.load(stored) == Raised(3, "rain")
    assert KINDS.dump(Rested()) == {"kind": "rested"}


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ({"kind": "raised", "v": 4, "steps": 3, "cause": "rain", "by": 3}, "'raised' is of version 4.* 1 to 3"),
        ({"kind": "raised", "v": 0, "by": 3}, "version 0"),
        ({"kind": "raised", "v": True, "by": 3}, "version True"),
        ({"kind": "raised", "v": "2", "by": 3}, "version '2'"),
        ({"kind": "rested", "v": 2}, "'rested' is of version 2.* 1 to 1"),
        ({"kind": "lifted", "v": 2, "height": 3}, "'lifted' is of version 2.* 1 to 1"),
        ({"kind": "sideways"}, "'sideways' is of version 1.* none"),
    ],
)
def test_a_fact_of_another_shape_is_refused(stored: Any, said: str) -> None:
    """Also where every member that is read would be there: nobody knows what the others mean."""
    with pytest.raises(UnknownShape, match=said):
        KINDS.load(stored)


def test_the_number_has_its_name_to_itself() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd:
        kind: ClassVar[str] = "odd"
        v: int

        def apply(self, state: int) -> int:
            return state

    with pytest.raises(ValueError, match="Odd may have no field 'v'"):
        Kinds((Odd,))


@dataclass(frozen=True)
class State:
    """A state in its third shape."""

    version: int
    names: tuple[str, ...]
    marks: tuple[int, ...] = field(default=())


def _many(data: JsonObject) -> JsonObject:
    return {"version": data["version"], "names": [data["name"]]}


def _marked(data: JsonObject) -> JsonObject:
    return {**data, "marks": [1]}


OLDER = (_many, _marked)


@pytest.mark.parametrize(
    "stored",
    [
        {"version": 1, "name": "x"},
        {"version": 2, "names": ["x"]},
        {"version": 3, "names": ["x"], "marks": [1]},
    ],
)
def test_a_state_of_any_shape_is_read(stored: Any) -> None:
    assert game_support.load_state(State, OLDER, stored) == State(current_shape(OLDER), ("x",), (1,))


@pytest.mark.parametrize("version", [4, 0, None, "3", True])
def test_a_state_of_another_shape_is_refused(version: Any) -> None:
    with pytest.raises(UnknownShape, match="a state is of version"):
        game_support.load_state(State, OLDER, {"version": version, "names": ["x"]})

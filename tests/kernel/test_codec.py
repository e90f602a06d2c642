"""Data to JSON text and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import codec
from rules.kernel.messages import Json, JsonObject


class Spot(NamedTuple):
    """A named tuple, stored as a list."""

    at: str
    steps: int
    tired: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One member of a union, told apart by ``kind``."""

    kind: ClassVar[str] = "step"
    key: str
    turn: int | None


@dataclass(frozen=True, slots=True)
class Fight:
    """Another member of the union."""

    kind: ClassVar[str] = "fight"
    units: tuple[str, ...]
    shifts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """Every shape that states and events use."""

    name: str
    count: int
    flag: bool
    cursor: tuple[Step | Fight, ...]
    spots: Mapping[str, Spot]
    stacks: Mapping[str, tuple[str, ...]]
    taken: frozenset[str]
    ended: tuple[str, str, int] | None
    inner: Step | None


texts = st.text(max_size=6)
steps = st.builds(Step, texts, st.none() | st.integers())
fights = st.builds(Fight, st.lists(texts).map(tuple), st.lists(st.tuples(texts, st.integers())).map(tuple))
wholes = st.builds(
    Whole,
    texts,
    st.integers(),
    st.booleans(),
    st.lists(steps | fights, max_size=3).map(tuple),
    st.dictionaries(texts, st.builds(Spot, texts, st.integers(), st.booleans()), max_size=4),
    st.dictionaries(texts, st.lists(texts, max_size=3).map(tuple), max_size=4),
    st.frozensets(texts, max_size=4),
    st.none() | st.tuples(texts, texts, st.integers()),
    st.none() | steps,
)


@given(wholes)
def test_what_goes_through_json_text_comes_back_equal(whole: Whole) -> None:
    again = codec.load(Whole, json.loads(json.dumps(codec.dump(whole))))
    assert again == whole
    assert type(again.ended) in (tuple, type(None))
    assert all(isinstance(s, Spot) for s in again.spots.values())


@given(wholes)
def test_equal_values_give_the_same_bytes(whole: Whole) -> None:
    again = codec.load(Whole, json.loads(json.dumps(codec.dump(whole))))
    assert json.dumps(codec.dump(again)) == json.dumps(codec.dump(whole))


def test_sets_are_sorted_so_that_bytes_do_not_depend_on_hashes() -> None:
    assert codec.dump(frozenset({"b", "a", "c"})) == ["a", "b", "c"]


def test_the_kind_goes_with_the_members_of_a_union() -> None:
    assert codec.dump(Step("a", None)) == {"kind": "step", "key": "a", "turn": None}
    whole = Whole("", 0, False, (Fight(("u",), ()),), {}, {}, frozenset(), None, None)
    assert codec.load(Whole, codec.dump(whole)).cursor == (Fight(("u",), ()),)


def test_a_missing_member_without_a_default_is_an_error() -> None:
    with pytest.raises(KeyError, match="turn"):
        codec.load(Step, {"kind": "step", "key": "a"})


@dataclass(frozen=True, slots=True)
class Grown:
    """As ``Step`` after two releases: each brought a field with a default."""

    key: str
    tired: bool = False
    seen: frozenset[str] = field(default_factory=frozenset)


def test_what_was_stored_before_a_field_was_thought_of_takes_its_default() -> None:
    assert codec.load(Grown, {"key": "a"}) == Grown("a")
    assert codec.load(Grown, {"key": "a", "seen": ["b"]}) == Grown("a", seen=frozenset({"b"}))
    assert codec.load(Spot, ["0101", 2]) == Spot("0101", 2)


@pytest.mark.parametrize("members", [["0101"], ["0101", 2, False, 1]])
def test_a_named_tuple_has_all_that_it_needs_and_nothing_more(members: list[Json]) -> None:
    with pytest.raises(ValueError, match="members"):
        codec.load(Spot, members)


def test_an_unknown_kind_is_an_error() -> None:
    data = codec.dump(Whole("", 0, False, (Step("a", 1),), {}, {}, frozenset(), None, None))
    assert isinstance(data, dict)
    data["cursor"] = [{"kind": "flight", "key": "a", "turn": 1}]
    with pytest.raises(KeyError, match="flight"):
        codec.load(Whole, data)


@pytest.mark.parametrize("alien", [object(), lambda: None, codec])
def test_what_is_no_plain_data_is_not_stored(alien: object) -> None:
    with pytest.raises(TypeError, match="not plain data"):
        codec.dump(alien)


def test_a_tuple_of_fixed_length_must_have_it() -> None:
    with pytest.raises(ValueError, match="zip"):
        codec.load(Whole, {**_plain(), "ended": ["a", "b"]})


def _plain() -> JsonObject:
    data = codec.dump(Whole("", 0, False, (), {}, {}, frozenset(), None, None))
    assert isinstance(data, dict)
    return data


@dataclass(frozen=True)
class Spare:
    """What was stored with one field, and has two now."""

    first: int
    second: tuple[str, ...] = field(default=(), metadata=codec.LATER)


def test_a_later_field_is_stored_only_where_it_says_something() -> None:
    """What was stored and hashed before there was such a field has the same hash now."""
    assert codec.dump(Spare(1)) == {"first": 1}
    assert codec.dump(Spare(1, ("a",))) == {"first": 1, "second": ["a"]}
    for grown in (Spare(1), Spare(1, ("a",))):
        assert codec.load(Spare, codec.dump(grown)) == grown


class Way(NamedTuple):
    """A key of two parts, stored as one word."""

    giver: str
    taker: str

    def __str__(self) -> str:
        return f"{self.giver}>{self.taker}"

    @classmethod
    def of_word(cls, word: str) -> Way:
        return cls(*word.split(">"))


@dataclass(frozen=True)
class Renamed:
    """What has better names than those under which it is stored."""

    devastating: tuple[str, ...] = field(default=("a",), metadata=codec.stored_as("razing"))
    hqs: tuple[str, ...] = field(default=(), metadata=codec.stored_as("staffs", later=True))
    transferred: Mapping[Way, int] = field(default_factory=dict)


def test_a_field_with_a_better_name_is_stored_under_its_first_one() -> None:
    assert codec.dump(Renamed()) == {"razing": ["a"], "transferred": {}}
    assert codec.dump(Renamed(hqs=("b",))) == {"razing": ["a"], "staffs": ["b"], "transferred": {}}
    stored: JsonObject = {"razing": ["c"], "staffs": ["d"], "transferred": {}}
    assert codec.load(Renamed, stored) == Renamed(("c",), ("d",))
    assert codec.load(Renamed, {}) == Renamed()


def test_keys_of_several_parts_are_stored_as_words() -> None:
    one = Renamed(transferred={Way("BR", "RU"): 2})
    data = codec.dump(one)
    assert data == {"razing": ["a"], "transferred": {"BR>RU": 2}}
    assert codec.load(Renamed, json.loads(json.dumps(data))) == one

"""Orders made of what a question offers, slot by slot."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel.lanes import LANE
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.offered import chosen_from, some_command

NOBODY = Refusal("nobody", "1.0", "Nobody can.")


def slot(name: str, shape: str, options: JsonObject | None = None) -> dict[str, Any]:
    """A slot; without options they are asked for."""
    return {"name": name, "shape": shape} | ({} if options is None else {"options": options})


def nothing_asked(_: Mapping[str, object]) -> JsonObject | Refusal:
    raise AssertionError("all options stand in the question")


class Lowest:
    """Always draws the first, or as far as a number of draws goes those that it is given."""

    def __init__(self, *draws: int) -> None:
        self.draws = [*draws]

    def randrange(self, stop: int, /) -> int:
        assert stop > 0
        return min(self.draws.pop(0), stop - 1) if self.draws else 0


class Highest:
    """Always draws the last."""

    def randrange(self, stop: int, /) -> int:
        assert stop > 0
        return stop - 1


def test_slots_are_asked_for_one_after_the_other_with_what_was_chosen_before() -> None:
    asked = list[Any]()

    def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
        asked.append(dict(question))
        return {"options": {"of": ["1111"]}}

    offer = {"kind": "march", "slots": [slot("unit", "unit", {"of": ["a"]}), slot("to", "hex"), slot("by", "hex")]}
    command = some_command({"offers": [offer]}, consult, Lowest())
    assert command == {"kind": "march", "unit": "a", "to": "1111", "by": "1111"}
    assert asked == [
        {"kind": "slot", "order": "march", "slot": "to", "chosen": {"unit": "a"}},
        {"kind": "slot", "order": "march", "slot": "by", "chosen": {"unit": "a", "to": "1111"}},
    ]


def test_an_order_of_a_lane_bears_it_and_asks_in_it() -> None:
    """What is refused, and what has no slots to fill, is not given."""
    asked = list[Any]()

    def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
        asked.append(question[LANE])
        return {"options": {"of": ["1111"]}}

    lane = {"lane": "1010", "offers": [{"kind": "advance", "slots": [slot("to", "hex")]}]}
    question = {"offers": [{"kind": "attack", "slots": [], "refusal": {}}, {"kind": "other"}], "lanes": [lane]}
    assert some_command(question, consult, Highest()) == {"kind": "advance", "to": "1111", LANE: "1010"}
    assert asked == ["1010"]
    assert some_command({"offers": [{"kind": "end", "slots": []}]}, nothing_asked, Lowest()) == {"kind": "end"}


def test_another_offer_is_filled_where_one_cannot_be() -> None:
    """ValueError where none can."""
    stuck = {"kind": "march", "slots": [slot("to", "hex")]}
    empty = {"kind": "dig", "slots": [slot("unit", "unit", {"of": []})]}
    end = {"kind": "end", "slots": []}
    assert some_command({"offers": [stuck, empty, end]}, lambda _: NOBODY, Lowest()) == {"kind": "end"}
    with pytest.raises(ValueError, match="filled"):
        some_command({"offers": [stuck, empty]}, lambda _: NOBODY, Lowest())


UNITS: JsonObject = {"of": ["a", "b", "c"], "least": 1, "most": 2, "repeats": False}
NONE_LEFT = {"of": [], "least": 0, "most": 2, "repeats": False}


@pytest.mark.parametrize(
    ("shape", "options", "low", "high"),
    [
        ("units", UNITS, ["a"], ["c", "b"]),
        ("units", {**UNITS, "most": 9}, ["a"], ["c", "b", "a"]),
        ("units", {**UNITS, "repeats": True, "most": 4}, ["a"], ["c", "c", "c", "c"]),
        ("units", {**UNITS, "least": 4, "most": 9}, None, None),
        ("units", NONE_LEFT, [], []),
        ("units", {**NONE_LEFT, "least": 1, "repeats": True}, None, None),
        ("count", {"least": 2, "most": 5}, 2, 5),
        ("count", {"least": 2, "most": 2}, 2, 2),
        ("count", {"least": 2, "most": 1}, None, None),
        ("flag", {"refusal": None, "needed": None}, True, False),
        ("flag", {"refusal": {}, "needed": None}, False, False),
        ("flag", {"refusal": None, "needed": {}}, True, True),
        ("flag", {"refusal": {}, "needed": {}}, None, None),
        ("path", {"ways": {"x": ["1", "2"], "y": ["3"]}}, ["1", "2"], ["3"]),
        ("path", {"ways": {}}, None, None),
        ("hex", {"of": ["1010", "1111"]}, "1010", "1111"),
        ("hex", {"of": []}, None, None),
    ],
)
def test_every_shape_is_filled_within_its_limits(shape: str, options: Any, low: Any, high: Any) -> None:
    assert chosen_from(shape, options, Lowest()) == low
    assert chosen_from(shape, options, Highest()) == high


def need(least: int, most: int | None = None, *limits: JsonObject, optional: bool = False) -> JsonObject:
    """What names come to: a is 3, b is 2, c is 1."""
    return {
        "weights": {"a": 3, "b": 2, "c": 1},
        "least": least,
        "most": most,
        "limits": [*limits],
        "optional": optional,
    }


@pytest.mark.parametrize(
    ("wanted", "sparing", "ways"),
    [
        (need(5), False, {("a", "b"), ("a", "b", "c")}),
        (need(5), True, {("a", "b")}),
        (need(5, 5), False, {("a", "b")}),
        (need(3, None, {"these": ["b"], "than": ["a"], "most": 0}), False,
         {("a",), ("a", "b"), ("a", "c"), ("a", "b", "c")}),
    ],
)  # fmt: skip
def test_names_that_come_to_a_total_are_found_by_chance(
    wanted: JsonObject, sparing: bool, ways: set[tuple[str, ...]]
) -> None:
    options = {"of": ["a", "b", "c"], "need": wanted, "sparing": sparing, "proposed": ["a", "b"]}
    drawn: list[Any] = [chosen_from("units", options, random.Random(n)) for n in range(60)]
    found = {tuple(sorted(names)) for names in drawn}
    assert found == ways


def test_what_chance_does_not_find_is_taken_as_it_is_proposed() -> None:
    options = {"of": ["a", "b", "c"], "need": need(9), "sparing": False, "proposed": ["a"]}
    assert chosen_from("units", options, random.Random(1)) == ["a"]
    assert chosen_from("units", {**options, "proposed": []}, random.Random(1)) is None


def test_names_are_given_out_to_groups_that_each_get_what_they_need() -> None:
    """A group that may go without is left out; where every name must go somewhere, nobody stays behind."""
    groups = {"west": need(3), "east": need(1, 1, optional=True)}
    options: dict[str, Any] = {"of": ["a", "b", "c"], "groups": groups, "every": True}
    found = [chosen_from("allotment", options, random.Random(n)) for n in range(30)]
    assert {str(one) for one in found} == {
        str({"west": ["a", "b", "c"]}), str({"west": ["a", "b"], "east": ["c"]}),
    }  # fmt: skip
    some = [chosen_from("allotment", {**options, "every": False}, random.Random(n)) for n in range(30)]
    assert {"west": ["a"]} in some
    assert chosen_from("allotment", {**options, "groups": {"west": need(9)}}, random.Random(1)) is None


def test_a_way_to_give_names_out_is_found_where_chance_finds_none() -> None:
    options = {"of": ["a", "b", "c"], "groups": {"west": need(2, 2), "east": need(4, 4)}, "every": True}
    assert chosen_from("allotment", options, Lowest()) == {"west": ["b"], "east": ["a", "c"]}

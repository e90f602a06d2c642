"""What may be chosen in a slot: what is picked is read, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Count, Fitting, Flag, OneOf, Options, Path, SomeOf
from tests.thorough import at_least_one

GONE = Refusal("gone", "2", "It is gone.")


def only_east(path: Sequence[str]) -> None:
    if path[-1] != "east":
        raise Refused("out-of-reach", "2", "No way leads there.")


def vowels(candidates: str) -> OneOf:
    return OneOf(Fitting(lambda: candidates, lambda name: None if name in ("a", "e") else GONE))


ALL: list[tuple[Options, list[object], list[object]]] = [
    (OneOf(["a", "b"], {"c": GONE}), ["a", "b"], ["c", "d", "", 1, None, ["a"], True]),
    (OneOf([]), [], ["a", None]),
    (vowels("ab"), ["a", "e"], ["b", "c", "", 1, None, ["a"], True]),
    (vowels("b"), [], ["b", "c", None]),
    (SomeOf(["a", "b", "c"], 1, 2), [["a"], ["b", "a"]], [[], ["a", "a"], ["a", "b", "c"], ["d"], "a", None, [1]]),
    (SomeOf(["a", "b"], 0, 3, repeats=True), [[], ["a", "a", "b"]], [["a"] * 4, {"a": 1}]),
    (SomeOf(["a"], 2, 3, repeats=True), [["a", "a"]], [["a"], ["b", "b"]]),
    (SomeOf(["a"], 2, 3), [], [["a"], ["a", "a"]]),
    (Path(only_east, {"east": ["mid", "east"]}), [["mid", "east"], ["east"]], [["west"], [], "east", [1], None]),
    (Count(2, 4), [2, 3, 4], [1, 5, True, 2.0, "2", None]),
    (Count(3, 2), [], [2, 3]),
    (Count(3, 3), [3], [2, 4]),
    (Flag(), [True, False], [0, 1, "true", None]),
    (Flag(GONE), [False], [True, None]),
    (Flag(needed=GONE), [True], [False, None]),
    (Flag(GONE, GONE), [], [True, False]),
    (OneOf(Fitting(lambda: "abc", lambda n: None if n in "bc" else GONE)), ["b", "c"], ["a", "d", None, 1]),
]


@pytest.mark.parametrize(("options", "good", "bad"), ALL)
def test_each_kind_takes_what_may_be_chosen_and_nothing_else(
    options: Options, good: list[object], bad: list[object]
) -> None:
    for raw in good:
        read = options.read(raw, "1")
        assert (list(read) if isinstance(read, tuple) else read) == raw
    for raw in at_least_one(bad):
        with pytest.raises(Refused):
            options.read(raw, "1")


@pytest.mark.parametrize(("options", "good", "_"), ALL)
def test_what_is_picked_is_read_and_nothing_is_picked_where_nothing_may_be(
    options: Options, good: list[object], _: list[object]
) -> None:
    rng = random.Random(1914)
    picked = [options.pick(rng) for _ in range(50)]
    if not good:
        assert set(map(repr, picked)) == {"None"}
    for raw in picked if good else ():
        options.read(raw, "1")


def test_a_near_choice_is_refused_with_its_own_reason() -> None:
    with pytest.raises(Refused) as refused:
        OneOf(["a"], {"c": GONE}).read("c", "1")
    assert refused.value.refusal == GONE
    told: Any = OneOf(["a"], {"c": GONE}).wire()
    assert told == {"of": ["a"], "refused": {"c": GONE.json()}}


@pytest.mark.parametrize(("options", "good", "_"), ALL)
def test_what_is_empty_has_nothing_good(options: Options, good: list[object], _: list[object]) -> None:
    assert options.empty() == (not good)


def test_a_reason_is_found_for_a_name_that_nobody_listed() -> None:
    options = OneOf(["a"], why=lambda name: GONE if name == "far" else None)
    with pytest.raises(Refused) as refused:
        options.read("far", "1")
    assert refused.value.refusal == GONE
    with pytest.raises(Refused) as unknown:
        options.read("nowhere", "1")
    assert unknown.value.refusal.code == "not-offered"
    assert "far" not in str(options.wire())


def test_one_name_is_judged_without_a_look_at_the_others() -> None:
    listed: list[str] = []

    def candidates() -> list[str]:
        listed.append("all")
        return ["a", "b"]

    def why_not(name: str) -> Refusal | None:
        return None if name == "b" else GONE

    options = OneOf(Fitting(candidates, why_not), why=why_not)
    assert options.read("b", "1") == "b"
    with pytest.raises(Refused) as refused:
        options.read("a", "1")
    assert (refused.value.refusal, listed) == (GONE, [])
    assert (options.wire()["of"], options.empty(), listed) == (["b"], False, ["all"])


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"]])
def test_a_wrong_number_is_refused_in_the_words_of_the_rule(names: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        SomeOf(["a", "b", "c"], 2, 2, wrong_number=GONE).read(names, "1")
    assert refused.value.refusal == GONE


def test_another_number_is_refused_with_its_own_reason() -> None:
    options = Count(1, 3, lambda n: GONE if n == 4 else None)
    with pytest.raises(Refused) as refused:
        options.read(4, "1")
    assert refused.value.refusal == GONE
    with pytest.raises(Refused) as unknown:
        options.read(5, "1")
    assert (unknown.value.refusal.code, unknown.value.refusal.text) == (
        "not-that-many",
        "Choose a whole number from 1 to 3.",
    )
    with pytest.raises(Refused) as alone:
        Count(1, 1).read(2, "1")
    assert alone.value.refusal.text == "Only 1 can be chosen here."


def test_words_for_a_person_go_along_where_there_are_any() -> None:
    assert OneOf(["a"], labels={"a": "Artillery"}).wire()["labels"] == {"a": "Artillery"}
    assert SomeOf(["a"], labels={"a": "Artillery"}).wire()["labels"] == {"a": "Artillery"}
    assert "labels" not in SomeOf(["a"]).wire()
    assert Flag(yes="Capture them", no="Sink them").wire()["labels"] == {"true": "Capture them", "false": "Sink them"}
    assert "labels" not in Flag().wire()


def test_further_ways_and_notes_go_out_where_there_are_any() -> None:
    way = Path(lambda _: None, {"east": ["mid", "east"]}, others={"east": [["low", "east"]]})
    assert way.wire().get("others") == {"east": [["low", "east"]]}
    assert "others" not in Path(lambda _: None, {"east": ["east"]}).wire()
    assert OneOf(["a"], notes={"a": "yours"}).wire().get("notes") == {"a": "yours"}
    assert "notes" not in OneOf(["a"]).wire()

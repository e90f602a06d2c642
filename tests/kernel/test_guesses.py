"""What a program took hidden units for, beside what they were."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.programs.guesses import MOST_WRONG, Guess, compare_guesses


class Counting:
    """A program that counts three factors on each unit that it cannot see, and adds up those that it sees."""

    def guesses(self, view: Mapping[str, Any], _: str, printed: Any) -> Mapping[str, Guess]:
        return {
            place: Guess(
                f"{printed} {place}",
                units.count(None),
                {"attack": sum(3 if u is None else u for u in units), "units": len(units)},
            )
            for place, units in view.items()
        }


def test_a_guess_is_compared_place_by_place_and_over_all_of_them() -> None:
    """Places without hidden units are left out, those that were guessed rightly are none of the wrong ones, and the
    places where the program was most wrong come first, each with its own figures."""
    shown = {"a": [None, 2], "b": [None], "c": [4], "d": [None, None]}
    opened = {"a": [1.04, 2], "b": [8], "c": [4], "d": [3, 3]}
    assert compare_guesses(Counting(), shown, opened, "red", "Hex") == {
        "places": 3,
        "units": 4,
        "figures": [
            {"title": "attack", "taken": 14, "was": 17.0},
            {"title": "units", "taken": 5, "was": 5},
        ],
        "wrong": [
            {
                "place": "b", "title": "Hex b", "units": 1,
                "figures": [{"title": "attack", "taken": 3, "was": 8}, {"title": "units", "taken": 1, "was": 1}],
            },
            {
                "place": "a", "title": "Hex a", "units": 1,
                "figures": [{"title": "attack", "taken": 5, "was": 3.0}, {"title": "units", "taken": 2, "was": 2}],
            },
        ],
    }  # fmt: skip


def test_of_many_wrong_places_the_worst_are_named_and_equals_by_place() -> None:
    shown = {place: [None] for place in "gfedcba"}
    found = compare_guesses(Counting(), shown, {place: [9 if place == "g" else 5] for place in shown}, "red", "Hex")
    assert found is not None
    assert [one["place"] for one in found["wrong"]] == ["g", *"abcd"]  # type: ignore[union-attr, index, call-overload]
    assert len("gabcd") == MOST_WRONG


def test_a_place_where_nobody_is_left_is_not_compared() -> None:
    """Figures are counted over places that are there in both views."""
    found = compare_guesses(Counting(), {"a": [None], "b": [None]}, {"b": [4]}, "red", "Hex")
    assert found is not None
    assert (found["places"], found["units"]) == (1, 1)


def test_nothing_is_told_where_nothing_was_guessed() -> None:
    assert compare_guesses(Counting(), {"a": [2]}, {"a": [2]}, "red", "Hex") is None
    assert compare_guesses(object(), {"a": [None]}, {"a": [2]}, "red", "Hex") is None

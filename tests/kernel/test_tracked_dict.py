"""Dicts that remember which keys changed."""

from __future__ import annotations

import copy
import random

import pytest

from rules.hexes.stacks import left_behind, restack
from rules.kernel.incremental import Memory, changed_keys, compare_keys
from rules.kernel.tracked_dict import MAX_STEPS_BACK, TrackedDict, with_changes


def test_an_altered_mapping_tells_what_was_altered() -> None:
    """What came, what went, what is another object; not what was altered back."""
    one, two = (1,), (2,)
    first = with_changes({"a": one, "b": two, "c": one}, {})
    second = with_changes(first, {"a": two, "d": one}, without=["b"])
    assert second == {"a": two, "c": one, "d": one}
    assert changed_keys(first, second) == {"a", "b", "d"}
    assert changed_keys(first, with_changes(second, {"a": one, "b": two})) == {"d"}
    assert first == {"a": one, "b": two, "c": one}


def test_what_is_taken_out_and_put_back_comes_last() -> None:
    assert [*with_changes({"a": 1, "b": 2}, {"a": 3}, without=["a"])] == ["b", "a"]
    with pytest.raises(KeyError):
        with_changes({"a": 1}, {}, without=["b"])


def test_only_the_line_of_descent_is_known() -> None:
    """A branch, a mapping that is no descendant, and a copy are compared as they stand."""
    first = with_changes({"a": 1}, {})
    left, right = with_changes(first, {"a": 2}), with_changes(first, {"b": 3})
    assert right.touched_since(left) is None
    assert changed_keys(left, right) == {"a", "b"}
    assert changed_keys({"a": 1}, left) == {"a"}
    assert with_changes(copy.deepcopy(first), {"a": 2}).touched_since(first) is None


def test_it_is_forgotten_after_some_steps() -> None:
    """What stands in memory does not grow with the match."""
    first = now = with_changes({"a": 0}, {})
    for n in range(1, MAX_STEPS_BACK + 2):
        assert now.touched_since(first) == ({"a"} if n > 1 else None)
        now = with_changes(now, {"a": n})
    assert now.touched_since(first) is None
    assert len(now.steps) == MAX_STEPS_BACK
    assert changed_keys(first, now) == {"a"}


@pytest.mark.parametrize("seed", range(3))
def test_random_alterations_are_told_as_a_comparison_finds_them(seed: int) -> None:
    rng, line = random.Random(seed), [with_changes(dict.fromkeys("abcdef", (0,)), {})]
    memory = Memory()
    for n in range(60):
        before = line[-1]
        gone = rng.sample(sorted(before), min(len(before), rng.randrange(3)))
        line.append(with_changes(before, {rng.choice("abcdefgh"): (n % 4,) for _ in range(rng.randrange(3))}, gone))
        old = line[-rng.randint(1, min(len(line), MAX_STEPS_BACK + 4))]
        assert memory.changed("it", old, line[-1]) == compare_keys(old, line[-1])


def test_units_leave_their_stacks() -> None:
    """Those behind keep their order; a hex that nobody is left in is none."""
    stacks = {"h": ("a", "b", "c"), "i": ("d",)}
    left = left_behind(stacks, [("a", "h"), ("d", "i"), ("c", "h")])
    assert left == {"h": ("b",), "i": ()}
    found = restack(stacks, {**left, "j": ("a", "d", "c"), "k": ()})
    assert found == {"h": ("b",), "j": ("a", "d", "c")}
    assert isinstance(found, TrackedDict)

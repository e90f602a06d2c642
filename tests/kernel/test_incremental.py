"""What is kept from state to state: taken when nothing differs, found again when anything does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import pytest

from rules.kernel.incremental import Memory, Previous, changed_keys
from tests.recalls import unchecked


@pytest.fixture
def finds() -> Iterator[list[Previous[Any, Any] | None]]:
    """What each find was handed. The suite's own checks of kept finds would stand among them."""
    with unchecked():
        yield []


def finding(finds: list[Previous[Any, Any] | None], value: Any) -> Callable[[Previous[Any, Any] | None], Any]:
    def find(earlier: Previous[Any, Any] | None) -> Any:
        finds.append(earlier)
        return value

    return find


def test_an_equal_source_is_not_found_again(finds: list[Previous[Any, Any] | None]) -> None:
    memory = Memory()
    first = memory.recall("hills", ((1, 2), "east"), finding(finds, ["high"]))
    again = memory.recall("hills", ((1, 2), "east"), finding(finds, ["other"]))
    assert again is first
    assert finds == [None]


@pytest.mark.parametrize("source", [((1, 3), "east"), ((1, 2), "west")])
def test_any_difference_is_found_again(finds: list[Previous[Any, Any] | None], source: tuple[Any, ...]) -> None:
    """The find is handed the one before, with what that came from."""
    memory = Memory()
    memory.recall("hills", ((1, 2), "east"), finding(finds, ["high"]))
    assert memory.recall("hills", source, finding(finds, ["low"])) == ["low"]
    assert finds == [None, Previous(((1, 2), "east"), ["high"])]
    assert memory.recall("hills", source, finding(finds, ["other"])) == ["low"]


def test_an_object_of_keys_must_be_the_same_one(finds: list[Previous[Any, Any] | None]) -> None:
    """Two equal dictionaries may list their keys in another order, and the order may matter."""
    memory = Memory()
    stacks = {"1203": ("a",), "1204": ("b",)}
    memory.recall("order", (stacks,), finding(finds, [*stacks]))
    turned = {"1204": ("b",), "1203": ("a",)}
    assert memory.recall("order", (turned,), finding(finds, [*turned])) == ["1204", "1203"]
    assert memory.recall("order", (turned,), finding(finds, [])) == ["1204", "1203"]
    assert len(finds) == 2


def test_a_set_that_comes_out_equal_is_the_same_object(finds: list[Previous[Any, Any] | None]) -> None:
    """What depends on it in turn sees at a glance that nothing changed."""
    memory = Memory()
    first = memory.recall("zone", (1,), finding(finds, frozenset({1, 2})))
    assert memory.recall("zone", (2,), finding(finds, frozenset({1, 2}))) is first
    assert memory.recall("zone", (3,), finding(finds, frozenset({1}))) == {1}
    assert len(finds) == 3


def test_names_do_not_share_their_finds(finds: list[Previous[Any, Any] | None]) -> None:
    memory = Memory()
    memory.recall("zone", (1,), finding(finds, "a"))
    assert memory.recall("held", (1,), finding(finds, "b")) == "b"
    assert finds == [None, None]


@pytest.mark.parametrize(
    ("new", "keys"),
    [
        ({"a": (1,), "b": (2,)}, {"a", "b"}),
        ({"a": None, "b": None}, set()),
        ({"b": None, "a": None}, set()),
        ({"a": None, "b": (2,)}, {"b"}),
        ({"b": (2,), "a": None}, {"b"}),
        ({"a": None}, {"b"}),
        ({"a": None, "b": None, "c": (3,)}, {"c"}),
        ({"c": (3,)}, {"a", "b", "c"}),
        ({}, {"a", "b"}),
    ],
)
def test_changed_keys(new: dict[str, Any], keys: set[str]) -> None:
    """Other objects, keys that came and keys that went; None stands for the object of before."""
    old = {"a": (10,), "b": (20,)}
    now = {key: old[key] if value is None else value for key, value in new.items()}
    assert changed_keys(old, now) == keys
    assert Memory().changed("stacks", old, now) == keys


def test_the_same_mapping_has_no_changes() -> None:
    stacks = MappingProxyType({"a": (1,)})
    assert changed_keys(stacks, stacks) == set()
    assert Memory().changed("stacks", stacks, stacks) == frozenset()


def test_changes_are_told_of_the_pair_that_is_asked_about() -> None:
    """Not of the pair that was asked about before."""
    memory = Memory()
    first, second, third = {"a": (1,)}, {"a": (2,)}, {"a": (2,), "b": (3,)}
    third["a"] = second["a"]
    assert memory.changed("stacks", first, second) == {"a"}
    assert memory.changed("stacks", second, third) == {"b"}
    assert memory.changed("stacks", first, third) == {"a", "b"}

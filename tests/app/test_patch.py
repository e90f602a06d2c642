"""Merge patches: RFC 7396's own examples, and that a patch always leads to the next view."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.live.patch import difference, merge
from rules.kernel.messages import JsonObject

RFC: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "result"), RFC)
def test_the_examples_of_the_rfc(target: dict[str, Any], patch: dict[str, Any], result: dict[str, Any]) -> None:
    assert merge(target, patch) == result


scalars = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "x"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
views = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


def without_nulls(value: Any) -> Any:
    """A view as it is on this wire: an object's null members are the same as missing ones."""
    if isinstance(value, dict):
        return {k: without_nulls(v) for k, v in value.items() if v is not None}
    return value


@given(views, views)
def test_a_difference_leads_from_one_view_to_the_next(old: JsonObject, new: JsonObject) -> None:
    patched = merge(cast("JsonObject", without_nulls(old)), difference(old, new))
    assert without_nulls(patched) == without_nulls(new)


@given(views)
def test_nothing_changed_is_an_empty_patch(view: JsonObject) -> None:
    assert difference(view, view) == {}

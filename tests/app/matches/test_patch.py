"""Merge patches: RFC 7396's own examples, and that a patch always leads to the next view."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.matches.telling.patch import difference, merge, question_difference, question_merged
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject
from rules.kernel.tracked_dict import rebuilt, with_changes
from tests.contract.table import bytes_of, decisions

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


def plain(question: Any) -> Any:
    """A question without its nulls, and its offers without theirs."""
    return {**without_nulls(question), "offers": [without_nulls(offer) for offer in question["offers"]]}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_question_is_patched_into_the_next_and_mostly_small(game: str) -> None:
    """Along a random game: what the client holds is always the question, in which null and missing are the same."""
    rules = GAMES[game]
    held: dict[str, JsonObject] = {}
    whole = patched = 0
    for decision in islice(decisions(rules, rules.scenarios[0].id, 7), 120):
        for seat in rules.seats(rules.scenarios[0].id, {}):
            now = rules.legal(decision.after, seat.id)
            if seat.id in held:
                patch = question_difference(held[seat.id], now)
                whole, patched = whole + len(bytes_of(now)), patched + len(bytes_of(patch))
                assert plain(question_merged(held[seat.id], patch)) == plain(now)
            held[seat.id] = now
    assert patched < whole * 0.8


def test_offers_of_other_orders_come_whole() -> None:
    old: JsonObject = {"ask": "1", "offers": [{"kind": "move", "units": ["a", "b"]}, {"kind": "end", "note": None}]}
    fewer: JsonObject = {"ask": "1", "offers": [{"kind": "move", "units": ["b"]}, {"kind": "end", "note": "1 left"}]}
    other: JsonObject = {"ask": "2", "offers": [{"kind": "end", "note": None}]}
    assert question_difference(old, fewer) == {"offers": {"0": {"units": ["b"]}, "1": {"note": "1 left"}}}
    assert question_difference(old, other) == {"ask": "2", "offers": other["offers"]}
    assert question_difference(old, old) == {}
    for new in (fewer, other):
        assert question_merged(old, question_difference(old, new)) == new


def test_what_knows_where_it_was_altered_gives_the_same_patch() -> None:
    """Entries altered, altered back, removed and new; and a mapping of another line is compared as a whole."""
    old: JsonObject = with_changes({}, {name: [name] for name in "abcdef"})
    there = with_changes(with_changes(old, {"b": ["B"], "x": [1]}), {"c": old["c"]}, ["d"])
    back = with_changes(with_changes(old, {"e": ["E"]}), {"e": old["e"]})
    listed = rebuilt(old, {name: value for name, value in there.items() if name != "f"}, ("b", "x", "d", "f"))
    for new in (there, back, listed):
        assert difference(old, new) == difference(dict(old), dict(new))
        assert merge(old, difference(old, new)) == new
    assert difference(old, back) == {}
    assert difference(listed, there) == {"f": ["f"]}

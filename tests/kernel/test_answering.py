"""decisions/0052: slots with sums and groups, answered from what stands on the wire."""

from __future__ import annotations

from typing import Any

from rules.kernel.answering import MOST_TRIED, cheapest, give_out, is_allowed


def need(
    least: int = 0, most: int | None = None, limits: tuple[dict[str, Any], ...] = (), **weights: int
) -> dict[str, Any]:
    """What a slot asks for."""
    return {"weights": weights, "least": least, "most": most, "limits": [*limits]}


NO_MORE_GUNS = {"these": ["gun", "gun2"], "than": ["a", "b"], "most": 0}


def test_a_sum_has_two_ends() -> None:
    asked = need(3, 5, a=2, b=3, c=4)
    assert not is_allowed(asked, ["a"])
    assert is_allowed(asked, ["b"])
    assert is_allowed(asked, ["a", "b"])
    assert not is_allowed(asked, ["a", "c"])
    assert is_allowed(need(0, None, a=2), ["a"])


def test_a_limit_counts_some_against_others() -> None:
    asked = need(0, None, (NO_MORE_GUNS,), a=1, b=1, gun=1, gun2=1)
    assert is_allowed(asked, ["a", "gun"])
    assert not is_allowed(asked, ["gun"])
    assert not is_allowed(asked, ["a", "gun", "gun2"])
    assert is_allowed(asked, ["a", "b", "gun", "gun2"])


def test_units_are_given_to_the_first_group_that_may_have_them() -> None:
    groups = {name: need(0, 1, gun=1, gun2=1, tank=2) for name in ("weak", "strong")}
    options = {"of": ["gun", "gun2", "tank"], "groups": groups}
    assert give_out(options, lambda group: group != "strong") == {"strong": ["gun"], "weak": ["gun2"]}


def test_the_cheapest_is_what_comes_to_least_then_what_spares_then_the_fewest() -> None:
    asked = need(4, None, a=2, b=2, gun=4, c=5)
    options = {"need": asked, "of": ["c", "gun", "a", "b"], "proposed": ["c"]}
    assert cheapest(options) == ["gun"], "the fewest of four"
    assert cheapest(options, lambda unit: unit == "gun") == ["a", "b"]
    assert cheapest({**options, "of": ["c"]}) == ["c"]


def test_where_nothing_is_enough_or_too_many_may_be_chosen_the_proposal_stands() -> None:
    options = {"need": need(9, None, a=2), "of": ["a"], "proposed": ["a"]}
    assert cheapest(options) == ["a"]
    many = {f"u{n}": 1 for n in range(MOST_TRIED + 1)}
    assert cheapest({"need": need(1, None, **many), "of": [*many], "proposed": ["u7"]}) == ["u7"]

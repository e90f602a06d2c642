"""What is said of a match by its points: whether half of it is over, and whether a side has lost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.gauge import UNMEASURED, Gauge, Lead, is_late, is_lost

LEADS = Gauge(lead=lambda view: Lead("red", 10, 4, 2))
"""Red leads by ten; blue may gain four at once and two in each turn besides."""


def at(turn: Any, turns: Any = 10) -> Any:
    """A view of that turn."""
    return {"turn": turn, "turns": turns}


@pytest.mark.parametrize(("turn", "late"), [(1, False), (5, False), (6, True), (10, True), ("6", False), (None, False)])
def test_a_match_is_late_when_more_than_half_of_its_turns_have_begun(turn: Any, late: bool) -> None:
    assert is_late(at(turn)) == late


@pytest.mark.parametrize(("turn", "late"), [(45, False), (48, False), (49, True), (53, True)])
def test_a_scenario_that_begins_late_in_the_calendar_is_late_by_its_own_turns(turn: int, late: bool) -> None:
    """Nine turns from the 45th on: the fifth of them is the first that is late."""
    assert is_late({**at(turn, 53), "first_turn": 45}) == late


def test_where_the_number_of_turns_is_not_shown_no_turn_is_late() -> None:
    assert not is_late({"turn": 6})
    assert not is_late(at(6, None))


@pytest.mark.parametrize(("turn", "lost"), [(6, False), (7, False), (8, True), (10, True), ("8", False)])
def test_a_side_has_lost_when_all_that_it_can_gain_is_less_than_the_lead(turn: Any, lost: bool) -> None:
    """With three turns to come blue may gain ten, which makes up for the lead; with two, eight."""
    assert is_lost(at(turn), "blue", LEADS) == lost
    assert not is_lost(at(turn), "red", LEADS)


def test_no_side_has_lost_where_none_is_told_to_lead() -> None:
    assert not is_lost(at(10), "blue", UNMEASURED)
    assert not is_lost(at(10, None), "blue", LEADS)


def test_a_game_that_says_nothing_is_not_measured() -> None:
    line: Any = {"kind": "turn", "text": "Turn 2"}
    assert (UNMEASURED.turn(line), UNMEASURED.fight(line), UNMEASURED.ahead(line)) == (None, None, None)
    assert (UNMEASURED.standing(line), UNMEASURED.lost(line)) == ((), {})
    assert UNMEASURED.side(line, "red") == "red"

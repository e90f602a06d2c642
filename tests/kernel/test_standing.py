"""Standing orders: the kinds of a game, what is no order of a kind, and what an order is answered from."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.standing import (
    Choice,
    Condition,
    NothingAhead,
    SeatView,
    StandingKind,
    StandingOrder,
    of_side,
    sensible,
)

ODDS = Condition("odds", "at odds", (Choice("any", "of any kind"), Choice("2:1", "of 2:1 or better")))
SUPPORT = StandingKind(
    "support", "Support attacks", "10.4", ("battle",), (Choice("no", "never"), Choice("yes", "always")), (ODDS,),
    sides=("red",), sensible="no",
)  # fmt: skip
RETREAT = StandingKind("retreat", "Retreat", "11.2", ("losses",), (Choice("west", "to the west"),))


@pytest.mark.parametrize(
    ("answer", "conditions", "why"),
    [
        ("yes", {}, None),
        ("no", {"odds": "2:1"}, None),
        ("west", {}, "That does not answer this question."),
        ("yes", {"odds": "3:1"}, "There is no such condition."),
        ("yes", {"weather": "any"}, "There is no such condition."),
        ("yes", {"odds": "2:1", "weather": "any"}, "There is no such condition."),
    ],
)
def test_what_is_no_order_of_a_kind(answer: str, conditions: dict[str, str], why: str | None) -> None:
    assert SUPPORT.wrong(StandingOrder("support", answer, conditions)) == why


def test_a_side_has_the_kinds_that_it_is_asked_and_those_that_everyone_is() -> None:
    assert of_side((SUPPORT, RETREAT), "red") == (SUPPORT, RETREAT)
    assert of_side((SUPPORT, RETREAT), "blue") == (RETREAT,)


def test_only_kinds_with_a_sensible_answer_are_proposed() -> None:
    assert sensible((SUPPORT, RETREAT)) == {"support": StandingOrder("support", "no")}


def test_a_condition_that_is_left_out_is_none() -> None:
    assert StandingOrder("support", "yes", {"odds": "2:1"}).on("odds", "any") == "2:1"
    assert StandingOrder("support", "yes").on("odds", "any") == "any"


def test_a_kind_on_the_wire() -> None:
    assert SUPPORT.told() == {
        "key": "support",
        "title": "Support attacks",
        "section": "10.4",
        "steps": ["battle"],
        "answers": [{"key": "no", "text": "never"}, {"key": "yes", "text": "always"}],
        "conditions": [
            {
                "key": "odds",
                "title": "at odds",
                "choices": [{"key": "any", "text": "of any kind"}, {"key": "2:1", "text": "of 2:1 or better"}],
            }
        ],
        "sensible": "no",
    }


def test_an_order_that_is_refused_is_not_offered_and_has_nothing_to_choose() -> None:
    def offer(kind: str, refusal: Any, *of: str) -> dict[str, Any]:
        return {"kind": kind, "refusal": refusal, "slots": [{"options": {"of": [*of]}}]}

    there = offer("support", None, "hq-1", "hq-2")
    legal = {"step": "battle", "offers": [offer("stand", {"code": "late"}, "a"), there]}
    seat = SeatView({}, legal)
    assert seat.step == "battle"
    assert (seat.offer("support"), seat.offer("stand"), seat.offer("move")) == (there, None, None)
    assert seat.first("support") == ["hq-1", "hq-2"]
    assert seat.first("stand") == seat.first("move") == []


def test_a_game_without_small_decisions_is_asked_everything() -> None:
    assert NothingAhead().standing("campaign", {}) == ()
    assert NothingAhead().answer_ahead(None, "red", {}) is None

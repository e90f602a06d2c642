"""What a game that an engine drives need not write, shown by the smallest there is."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from examples.the_ford import GAME, RED, Moved, TheFord
from rules.kernel.frames import StepFrame
from rules.kernel.messages import Outcome, Refusal
from rules.kernel.procedure.turns import Began
from rules.kernel.schema_steps import UnknownShape
from rules.kernel.standing import Choice, SeatView, StandingKind, StandingOrder

KIND = StandingKind("deal", "How strengths are dealt", "1", ("red.setup",), (Choice("as-they-stand", "as they stand"),))


def as_they_stand(seen: SeatView, orders: Any) -> Any:
    """A policy that reads the seat's own question."""
    return {"kind": "deploy", "units": seen.first("deploy")} if "deal" in orders else None


class Dealt(TheFord):
    """The Ford with a small decision."""

    small_decisions = (KIND,)
    policies = MappingProxyType({"red.setup": as_they_stand})


def test_the_head_of_a_view_says_where_the_match_stands() -> None:
    view: Any = GAME.view(GAME.new_match("ford", {}), RED)
    assert view["step"] == {"key": "red.setup", "title": "Set-up", "section": "1", "side": RED, "deciders": [RED]}
    assert [p["state"] for p in view["phases"]] == ["todo"] * 4
    assert (view["turn"], view["first_turn"], view["turns"], view["outcome"]) == (1, 1, 5, None)
    later: Any = GAME.view(replace(GAME.new_match("ford", {}), cursor=(StepFrame("blue.move"),)), RED)
    assert [p["state"] for p in later["phases"]] == ["done", "done", "now", "todo"]


def test_players_may_settle_who_wins() -> None:
    start = GAME.new_match("ford", {})
    assert GAME.outcome(GAME.end_by_agreement(start, "blue", "Red gives up.")) == Outcome("blue", "Red gives up.", "")
    assert GAME.outcome(GAME.end_by_agreement(start, None, "A draw.")) == Outcome(None, "A draw.", "")


def test_only_slots_are_answered_unless_the_game_knows_more() -> None:
    answer = GAME.consult(GAME.new_match("ford", {}), RED, {"kind": "attack"})
    assert answer == Refusal("malformed", "2", "There is no such question.")


def test_dice_and_final_facts_bar_undo() -> None:
    assert not GAME.bars_undo(Moved("red-1", ("0202",)))
    assert GAME.bars_undo(Began("red.fight", 1))


def test_a_standing_order_is_answered_from_the_view_of_its_seat() -> None:
    game = Dealt()
    state = game.new_match("ford", {})
    orders = {"deal": StandingOrder("deal", "as-they-stand")}
    assert game.standing("ford", {}) == (KIND,)
    assert game.answer_ahead(state, RED, {}) is None
    assert game.answer_ahead(state, "blue", orders) is None, "nobody asks Blue"
    assert game.answer_ahead(state, RED, orders) == {"kind": "deploy", "units": ["red-1", "red-2", "red-3", "red-4"]}


def test_a_state_of_another_shape_or_plan_is_not_let_in() -> None:
    stored = GAME.dump_state(GAME.new_match("ford", {}))
    assert GAME.load_state(stored) == GAME.new_match("ford", {})
    for wrong in ({"version": 2}, {"plan": "of another game"}):
        with pytest.raises(UnknownShape):
            GAME.load_state({**stored, **wrong})

"""§4.2, §4.3: what the table is told of the course of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.printed.phases import LEAVING
from rules.great_war.sequence import TREE
from tests.games.great_war.kit import before_set_up, position
from tests.thorough import at_least_one

WITHOUT = before_set_up().printed.variant.without
"""Steps of the Near East."""


def seen(key: str) -> dict[str, Any]:
    return GAME.view(position({}, key), "spectator")


def test_4_2_the_outline_lists_nine_steps_of_an_operational_turn_in_their_order() -> None:
    titles = [part["title"] for part in seen("first-movement")["course"]["operational"]]
    assert len(titles) == 9
    assert titles[0] == "Event Phase"
    assert titles[-1] == "Turn Record Phase"


def test_4_2_every_step_on_which_the_match_can_stand_is_found_in_the_outline() -> None:
    course = seen("first-movement")["course"]
    parts = {(round_, part["key"]) for round_, listed in course.items() for part in listed}
    for round_ in at_least_one(course):
        for leaf in at_least_one(TREE.step(round_).leaves()):
            if leaf.key in (*WITHOUT, LEAVING):
                continue
            step = seen(leaf.key)["step"]
            assert (step["round"], step["part"]) in parts
            assert step["round"] == round_


@pytest.mark.parametrize(("scenario", "drawn"), [("1915", True), ("1917", False), ("campaign", False)])
def test_21_24_lots_are_a_step_only_where_some_are_drawn(scenario: str, drawn: bool) -> None:
    course: Any = GAME.view(before_set_up(scenario), "spectator")["course"]
    assert ("allied.lot" in [part["key"] for part in course["set-up"]]) is drawn


def test_4_2_an_attack_in_the_east_belongs_to_the_first_combat_phase() -> None:
    step = seen("first.east.attacks")["step"]
    assert (step["round"], step["part"]) == ("operational", "first-combat")

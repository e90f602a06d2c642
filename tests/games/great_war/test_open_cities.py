"""§18.1: a side is warned of places that count for victory, that nobody holds, and that the enemy could walk into."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import CENTRAL_RAIL, SECOND_MOVEMENT
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import position

BERLIN, STETTIN, NEAR, FAR = "E5102", "E5205", "E5203", "E5304"


def warned(state: State, side: str = CENTRAL, **more: object) -> list[str]:
    """What a side is told of open places before it ends its movement."""
    told: Any = GAME.consult(state, side, {"kind": "warnings", **more})
    return [w["text"] for w in told["warnings"] if w["section"] == "18.1"]


def passed(state: State, **more: object) -> dict[str, int]:
    """What the Central Powers are told of, and leave open."""
    told: Any = GAME.consult(state, CENTRAL, {"kind": "warnings", **more})
    left: dict[str, int] = told["passed"]
    return left


def test_18_13_an_empty_city_is_named_when_an_enemy_can_reach_it() -> None:
    """The nearest comes first. Its own side alone is told, where it moves, and before its trains end."""
    state = position({NEAR: "br-1", "E4310": "ge-3"})
    (text,) = warned(state)
    assert text.startswith("No unit is in Berlin (E5102)")
    assert "the Allies could walk in" in text
    assert warned(state, ALLIED) == []
    assert warned(position({NEAR: "br-1", "E4310": "ge-3"}, SECOND_MOVEMENT)) == []
    assert warned(position({NEAR: "br-1", "E4310": "ge-3"}, CENTRAL_RAIL)) == [text]


def test_18_13_nothing_is_said_of_a_city_that_is_held_or_out_of_reach() -> None:
    held = warned(position({NEAR: "br-1", BERLIN: "ge-3", STETTIN: "ge-4"}))
    assert not any("Berlin" in text or "Stettin" in text for text in held)
    assert warned(position({"E4525": "ru-1", "E4310": "ge-3"})) == []


def test_18_1_nobody_is_warned_of_moves_after_the_last_turn() -> None:
    """§18.15: the match ends with June 1919; before that the enemy still has his second movement."""
    last = len(position({}).printed.charts.turns)
    for key in (SECOND_MOVEMENT, CENTRAL_RAIL):
        assert warned(position({NEAR: "br-1", "E4310": "ge-3"}, key, turn=last)) == []
    assert warned(position({NEAR: "br-1", "E4310": "ge-3"}, turn=last)) != []


def test_18_11_the_allies_are_warned_of_victory_hexes() -> None:
    """A city of France behind an open front; of a fort nothing is said."""
    state = position({"W5217": "ge-3"}, west=ALLIED)
    (text,) = warned(state, ALLIED)
    assert "the Central Powers could walk in" in text
    board = state.printed.board
    named = {h for h in board.ids if f"({h})" in text}
    assert named
    assert not any(board.index[h] in board.forts for h in named)


def test_7_25_what_lies_below_an_enemy_stack_changes_no_warning() -> None:
    """Cavalry below infantry is faster, and nobody sees it."""
    cavalry = next(c.id for c in position({}).printed.counters.values() if c.nation == "GE" and c.kind == "cavalry")
    one, two = (position({"W5217": f"ge-3 {below}"}, west=ALLIED) for below in (cavalry, "ge-4"))
    assert warned(one, ALLIED) == warned(two, ALLIED)
    assert warned(position({"W5217": f"{cavalry} ge-3"}, west=ALLIED), ALLIED) != warned(two, ALLIED)


def test_18_13_a_city_that_was_left_open_is_named_again_when_the_enemy_is_nearer() -> None:
    """A warning of every turn would be read by nobody. What no longer stands open is forgotten."""
    far, near = position({FAR: "br-1", "E4310": "ge-3"}), position({NEAR: "br-1", "E4310": "ge-3"})
    left = passed(far)
    assert left[BERLIN] > passed(near)[BERLIN]
    assert warned(far, passed=left) == []
    assert passed(far, passed=left) == left
    # He has come nearer to one city and not to the other.
    (text,) = warned(near, passed=left)
    assert text.startswith("No unit is in Berlin (E5102): ")
    assert text.endswith("It counts for victory.")
    assert passed(near, passed=left)[BERLIN] == passed(near)[BERLIN]
    # He steps back, and then again to where he was: that is no news.
    assert warned(near, passed=passed(far, passed=passed(near, passed=left))) == []
    # Whoever garrisons a city and leaves it again is told once more.
    held = position({FAR: "br-1", BERLIN: "ge-3"})
    assert BERLIN not in passed(held, passed=left)
    assert "Berlin" in warned(far, passed=passed(held, passed=left))[0]
    # What was left open in the other theatre stays noted; of what is no place, nothing.
    assert passed(far, passed={"W5217": 3, "nowhere": 1}) == {**left, "W5217": 3}


@pytest.mark.parametrize("alien", [None, [], 3, {BERLIN: "4"}, {BERLIN: True}, {BERLIN: None}])
def test_18_13_what_is_no_list_of_places_passed_is_refused(alien: object) -> None:
    answer = GAME.consult(position({NEAR: "br-1"}), CENTRAL, {"kind": "warnings", "passed": alien})
    assert isinstance(answer, Refusal)
    assert answer.code == "malformed"

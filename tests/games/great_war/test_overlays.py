"""Layers over the map, and what a side is warned of before it ends its movement."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT
from rules.great_war.supply.tracing import has_supply
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import position, set_up


def layer(state: State, side: str, name: str) -> dict[str, Any]:
    """An overlay as a side is told of it."""
    answer = GAME.consult(state, side, {"kind": "overlay", "name": name})
    assert not isinstance(answer, Refusal), answer.text
    return dict(answer)


def test_11_2_the_layer_of_supply_says_for_whom_a_hex_is_in_supply() -> None:
    """It names each of the side's own nations there, and nothing of the enemy's."""
    state = set_up()
    board = state.printed.board
    hexes = layer(state, ALLIED, "supply")["hexes"]
    for hex_ in ("W3017", "W4229", "E3020", "E2010"):
        word = hexes.get(hex_, "")
        for nation, name in (("FR", "French"), ("RU", "Russian")):
            assert (name in word) == has_supply(state, nation, False, board.index[hex_]), (hex_, word)
        assert "German" not in word


def test_7_1_the_layer_of_control_divides_the_map() -> None:
    """No hex is controlled by both; both sides read the same."""
    state = set_up()
    mine, theirs = (layer(state, side, "control")["hexes"] for side in (ALLIED, CENTRAL))
    assert mine == theirs
    assert {*mine.values()} == {"Allied control", "Central Powers control"}


def test_there_is_no_other_layer() -> None:
    """A name that is not known is refused."""
    answer = GAME.consult(set_up(), ALLIED, {"kind": "overlay", "name": "fog"})
    assert isinstance(answer, Refusal)


def test_11_84_a_side_is_warned_of_its_units_out_of_supply_before_it_ends_its_movement() -> None:
    """A Russian division behind the German lines is named by its front, to its own side alone."""
    state = position({"E4508": "ru-1", "E4310": "ge-3"}, FIRST_MOVEMENT)
    answers: dict[str, Any] = {side: GAME.consult(state, side, {"kind": "warnings"}) for side in (ALLIED, CENTRAL)}
    (warning,) = answers[ALLIED]["warnings"]
    assert warning["text"].startswith("Eastern Front: one unit is out of supply")
    assert warning["hex"] == "E4508"
    assert answers[CENTRAL]["warnings"] == []
    seat = GAME.deciders(state)[0]
    offers: Any = GAME.legal(state, seat)["offers"]
    assert next(o for o in offers if o["kind"] == "end_phase")["warns"] is True


def test_places_that_were_told_of_come_with_distances() -> None:
    """Anything else than a number beside a hex is refused, and so is anything but such a list."""
    state = position({"E4508": "ru-1", "E4310": "ge-3"}, FIRST_MOVEMENT)
    for passed in ({"E4508": "near"}, {"E4508": True}, ["E4508"]):
        answer = GAME.consult(state, ALLIED, {"kind": "warnings", "passed": passed})
        assert isinstance(answer, Refusal)
        assert answer.code == "malformed"
    assert not isinstance(GAME.consult(state, ALLIED, {"kind": "warnings", "passed": {"E4508": 3}}), Refusal)

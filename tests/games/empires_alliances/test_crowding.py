"""§6.2: who is given up where too many stack at the end of a phase; §7.253 after combat."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.empires_alliances.stacking import expendable, surplus
from tests.games.empires_alliances.fields import FRENCH, GERMANS, GUN, GUN2, A, T, field, stood, where
from tests.games.empires_alliances.table import decided, refused, told

FOUR = [f"ge-a{n}" for n in range(1, 5)]


def ended(state: State, side: str = "central") -> State:
    """The position after a side ends the step."""
    return told(state, side, "end_phase")


@pytest.mark.parametrize("step", ["central.move", "central.attacks"])
def test_6_2_the_owner_gives_up_units_of_his_choice_at_the_end_of_movement_and_of_combat(step: str) -> None:
    state = ended(field(stood([*FOUR, "ge-a5"], A), step))
    assert state.phase.step.startswith("central.crowded")
    assert GAME.deciders(state) == ("central",)
    one = told(state, "central", "give_up", unit="ge-a2")
    assert where(one, "ge-a2") == ["pool"]
    assert GAME.deciders(one) == ("central",), "four are still too many"
    two = told(one, "central", "give_up", unit="ge-a5")
    assert not two.phase.step.startswith("central.crowded")


def test_6_2_nobody_is_asked_where_the_limits_are_met() -> None:
    assert not ended(field(stood([*GERMANS, GUN], A))).phase.step.startswith("central.crowded")


def test_6_2_units_elsewhere_or_of_a_kind_that_is_not_too_many_stay() -> None:
    state = ended(field({**stood([*FOUR, GUN], A), "ge-a6": "2361"}))
    assert refused(state, "central", "give_up", unit="ge-a6") == ("has-room", "6.2")
    assert refused(state, "central", "give_up", unit=GUN) == ("has-room", "6.2")
    assert refused(state, "central", "give_up", unit="fr-32") == ("not-your-unit", "3.0")


def test_6_1_a_second_gun_beside_three_corps_costs_the_gun_or_a_corps() -> None:
    """§6.1: two guns may stay beside two corps."""
    state = ended(field(stood([*GERMANS, GUN, GUN2], A)))
    assert {*expendable(state, A)} == {*GERMANS, GUN, GUN2}
    assert surplus(state, A, [*GERMANS, GUN, GUN2]) == 1
    assert surplus(state, A, [*GERMANS, GUN, GUN2, "ge-art-3"]) == 2
    assert surplus(state, A, [*FOUR, GUN, GUN2]) == 2
    assert surplus(state, A, ["ge-siege-305", "ge-siege-420", "ge-a1"]) == 1
    assert surplus(state, A, ["ge-air-1"]) == 1, "no city is there"


def test_6_2_the_other_side_gives_up_units_too() -> None:
    state = ended(field({**stood([*FRENCH, "fr-31"], T)}))
    assert GAME.deciders(state) == ("allied",)
    assert told(state, "allied", "give_up", unit="fr-31").units["fr-31"].at == "pool"


def barred(state: State, side: str, kind: str, **slots: Any) -> bool:
    """Whether an order stays given."""
    return any(GAME.bars_undo(event) for event in decided(state, side, kind, **slots).events)


@pytest.mark.parametrize("step", ["central.move", "central.attacks"])
def test_6_2_the_end_of_a_phase_can_be_taken_back_until_the_other_side_is_asked(step: str) -> None:
    assert not barred(field(stood(FOUR, A), step), "central", "end_phase"), "its own units are too many"
    assert barred(field(stood([*FRENCH, "fr-31"], T), step), "central", "end_phase")


def test_7_232_done_moving_can_be_taken_back_where_nobody_stacks_too_high() -> None:
    assert not barred(field(stood(GERMANS, A), "central.move"), "central", "end_phase")


def test_6_2_a_unit_that_is_given_up_comes_back_until_the_other_side_is_asked() -> None:
    own = ended(field(stood([*FOUR, "ge-a5"], A)))
    assert not barred(own, "central", "give_up", unit="ge-a2")
    both = ended(field({**stood([*FOUR, "ge-a5"], A), **stood([*FRENCH, "fr-31", "fr-a1"], T)}, "central.move"))
    assert not barred(both, "central", "give_up", unit="ge-a2"), "one more of its own is too many"
    one = told(both, "central", "give_up", unit="ge-a2")
    assert barred(one, "central", "give_up", unit="ge-a5")
    theirs = told(one, "central", "give_up", unit="ge-a5")
    assert not barred(theirs, "allied", "give_up", unit="fr-31"), "one more of theirs is too many"
    assert barred(told(theirs, "allied", "give_up", unit="fr-31"), "allied", "give_up", unit="fr-a1")

"""decisions/0033, §4.2: steps of a turn that go by on standing orders, and those that a player is asked."""

from __future__ import annotations

import pytest

from rules.great_war.game import GAME
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.phases import ALLIED_RAIL, SECOND_MOVEMENT
from rules.great_war.standing import GO_BY, IDLE, STEPS
from rules.great_war.state import State
from rules.great_war.teams import GAME as TEAMS
from rules.kernel.standing import StandingOrder
from tests.games.great_war.kit import position, set_up, told

ALL = {"draw": GO_BY, "new-units": IDLE, "combat": IDLE, "rails": GO_BY}


def says(state: State, seat: str, kinds: tuple[str, ...] = tuple(ALL)) -> str | None:
    """What the seat's orders answer."""
    found = GAME.answer_ahead(state, seat, {k: StandingOrder(k, ALL[k]) for k in kinds})
    return None if found is None else str(found["kind"])


def test_4_2_a_quiet_turn_waits_for_nothing_but_movement_and_what_can_be_done() -> None:
    """With orders for every step a side is asked where it has something to place, to move, or to attack."""
    state = set_up()
    begun, asked = state.turn, list[tuple[str, str]]()
    while state.turn == begun:
        for seat in GAME.deciders(state)[:1]:
            kind = says(state, seat)
            asked += [(state.phase.key, seat)] if kind is None else []
            state = told(state, seat, kind or "end_phase")
    assert [(key, seat) for key, seat in asked if "rail" in key] == []
    assert {key for key, _ in asked} == {
        "allied.new-units", "central.new-units", "first-movement", "second-movement", "first.west.attacks",
        "first.east.attacks", "second.west.attacks", "second.east.attacks",
    }  # fmt: skip
    # The next turn begins with the purchase of events, which nobody is asked.
    assert [says(state, seat) for seat in GAME.deciders(state)] == ["end_phase", "end_phase"]


@pytest.mark.parametrize("near", [True, False])
def test_10_0_a_combat_step_goes_by_where_nobody_can_attack(near: bool) -> None:
    """§10.11: with an enemy beside a unit the player is asked."""
    state = position({"W5117": "fr-12", ("W5217" if near else "W5817"): "ge-1bvr"}, SECOND_MOVEMENT)
    for seat in (CENTRAL, ALLIED):
        state = told(state, seat, "end_phase")
    assert state.phase.key == "second.west.attacks"
    (seat,) = GAME.deciders(state)
    assert says(state, seat) == (None if near else "end_phase")
    assert says(state, seat, ()) is None


def test_9_0_trains_are_left_standing_where_that_was_ordered() -> None:
    """An order for another step says nothing of it."""
    state = position({"W5117": "fr-12"}, ALLIED_RAIL)
    assert (says(state, ALLIED), says(state, ALLIED, ("combat",))) == ("end_phase", None)


def test_3_13_two_commanders_end_their_steps_themselves() -> None:
    """Steps that both end are no small decision of one; what an attack asks is."""
    alone, team = (TEAMS.standing(s, {}) for s in ("1915", "1915-west-and-east"))
    assert {*STEPS} <= {*alone}
    assert not {*STEPS} & {*team}
    assert {k.key for k in alone} - {k.key for k in team} == {k.key for k in STEPS}

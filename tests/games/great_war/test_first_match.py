"""Serbia 1914: one front of the ordinary engine, with a victory of its own (docs/decisions/0062)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import CENTRAL_RAIL, FIRST_MOVEMENT, RECORD, SECOND_MOVEMENT
from rules.great_war.teams import GAME as WITH_TEAMS
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from rules.kernel.players import SeatClient
from tests.games.great_war.kit import told

SERBIA = "serbia-1914"
TOWNS = ("E2512", "E2411", "E2211", "E2313", "E2217", "E2016")
MOST = 400


@pytest.fixture(scope="module")
def begun() -> State:
    """The first movement, both sides set up in one click."""
    state = GAME.new_match(SERBIA, {})
    for seat in (ALLIED, CENTRAL):
        state = told(told(state, seat, "deal"), seat, "end_phase")
    return state


def ended(state: State, turn: int, *taken: str) -> Any:
    """What comes of the end of a turn with these towns in the hands of the Central Powers."""
    last = replace(state, turn=turn, taken=frozenset(taken), cursor=(PhaseFrame(CENTRAL_RAIL),))
    return told(last, CENTRAL, "end_phase").outcome


def test_towns_decide_after_the_last_turn(begun: State) -> None:
    """Three of six win; fewer do not; before the last turn nothing but all of them does."""
    assert begun.card.towns == TOWNS
    won, lost = ended(begun, 6, *TOWNS[:3]), ended(begun, 6, *TOWNS[:2])
    assert (won.winner, lost.winner) == (CENTRAL, ALLIED)
    assert "3 were needed" in lost.reason
    assert ended(begun, 3, *TOWNS[:5]) is None
    assert ended(begun, 3, *TOWNS).winner == CENTRAL


def test_the_top_bar_counts_towns(begun: State) -> None:
    shown: Any = GAME.view(replace(begun, taken=frozenset(TOWNS[1:3])), "spectator")
    score = shown["ledger"]["score"]
    assert (score["points"], score["needs"]) == (2, 3)
    assert {"E2411", "E2211"} < {*score["towns"]}
    assert score["parts"][0]["places"] == ["Valjevo (E2411)", "Užice (E2211)"]
    assert "Nov/Dec 1914" in score["rule"]
    assert "6 towns count: Belgrade (E2512), " in score["rule"]


def test_one_theatre_asks_one_side_at_a_time(begun: State) -> None:
    """§4.21: nobody is asked about a theatre that has no front; a draft of a side's next movement is of its half."""
    assert begun.phase.key == FIRST_MOVEMENT
    assert GAME.deciders(begun) == (CENTRAL,)
    shown: Any = GAME.view(begun, CENTRAL)
    assert [front["theatre"] for front in shown["step"]["fronts"]] == ["east"]
    steps = {phase["key"] for phase in shown["phases"]}
    assert not {"declare-events", "allied.new-units", "first.west.attacks", "allied.rail", "transfers"} & steps
    ahead = GAME.next_turn_position(begun, ALLIED)
    assert ahead is not None
    assert (ahead.phase.key, ahead.turn) == (SECOND_MOVEMENT, 1)
    later = GAME.next_turn_position(replace(begun, cursor=(PhaseFrame(RECORD),), weather={}), ALLIED)
    assert later is not None
    assert (later.phase.key, later.turn) == (SECOND_MOVEMENT, 2)


def test_it_is_warned_of_towns_and_not_of_cities(begun: State) -> None:
    """§18.1: Sarajevo stands empty, and nobody has to hold it."""
    warned: Any = GAME.consult(begun, CENTRAL, {"kind": "warnings"})
    assert "Sarajevo" not in str(warned)


def test_the_board_is_one_and_no_commanders_share_it() -> None:
    scenario = next(s for s in WITH_TEAMS.scenarios if s.id == SERBIA)
    assert [board.id for board in scenario.boards] == ["great-war-east"]
    assert not [s for s in WITH_TEAMS.scenarios if s.shares == SERBIA]
    with pytest.raises(ValueError, match="pre-war events"):
        GAME.new_match(SERBIA, {"pre_war": True})
    with pytest.raises(ValueError, match="no scenario"):
        GAME.new_match(SERBIA, {"plan": "history"})


@pytest.mark.parametrize("seed", range(2))
def test_the_program_plays_both_sides_to_the_end(seed: int) -> None:
    """It masses where towns are and attacks; nobody but the three nations ever joins."""
    rng, state = random.Random(seed), GAME.new_match(SERBIA, {})
    programs = {seat: GAME.players["general"]() for seat in (CENTRAL, ALLIED)}
    attacks = 0
    for _ in range(MOST):
        if state.outcome is not None:
            break
        seat = GAME.deciders(state)[0]
        command = programs[seat].command(SeatClient(GAME, state, seat, seat), rng)
        assert command is not None
        attacks += command["kind"] == "attack"
        decided = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
        assert not isinstance(decided, Refusal), decided
        state = decided.states[-1]
    assert state.outcome is not None
    assert attacks >= 3
    assert {*state.sides} == {"AH", "MN", "SE"}

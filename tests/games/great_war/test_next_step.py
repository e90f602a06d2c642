"""§4.2: a draft for the next movement, made while the other side or the other theatre plays."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.great_war.game import GAME
from rules.great_war.next_step import next_step
from rules.great_war.position.state import State
from rules.great_war.position.theatres import theatre_of
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ALLIED_RAIL, CENTRAL_RAIL, FIRST_MOVEMENT, RECORD, SECOND_MOVEMENT
from rules.great_war.teams import GAME as TEAMS
from rules.kernel.drafting import Drafted, Trial, matter_of, next_turn_position
from rules.kernel.drafting import try_next as tried_then
from tests.games.great_war.kit import before_set_up, position, set_up, told
from tests.thorough import at_least_one


def ended(state: State, seat: str) -> State:
    """The state after a side has ended its part of the step."""
    return told(state, seat, "end_phase")


def moving() -> State:
    """May 1915, come to the First Mutual Movement Phase by commands."""
    return ended(ended(set_up(), ALLIED), CENTRAL)


def test_4_2_whoever_has_moved_drafts_for_the_theatre_that_comes_next() -> None:
    """§4.21: the sides change theatres; the draft is of the phase that the match comes to, and is judged alike."""
    state = moving()
    assert state.phase.key == FIRST_MOVEMENT
    other = EAST if theatre_of(state, ALLIED, FIRST_MOVEMENT) == WEST else WEST
    assert next_turn_position(GAME, state, ALLIED) is None, "who is asked now drafts for now"
    waits = ended(state, ALLIED)
    attacks = next_turn_position(GAME, waits, ALLIED)
    assert attacks is not None
    assert attacks.phase.key == f"first.{theatre_of(state, ALLIED, FIRST_MOVEMENT)}.attacks"
    assert attacks.stacks == waits.stacks
    found = GAME.onward(attacks, ALLIED, {"kind": "end_phase"})
    assert found is not None
    assert (found.phase.key, theatre_of(found, ALLIED, SECOND_MOVEMENT)) == (SECOND_MOVEMENT, other)
    assert (found.turn, found.stacks) == (waits.turn, waits.stacks)
    ask = GAME.ask(found, ALLIED)
    rng = Random(1915)
    command = next(c for _ in range(50) if (c := GAME.random_command(found, ALLIED, rng))["kind"] == "move")
    trial = tried_then(GAME, Trial(found), ALLIED, ALLIED, Drafted(ask, command))
    assert [t.status for t in trial.tried] == ["fits"]
    # The order is for the phase that comes in play.
    state = ended(waits, CENTRAL)
    while state.phase.key != SECOND_MOVEMENT:
        state = ended(state, GAME.deciders(state)[0])
    assert matter_of(GAME.ask(state, ALLIED)) == matter_of(ask)


def test_4_2_after_the_second_movement_the_next_turn_is_drafted() -> None:
    """The trains and new units come first; the turn marker and the weather of the track go on; units have all MP."""
    state = moving()
    while state.phase.key != SECOND_MOVEMENT:
        state = ended(state, GAME.deciders(state)[0])
    attacks = next_turn_position(GAME, ended(state, CENTRAL), CENTRAL)
    assert attacks is not None
    trains = GAME.onward(attacks, CENTRAL, {"kind": "end_phase"})
    assert trains is not None
    assert (trains.turn, trains.phase.key) == (state.turn, CENTRAL_RAIL)
    arrivals = GAME.onward(trains, CENTRAL, {"kind": "end_phase"})
    assert arrivals is not None
    assert (arrivals.turn, arrivals.phase.key) == (state.turn + 1, "central.new-units")
    found = GAME.onward(arrivals, CENTRAL, {"kind": "end_phase"})
    assert found is not None
    assert (found.turn, found.phase.key) == (state.turn + 1, FIRST_MOVEMENT)
    printed = found.printed.charts.turns[found.turn - 1]
    assert found.weather == {"west": printed.west, "east": printed.east}
    assert not any(now.spent for now in found.units.values())


def test_4_2_nobody_drafts_for_what_cannot_be_known() -> None:
    """§21.12, §5.82, §12.13: not in set-up, over a strategic turn, into variable weather, or past the last turn."""
    assert next_step(before_set_up(), CENTRAL) is None
    turns = before_set_up().printed.charts.turns
    for number, turn in enumerate(turns, start=1):
        state = position({"W5117": "fr-12", "W5417": "ge-1bvr"}, RECORD, turn=number)
        known = number < len(turns) and not turn.then and turns[number].west != "variable"
        found = next_step(state, CENTRAL)
        assert (found is not None) == known, number
        assert found is None or found.turn == number + 1


def test_9_0_trains_come_after_the_second_attacks_and_before_the_next_turn() -> None:
    """§9.0: the Allies move theirs first, so those of the Central Powers are still to come then."""
    stacks = {"W5117": "fr-12", "W5417": "ge-1bvr"}
    coming = {
        (ALLIED, SECOND_MOVEMENT): ALLIED_RAIL, (CENTRAL, SECOND_MOVEMENT): CENTRAL_RAIL,
        (CENTRAL, "second.attrition"): CENTRAL_RAIL, (CENTRAL, ALLIED_RAIL): CENTRAL_RAIL,
        (ALLIED, CENTRAL_RAIL): FIRST_MOVEMENT, (CENTRAL, RECORD): FIRST_MOVEMENT,
    }  # fmt: skip
    for (side, key), expected in at_least_one(coming.items()):
        found = next_step(position(stacks, key), side)
        assert found is not None
        assert found.phase.key == expected
        assert side in GAME.deciders(found)


def test_13_22_new_units_are_drafted_where_everyone_can_see_that_there_are_some() -> None:
    """§13.22: the Allies place first; whose placing is over drafts the movement."""
    waiting = set_up()
    idle = position({"W5117": "fr-12", "W5417": "ge-1bvr"}, "allied.new-units")
    found = [next_step(*asked) for asked in ((waiting, ALLIED), (waiting, CENTRAL), (idle, CENTRAL))]
    assert [f and f.phase.key for f in found] == [FIRST_MOVEMENT, "central.new-units", FIRST_MOVEMENT]
    placed = GAME.onward(ended(waiting, ALLIED), CENTRAL, {"kind": "end_phase"})
    assert placed is not None
    assert placed.phase.key == FIRST_MOVEMENT


def test_3_13_each_commander_drafts_for_his_own_theatre() -> None:
    """decisions/0045: while the other theatre moves, a commander drafts the movement of his own."""
    scenario = next(s.id for s in TEAMS.scenarios if s.id.startswith("1915-"))
    state = replace(TEAMS.new_match(scenario, {}), inner=moving())
    asked = TEAMS.deciders(state)
    waiting = [s.id for s in TEAMS.seats(scenario, {}) if s.id not in asked]
    assert len(waiting) == 2
    for seat in waiting:
        found = next_turn_position(TEAMS, state, seat)
        assert found is not None
        assert found.inner.phase.key == SECOND_MOVEMENT
        assert seat in TEAMS.deciders(found)
        onto = TEAMS.onward(found, seat, {"kind": "end_phase"})
        assert onto is not None
        assert onto.inner.phase.key.startswith("second."), "then the attacks of that commander"
        assert seat in TEAMS.deciders(onto)


def test_10_0_a_whole_turn_is_planned_over_its_dice() -> None:
    """decisions/0055: attacks are not carried out, nobody attacks twice, and the next movement follows."""
    state = position({"W5117": "fr-12 fr-13", "W5217": "ge-1bvr"}, "first.west.attacks", west=ALLIED)
    attack = {"kind": "attack", "units": ["fr-12"], "target": "W5217"}
    orders = [attack, attack, {**attack, "units": ["fr-13"]}, {"kind": "end_phase"}]
    trial = Trial(state)
    for order in orders:
        trial = tried_then(GAME, trial, ALLIED, ALLIED, Drafted(GAME.ask(trial.state, ALLIED), order))
    assert [t.status for t in trial.tried] == ["not_tried", "refused", "not_tried", "not_tried"]
    assert [t.passed for t in trial.tried] == [True, False, True, True]
    assert (trial.barred, trial.later, trial.state.phase.key) == (False, True, SECOND_MOVEMENT)
    assert trial.state.stacks == state.stacks, "no die has fallen, and nobody has lost anything"
    assert not any(now.fought for now in trial.state.units.values())
    assert GAME.onward(state, ALLIED, {"kind": "no such order"}) is None
    assert GAME.onward(state, ALLIED, {"kind": "attack", "units": "fr-12"}) is None


@pytest.mark.parametrize(("least", "code"), [("1:2", None), ("5:1", "odds"), ("7:7", "unfit")])
def test_10_34_an_attack_of_a_plan_may_demand_odds(least: str, code: str | None) -> None:
    """decisions/0055: by what its side sees; what the rules refuse they refuse when it is given."""
    state = position({"W5117": "fr-12 fr-13", "W5217": "ge-1bvr"}, "first.west.attacks", west=ALLIED)
    attack = {"kind": "attack", "units": ["fr-12"], "target": "W5217"}
    assert GAME.odds(state)[0] != GAME.odds(state)[-1]
    found = GAME.below(state, ALLIED, attack, least)
    assert (None if found is None else found.code) == code
    if code == "unfit":
        return
    assert GAME.below(state, ALLIED, {"kind": "end_phase"}, least) is None
    assert GAME.below(state, CENTRAL, attack, least) is None
    assert GAME.below(state, ALLIED, {**attack, "units": "fr-12"}, least) is None

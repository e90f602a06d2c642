"""decisions/0084: the officer of Europe, who is the recruit with other habits."""

from __future__ import annotations

from functools import cache

import pytest

from app.programs.selfplay import play
from rules.great_war.game import GAME
from rules.great_war.players import OPPONENTS, PLAYERS, schemes
from rules.great_war.players.front import decides_in_the_west, effort, line_of, on_the_march, seeks_it
from rules.great_war.players.habits import OFFICER as HABITS
from rules.great_war.players.habits import RECRUIT, Habits
from rules.great_war.players.sight import Sight, read
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import CENTRAL, SIDES
from rules.great_war.teams import GAME as TEAMS
from rules.kernel.messages import Refusal
from rules.kernel.players import OFFICER, SeatClient
from rules.kernel.players import RECRUIT as WEAKEST
from rules.kernel.programs.reasons import Notebook
from tests.games.great_war.test_general import Game
from tests.thorough import at_least_one, in_the_sweep


@cache
def august() -> Game:
    """The campaign between officers, to the end of its first turn."""
    game = Game("officers", "campaign")
    game.sitting = {side: PLAYERS[OPPONENTS[OFFICER][side]]() for side in SIDES}
    return game.play(lambda state: state.turn > 1)


def test_whoever_asks_it_why_is_told_of_attacks_that_can_be_made() -> None:
    """§10.13, decisions/0068: with a notebook it decides as without one, and names no party that may not attack
    together."""
    game = Game("officers", "campaign")
    sitting = {side: PLAYERS[OPPONENTS[OFFICER][side]]() for side in SIDES}
    rejected = 0
    for seat, command in august().told:
        notebook = Notebook()
        client = SeatClient(GAME, game.state, seat, notebook=notebook)
        assert sitting[seat].command(client, game.rng) == command
        for course in notebook.rejected:
            told = client.consult(course.command)
            assert isinstance(told, Refusal) or told["legal"], course.command
            rejected += 1
        decided = GAME.decide(game.state, seat, command, game.chance)
        assert not isinstance(decided, Refusal)
        game.state = decided.states[-1]
    assert rejected


def in_turn(turn: int, habits: Habits) -> Sight:
    """The table of the campaign from the seat of the Central Powers, as if that turn had come."""
    state = august().state
    view = {**GAME.view(state, CENTRAL), "turn": turn}
    return read(view, CENTRAL, state.printed, habits=habits)


def test_officers_play_the_first_turn_without_a_refusal() -> None:
    """§4.2: both sides set up, march and attack, and nothing is left to chance."""
    game = august()
    assert game.state.turn == 2
    assert {"attack", "move"} <= {str(command["kind"]) for _, command in game.told}


def test_an_officer_seeks_the_decision_in_the_west_until_1916() -> None:
    """A recruit looks east from 1915 on, the officer after another year in the west (§18.11)."""
    assert [effort(in_turn(turn, RECRUIT)) for turn in (6, 7, 18)] == [WEST, EAST, EAST]
    assert [effort(in_turn(turn, HABITS)) for turn in (6, 7, 18, 19)] == [WEST, WEST, WEST, EAST]
    assert not seeks_it(in_turn(18, HABITS), EAST)


def test_it_gathers_in_the_west_while_it_seeks_the_decision_there() -> None:
    """One sector of the line in France is to decide; where it only holds, every hex keeps its share."""
    officer, recruit = in_turn(8, HABITS), in_turn(8, RECRUIT)
    assert line_of(officer, WEST).sector
    assert not line_of(recruit, WEST).sector
    attackers = next(units for i, units in sorted(officer.mine.items()) if officer.part[i] == WEST)
    prices = [schemes.caution(sight, line_of(sight, WEST), attackers) for sight in (officer, recruit)]
    assert prices[0] == HABITS.at_stake < prices[1]


def test_where_the_war_begins_in_the_trenches_it_seeks_the_decision_in_the_west_for_twelve_turns() -> None:
    """§18.11, §21.2 to §21.4: from May 1915 on the line stands before what counts in France. A recruit looks east."""
    for scenario, first in at_least_one({"1915": 10, "1916": 17, "1917": 29}.items()):
        state = GAME.new_match(scenario, {})

        def at(turn: int, habits: Habits, state: State = state) -> Sight:
            return read({**GAME.view(state, CENTRAL), "turn": turn}, CENTRAL, state.printed, habits=habits)

        assert [effort(at(turn, HABITS)) for turn in (first, first + 11, first + 12)] == [WEST, WEST, EAST]
        assert effort(at(first, RECRUIT)) == EAST
        assert decides_in_the_west(at(first, HABITS))
        assert not on_the_march(at(first, HABITS))


@in_the_sweep
@pytest.mark.parametrize("scenario", ["1915", "1916", "1917", "1918"])
@pytest.mark.parametrize("layout", ["", "-west-and-east"])
def test_officers_play_a_turn_of_every_war_in_the_trenches_without_a_refusal(scenario: str, layout: str) -> None:
    """§21.2 to §21.5: alone on a side and beside another commander, by the doors of people."""
    chosen = {side: OPPONENTS[OFFICER][side] for side in SIDES}
    begun = GAME.new_match(scenario, {}).turn
    played = play(TEAMS, scenario + layout, "officers", 0, players=chosen, last_turn=begun)
    assert (played.reason, played.turns) == ("broken-off", begun)


def test_officers_sit_where_they_have_been_tried() -> None:
    """decisions/0084: in Europe, alone on a side and beside others, and nowhere else."""
    offered = {s.id: {frozenset(seat.strengths or TEAMS.opponents) for seat in s.seats} for s in TEAMS.scenarios}
    both, one = frozenset({WEAKEST, OFFICER}), frozenset({WEAKEST})
    europe = ("1915", "1916", "1917", "1918", "campaign")
    with_officer = {f"{id_}{layout}" for id_ in europe for layout in ("", "-west-and-east")}
    assert with_officer <= offered.keys()
    assert offered == {id_: {both if id_ in with_officer else one} for id_ in offered}

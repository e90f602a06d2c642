"""§11.8: armies that are cut off abroad break out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.great_war.game import GAME
from rules.great_war.players import PLAYERS
from rules.great_war.players.front import given_up, line_of
from rules.great_war.players.habits import RECRUIT, Habits
from rules.great_war.players.muster import Muster
from rules.great_war.players.rear import leave
from rules.great_war.players.sight import PhaseFindings, Sight, read
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.players import Program, SeatClient, first_options
from tests.games.great_war.test_general import Game, to_june


def june() -> Sight:
    """The table in June 1915 from the seat of the Central Powers, without the armies."""
    state = to_june().state
    sight = read(GAME.view(state, CENTRAL), CENTRAL, state.printed)
    division = next(units for units in sight.theirs.values() if any(u.fights and u.attack for u in units))
    return replace(sight, memo={}, mine={}, theirs={0: division})


def test_units_that_are_cut_off_break_out() -> None:
    """§11.8: they come as near to the line as they can, over ground of either side on which no enemy stands, and say
    why."""
    state = Game("1915").play(lambda state: state.phase.key == "second-movement").state
    side = GAME.deciders(state)[0]
    sight = read(GAME.view(state, side), side, state.printed)
    client = SeatClient(GAME, state, side)
    question: Any = client.legal()
    move = next(offer for offer in question["offers"] if offer["kind"] == "move")
    offered = frozenset(first_options(move)["of"])
    part = sight.part[next(u.at for units in sight.mine.values() for u in units if u.id in offered)]
    need = line_of(sight, part).need
    at = next(i for i in sorted(need) if sight.mine.get(i) and all(u.fights and u.id in offered for u in sight.mine[i]))
    phase = PhaseFindings({part: {i: value for i, value in need.items() if i != at}}, lost={part: frozenset({at})})
    muster = Muster(client, replace(sight, memo={}, phase=phase), part, offered)
    leave(muster)
    assert {start for start, _ in muster.moves} == {at}
    assert all(muster.line.out[to] < muster.line.out[start] for start, to in muster.moves)
    assert {purpose.code for purpose in muster.why.values()} == {"out"}


def test_ground_that_is_cut_off_is_no_part_of_the_line() -> None:
    """§11.8: nobody is sent to where the Central Powers are cut off abroad; at home, and fed by sea, armies hold."""
    sight = replace(june(), habits=Habits(break_out=True))
    board = sight.board
    abroad, home = min(board.by_country["FR"]), min(board.by_country["GE"])
    lost = given_up(sight, frozenset({abroad, home}))
    assert lost == {abroad}
    assert not given_up(replace(sight, habits=Habits(break_out=False)), frozenset({abroad}))
    assert not given_up(replace(sight, side=ALLIED), frozenset({home}))
    assert sight.turn == 12
    assert not given_up(replace(sight, habits=Habits(break_out=True, break_out_from=13)), frozenset({abroad}))


def test_its_habits_are_data() -> None:
    """decisions/0061: a variant of the program is the same program with other constants."""
    general = PLAYERS["general"]
    assert isinstance(general, Program)
    assert general.varied({"aim": 4}).habits == replace(RECRUIT, aim=4)

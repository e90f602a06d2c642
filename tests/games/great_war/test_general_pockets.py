"""§11.8: variants of the program leave a pocket before the enemy closes it, and break out when they are cut off."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.players import PLAYERS
from rules.great_war.players.front import given_up, line_of
from rules.great_war.players.habits import RECRUIT, Habits
from rules.great_war.players.muster import Muster
from rules.great_war.players.pockets import pockets
from rules.great_war.players.rear import leave
from rules.great_war.players.sight import PhaseFindings, Sight, read
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.players import Program, SeatClient, first_options
from tests.games.great_war.test_general import Game, to_june

SHORE, ROWS, GAP = 53, range(12, 26), 58
"""Ground in the north of France: its columns from the west on, its rows, and the column in which its neck is."""


def june() -> Sight:
    """The table in June 1915 from the seat of the Central Powers, without the armies."""
    state = to_june().state
    sight = read(GAME.view(state, CENTRAL), CENTRAL, state.printed)
    division = next(units for units in sight.theirs.values() if any(u.fights and u.attack for u in units))
    return replace(sight, memo={}, mine={}, theirs={0: division})


def neck(wide: int) -> tuple[Sight, frozenset[int], frozenset[int]]:
    """Ground that leads home through a gap of ``wide`` hexes, with an enemy army on each side of it; all
    of it, and home at its far end."""
    sight = june()
    division = sight.theirs[0]
    board = sight.board
    open_ = range(15, 15 + wide)
    hexes = {
        board.index[name]
        for column in range(SHORE, 64)
        for row in ROWS
        if (column != GAP or row in open_) and (name := f"W{column}{row}") in board.index
    }
    armies = {board.index[f"W{GAP}{row}"]: division for row in (open_[0] - 1, open_[-1] + 1)}
    ground = frozenset(i for i in hexes if i not in armies)
    home = frozenset(i for i in ground if board.ids[i].startswith("W63"))
    return replace(sight, theirs=armies, habits=Habits(mouth=1)), ground, home


def columns(sight: Sight, hexes: Collection[int]) -> set[int]:
    """The columns in which some hexes lie."""
    return {int(sight.board.ids[i][1:3]) for i in hexes}


def test_a_neck_of_four_hexes_can_be_closed_and_one_of_five_cannot() -> None:
    """§11.8: with an advance from each side the enemy stands in two of four hexes, and bars the two between them."""
    sight, ground, home = neck(4)
    shut = pockets(sight, ground, home)
    assert {i for i in ground if int(sight.board.ids[i][1:3]) < GAP - 2} <= shut
    assert min(columns(sight, ground - shut)) >= GAP - 2, "what is on this side of the neck is safe"
    assert not pockets(*neck(5))


@pytest.mark.parametrize("habits", [Habits(mouth=0), Habits(mouth=1, mouth_from=13)])
def test_a_program_may_trust_every_way_home(habits: Habits) -> None:
    """decisions/0061: how wide a way home must be, and from when on, are habits of a variant."""
    sight, ground, home = neck(4)
    assert sight.turn == 12
    assert pockets(sight, ground, home)
    assert not pockets(replace(sight, habits=habits), ground, home)


def test_ground_of_its_own_is_no_pocket() -> None:
    """§11.1: what belongs to a side feeds it, so it is held however narrow the way."""
    sight, ground, home = neck(4)
    germans = sight.board.by_country["GE"] & frozenset(i for i, part in enumerate(sight.part) if part == "west")
    assert not pockets(sight, ground | germans, home | germans) & germans


def leaving(left: bool) -> Muster:
    """Units of a stack in the line in May 1915 whose hex is given up (``left``), or cut off, once they have gone."""
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
    given = {part: frozenset({at})}
    needs = {part: {i: value for i, value in need.items() if i != at}}
    phase = PhaseFindings(needs, left=given) if left else PhaseFindings(needs, lost=given)
    muster = Muster(client, replace(sight, memo={}, phase=phase), part, offered)
    leave(muster)
    assert {start for start, _ in muster.moves} == {at}
    return muster


def test_units_that_may_be_cut_off_go_back() -> None:
    """§11.8: units on ground that is given up come as near to the line as they can, and say why."""
    muster = leaving(left=True)
    assert all(muster.line.way[to] < muster.line.way[start] for start, to in muster.moves)
    assert {purpose.code for purpose in muster.why.values()} == {"back"}


def test_units_that_are_cut_off_break_out() -> None:
    """§11.8: they come as near to the line as they can, over ground of either side on which no enemy stands."""
    muster = leaving(left=False)
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


def test_its_habits_are_data() -> None:
    """decisions/0061: a variant of the program is the same program with other constants."""
    general = PLAYERS["general"]
    assert isinstance(general, Program)
    assert general.varied({"mouth": 2}).habits == replace(RECRUIT, mouth=2)

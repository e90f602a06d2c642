"""Positions of the Near East alone, reached by commands."""

from __future__ import annotations

from functools import cache

from rules.great_war.game import GAME, start_match
from rules.great_war.movement.reach import no_dice
from rules.great_war.play import Play
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import LATER, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import told

MAY_1915 = "near-east-1915"


@cache
def before_set_up(scenario: str = MAY_1915) -> State:
    """A beginning, May 1915 if none is named, before its first decision."""
    return start_match(scenario, AUGUST_1914)


@cache
def set_up(scenario: str = MAY_1915) -> State:
    """The same with both sides set up in one click each."""
    state = before_set_up(scenario)
    for seat, kind in ((ALLIED, "deal"), (ALLIED, "end_phase"), (CENTRAL, "deal"), (CENTRAL, "end_phase")):
        state = told(state, seat, kind)
    return state


@cache
def to_movement() -> State:
    """The first movement of May 1915, in which nobody has moved yet."""
    state = set_up()
    for seat in (ALLIED, CENTRAL):
        state = told(state, seat, "end_phase")
    return state


def placed(state: State, stacks: dict[str, str]) -> State:
    """These units, hex by hex, where they are said to stand: each has entered its hex, with all that this brings."""
    for hex_, names in stacks.items():
        units = names.split()
        play = Play(relocate(state, units, LATER), no_dice)
        play.enter([hex_], state.side(units[0]))
        state = relocate(play.state, units, hex_)
    return state


def until(state: State, key: str) -> State:
    """The step of that key, with nothing done before by either side; every die is a one."""
    while state.phase.key != key:
        state = ended(state)
    return state


def ended(state: State) -> State:
    """One side has ended its step; every die is a one."""
    found = GAME.decide(state, GAME.deciders(state)[0], {"kind": "end_phase"}, lambda draw, sides: 1)
    assert not isinstance(found, Refusal), found
    after: State = found.states[-1]
    return after


@cache
def to_trains() -> State:
    """The Central Powers' strategic movement of May 1915; nobody has moved."""
    return until(to_movement(), "central.rail")

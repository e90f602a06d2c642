"""Positions of the combined game, reached by commands."""

from __future__ import annotations

from functools import cache

from rules.great_war.game import GreatWar
from rules.great_war.position import changes
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal

GAME = GreatWar()
STARTS = ("combined-campaign", "combined-1915", "combined-1916", "combined-1917")


@cache
def before_set_up(scenario: str) -> State:
    """A beginning before its first decision."""
    return GAME.new_match(scenario, {})


@cache
def set_up(scenario: str) -> State:
    """The same with both sides set up in one click each; every die is a one."""
    state = before_set_up(scenario)
    for seat, kind in ((ALLIED, "deal"), (ALLIED, "end_phase"), (CENTRAL, "deal"), (CENTRAL, "end_phase")):
        if seat == ALLIED and kind == "deal" and state.phase.key == "allied.lot":
            state = done(state, ALLIED, {"kind": "draw_lots"})
        state = done(state, seat, {"kind": kind})
    return state


def done(state: State, seat: str, command: dict[str, object]) -> State:
    """The state after a command that must be taken; every die is a one."""
    found = GAME.decide(state, seat, command, lambda draw, sides: 1)
    assert not isinstance(found, Refusal), found
    after: State = found.states[-1]
    return after


def refusal(state: State, seat: str, command: dict[str, object]) -> Refusal:
    """Why a command is not taken."""
    found = GAME.decide(state, seat, command, lambda draw, sides: 1)
    assert isinstance(found, Refusal)
    return found


def at_war(state: State, turn: int) -> State:
    """A state of a later turn, with Turkey at war."""
    return replace(changes.at_war(state), turn=turn)


@cache
def until(scenario: str, key: str) -> State:
    """The step of that key from the set-up on, with nothing done before by either side; every die is a one."""
    state = set_up(scenario)
    while state.phase.key != key:
        state = done(state, GAME.deciders(state)[0], {"kind": "end_phase"})
    return state

"""Positions of the Near East alone, reached by commands."""

from __future__ import annotations

from functools import cache

from rules.great_war.game import start_match
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914
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

"""Positions of the Near East in which event chits are held or in play, and the march to a step of the turn."""

from __future__ import annotations

from rules.great_war.position.state import State
from rules.kernel.fast_replace import replace
from tests.games.great_war.near_east.kit import ended


def with_chit(state: State, chit: str, place: str) -> State:
    """The same position with one more of a chit in a place, as ``allied.play``."""
    there = {**state.chits[place], chit: state.chits[place].get(chit, 0) + 1}
    return replace(state, chits={**state.chits, place: there})


def up_to(state: State, key: str) -> State:
    """The position when the match comes to a step, with every step on the way ended at once."""
    for _ in range(60):
        if state.phase.key == key:
            return state
        state = ended(state)
    raise AssertionError(f"the match does not come to {key}")

"""§19.61 November and December 1914, the first turn of the war in the Near East: no trains and no ships there, and
Russians who do not mind the snow."""

from __future__ import annotations

from rules.great_war.position.state import ARABIA, State
from rules.great_war.restrictions.near_east import THREE
from rules.kernel.messages import Refusal

NOVEMBER_1914 = 6
NO_TRANSPORT_YET = Refusal(
    "not-yet", "19.61", "Units in the Near East move neither by rail nor by sea in November and December 1914."
)


def is_first_turn(state: State) -> bool:
    """§19.61: whether this is the turn on which the war comes to the Near East."""
    return state.turn == NOVEMBER_1914 and state.printed.variant.near_east


def nothing_moves(state: State) -> bool:
    """§19.61: whether no unit at all goes by rail or sea: the Near East is played alone."""
    return is_first_turn(state) and not state.printed.variant.europe


def no_transport(state: State, unit: str) -> Refusal | None:
    """§19.61: why a unit on a front of the Near East, or in Arabia, moves neither by rail nor by sea on this turn."""
    if not is_first_turn(state):
        return None
    board, at = state.printed.board, state.units[unit].at
    there = at == ARABIA or (at in board.index and board.front[board.index[at]] in THREE)
    return NO_TRANSPORT_YET if there else None

"""§4.21: which side moves in which theatre, as initiative and the step say."""

from __future__ import annotations

from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import foe
from rules.great_war.printed.phases import FIRST_MOVEMENT


def mover_in(state: State, theatre: str, key: str) -> str:
    """§4.2: the side that moves in a theatre: first by initiative, then the other."""
    first = state.west if theatre == WEST else foe(state.west)
    return first if key == FIRST_MOVEMENT else foe(first)


def theatre_of(state: State, side: str, key: str) -> str:
    """§4.21: where a side moves in a Mutual Movement Phase."""
    return WEST if mover_in(state, WEST, key) == side else EAST

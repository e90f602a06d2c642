"""§19.61 November and December 1914, the first turn of the war in the Near East: no trains, no ships, and snow
that Russians do not mind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.great_war.position.control import NEAR_EASTERN
from rules.great_war.position.state import State
from rules.great_war.printed.variants import RAIL, SEA
from rules.kernel.messages import Refusal

NOVEMBER_TURN = 6
"""The turn of the track on which the maps of the Near East open."""
NOTHING_RUNS = "No trains run and no ships sail in the Near East this turn."
NO_TRAINS_YET = Refusal("no-trains", "19.61", "No trains run in the Near East in November and December 1914.")
NO_SHIPS_YET = Refusal("no-ships", "19.61", "No ships sail from or in the Near East in November and December 1914.")


def in_november(state: State) -> bool:
    """§19.61: whether this is the turn on which those maps open."""
    return state.printed.variant.near_east and state.turn == NOVEMBER_TURN


def why_nothing_by_rail(state: State) -> Refusal | None:
    """§19.61: why no unit goes by rail, nor into a box of these maps or out of one."""
    return NO_TRAINS_YET if in_november(state) and not state.printed.variant.europe else None


def why_nothing_by_sea(state: State) -> Refusal | None:
    """§19.61: why no unit goes by sea."""
    return NO_SHIPS_YET if in_november(state) and not state.printed.variant.europe else None


def why_not_by(state: State, place: str, by: str) -> Refusal | None:
    """§19.61: why no unit of a hex or a box goes by a means of travel: on six fronts those of the Near East stay;
    from Europe units may come (docs/rulings)."""
    board = state.printed.board
    here = board.index.get(place)
    front = board.front[here] if here is not None else ""
    # Boxes are on no front; Arabia has a place of its own in the atlas.
    if not in_november(state) or (front and front not in NEAR_EASTERN):
        return None
    return NO_TRAINS_YET if by == RAIL else NO_SHIPS_YET


CLOSED: Mapping[str, Callable[[State], Refusal | None]] = {RAIL: why_nothing_by_rail, SEA: why_nothing_by_sea}
"""§19.61: by means of travel why no unit of either side goes."""

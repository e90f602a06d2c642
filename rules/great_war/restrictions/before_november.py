"""§19.62, §7.12: until November 1914 the maps of the Near East are at peace, and no unit comes to them from Europe."""

from __future__ import annotations

from rules.great_war.position.state import BOXES, State
from rules.great_war.printed.charts import Turn
from rules.great_war.restrictions.near_east import THREE
from rules.kernel.messages import Refusal

STAYS = Refusal("not-begun", "19.62", "The war in the Near East begins in November 1914: units there stay put.")
NOT_ATTACKED = Refusal("not-begun", "19.62", "The war in the Near East begins in November 1914: nobody attacks there.")
NOBODY_GOES = Refusal("not-begun", "19.62", "No unit goes from Europe to the Near East before November 1914.")


def at_peace(state: State) -> bool:
    """§19.62: whether the war has not come to the Near East yet, though its maps are there."""
    return state.printed.near_east is not None and not _is_open(state.printed.charts.turns[state.turn - 1])


def _is_open(turn: Turn) -> bool:
    """§12.12: the weather track of these maps begins with them."""
    return bool(turn.further)


def stays(state: State, unit: str) -> Refusal | None:
    """§19.62: why a unit of the Near East neither moves nor attacks yet, by whatever way."""
    at = state.units[unit].at
    if at in BOXES or not at_peace(state):
        return None
    return STAYS if _is_there(state, at) else None


def not_attacked(state: State, target: str) -> Refusal | None:
    """§19.62: why a hex is not attacked yet."""
    return NOT_ATTACKED if at_peace(state) and _is_there(state, target) else None


def nobody_goes(state: State, hex_: str) -> Refusal | None:
    """§19.62: why no unit comes to a hex by rail or by sea yet."""
    return NOBODY_GOES if at_peace(state) and _is_there(state, hex_) else None


def no_points(state: State, nation: str) -> bool:
    """§5.12, §17.1: the Ottoman Empire commands its units from the first, and is neutral until October 1914."""
    return nation == "TU" and state.printed.variant.combined and state.turn < NEUTRAL_BEFORE


NEUTRAL_BEFORE = 5
"""§17.1: October 1914."""


def _is_there(state: State, hex_: str) -> bool:
    board = state.printed.board
    return board.front[board.index[hex_]] in THREE

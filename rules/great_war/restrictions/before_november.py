"""§19.62, §7.12: until November 1914 the maps of the Near East are at peace, and no unit comes to them from Europe.
§20.2 No. 8: for as long as Turkey hesitates its units stand still, and nobody enters its land; from November 1914 on
the Allies move about on theirs."""

from __future__ import annotations

from rules.great_war.position.state import BOXES, State
from rules.great_war.printed.charts import Turn
from rules.great_war.printed.fronts import THREE
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

NOT_BEGUN = "not-begun"
STAYS = Refusal(NOT_BEGUN, "19.62", "The war in the Near East begins in November 1914: units there stay put.")
NOT_ATTACKED = Refusal(NOT_BEGUN, "19.62", "The war in the Near East begins in November 1914: no attacks there yet.")
NOBODY_GOES = Refusal(NOT_BEGUN, "19.62", "No unit goes from Europe to the Near East before November 1914.")
NOBODY_COMES = Refusal(NOT_BEGUN, "7.12", "No unit comes to the maps of the Near East before November 1914.")
NOT_YET = Refusal(NOT_BEGUN, "19.62", "There is no war in the Near East yet.")
HESITATES = Refusal(NOT_BEGUN, "20.2", "Turkey is neutral: there is no war in the Near East until it joins.")


@kept
def at_peace(state: State) -> bool:
    """§19.62: whether the war has not come to the Near East yet, though its maps are there. §20.2 No. 8: nor has it
    while the Ottoman Empire is neutral."""
    if state.printed.near_east is None:
        return False
    return state.near_east.neutral or not _is_open(state.printed.charts.turns[state.turn - 1])


def stands_still(state: State, side: str) -> bool:
    """§19.62, §20.2 No. 8: whether no unit of a side moves there: none before November 1914, and of the Central Powers
    none while Turkey is neutral."""
    return at_peace(state) and (side == CENTRAL or not _is_open(state.printed.charts.turns[state.turn - 1]))


def _is_open(turn: Turn) -> bool:
    """§12.12: the weather track of these maps begins with them."""
    return bool(turn.further)


def _why(state: State, early: Refusal) -> Refusal:
    """§19.62, §20.2 No. 8: that it is too early, or that Turkey hesitates."""
    return HESITATES if _is_open(state.printed.charts.turns[state.turn - 1]) else early


def why_no_war(state: State, side: str = CENTRAL) -> Refusal | None:
    """§19.62, §20.2 No. 8: why a side does nothing on those maps yet."""
    return _why(state, NOT_YET) if stands_still(state, side) else None


def why_not_move(state: State, unit: str) -> Refusal | None:
    """§19.62, §20.2 No. 8: why a unit of the Near East neither moves nor attacks yet, by whatever way."""
    at = state.units[unit].at
    if at in BOXES or not stands_still(state, state.side(unit)):
        return None
    return _why(state, STAYS) if _is_there(state, at) else None


def why_not_attacked(state: State, target: str) -> Refusal | None:
    """§19.62, §20.2 No. 8: why a hex is not attacked yet."""
    return _why(state, NOT_ATTACKED) if at_peace(state) and _is_there(state, target) else None


def why_none_goes(state: State, side: str, hex_: str) -> Refusal | None:
    """§19.62: why no unit of a side comes to a hex by rail or by sea yet."""
    return _why(state, NOBODY_GOES) if stands_still(state, side) and _is_there(state, hex_) else None


def why_none_sets_out(state: State, side: str) -> Refusal | None:
    """§19.62: why no unit of a side goes into a box between Europe and the Near East yet."""
    return _why(state, NOBODY_GOES) if stands_still(state, side) else None


def why_none_comes(state: State, side: str) -> Refusal | None:
    """§7.12: why no unit of a side is placed on those maps yet."""
    return _why(state, NOBODY_COMES) if stands_still(state, side) else None


def no_points(state: State, nation: str) -> bool:
    """§5.12, §5.17: whether a nation that commands units is neutral: it receives no points, from nobody."""
    return nation == "TU" and state.near_east.neutral


def _is_there(state: State, hex_: str) -> bool:
    board = state.printed.board
    return board.front[board.index[hex_]] in THREE

"""§1.66: Germans who come out of Austria-Hungary keep as near to Germany as in it, whatever country they enter."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.ban import power_of
from rules.kernel.messages import Refusal

TOO_FAR = Refusal(
    "too-far-from-germany",
    "1.66",
    "German units coming out of Austria-Hungary may go no more than five hexes from Germany.",
)


def is_bound(state: State, units: Iterable[str]) -> bool:
    """§1.66: whether the rule is in force, for some of these units."""
    return bool(state.card.germans_in_austria) and any(power_of(state, unit) == "GE" for unit in units)


def why_not_beyond_border(state: State, units: Iterable[str], start: str, hexes: Iterable[int]) -> Refusal | None:
    """§1.66: why units may not go from a place through these hexes (as indexes) in turn: once they are in
    Austria-Hungary, and in the same move out of it again, none lies too far from Germany. Who was driven too far goes
    back through what is (docs/rulings)."""
    if not is_bound(state, units):
        return None
    board = state.board
    austria, far = areas.home_of(board, "AH"), areas.far_from_germany(board, state.card.germans_in_austria)
    been_there = board.is_hex(start) and board.index(start) in austria
    way = [*hexes]
    if been_there and board.index(start) in far:
        return TOO_FAR if way[-1] in far else None
    for i in way:
        if been_there and i in far:
            return TOO_FAR
        been_there = been_there or i in austria
    return None

"""§8.0 to §8.4, §1.61: why units cannot go to hexes near them that are no ends of their moves."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from rules.empires_alliances.movement.journeys import AWAY_FROM_SUPPLY, why_not_elsewhere
from rules.empires_alliances.movement.on_foot import (
    Group,
    is_farther,
    one_hex_only,
    shut_hexes,
    why_not_enter,
    why_not_over_side,
)
from rules.empires_alliances.movement.overrun_odds import targets
from rules.empires_alliances.movement.promises import why_not_end
from rules.empires_alliances.movement.ways import Ways
from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.restrictions.endings import why_not_end_move
from rules.empires_alliances.restrictions.out_of_austria import why_not_beyond_border
from rules.kernel.messages import Refusal

NEAR_HEXES = 3
"""Hexes around a group of which the reasons are told."""
TOO_FAR = Refusal("too-far", "8.1", "Not enough MP, or no route.")
NO_WAY = Refusal("closed", "8.0", "Units cannot march there.")
OVERWHELM = Refusal("enemy-there", "12.1", "Enemy units are there. You can overwhelm them by an automatic victory.")
OF_A_SIDE = frozenset({"closed", "lake", "rail-only"})
"""Refusals that are about one side of a hex."""


def refused_near(state: State, group: Group, ways: Ways) -> dict[str, Refusal]:
    """Why the group cannot go to each of the hexes near it that are no ends."""
    board = state.board
    found: dict[str, Refusal] = {}
    if not board.is_hex(group.at):
        return found
    closed = shut_hexes(state, group)
    for hex_ in sorted(board.lattice.within(group.at, NEAR_HEXES)):
        b = board.index(hex_)
        if b in ways.best or hex_ == group.at or not board.is_hex(hex_):
            continue
        found[hex_] = (
            (OVERWHELM if hex_ in targets(state, group.side) else None)
            or _why_barred(state, group, b, closed)
            or why_not_beyond_border(state, group.units, group.at, (b,))
            or why_not_end_move(state, group.units, hex_)
            or why_not_elsewhere(state, group, b)
            or why_not_end(state, group, b)
            or _why_too_far(state, group, b)
        )
    return found


def _why_barred(state: State, group: Group, b: int, closed: AbstractSet[int]) -> Refusal | None:
    """§8.0: why the group may not enter a hex near it from any side, or from where it stands if that is beside it."""
    board = state.board
    start, around = board.index(group.at), board.lattice.neighbours[b]
    begins = [start] if start in around else [a for a in around if a in board.land]
    why_not = why_not_enter if b in closed else why_not_over_side
    reasons = [why_not(state, group, a, board.lattice.neighbours[a].index(b), b) for a in begins]
    if not reasons:
        return NO_WAY
    if any(reason is None for reason in reasons):
        return None
    # What closes the hex says more than what bars one of its sides.
    return min((r for r in reasons if r is not None), key=lambda r: r.code in OF_A_SIDE)


def _why_too_far(state: State, group: Group, b: int) -> Refusal:
    """§1.61, §8.1, §8.4: why the group does not come as far as a hex that is open to it."""
    if one_hex_only(state):
        return Refusal("one-hex", printed_in(state, "1.61"), "This turn a unit can move at most one hex.")
    start = state.board.index(group.at)
    beside = b in state.board.lattice.neighbours[start]
    return (
        AWAY_FROM_SUPPLY if beside and group.fresh and group.hungry and is_farther(state, group, start, b) else TOO_FAR
    )

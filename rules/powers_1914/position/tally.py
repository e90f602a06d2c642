"""§3.12.2, §3.13.3: what is counted over the whole map: what a side has conquered, and whose territory is least."""

from __future__ import annotations

from rules.powers_1914.position.state import AT_PEACE, ATTACKED, SHUT, NationState, State
from rules.powers_1914.printed.pieces import CENTRAL


def least_seat(state: State, side: str) -> str:
    """§3.12.2: the seat of a side with the least territory, of those the one with the fewest units."""

    def size(seat: str) -> tuple[int, int]:
        lands = sum(1 for n in state.control.values() if state.nations[n].seat == seat)
        return lands, sum(1 for u in state.units if state.seat_of(u) == seat)

    return min(state.seats_of(side), key=size)


def taken_neutral(now: NationState) -> bool:
    """§3.10.2: a neutral that was attacked and then conquered is its conqueror's, whosever its army was."""
    return now.fallen and now.status == ATTACKED


def conquests(state: State, side: str) -> int:
    """§3.13.3: what the conquered lands of a side are worth; neutrals count for the attacking side only."""
    total, areas = 0, state.printed.board.areas
    for area, nation in state.control.items():
        owner = state.nations[areas[area].owner]
        if state.nations[nation].side != side or (owner.side == side and not taken_neutral(owner)):
            continue
        if owner.status not in (ATTACKED, AT_PEACE, SHUT) or side == CENTRAL:
            total += areas[area].coins
    return total

"""§22.11: the Argonne, where the option is played: forest on two hexsides in place of a whole hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.printed.data import Printed

CLEAR, FOREST = "clear", "forest"


@cache
def hexes_of_argonne(printed: Printed) -> tuple[int, frozenset[int]]:
    """§22.11: the hex that is clear then, and those beyond the forest on its sides."""
    west, *east = (printed.board.index(hex_) for hex_ in printed.charts.argonne.hexes)
    return west, frozenset(east)


def over_argonne(printed: Printed, a: int, b: int) -> bool:
    """§22.11: whether one goes through the Argonne from one hex to the other."""
    west, east = hexes_of_argonne(printed)
    return (a == west and b in east) or (b == west and a in east)


def terrain_of(state: State, index: int) -> str:
    """§22.11: the terrain of a hex: with the Argonne on its hexsides the hex itself is clear."""
    if state.option("argonne") and index == hexes_of_argonne(state.printed)[0]:
        return CLEAR
    return state.board.terrain[index]


def terrain_attacked(state: State, hex_: str, units: Iterable[str]) -> str:
    """§22.11: the terrain that an attack of these units goes into: forest if infantry or cavalry come through it."""
    through = any(state.counter(u).kind in RANKS and comes_through(state, u, hex_) for u in units)
    return FOREST if through else terrain_of(state, state.board.index(hex_))


def comes_through(state: State, unit: str, hex_: str) -> bool:
    """§22.11: whether a unit attacks a hex through the Argonne, where the option is played."""
    if not state.option("argonne") or state.units[unit].at in state.off_map:
        return False
    return over_argonne(state.printed, state.board.index(state.units[unit].at), state.board.index(hex_))

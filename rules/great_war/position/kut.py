"""§14.2 Kut: a fort for Allied units alone, without a unit of its own, that is besieged from the hexes beside it."""

from __future__ import annotations

from functools import lru_cache

from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.kept import kept

NOWHERE = frozenset[int]()


@lru_cache(maxsize=8)
def kut(board: Board) -> frozenset[int]:
    """§14.21: its hex; none in Europe."""
    return NOWHERE if board.near_east is None else frozenset({board.index[board.near_east.kut]})


@lru_cache(maxsize=8)
def siege_hexes(board: Board) -> frozenset[int]:
    """§14.22: the hexes from which it is besieged."""
    return NOWHERE if board.near_east is None else frozenset(board.index[h] for h in board.near_east.siege_of_kut)


def is_walled(state: State, i: int, side: str) -> bool:
    """§14.21: whether a hex is Kut with its fort, for units of a side: for Allied ones, once any has been in it."""
    return state.near_east.kut and side == ALLIED and i in kut(state.printed.board)


@kept
def siege_of_kut(state: State) -> frozenset[int]:
    """§14.22: Kut while Allied units in it are under siege, from any one of the hexes; always the same set."""
    board = state.printed.board
    if board.near_east is None or occupied_hexes(state, CENTRAL).isdisjoint(siege_hexes(board)):
        return NOWHERE
    here = kut(board)
    return NOWHERE if here.isdisjoint(occupied_hexes(state, ALLIED)) else here


def is_shut_in(state: State, unit: str) -> bool:
    """§14.23: whether a unit is Allied and in besieged Kut: it neither leaves nor attacks out."""
    here = siege_of_kut(state)
    return bool(here) and state.printed.board.index.get(state.units[unit].at) in here and state.side(unit) == ALLIED

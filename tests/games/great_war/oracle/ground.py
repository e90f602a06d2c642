"""§7.0, §11.2, §14.1: who controls a hex, whose home a country is, and where forts stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import ALLIED, CENTRAL

HOLLAND_AND_SWISS = ("CH", "NL")
GERMAN_GROUND = {"LU": CENTRAL, "AL": ALLIED}
"""§17.3, §17.4: countries without units, and on whose side their ground is."""


def other(side: str) -> str:
    """The side's enemy."""
    return CENTRAL if side == ALLIED else ALLIED


@cache
def _words(board: Board, name: str) -> Sequence[str]:
    return tuple(board.atlas.words(name))


@cache
def marked(board: Board, name: str) -> frozenset[int]:
    """The land hexes for which a board prints something under a heading."""
    return frozenset(i for i, printed in enumerate(_words(board, name)) if printed and board.land[i])


@cache
def barrier(board: Board, name: str) -> Sequence[Sequence[int]]:
    """Which hexsides have something: by hex and side."""
    return tuple(tuple(row) for row in board.atlas.barrier(name))


def word(state: State, name: str, i: int) -> str:
    """What a board prints for a hex under a heading."""
    return str(_words(state.printed.board, name)[i])


def home(state: State, country: str) -> str | None:
    """§7.1: the side of a country; None for a neutral one."""
    return state.sides.get(country) or GERMAN_GROUND.get(country)


def controls(state: State, i: int) -> str | None:
    """§7.1, §7.11: the side of the country, unless the other side came last."""
    board = state.printed.board
    side = home(state, board.country[i])
    return other(side) if side is not None and board.ids[i] in state.taken else side


def fort_of(state: State, i: int, side: str) -> bool:
    """§14.11: whether an unbroken fort of a side is there: it is with its country, whoever stands in it."""
    board = state.printed.board
    stands = bool(word(state, "fortress", i)) and board.ids[i] not in state.destroyed
    return stands and home(state, board.country[i]) == side

"""§11.53 The Sinai pipeline: how far it runs along the coast, and how far an enemy throws it back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.fronts import EGYPT


def fed_towns(state: State) -> frozenset[int]:
    """§11.53: the towns of the coast that the pipeline has reached."""
    board = state.printed.board
    return frozenset(board.index[h] for h in _towns_reached(state))


def next_town(state: State) -> str:
    """§11.53: the town that it comes to next, going east; empty when it is finished, and in Europe."""
    return next(iter(_coast(state.printed.board)[len(_towns_reached(state)) :]), "")


def thrown_back(state: State, hexes: Iterable[str]) -> str | None:
    """§11.53: where a Central unit that has entered these hexes leaves the pipeline: in the nearest town to the west of
    the westernmost of them, or nowhere (""); None if none of them lies at the marker or west of it (docs/rulings)."""
    board, marker = state.printed.board, state.near_east.pipeline
    if not marker:
        return None
    end = board.row[board.index[marker]]
    entered = [board.row[board.index[h]] for h in hexes if board.front[board.index[h]] == EGYPT and
               (h == marker or board.row[board.index[h]] > end)]  # fmt: skip
    if not entered:
        return None
    left = [h for h in _towns_reached(state) if board.row[board.index[h]] > max(entered)]
    return left[-1] if left else ""


def _towns_reached(state: State) -> tuple[str, ...]:
    coast, marker = _coast(state.printed.board), state.near_east.pipeline
    return coast[: coast.index(marker) + 1] if marker else ()


@lru_cache(maxsize=8)
def _coast(board: Board) -> tuple[str, ...]:
    """The towns from west to east. On this map the rows run north and south, and their numbers grow westward."""
    return () if board.near_east is None else board.near_east.sinai_coast

"""§20.1, §3.62: the theatres between which the commanders of a side divide the map (decisions/0052).

In a match with a seat a side there is one theatre, without a name: the whole map.
"""

from __future__ import annotations

from functools import cache

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.printed.data import Printed

WEST, ITALY, EAST = "west", "italy", "east"
"""§20.1: the regions west and east of the weather line. Italy is what Italians and Austrians have west of it."""
NORTH, SOUTH = "north", "south"
"""§3.62: the sectors of British and French, the regions of a scenario that is played in the west alone."""
ITALIANS_AND_AUSTRIANS = ("IT", "AH")


def region_of(state: State, hex_: str) -> str:
    """§20.1, §3.62: the region of a hex. A theatre is made of one or several of them."""
    return _regions(state.printed, state.scenario)[state.board.index(hex_)]


def theatre_of(state: State, hex_: str) -> str:
    """decisions/0052: the theatre of a hex, empty where each side has one commander."""
    return state.theatres[region_of(state, hex_)] if state.theatres else ""


@cache
def _regions(printed: Printed, scenario: str) -> tuple[str, ...]:
    """By index."""
    board, sector = printed.board, printed.scenarios[scenario].british_from_north
    if sector:
        return tuple(NORTH if row <= int(sector) else SOUTH for row in board.row)
    return tuple(_by_weather_line(board, index) for index in range(len(board.zone)))


def _by_weather_line(board: Board, index: int) -> str:
    if board.zone[index]:
        return EAST
    return ITALY if board.country[index] in ITALIANS_AND_AUSTRIANS else WEST

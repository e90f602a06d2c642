"""§17.2, §17.3 National restrictions: where the units of some nations may not go, and how many may be where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.great_war.board import Board
from rules.great_war.fronts import EAST
from rules.great_war.keeping import kept
from rules.great_war.state import State
from rules.kernel.messages import Refusal

NOT_BALKANS = ("AH", "GE", "RU")
"""§3.13: what of the Eastern Front map is not the Balkans; Russian Poland is printed as Russia's."""
BALKANS_ONLY = ("BU", "GK")
NORTH_OF = 48
"""§17.31: the row north of which four Austro-Hungarian units may operate."""
FEW = 4
KIEV, ODESSA = "E4129", "E3031"


def off_limits(state: State, nation: str) -> frozenset[int]:
    """§17.21, §17.31: the hexes that no unit of a nation enters."""
    board = state.printed.board

    def find(_: object) -> frozenset[int]:
        if nation == "MN":
            return board.by_front[EAST] - board.by_country["MN"]
        if nation in BALKANS_ONLY:
            return _outside_balkans(board)
        return frozenset()

    return state.memory.recall(("off-limits", nation), (), find)


def _outside_balkans(board: Board) -> frozenset[int]:
    return frozenset(i for country in NOT_BALKANS for i in board.by_country[country]) & board.by_front[EAST]


def _north(board: Board) -> frozenset[int]:
    return frozenset(i for i in board.by_front[EAST] if int(board.ids[i][1:3]) > NORTH_OF)


_FEW: Mapping[str, tuple[Callable[[Board], frozenset[int]], str]] = {
    "AH": (_north, "Four Austro-Hungarian units at the most operate north of row 48."),
    "TU": (_outside_balkans, "Four Turkish units at the most operate outside the Balkans."),
}


@kept
def _zone(state: State, nation: str) -> frozenset[int]:
    """§17.31: where a nation may have few units."""
    return state.memory.recall(("few", nation), (), lambda _: _FEW[nation][0](state.printed.board))


def crowd(state: State, units: Sequence[str]) -> tuple[frozenset[int], Refusal] | None:
    """§17.31: the hexes that these units together may not enter because enough of their nation are there already.

    The Austrians are free to go north while their side holds Kiev and Odessa (§17.31): the chapter on collapse adds it.
    """
    for nation, (_, text) in _FEW.items():
        mine = [u for u in units if state.counter(u).nation == nation]
        if not mine:
            continue
        board = state.printed.board
        area = _zone(state, nation)
        there = [
            u
            for hex_, stack in state.stacks.items()
            if board.index[hex_] in area
            for u in stack
            if state.counter(u).nation == nation and u not in units
        ]
        if len(there) + len(mine) > FEW:
            return area, Refusal("too-many-there", "17.31", text)
    return None

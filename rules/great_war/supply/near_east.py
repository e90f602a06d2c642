"""§11.22, §11.45, §11.53, §12.2: what is apart in the supply of the Near East: heat, coasts, and towns that hand on
nothing. All of it is empty in Europe."""

from __future__ import annotations

from functools import lru_cache

from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.kut import siege_hexes
from rules.great_war.position.pipeline import fed_towns
from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.charts import HOT
from rules.great_war.printed.fronts import EGYPT
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.hexes.supply.supply_lines import NOWHERE

LAST_COLUMN = 13
"""§11.22: on the Egyptian Front the last column whose towns the Allies use before Gaza or Beersheba falls."""


def hot_desert(state: State) -> frozenset[int]:
    """§12.2, §12.11: the desert of the fronts that have hot weather this turn, one object as long as it
    is the same: in its first phases as well, before anyone looks at the track."""
    board = state.printed.board
    if not board.desert:
        return NOWHERE

    def find(_: object) -> frozenset[int]:
        weather = {**state.printed.charts.turns[state.turn - 1].further, **state.weather}
        hot = [hexes for front, hexes in board.desert.items() if weather.get(board.fronts[front].weather) == HOT]
        return frozenset().union(*hot)

    return state.memory.recall("hot desert", (state.weather, state.turn), find)


def coasts(board: Board, nation: str) -> frozenset[int]:
    """§11.45: the coasts of the Caucasus whose hexes supply units of a nation that stand in them."""
    if nation == "RU":
        return board.coasts["black-sea"] | board.coasts["caspian"]
    return board.coasts["black-sea"] if nation == "TU" else NOWHERE


def feeding_hexes(board: Board, nation: str, side: str) -> frozenset[int]:
    """§11.45, §14.24, §11.54: the hexes that supply units of a nation which stand in them, and no others: coasts of the
    Caucasus, and for the Central Powers those round Kut, with a line or without (docs/rulings)."""
    return coasts(board, nation) | siege_hexes(board) if side == CENTRAL else coasts(board, nation)


def hands_on_nothing(state: State, side: str) -> frozenset[int]:
    """§11.22, §11.53, §12.2: towns that are no secondary sources of a side now: those in hot desert, and for the Allies
    those of the Sinai coast that the pipeline has not reached and those beyond the column."""
    board, hot = state.printed.board, hot_desert(state)
    if side != ALLIED or board.near_east is None:
        return hot
    sinai, beyond, doors = _towns(board)
    sinai -= fed_towns(state)
    closed = sinai if not doors.isdisjoint(controlled_hexes(state, ALLIED)) else sinai | beyond
    return hot | closed


@lru_cache(maxsize=8)
def _towns(board: Board) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """§11.22, §11.53: towns of the Sinai coast, those beyond the column, and the two that open these."""
    places = board.near_east
    if places is None:
        return NOWHERE, NOWHERE, NOWHERE
    beyond = frozenset(i for i in board.towns & board.by_front[EGYPT] if board.column[i] > LAST_COLUMN)
    return sinai_coast(board), beyond, frozenset({board.index[places.gaza], board.index[places.beersheba]})


@lru_cache(maxsize=8)
def sinai_coast(board: Board) -> frozenset[int]:
    """§11.53: the towns that units may use while they stand in them, whatever the pipeline."""
    places = board.near_east
    return NOWHERE if places is None else frozenset(board.index[hex_] for hex_ in places.sinai_coast)

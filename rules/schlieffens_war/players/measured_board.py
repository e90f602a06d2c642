"""The printed map as a planner measures it: marches over it, and what a hex gives its defender."""

from __future__ import annotations

from functools import lru_cache

from rules.hexes.programs.measured import Measured
from rules.hexes.surrounding import is_concentric
from rules.schlieffens_war.printed.board import RIVER_COST, Board


@lru_cache(maxsize=16)
def measure(board: Board) -> Measured:
    """What is measured on a map (§10.4, §10.5)."""

    def entry(a: int, b: int) -> int:
        river = board.river[a][board.lattice.neighbours[a].index(b)] and not board.is_city[a] and not board.is_city[b]
        return board.entry[b] + (RIVER_COST if river else 0)

    return Measured(board.lattice, board.ways, entry)


def cover(board: Board, hex_: str) -> int:
    """§11.11, §11.13, §11.14: columns that the ground gives whoever defends there, rivers aside."""
    if hex_ in board.cities:
        return 2 if hex_ in board.fortresses else 1
    return 1 if board.terrain[hex_] == "rough" else 0


def all_across_river(board: Board, origins: set[str], target: str) -> bool:
    """§11.12: whether every attack goes across a river."""
    return all(board.is_river(o, target) for o in origins)


def concentric(board: Board, origins: set[str], target: str) -> bool:
    """§11.15: from all round; never against a city."""
    if target in board.cities or target in board.fortresses:
        return False
    return is_concentric({board.lattice.side(target, o) for o in origins})

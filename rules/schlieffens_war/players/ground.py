"""The printed map as a planner measures it: marches to a goal, hexes around, what a hex gives its defender."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush

from rules.schlieffens_war.board import RIVER_COST
from rules.schlieffens_war.data import printed

board = printed().board
FAR = 99


@lru_cache(maxsize=512)
def marches_to(goal: str) -> Mapping[str, int]:
    """MP from every hex to the goal over open ground, enemies aside (§10.4, §10.5)."""
    index, ids = board.lattice.index, board.lattice.ids
    start = index[goal]
    found = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if spent > found[here]:
            continue
        for there in board.ways[here]:
            side = board.lattice.side(ids[here], ids[there])
            river = board.river[here][side] and not board.is_city[here] and not board.is_city[there]
            cost = spent + board.entry[here] + (RIVER_COST if river else 0)
            if cost < found.get(there, FAR):
                found[there] = cost
                heappush(heap, (cost, there))
    return {ids[i]: cost for i, cost in found.items()}


def march(a: str, b: str) -> int:
    """MP from ``a`` to ``b`` over open ground."""
    return marches_to(b).get(a, FAR)


@lru_cache(maxsize=2048)
def around(hex_: str) -> tuple[str, ...]:
    """Neighbours that units could enter from there, and attack."""
    return tuple(board.lattice.ids[j] for j in board.ways[board.lattice.index[hex_]])


@lru_cache(maxsize=4096)
def within(hex_: str, radius: int) -> frozenset[str]:
    """Hexes no further than that, the hex itself among them."""
    return frozenset(board.lattice.within(hex_, radius))


@lru_cache(maxsize=1 << 17)
def apart(a: str, b: str) -> int:
    """Hexes between two hexes."""
    return board.lattice.distance(a, b)


@lru_cache(maxsize=2048)
def cover(hex_: str) -> int:
    """§11.11, §11.13, §11.14: columns that the ground gives whoever defends there, rivers aside."""
    if hex_ in board.cities:
        return 2 if hex_ in board.fortresses else 1
    return 1 if board.terrain[hex_] == "rough" else 0


def opposite(target: str, a: str, b: str) -> bool:
    """§11.15: whether two hexes lie on opposite sides of a third."""
    return (board.lattice.side(target, a) + 3) % 6 == board.lattice.side(target, b)


def all_across_river(origins: set[str], target: str) -> bool:
    """§11.12: whether every attack goes across a river."""
    return all(board.is_river(o, target) for o in origins)


def concentric(origins: set[str], target: str) -> bool:
    """§11.15: opposite hexsides, three alternate ones, or more than three; never against a city."""
    if target in board.cities or target in board.fortresses:
        return False
    sides = {board.lattice.side(target, o) for o in origins}
    return len(sides) > 3 or any((s + 3) % 6 in sides for s in sides) or sides in ({0, 2, 4}, {1, 3, 5})

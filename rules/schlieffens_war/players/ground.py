"""The printed map as a planner measures it: marches to a goal, hexes around, what a hex gives its defender."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush

from rules.schlieffens_war.board import RIVER_COST, Board

FAR = 99


class Ground:
    """A map with what was measured on it, shared by all who play on it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._marches: dict[str, Mapping[str, int]] = {}
        self._around: dict[str, tuple[str, ...]] = {}
        self._apart: dict[tuple[str, str], int] = {}

    def marches_to(self, goal: str) -> Mapping[str, int]:
        """MP from every hex to the goal over open ground, enemies aside (§10.4, §10.5)."""
        found = self._marches.get(goal)
        if found is None:
            found = self._marches[goal] = self._flooded(goal)
        return found

    def _flooded(self, goal: str) -> Mapping[str, int]:
        board, index, ids = self.board, self.board.lattice.index, self.board.lattice.ids
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

    def row(self, hex_: str) -> int:
        """The row of a hex as its number says it, from the north."""
        return self.board.lattice.rows[self.board.lattice.index[hex_]]

    def column(self, hex_: str) -> int:
        """The column of a hex as its number says it, from the east."""
        return self.board.lattice.columns[self.board.lattice.index[hex_]]

    def march(self, a: str, b: str) -> int:
        """MP from ``a`` to ``b`` over open ground."""
        return self.marches_to(b).get(a, FAR)

    def around(self, hex_: str) -> tuple[str, ...]:
        """Neighbours that units could enter from there, and attack."""
        found = self._around.get(hex_)
        if found is None:
            lattice = self.board.lattice
            found = self._around[hex_] = tuple(lattice.ids[j] for j in self.board.ways[lattice.index[hex_]])
        return found

    def within(self, hex_: str, radius: int) -> frozenset[str]:
        """Hexes no further than that, the hex itself among them."""
        return self.board.lattice.within(hex_, radius)

    def apart(self, a: str, b: str) -> int:
        """Hexes between two hexes."""
        found = self._apart.get((a, b))
        if found is None:
            found = self._apart[a, b] = self.board.lattice.distance(a, b)
        return found

    def cover(self, hex_: str) -> int:
        """§11.11, §11.13, §11.14: columns that the ground gives whoever defends there, rivers aside."""
        if hex_ in self.board.cities:
            return 2 if hex_ in self.board.fortresses else 1
        return 1 if self.board.terrain[hex_] == "rough" else 0

    def all_across_river(self, origins: set[str], target: str) -> bool:
        """§11.12: whether every attack goes across a river."""
        return all(self.board.is_river(o, target) for o in origins)

    def concentric(self, origins: set[str], target: str) -> bool:
        """§11.15: opposite hexsides, three alternate ones, or more than three; never against a city."""
        board = self.board
        if target in board.cities or target in board.fortresses:
            return False
        sides = {board.lattice.side(target, o) for o in origins}
        return len(sides) > 3 or any((s + 3) % 6 in sides for s in sides) or sides in ({0, 2, 4}, {1, 3, 5})


@lru_cache(maxsize=16)
def ground_of(board: Board) -> Ground:
    """What is measured on a map."""
    return Ground(board)

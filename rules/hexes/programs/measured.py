"""A printed map as a planner measures it, whoever stands on it: marches to a goal, hexes around, hexes between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.floods import trace
from rules.kernel.lattice import Lattice

FAR_HEXES = 99
"""Further than any march that a planner thinks of."""


class Measured:
    """A map with what was measured on it, shared by all who play on it.

    ``ways``: the neighbours that units could enter from each hex; they lead both ways. ``entry(a, b)``: MP from ``a``
    into its neighbour ``b``.
    """

    def __init__(self, lattice: Lattice, ways: Sequence[Sequence[int]], entry: Callable[[int, int], int]) -> None:
        self._lattice, self._ways = lattice, ways
        # A march is traced from its goal, so each step is priced as it is walked: towards the goal.
        self._steps = tuple(tuple((b, entry(b, a)) for b in row) for a, row in enumerate(ways))
        self._marches: dict[str, Mapping[str, int]] = {}
        self._around: dict[str, tuple[str, ...]] = {}
        self._apart: dict[tuple[str, str], int] = {}

    def marches_to(self, goal: str) -> Mapping[str, int]:
        """MP from every hex to the goal over open ground, enemies aside."""
        found = self._marches.get(goal)
        if found is None:
            ids, reached = self._lattice.ids, trace(self._steps, (self._lattice.index[goal],), FAR_HEXES - 1, (), ())
            found = self._marches[goal] = {ids[i]: cost for i, cost in reached.items()}
        return found

    def march(self, a: str, b: str) -> int:
        """MP from ``a`` to ``b`` over open ground."""
        return self.marches_to(b).get(a, FAR_HEXES)

    def around(self, hex_: str) -> tuple[str, ...]:
        """Neighbours that units could enter from there, and attack."""
        found = self._around.get(hex_)
        if found is None:
            lattice = self._lattice
            found = self._around[hex_] = tuple(lattice.ids[j] for j in self._ways[lattice.index[hex_]])
        return found

    def within(self, hex_: str, radius: int) -> frozenset[str]:
        """Hexes no further than that, the hex itself among them."""
        return self._lattice.within(hex_, radius)

    def apart(self, a: str, b: str) -> int:
        """Hexes between two hexes."""
        found = self._apart.get((a, b))
        if found is None:
            found = self._apart[a, b] = self._lattice.distance(a, b)
        return found

    def row(self, hex_: str) -> int:
        """The row of a hex as its number says it, from the north."""
        return self._lattice.rows[self._lattice.index[hex_]]

    def column(self, hex_: str) -> int:
        """The column of a hex as its number says it."""
        return self._lattice.columns[self._lattice.index[hex_]]

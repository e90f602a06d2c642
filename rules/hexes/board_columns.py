"""What is printed on the hexes of a board, whether it is one sheet or an atlas of several.

A game asks for the columns that it knows, each as what it is. A value that is none of what the column may hold is an
error that names file and line: a board is wrong before a match begins, or not at all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from rules.kernel.lattice import OFF_BOARD, Net

Row = Mapping[str, str]
Pair = tuple[int, int]
Sides = tuple[tuple[bool, ...], ...]
"""For each hex (as an index) and each of its six sides, whether something is there."""

N = TypeVar("N", bound=Net, covariant=True)


class BoardColumns(Generic[N]):
    """``hexes[i]`` is the row of place ``i``, ``lines[i]`` where it is written; ``sides`` and ``rails`` go by pair."""

    def __init__(
        self,
        lattice: N,
        hexes: Sequence[Row],
        lines: Sequence[str],
        sides: Mapping[Pair, Row],
        rails: Mapping[Pair, Row],
    ) -> None:
        self.lattice = lattice
        self.hexes = tuple(hexes)
        self.lines = tuple(lines)
        self.sides = sides
        self.rails = rails

    def marked(self, column: str) -> frozenset[int]:
        """The hexes with a 1 in a column; the others have nothing there. ValueError for anything else."""
        return frozenset(i for i, value in enumerate(self.words(column, ("", "1"))) if value)

    def words(self, column: str, allowed: Collection[str] | None = None) -> tuple[str, ...]:
        """A column, hex by hex. ValueError for a word that is not ``allowed``; KeyError without the column."""
        found = tuple(row[column] for row in self.hexes)
        if allowed is not None:
            for i, word in enumerate(found):
                if word not in allowed:
                    raise ValueError(f"{self.lines[i]}: {column} cannot be {word!r}")
        return found

    def barrier(self, column: str) -> Sides:
        """The hexsides with anything in a column, seen from both hexes."""
        return self._each_side({pair for pair, row in self.sides.items() if row.get(column)})

    def railways(self) -> Sides:
        """The hexsides that a rail line runs over, seen from both hexes."""
        return self._each_side(self.rails.keys())

    def _each_side(self, pairs: Collection[Pair]) -> Sides:
        return tuple(
            tuple(b != OFF_BOARD and (a, b) in pairs for b in around)
            for a, around in enumerate(self.lattice.neighbours)
        )

"""The tables of one printed board: a row a hex, a row a hexside that is something, a row a rail link.

A game asks for the columns that it knows, each as what it is. A value that is none of what the column may hold is an
error that names file and line: a board is wrong before a match begins, or not at all.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from rules.kernel.lattice import OFF_BOARD, Grain, Lattice

Row = Mapping[str, str]
Lines = Iterable[tuple[int, Row]]
"""Rows of a CSV file with the numbers of their lines."""
Sides = tuple[tuple[bool, ...], ...]
"""For each hex (as an index) and each of its six sides, whether something is there."""

HEXES, HEXSIDES, RAILS = "hexes.csv", "hexsides.csv", "rails.csv"


class Sheet:
    """One board. ``hexes[i]`` is the row of hex ``i`` of the lattice; ``sides`` and ``rails`` are by pair of indexes.

    ValueError where a table names a hex that is not on the board, or two that are no neighbours.
    """

    def __init__(self, shifted: str, hexes: Lines, hexsides: Lines, rails: Lines) -> None:
        listed = list(hexes)
        self.lattice = Lattice(Grain(shifted), (row["hex"] for _, row in listed))
        self.hexes: tuple[Row, ...] = tuple(row for _, row in listed)
        self._lines = tuple(line for line, _ in listed)
        self.sides = self._pairs(hexsides, HEXSIDES)
        self.rails = self._pairs(rails, RAILS)

    @classmethod
    def read(cls, folder: Path) -> Sheet:
        """The board of a folder. Hexsides and rails may be missing."""
        spec = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))
        shifted = str(spec.get("lattice", spec)["shifted"])
        return cls(shifted, rows(folder / HEXES), rows(folder / HEXSIDES), rows(folder / RAILS))

    def marked(self, column: str) -> frozenset[int]:
        """The hexes with a 1 in a column; the others have nothing there. ValueError for anything else."""
        return frozenset(i for i, value in enumerate(self.words(column, ("", "1"))) if value)

    def words(self, column: str, allowed: Collection[str] | None = None) -> tuple[str, ...]:
        """A column, hex by hex. ValueError for a word that is not ``allowed``; KeyError without the column."""
        found = tuple(row[column] for row in self.hexes)
        if allowed is not None:
            for i, word in enumerate(found):
                if word not in allowed:
                    raise ValueError(f"{HEXES}:{self._lines[i]}: {column} cannot be {word!r}")
        return found

    def places(self) -> tuple[tuple[float, float], ...]:
        """Latitude and longitude of every hex."""
        return tuple((float(row["lat"]), float(row["lon"])) for row in self.hexes)

    def barrier(self, column: str) -> Sides:
        """The hexsides with anything in a column, seen from both hexes."""
        return self._each_side({pair for pair, row in self.sides.items() if row.get(column)})

    def railways(self) -> Sides:
        """The hexsides that a rail line runs over, seen from both hexes."""
        return self._each_side(self.rails.keys())

    def _each_side(self, pairs: Collection[tuple[int, int]]) -> Sides:
        return tuple(
            tuple(b != OFF_BOARD and (a, b) in pairs for b in around)
            for a, around in enumerate(self.lattice.neighbours)
        )

    def _pairs(self, lines: Lines, file: str) -> dict[tuple[int, int], Row]:
        found: dict[tuple[int, int], Row] = {}
        index, neighbours = self.lattice.index, self.lattice.neighbours
        for line, row in lines:
            a, b = index.get(row["a"], OFF_BOARD), index.get(row["b"], OFF_BOARD)
            if OFF_BOARD in (a, b) or b not in neighbours[a]:
                raise ValueError(f"{file}:{line}: {row['a']} and {row['b']} are not neighbours on the board")
            found[a, b] = found[b, a] = row
        return found


def rows(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with their lines; none when there is no such file."""
    if not file.exists():
        return
    with file.open(encoding="utf-8", newline="") as lines:
        yield from enumerate(csv.DictReader(lines), 2)

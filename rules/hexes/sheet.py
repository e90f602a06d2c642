"""The tables of one printed board: a row a hex, a row a hexside that is something, a row a rail link."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules.hexes.board_columns import BoardColumns, Pair, Row
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice

SheetRows = Iterable[tuple[int, Row]]
"""Rows of a CSV file with the numbers of their lines."""

HEXES, HEXSIDES, RAILS = "hexes.csv", "hexsides.csv", "rails.csv"


class Sheet(BoardColumns[Lattice]):
    """One board.

    ValueError where a table names a hex that is not on the board, or two that are no neighbours.
    """

    def __init__(self, shifted: str, hexes: SheetRows, hexsides: SheetRows, rails: SheetRows) -> None:
        listed = list(hexes)
        lattice = Lattice(Grain(shifted), (row["hex"] for _, row in listed))
        super().__init__(
            lattice,
            [row for _, row in listed],
            [f"{HEXES}:{line}" for line, _ in listed],
            _pairs(lattice, hexsides, HEXSIDES),
            _pairs(lattice, rails, RAILS),
        )

    @classmethod
    def read(cls, folder: Path) -> Sheet:
        """The board of a folder. Hexsides and rails may be missing."""
        spec = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))
        shifted = str(spec.get("lattice", spec)["shifted"])
        return cls(shifted, rows(folder / HEXES), rows(folder / HEXSIDES), rows(folder / RAILS))

    def places(self) -> tuple[tuple[float, float], ...]:
        """Latitude and longitude of every hex."""
        return tuple((float(row["lat"]), float(row["lon"])) for row in self.hexes)


def _pairs(lattice: Lattice, lines: SheetRows, file: str) -> dict[Pair, Row]:
    found: dict[Pair, Row] = {}
    index, neighbours = lattice.index, lattice.neighbours
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

"""Hexes as printed on wargame maps: four digits, row then column, every other row shifted by half a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

OFF_BOARD = -1


@dataclass(frozen=True, slots=True)
class Grain:
    """How numbers lie on the board: rows run along ``y``, columns along ``x``.

    ``shifted`` is ``even`` or ``odd``: which rows lie half a hex further in the direction in which columns grow.
    Whether rows grow north or south and columns east or west matters to the drawing only.
    """

    shifted: str

    def doubled_x(self, row: int, col: int) -> int:
        """Twice the distance along the row, so that half hexes stay whole numbers."""
        return 2 * col + (1 if (row % 2 == 0) == (self.shifted == "even") else 0)


class Net:
    """Hexes as flat arrays: ``ids[i]``, ``neighbours[i][d]`` for six sides in turn.

    ``neighbours[i][d]`` is an index or ``OFF_BOARD``; side ``d + 3`` lies opposite side ``d``. ``index`` may know a hex
    by further names.
    """

    __slots__ = ("ids", "index", "neighbours")

    def __init__(
        self, ids: Sequence[str], neighbours: Sequence[tuple[int, ...]], index: Mapping[str, int] | None = None
    ) -> None:
        self.ids = tuple(ids)
        self.neighbours = tuple(neighbours)
        self.index: Mapping[str, int] = {h: i for i, h in enumerate(self.ids)} if index is None else index

    def __len__(self) -> int:
        return len(self.ids)

    def around(self, hex_: str) -> tuple[str, ...]:
        """The neighbours on the board, in turn."""
        return tuple(self.ids[j] for j in self.neighbours[self.index[hex_]] if j != OFF_BOARD)

    def side(self, a: str, b: str) -> int:
        """Which of the six sides of ``a`` touches ``b``. ValueError when they are no neighbours."""
        return self.neighbours[self.index[a]].index(self.index[b])


class Lattice(Net):
    """The hexes of one board; ``rows`` and ``columns`` are theirs as the numbers say them."""

    __slots__ = ("_rings", "_x2", "columns", "grain", "rows")

    def __init__(self, grain: Grain, ids: Iterable[str]) -> None:
        self.grain = grain
        listed = tuple(ids)
        if len(set(listed)) != len(listed):
            raise ValueError("a hex stands twice in the lattice")
        places = [(int(h[:-2]), int(h[-2:])) for h in listed]
        self._rings: dict[tuple[str, int], frozenset[str]] = {}
        self.rows = tuple(r for r, _ in places)
        self.columns = tuple(c for _, c in places)
        self._x2 = tuple(grain.doubled_x(r, c) for r, c in places)
        super().__init__(listed, adjacent(list(zip(self._x2, self.rows, strict=True))))

    def place(self, hex_: str) -> tuple[int, int]:
        """Where a hex lies: half hexes along its row, and the row."""
        i = self.index[hex_]
        return self._x2[i], self.rows[i]

    def distance(self, a: str, b: str) -> int:
        """Hexes from ``a`` to ``b``, terrain aside; 0 for the same hex, 1 for neighbours."""
        i, j = self.index[a], self.index[b]
        dx, dy = abs(self._x2[i] - self._x2[j]), abs(self.rows[i] - self.rows[j])
        return dy + max(0, (dx - dy) // 2)

    def within(self, centre: str, radius: int) -> frozenset[str]:
        """All hexes of the board no further than ``radius`` from ``centre``, worked out once."""
        found = self._rings.get((centre, radius))
        if found is None:
            found = frozenset(h for h in self.ids if self.distance(centre, h) <= radius)
            self._rings[centre, radius] = found
        return found


def adjacent(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The neighbours of hexes that lie at these places, ``OFF_BOARD`` where there is none."""
    at = {place: i for i, place in enumerate(places)}
    return tuple(tuple(at.get((x + dx, r + dr), OFF_BOARD) for dx, dr in SIDES) for x, r in places)


SIDES: Sequence[tuple[int, int]] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""Half hexes and rows to the neighbour over each side."""

"""The hexes of a board in its own units: a hex is 48 wide, x grows east, y grows south.

A corner is known by two whole numbers, so that hexsides shared by neighbours are the same key, without rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tools.maps.spec import LatticeSpec

WIDTH = 48.0
RADIUS = WIDTH / math.sqrt(3)
MARGIN = 24.0
ROW = math.sqrt(3) / 2

Point = tuple[float, float]
Number = TypeVar("Number", float, npt.NDArray[np.float64])
Vertex = tuple[int, int]
Side = frozenset[Vertex]

_CORNERS: tuple[Vertex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Clockwise from the top, in half widths and thirds of a row."""
_NEIGHBOURS: tuple[tuple[int, int], ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""From the east, clockwise, in half widths and rows."""


@dataclass(frozen=True)
class Grid:
    """The lattice laid out: numbers to places and back."""

    spec: LatticeSpec

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        s = self.spec
        return {
            f"{r:02d}{c:02d}": (self._u(r, c), r if s.rows == "south" else -r)
            for r in range(s.first_row, s.last_row + 1)
            for c in range(s.first_col, s.last_col + 1)
        }

    def _u(self, row: int, col: int) -> int:
        """Half widths to the east of nowhere in particular."""
        doubled = 2 * col + (1 if (row % 2 == 0) == (self.spec.shifted == "even") else 0)
        return doubled if self.spec.columns == "east" else -doubled

    @cached_property
    def _origin(self) -> tuple[int, int]:
        return min(u for u, _ in self._places.values()), min(v for _, v in self._places.values())

    @property
    def hexes(self) -> tuple[str, ...]:
        """All numbers, sorted."""
        return tuple(sorted(self._places))

    @cached_property
    def _at(self) -> dict[tuple[int, int], str]:
        return {place: h for h, place in self._places.items()}

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the board with its margin."""
        u0, v0 = self._origin
        u1, v1 = max(u for u, _ in self._places.values()), max(v for _, v in self._places.values())
        return (u1 - u0 + 2) * WIDTH / 2 + 2 * MARGIN, (v1 - v0) * ROW * WIDTH + 2 * RADIUS + 2 * MARGIN

    def centre(self, hex_: str) -> Point:
        """The middle of a hex."""
        u, v = self._places[hex_]
        return self.point((u, 3 * v))

    def point(self, vertex: Vertex) -> Point:
        """Where a corner (or, with thirds of a row, any place of the lattice) lies."""
        u0, v0 = self._origin
        u, w = vertex
        return MARGIN + WIDTH / 2 + (u - u0) * WIDTH / 2, MARGIN + RADIUS + (w / 3 - v0) * ROW * WIDTH

    def from_grid(self, col: Number, row: Number) -> tuple[Number, Number]:
        """From the fit's coordinates (column, row x 0.866) to the board; numbers or arrays."""
        u0, v0 = self._origin
        u = 2 * col if self.spec.columns == "east" else -2 * col
        v = row if self.spec.rows == "south" else -row
        return MARGIN + WIDTH / 2 + (u - u0) * WIDTH / 2, MARGIN + RADIUS + (v - v0 * ROW) * WIDTH

    def to_grid(self, x: Number, y: Number) -> tuple[Number, Number]:
        """The way back."""
        u0, v0 = self._origin
        u = (x - MARGIN - WIDTH / 2) * 2 / WIDTH + u0
        v = (y - MARGIN - RADIUS) / WIDTH + v0 * ROW
        return (u if self.spec.columns == "east" else -u) / 2, v if self.spec.rows == "south" else -v

    def vertices(self, hex_: str) -> tuple[Vertex, ...]:
        """The six corners' keys, clockwise from the top."""
        u, v = self._places[hex_]
        return tuple((u + du, 3 * v + dw) for du, dw in _CORNERS)

    def corners(self, hex_: str, radius: float = RADIUS) -> list[Point]:
        """The six corners, clockwise from the top, of a hex of this radius."""
        x, y = self.centre(hex_)
        return [
            (x + radius * math.sin(math.radians(60 * i)), y - radius * math.cos(math.radians(60 * i))) for i in range(6)
        ]

    def neighbours(self, hex_: str) -> list[str]:
        """The neighbours on the board, from the east, clockwise."""
        u, v = self._places[hex_]
        return [self._at[u + du, v + dv] for du, dv in _NEIGHBOURS if (u + du, v + dv) in self._at]

    def distance(self, a: str, b: str) -> int:
        """Hexes from ``a`` to ``b``."""
        (ua, va), (ub, vb) = self._places[a], self._places[b]
        rows, halves = abs(va - vb), abs(ua - ub)
        return rows + max(0, halves - rows) // 2

    def nearest(self, x: float, y: float) -> str:
        """The hex whose centre is nearest to a point."""
        return min(self.hexes, key=lambda h: math.dist(self.centre(h), (x, y)))

    @cached_property
    def sides(self) -> dict[Side, tuple[str, ...]]:
        """Every hexside with the one or two hexes beside it."""
        found: dict[Side, list[str]] = {}
        for h in self.hexes:
            v = self.vertices(h)
            for i in range(6):
                found.setdefault(frozenset((v[i], v[(i + 1) % 6])), []).append(h)
        return {side: tuple(hexes) for side, hexes in found.items()}

    @cached_property
    def between(self) -> dict[frozenset[str], Side]:
        """The hexside that two neighbours share."""
        return {frozenset(pair): side for side, pair in self.sides.items() if len(pair) == 2}

    @cached_property
    def ways(self) -> dict[Vertex, tuple[Vertex, ...]]:
        """For each corner those that a hexside joins to it, sorted so that every walk over them is repeatable."""
        found: dict[Vertex, set[Vertex]] = {}
        for a, b in map(tuple, self.sides):
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
        return {v: tuple(sorted(others)) for v, others in sorted(found.items())}

"""Rivers on hexsides: each real course routed over the lattice, tributaries ending on the river they join."""

from __future__ import annotations

import math
from dataclasses import dataclass

from shapely.geometry import LineString, Point

from tools.maps.geography import Geography
from tools.maps.lattice import Grid, Vertex
from tools.maps.paths import lines
from tools.maps.routing import along_hexsides
from tools.maps.spec import River

MOUTH = 160.0
"""A tributary whose line ends further than this from its river, in board units, ends where its line does."""


@dataclass(frozen=True, slots=True)
class Routed:
    """A river with its real line and the corners that it follows, source first."""

    river: River
    line: LineString
    chain: tuple[Vertex, ...]


def route(grid: Grid, geography: Geography, rivers: tuple[River, ...]) -> dict[str, Routed]:
    """All rivers of a board by name. A river must stand after the one it joins."""
    found: dict[str, Routed] = {}
    for river in rivers:
        line = _on_board(geography.course(river), geography)
        end, taken = None, set[Vertex]()
        if river.into:
            main = found[river.into]
            if main.line.distance(Point(line.coords[0])) < main.line.distance(Point(line.coords[-1])):
                line = LineString(list(line.coords)[::-1])
            nearest = min(main.chain, key=lambda v: math.dist(grid.point(v), line.coords[-1]))
            if math.dist(grid.point(nearest), line.coords[-1]) <= MOUTH:
                end, taken = nearest, set(main.chain)
        found[river.name] = Routed(river, line, tuple(along_hexsides(grid, line, end, river.pins, taken)))
    return found


def _on_board(line: LineString, geography: Geography) -> LineString:
    """Its longest stretch on the board or just beside it."""
    return max(lines(line.intersection(geography.board.buffer(30))), key=lambda g: g.length)

"""Rivers on hexsides: each real course routed over the lattice, tributaries ending on the river they join.

A river leaves its dated towns on their banks: nothing crosses the way from such a town to the country behind it. No
two rivers touch but where one joins the other, so that no ring of water closes round a hex. One that reaches the sea
ends where the first hexside lies in it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from tools.maps import banks
from tools.maps.geography import Geography
from tools.maps.lattice import WIDTH, Grid, Side, Vertex
from tools.maps.paths import lines
from tools.maps.routing import along_hexsides
from tools.maps.spec import River

MOUTH = 160.0
"""A tributary whose line ends further than this from its river, in board units, ends where its line does."""
SEA_WITHIN = 150.0
"""A river whose line ends nearer than this to where played land ends runs on to there: its line ends in its estuary."""
EDGE = 40.0
"""One that ends nearer than this to the board's edge leaves the board."""
BEHIND = 1.6 * WIDTH
"""How far behind a town its own bank reaches, where the river may not run."""
WAYS = 24
"""In how many directions the way to the country behind a town is looked for."""
ENDS = 18
"""How many ends at the shore or at its river are tried, nearest first, until every town is on its bank."""
PLAIN = 10.0
"""Bends shorter than this do not tell one bank from the other."""
WET = 0.9
"""Share of a hexside under water from which a river has ended before it."""


@dataclass(frozen=True, slots=True)
class Routed:
    """A river with its real line and the corners that it follows, source first."""

    river: River
    line: LineString
    chain: tuple[Vertex, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """A hex that a river leaves on one side."""

    town: str
    hex: str
    left: bool


class Router:
    """The rivers of one board. A river must stand after the one it joins."""

    def __init__(
        self,
        grid: Grid,
        geography: Geography,
        surface: Mapping[str, str],
        played: Collection[str],
        keeps: Mapping[str, tuple[Keep, ...]],
    ) -> None:
        """``surface``: of each hex. ``played``: land of the game. ``keeps``: by river, hexes whose side is known."""
        self.grid = grid
        self.geography = geography
        self.surface = surface
        self.played = played
        self.keeps = keeps

    def all(self, rivers: tuple[River, ...]) -> dict[str, Routed]:
        """Every river by name."""
        found: dict[str, Routed] = {}
        for river in rivers:
            found[river.name] = self._routed(river, found)
        return found

    def _routed(self, river: River, found: Mapping[str, Routed]) -> Routed:
        line = self._on_board(self.geography.course(river))
        main = found.get(river.into) if river.into else None
        if river.into and main is None:
            raise ValueError(f"{river.name} joins {river.into}, which must stand before it")
        line = self._downstream(river, line, main)
        if river.mouth is not None:
            line = LineString([*line.coords, self.geography.projection.point(*river.mouth)])
        others = {v for other in found.values() if other is not main for v in other.chain}
        keeps = self.keeps.get(river.name, ())
        closed = {side for keep in keeps for side in self._behind(line, keep)}
        mouth = line.coords[-1]
        joins = {v for v in main.chain if v not in others} if main is not None else set()
        # Where two tributaries end within a hex of each other they share their last hexside.
        joins |= {
            v
            for other in found.values()
            if main is not None and other.river.into == river.into
            for v in other.chain[-2:]
        }
        near = sorted((math.dist(self.grid.point(v), mouth), v) for v in joins)
        joined = bool(near) and near[0][0] <= MOUTH
        ends = [v for _, v in near] if joined else self._shore(line, others)
        begins: list[Vertex | None] = [None]
        if river.leaves:
            begins = list(self._arms(line, found[river.leaves], others))
        best: tuple[int, Routed] | None = None
        for end, begin in product(list[Vertex | None](ends[:ENDS]) or [None], begins):
            barred = others | ({v for v in joins if v != end} if joined else set())
            led = line if end is None or joined else LineString([*line.coords, self.grid.point(end)])
            try:
                chain = along_hexsides(self.grid, led, end, river.pins, set(), closed, barred - {end, begin}, begin)
            except ValueError:
                continue
            while not joined and len(chain) > 2 and self._wet(chain[-2], chain[-1]):
                chain.pop()
            while not river.leaves and len(chain) > 2 and self._wet(chain[0], chain[1]):
                chain.pop(0)
            wrong = sum(self._wrong(chain, keep) for keep in keeps)
            if best is None or wrong < best[0]:
                best = wrong, Routed(river, led, tuple(chain))
            if not wrong:
                break
        if best is None:
            raise ValueError(f"{river.name} finds no way to its mouth")
        return best[1]

    def _arms(self, line: LineString, main: Routed, others: set[Vertex]) -> list[Vertex]:
        """The corners of another river at which an arm of it may begin, nearest first: a hexside there is free."""
        free = [v for v in main.chain if any(w not in others for w in self.grid.ways[v])]
        return sorted(free, key=lambda v: math.dist(self.grid.point(v), line.coords[0]))[:ENDS]

    def _wrong(self, chain: Sequence[Vertex], keep: Keep) -> bool:
        beside = banks.side([self.grid.point(v) for v in chain], self.grid.centre(keep.hex))
        return beside.left is not keep.left and not beside.beyond

    def _downstream(self, river: River, line: LineString, main: Routed | None) -> LineString:
        """The line from source to mouth."""
        first, last = line.coords[0], line.coords[-1]
        if main is not None:
            turned = main.line.distance(Point(first)) < main.line.distance(Point(last))
        else:
            ends = [self.geography.projection.to_lonlat(x, y) for x, y in (first, last)]
            (ax, ay), (bx, by) = ((float(lon), float(lat)) for lon, lat in ends)
            turned = not banks.downstream(river.name, (ax, ay), (bx, by))
        return LineString(list(line.coords)[::-1]) if turned else line

    def _on_board(self, line: LineString) -> LineString:
        """Its longest stretch on the board or just beside it."""
        return max(lines(line.intersection(self.geography.board.buffer(30))), key=lambda g: g.length)

    def _shore(self, line: LineString, others: set[Vertex]) -> list[Vertex]:
        """Where played land ends near the mouth, nearest first; none where the river leaves the board or that land."""
        mouth = line.coords[-1]
        if self.geography.board.exterior.distance(Point(mouth)) < EDGE or self.grid.nearest(*mouth) in self._abroad:
            return []
        far = [(math.dist(self.grid.point(v), mouth), v) for v in self._shores if v not in others]
        return [v for d, v in sorted(far) if d <= SEA_WITHIN]

    @cached_property
    def _shores(self) -> tuple[Vertex, ...]:
        """Corners where played land ends: at water or at a neutral."""
        at: dict[Vertex, set[bool]] = {}
        for h in self.grid.hexes:
            for v in self.grid.vertices(h):
                at.setdefault(v, set()).add(h in self.played)
        return tuple(sorted(v for v, kinds in at.items() if len(kinds) == 2))

    @cached_property
    def _abroad(self) -> frozenset[str]:
        """Land that is not played."""
        return frozenset(h for h in self.grid.hexes if self.surface[h] == "land" and h not in self.played)

    def _wet(self, a: Vertex, b: Vertex) -> bool:
        hexside = LineString([self.grid.point(a), self.grid.point(b)])
        return bool(1 - hexside.intersection(self.geography.land).length / hexside.length >= WET)

    def _behind(self, line: LineString, keep: Keep) -> list[Side]:
        """The hexsides between a town and the country behind it, on its own bank."""
        at = self.grid.centre(keep.hex)
        line = LineString(line.simplify(PLAIN).coords)
        course = list(line.coords)
        best = 0.0, LineString([at, (at[0] + 1, at[1] + 1)])
        for i in range(WAYS):
            turn = 2 * math.pi * (i + 0.37) / WAYS
            way = LineString([at, (at[0] + math.cos(turn) * BEHIND, at[1] + math.sin(turn) * BEHIND)])
            there = banks.side(course, way.coords[-1])
            if there.left is keep.left and there.distance > best[0]:
                best = there.distance, way
        way = best[1]
        crossings = _distances(way, line)
        wrong = banks.side(course, at).left is not keep.left
        allowed = 1 if wrong else 0
        if len(crossings) > allowed:
            way = substring(way, 0, max(crossings[allowed] - 4.0, 1.0))
        sides, straight = self._hexsides
        return [sides[i] for i in np.flatnonzero(shapely.intersects(straight, way))]

    @cached_property
    def _hexsides(self) -> tuple[tuple[Side, ...], np.ndarray]:
        """All hexsides, with their lines: a board has some thousands, and two hundred banks are held against them."""
        sides = tuple(self.grid.sides)
        return sides, shapely.linestrings([[self.grid.point(v) for v in sorted(side)] for side in sides])


def _distances(way: LineString, line: LineString) -> list[float]:
    """How far along a way it meets a line, each time."""
    met: BaseGeometry = way.intersection(line)
    points = list(getattr(met, "geoms", [met]))
    return sorted(way.project(Point(p.coords[0])) for p in points if not p.is_empty and not isinstance(p, MultiPoint))

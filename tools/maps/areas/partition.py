"""Which ground belongs to which area, and which water: the shapes of a board's areas.

Land: a jittered lattice of points is asked whose it was in 1914, by our frontiers, and, within a state, which area's
seeds lie nearest. The limits of the points' cells are drawn as :mod:`arcs` says and cut with the real coast. Water:
what is left, separated by the board file's cuts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.spatial import cKDTree
from shapely import affinity
from shapely.geometry import LineString, MultiLineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, polygonize, unary_union
from shapely.prepared import prep

from tools.maps.areas.arcs import Arc, arcs, smooth
from tools.maps.areas.projection import AreaProjection
from tools.maps.areas.spec import CLOSED, AreaSpec
from tools.maps.geography import Geography
from tools.maps.lattice import Point as XY
from tools.maps.paths import lines, polygons
from tools.maps.projection import Array

SPACING = 8.5
"""Board units between the points that are asked whose they were."""
JITTER = 0.24
BEYOND = 50.0
SMALLEST_ISLAND = 34.0
"""Islands under this, in square units, are left out of the drawing."""
WHOLE_ISLAND = 2600.0
"""Islands under this belong whole to the area that has most of them."""
MAINLAND = 30000.0
"""Land over this is never given away whole."""
CRUMB = 500.0
RUN_ON = 2.5
CLEAN = 3
"""Passes in which a lonely cell goes over to its neighbours."""


@dataclass
class Partition:
    """The areas of a board as shapes in board units."""

    spec: AreaSpec
    projection: AreaProjection
    geography: Geography
    frame: Polygon = field(init=False)

    def __post_init__(self) -> None:
        self.frame = box(0, 0, *self.projection.grid.size)

    # ---- land

    @cached_property
    def coast(self) -> BaseGeometry:
        """Dry land of this drawing, roundels included, inside the frame."""
        land = unary_union([p for p in polygons(self._dry) if p.area >= SMALLEST_ISLAND])
        land = land.simplify(0.45).buffer(0)
        for x, y, r in self.roundels.values():
            land = land.difference(Point(x, y).buffer(r, quad_segs=16))
        for line in self.spec.straits:
            course = LineString([self.projection.point(*p) for p in line])
            land = land.difference(course.buffer(self.spec.strait_width / 2))
        return land.intersection(self.frame)

    @cached_property
    def _dry(self) -> BaseGeometry:
        """Dry land, with what lies past the rim of the geography."""
        beyond = [self.projection.shape(Polygon(ring)) for ring in self.spec.land_beyond]
        points = [(Point(self.projection.point(lo, la)), times) for lo, la, times in self.spec.larger]
        parts = []
        for part in polygons(unary_union([self.geography.land, *beyond])):
            times = next((t for p, t in points if part.area < MAINLAND and part.contains(p)), 1.0)
            parts.append(affinity.scale(part, times, times) if times != 1 else part)
        return unary_union(parts)

    @cached_property
    def roundels(self) -> dict[str, tuple[float, float, float]]:
        """Centre and radius of the areas drawn as discs, in board units."""
        return {a: (*self.projection.point(lo, la), r) for a, (lo, la, r) in self.spec.roundels.items()}

    @cached_property
    def rivers(self) -> dict[str, LineString]:
        """Rivers as drawn, in board units."""
        return {r.name: LineString(np.array(self.geography.course(r).simplify(0.5).coords)) for r in self.spec.rivers}

    @cached_property
    def lattice(self) -> Array:
        """The points that are asked, shape (n, 2)."""
        w, h = self.projection.grid.size
        rng = np.random.default_rng(self.spec.seed)
        rows = []
        for j, y in enumerate(np.arange(-BEYOND, h + BEYOND, SPACING * math.sqrt(3) / 2)):
            xs = np.arange(-BEYOND + (j % 2) * SPACING / 2, w + BEYOND, SPACING)
            rows.append(np.stack([xs, np.full_like(xs, y)], axis=1))
        points = np.vstack(rows)
        return np.asarray(points + rng.uniform(-JITTER, JITTER, points.shape) * SPACING)

    @cached_property
    def labels(self) -> list[str]:
        """The area of each lattice point; a point at sea has that of the nearest land."""
        lon, lat = self.projection.to_lonlat(self.lattice[:, 0], self.lattice[:, 1])
        near = prep(self._dry.buffer(SPACING))
        rings = [(area, prep(Polygon(ring))) for area, ring in self.spec.claims]
        seeds = {a.id: self._seeds(a.id) for a in self.spec.of_kind("land") if a.id not in self.roundels}
        discs = {a: (*self.projection.point(lo, la), r) for a, (lo, la, r) in self.spec.discs.items()}
        found = []
        for (x, y), lo, la in zip(self.lattice, lon, lat, strict=True):
            label = next((a for a, (cx, cy, r) in discs.items() if math.dist((x, y), (cx, cy)) < r), "")
            here = Point(lo, la)
            label = label or next((area for area, ring in rings if ring.contains(here)), "")
            if not label and near.contains(Point(x, y)):
                label = self._nearest(self.geography.state(lo, la), (x, y), seeds)
            found.append(label)
        known = [i for i, label in enumerate(found) if label]
        _, index = cKDTree(self.lattice[known]).query(self.lattice)
        return self._cleaned([found[known[i]] for i in index])

    def _seeds(self, area: str) -> list[XY]:
        a = self.spec.areas[area]
        return [self.projection.point(lo, la) for lo, la in ((a.lon, a.lat), *self.spec.seeds.get(area, ()))]

    def _nearest(self, state: str, at: XY, seeds: dict[str, list[XY]]) -> str:
        """The nearest area among those that may hold a state's ground; empty outside all states."""
        holders = self.spec.states.get(state, ())
        if holders == (CLOSED,):
            return CLOSED
        may = [a for a in seeds if a in holders or self.spec.areas[a].owner in holders]
        own = [a for a in may if a in holders]
        return min(own or may, key=lambda a: min(math.dist(at, s) for s in seeds[a]), default="")

    def _cleaned(self, labels: list[str]) -> list[str]:
        """Without lonely cells: each takes what at least four of its six neighbours have."""
        _, around = cKDTree(self.lattice).query(self.lattice, k=7)
        for _ in range(CLEAN):
            before = list(labels)
            for i, neighbours in enumerate(around[:, 1:]):
                votes: dict[str, int] = {}
                for n in neighbours:
                    votes[before[n]] = votes.get(before[n], 0) + 1
                best = min(votes, key=lambda a: (-votes[a], a))
                if best != before[i] and votes[best] >= 4:
                    labels[i] = best
        return labels

    @cached_property
    def limits(self) -> list[Arc]:
        """The drawn limits between land areas, over land and water."""
        return smooth(arcs(self.lattice, self.labels), self.rivers, self.spec.seed)

    @cached_property
    def land(self) -> dict[str, BaseGeometry]:
        """Every land area's shape, and under ``CLOSED`` the rest."""
        border = box(-20, -20, self.projection.grid.size[0] + 20, self.projection.grid.size[1] + 20)
        net = unary_union([border.exterior, *(line for _, line in self.limits)])
        tree = cKDTree(self.lattice)
        cells: dict[str, list[BaseGeometry]] = {}
        for cell in polygonize(net):
            inner = cell.representative_point()
            around = tree.query((inner.x, inner.y), k=1)[1]
            cells.setdefault(self.labels[int(around)], []).append(cell)
        plane = {area: unary_union(found) for area, found in cells.items()}
        out: dict[str, list[BaseGeometry]] = {}
        given = [(a, Point(self.projection.point(*p))) for a, ps in self.spec.islands.items() for p in ps]
        for part in polygons(self.coast):
            owner = next((a for a, p in given if part.contains(p)), "") if part.area < MAINLAND else ""
            if not owner and part.area < WHOLE_ISLAND:
                owner = max(sorted(plane), key=lambda a: plane[a].intersection(part).area)
            for area, cell in [(owner, part)] if owner else plane.items():
                piece = part.intersection(cell)
                if not piece.is_empty:
                    out.setdefault(area, []).append(piece)
        for area, (x, y, r) in self.roundels.items():
            out[area] = [Point(x, y).buffer(r, quad_segs=16)]
        return _without_crumbs({a: [p for g in found for p in polygons(g)] for a, found in sorted(out.items())})

    # ---- water

    @cached_property
    def water(self) -> BaseGeometry:
        """All that is not land."""
        return self.frame.difference(unary_union(list(self.land.values())).buffer(0.02))

    @cached_property
    def cuts(self) -> list[LineString]:
        """Where seas end, over water; the ends run on a little, into the land."""
        return [LineString(self._run_on([self._end(p) for p in cut])) for cut in self.spec.cuts]

    def _end(self, p: str | tuple[float, float]) -> XY:
        if not isinstance(p, str):
            return self.projection.point(*p)
        a, b = p.split("|")
        return self.meeting(a, b)

    @staticmethod
    def _run_on(points: list[XY]) -> list[XY]:
        """With the first point moved on by a little, so that a cut from a shore does start on land."""
        (ax, ay), (bx, by) = points[:2]
        k = RUN_ON / math.dist((ax, ay), (bx, by))
        return [(ax + (ax - bx) * k, ay + (ay - by) * k), *points]

    def meeting(self, a: str, b: str) -> XY:
        """Where the limit of two land areas comes down to the open shore."""
        shore = self.water.boundary
        near = self.land[a].buffer(1.0).intersection(self.land[b].buffer(1.0))
        best = min(polygons(near), key=lambda g: g.distance(shore))
        on, _ = nearest_points(shore, best)
        return float(on.x), float(on.y)

    @cached_property
    def sea(self) -> dict[str, BaseGeometry]:
        """Every sea area's shape, and under ``CLOSED`` water that is no area."""
        walls = self.water.boundary
        net = unary_union([walls, *self.cuts])
        inside = prep(self.water)
        centres = {a.id: Point(self.projection.point(a.lon, a.lat)) for a in self.spec.of_kind("sea")}
        pieces = [p for p in polygonize(net) if inside.contains(p.representative_point())]
        out: dict[str, list[BaseGeometry]] = {}
        rest = []
        whole = [held for piece in pieces if len(held := [a for a, c in centres.items() if piece.contains(c)]) > 1]
        if whole:
            raise ValueError(f"no cut parts {'; '.join(' and '.join(held) for held in whole)}")
        for piece in pieces:
            held = [a for a, c in centres.items() if piece.contains(c)]
            if held:
                out.setdefault(held[0], []).append(piece)
            else:
                rest.append(piece)
        missing = sorted(set(centres) - set(out))
        if missing:
            raise ValueError(f"these seas have their centre on land: {missing}")
        shut = [Point(self.projection.point(*p)) for p in self.spec.closed]
        for piece in rest:
            if any(piece.contains(p) for p in shut):
                out.setdefault(CLOSED, []).append(piece)
                continue
            seas = {a: gs for a, gs in out.items() if a != CLOSED}
            touching = {a: sum(piece.boundary.intersection(g.boundary).length for g in gs) for a, gs in seas.items()}
            owner = max(sorted(touching), key=lambda a: touching[a])
            out.setdefault(owner if touching[owner] > 0.5 else CLOSED, []).append(piece)
        return {a: unary_union(found) for a, found in sorted(out.items())}

    @cached_property
    def sea_limits(self) -> BaseGeometry:
        """The lines between seas, over water only."""
        found: list[LineString] = []
        names = [a for a in self.sea if a != CLOSED]
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                if self.sea[a].distance(self.sea[b]) < 0.1:
                    found += lines(self.sea[a].boundary.intersection(self.sea[b].boundary))
        return MultiLineString([line for line in found if line.length > 0.5])

    @cached_property
    def shapes(self) -> dict[str, BaseGeometry]:
        """Every area's shape, land and sea."""
        return {a: g for found in (self.land, self.sea) for a, g in found.items() if a != CLOSED}


def _without_crumbs(parts: dict[str, list[BaseGeometry]]) -> dict[str, BaseGeometry]:
    """The areas with every crumb, a small piece apart that touches another area, given to that area."""
    whole = {a: unary_union(found) for a, found in parts.items()}
    out: dict[str, list[BaseGeometry]] = {a: [] for a in whole}
    for area, shape in whole.items():
        largest = max(polygons(shape), key=lambda p: p.area)
        for part in polygons(shape):
            to = area
            if part is not largest and part.area < CRUMB:
                near = {b: part.buffer(0.1).intersection(g).area for b, g in whole.items() if b not in (area, CLOSED)}
                best = max(sorted(near), key=lambda b: near[b])
                to = best if near[best] > 0 else area
            out[to].append(part)
    return {a: unary_union(found) for a, found in out.items()}

"""Where things stand in an area: its city, its name with what it earns, and the slots for pieces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.areas.partition import Partition
from tools.maps.areas.spec import Area
from tools.maps.lattice import Point as XY
from tools.maps.paths import polygons
from tools.maps.type import width

NEAR = 13.5
FAR = 23.0
"""Heights of names when the board is near, and when all of it is seen."""
CITY_NAME = 8.8
LINE = 1.0
LONG = 10
"""A name with more letters than this stands on two lines."""
DISC = {True: 10.5, False: 8.8}
"""Radius of a city's disc, of a capital and of another."""
TOKEN = 6.6
"""Radius of what stands under a name: coins, factory, shipyard."""
STEP = 5.0
SLOTS = 8
ROOMY, TIGHT, LEAST = 38, 26, 10
"""Distances between slots in board units: wished for, least beside names and cities, least at all."""
FRAME = 9.0


@dataclass(frozen=True, slots=True)
class Label:
    """A placed name: the middle of its block, its lines, and the room that it takes."""

    area: Area
    at: XY
    rows: tuple[str, ...]
    size: float
    room: BaseGeometry


@dataclass(frozen=True, slots=True)
class City:
    """A city's disc."""

    area: Area
    name: str
    at: XY

    @property
    def radius(self) -> float:
        return DISC[self.area.capital]

    @property
    def room(self) -> BaseGeometry:
        """What the disc takes, with the city's name under it where it has one of its own."""
        disc = Point(self.at).buffer(self.radius + 1.5)
        if self.name == self.area.name:
            return disc
        (x, y), wide = self.at, width(self.name, "roman", CITY_NAME)
        return disc.union(box(x - wide / 2, y, x + wide / 2, y + self.radius + CITY_NAME * 1.1))


def cities(partition: Partition) -> list[City]:
    """Where cities stand: at their place, or as near as their area and other cities let them."""
    out: list[City] = []
    for town in sorted(partition.spec.towns, key=lambda t: t.area):
        area = partition.spec.areas[town.area]
        if area.city:
            inner = partition.shapes[area.id].buffer(-DISC[area.capital] * 0.8)
            out.append(City(area, town.name, _nearest(inner, partition.projection.point(town.lon, town.lat), out)))
    return out


def _nearest(inner: BaseGeometry, at: XY, taken: Sequence[City]) -> XY:
    steps = [(r * math.cos(k * math.pi / 8), r * math.sin(k * math.pi / 8)) for r in range(0, 60, 3) for k in range(16)]
    for dx, dy in steps:
        x, y = at[0] + dx, at[1] + dy
        if inner.contains(Point(x, y)) and all(math.dist((x, y), c.at) > c.radius + 12 for c in taken):
            return x, y
    return at


def rows_of(name: str) -> tuple[str, ...]:
    """A name on one line, or on two broken where they are most alike."""
    words = name.split(" ")
    if len(name) <= LONG or len(words) == 1:
        return (name,)
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(breaks, key=lambda rows: max(map(len, rows)))


def tokens(area: Area) -> int:
    """How many signs stand under the name."""
    return (area.coins > 0) + area.factory + area.shipyard


def names(partition: Partition, size: float, taken: Sequence[BaseGeometry], must: bool) -> list[Label]:
    """A name in every area, inside it as far as may be. With ``must`` unset, names that do not fit are left out."""
    rooms = list(taken)
    w, h = partition.projection.grid.size
    inside = box(FRAME, FRAME, w - FRAME, h - FRAME)
    out: list[Label] = []
    for area_id, shape in sorted(partition.shapes.items(), key=lambda kv: (kv[1].area, kv[0])):
        area = partition.spec.areas[area_id]
        rows = rows_of(area.name)
        style = "italic" if area.kind == "sea" else "roman"
        wide = max(width(row, style, size, 0.4) for row in rows) + 3
        signs = tokens(area) if must else 0
        tall = len(rows) * size * LINE + (2 * TOKEN + 2 if signs else 0)
        wide = max(wide, signs * (2 * TOKEN + 1.5))
        block = box(-wide / 2, -tall / 2, wide / 2, tall / 2)
        near = unary_union([r for r in rooms if r.distance(shape) < 60] or [Point(-999, -999)])
        best: tuple[float, XY, BaseGeometry] | None = None
        middle = shape.representative_point() if area.kind == "sea" else largest(shape).centroid
        for x, y in _grid(largest(shape).buffer(12)):
            room = affinity.translate(block, x, y)
            if not inside.contains(room):
                continue
            over = room.area - room.intersection(shape).area
            clash = near.intersection(room).area
            cost = over + 4 * clash + 0.05 * math.dist((x, y), (middle.x, middle.y)) * math.sqrt(room.area) / 10
            if best is None or cost < best[0]:
                best = (cost, (x, y), room)
        if best is None:
            raise ValueError(f"no room at all for the name of {area_id}")
        _, at, room = best
        fits = near.intersection(room).area < 0.09 * room.area and room.difference(shape).area < 0.34 * room.area
        if must or fits:
            out.append(Label(area, at, rows, size, room))
            rooms.append(room)
    return out


def largest(shape: BaseGeometry) -> BaseGeometry:
    """The main part of an area."""
    return max(polygons(shape), key=lambda p: p.area)


def _grid(shape: BaseGeometry, step: float = STEP) -> list[XY]:
    """Points of a square grid in a shape."""
    if shape.is_empty:
        return []
    x0, y0, x1, y1 = shape.bounds
    xs, ys = np.meshgrid(np.arange(x0, x1 + step, step), np.arange(y0, y1 + step, step))
    inside = shapely.contains_xy(shape, xs.ravel(), ys.ravel())
    return [(float(x), float(y)) for x, y in zip(xs.ravel()[inside], ys.ravel()[inside], strict=True)]


def slots(shape: BaseGeometry, taken: Sequence[BaseGeometry]) -> tuple[list[XY], float]:
    """Places for eight groups of pieces, the best first, and how wide a group may be."""
    obstacles = unary_union([t for t in taken if t.intersects(shape)] or [Point(-999, -999)])
    free = shape.difference(obstacles.buffer(1))
    for ground, least in ((free, TIGHT), (shape, LEAST)):
        for apart in range(ROOMY, least - 1, -2):
            found = _spread(ground.buffer(-apart * 0.42), largest(shape), float(apart))
            if len(found) >= SLOTS:
                return found[:SLOTS], float(apart)
    return found[:SLOTS], float(LEAST)


def _spread(room: BaseGeometry, main: BaseGeometry, apart: float) -> list[XY]:
    """Middles of squares of this width that do not overlap, those nearest to the middle first."""
    middle = main.centroid
    points = sorted(_grid(room, apart / 4), key=lambda p: (round(math.dist(p, (middle.x, middle.y)), 2), p))
    out: list[XY] = []
    for p in points:
        if all(max(abs(p[0] - q[0]), abs(p[1] - q[1])) >= apart - 1e-6 for q in out):
            out.append(p)
            if len(out) == SLOTS:
                break
    return out

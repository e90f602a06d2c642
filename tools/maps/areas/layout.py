"""Where cities and the names of straits stand: at their place, cities as near to it as areas and others let them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

from tools.maps.areas.partition import Partition
from tools.maps.areas.spec import Area
from tools.maps.lattice import Point as XY
from tools.maps.type import width

CITY_NAME = 10.5
"""Height of a city's own name, which is shown from near only."""
DISC = {True: 13.5, False: 12.0}
"""Radius of a city's disc, of a capital and of another."""
APART = 14.0
"""Between the middle of a disc and the rim of another."""


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
        """What the disc takes."""
        return Point(self.at).buffer(self.radius + 1.5)

    @property
    def caption(self) -> BaseGeometry:
        """What the city's own name takes, under the disc."""
        (x, y), wide = self.at, width(self.name, "roman", CITY_NAME)
        return box(x - wide / 2, y + self.radius, x + wide / 2, y + self.radius + CITY_NAME * 1.1)


@dataclass(frozen=True, slots=True)
class Strait:
    """The name of a strait: the middle of its baseline."""

    text: str
    at: XY
    size: float
    spacing: float

    @property
    def room(self) -> BaseGeometry:
        """What the name takes."""
        (x, y), wide = self.at, width(self.text, "italic", self.size, self.spacing)
        return box(x - wide / 2, y - self.size * 0.8, x + wide / 2, y + self.size * 0.25)


def straits(partition: Partition) -> list[Strait]:
    """The names of straits, as the board's file places them."""
    return [
        Strait(row.text, partition.projection.point(row.lon, row.lat), row.size, row.spacing)
        for row in partition.spec.lettering.get("straits", ())
    ]


def cities(partition: Partition) -> list[City]:
    """All cities, by area."""
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
        if inner.contains(Point(x, y)) and all(math.dist((x, y), c.at) > c.radius + APART for c in taken):
            return x, y
    return at

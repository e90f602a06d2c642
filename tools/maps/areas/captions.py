"""The cities' own names on an area board, shown from near only: beside their discs, clear of other names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.areas.layout import CITY_NAME, City
from tools.maps.lattice import Point as XY
from tools.maps.type import width

HIGH = CITY_NAME * 1.1
BASELINE = CITY_NAME * 0.88
FURTHER = 0.06
"""What a spot further down the list costs, in shares of the name's room."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A city's own name: ``at`` is the middle of its baseline."""

    city: City
    at: XY
    room: BaseGeometry


def captions(cities: Sequence[City], lettering: Sequence[BaseGeometry]) -> list[Caption]:
    """A name for every city, where it hides least of discs and other names.

    Paris stands in Paris, but the name of the area may be far from the city.
    """
    taken = [*lettering, *(c.room for c in cities)]
    out: list[Caption] = []
    for city in cities:
        others = unary_union([room for room in taken if room is not city.room])
        spots = _spots(city)
        costs = [room.intersection(others).area / room.area + FURTHER * i for i, (_, room) in enumerate(spots)]
        at, room = spots[costs.index(min(costs))]
        out.append(Caption(city, at, room))
        taken.append(room)
    return out


def _spots(city: City) -> list[tuple[XY, BaseGeometry]]:
    """Middles of the baseline, the best first: under the disc, over it, at its sides, and under or over to one side."""
    (x, y), r, wide = city.at, city.radius, width(city.name, "roman", CITY_NAME)
    under, over, level = y + r, y - r - HIGH, y - HIGH / 2
    side = r + 2.5 + wide / 2
    corners = [(x, under), (x, over), (x + side, level), (x - side, level)]
    corners += [(x + s * wide / 3, top) for top in (under, over) for s in (1, -1)]
    return [
        ((middle, top + BASELINE), box(middle - wide / 2, top, middle + wide / 2, top + HIGH))
        for middle, top in corners
    ]

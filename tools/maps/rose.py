"""Where north is: a compass rose on the sheet, and the angle for ``board.json``. Two sheets are printed turned."""

from __future__ import annotations

import math

from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from tools.maps.lattice import Point
from tools.maps.paths import number, path
from tools.maps.projection import Projection
from tools.maps.spec import Rose

STEP = 0.05
"""Degrees of latitude over which the direction is taken."""
ARM, WAIST = 1.0, 0.17
"""Length of the star's long arms and width at its middle, in radii."""
SHORT = 0.5
"""Length of the arms between them."""
LETTER = 0.55
"""Height of the letter, in radii; it stands this far beyond the arm."""


def north(projection: Projection, lon: float, lat: float) -> float:
    """The direction of north at a place, in degrees clockwise from the sheet's top."""
    (x0, y0), (x1, y1) = projection.point(lon, lat), projection.point(lon, lat + STEP)
    return math.degrees(math.atan2(x1 - x0, y0 - y1))


def of_sheet(projection: Projection) -> int:
    """North in the middle of the sheet, in whole degrees from 0 to 359."""
    width, height = projection.grid.size
    lon, lat = map(float, projection.to_lonlat(width / 2, height / 2))
    return round(north(projection, lon, lat)) % 360


def drawn(projection: Projection, rose: Rose) -> str:
    """The rose's SVG: a star of eight arms, the northern one dark on both sides, and an upright N beyond it."""
    x, y = projection.point(rose.lon, rose.lat)
    turn = north(projection, rose.lon, rose.lat)
    r = rose.radius
    light: list[str] = []
    dark: list[str] = []
    for k in range(8):
        tip = _at(r * (ARM if k % 2 == 0 else SHORT), turn + 45 * k)
        for hand in (-1, 1):
            half = path([(0.0, 0.0), tip, _at(r * WAIST * (1.5 if k % 2 else 1.0), turn + 45 * k + hand * 45)], True)
            (dark if hand < 0 or k == 0 else light).append(half)
    lx, ly = _at(r * (ARM + LETTER), turn)
    letter = f'<text x="{number(lx)}" y="{number(ly + r * LETTER * 0.36)}" font-size="{number(r * LETTER)}">N</text>'
    return (
        f'<g class="rose" transform="translate({number(x)} {number(y)})">'
        f'<path class="light" d="{"".join(light)}"/><path class="dark" d="{"".join(dark)}"/>{letter}</g>'
    )


def room(projection: Projection, rose: Rose) -> BaseGeometry:
    """What the rose takes, its letter too."""
    return Spot(projection.point(rose.lon, rose.lat)).buffer(rose.radius * (ARM + 2 * LETTER))


def _at(far: float, degrees: float) -> Point:
    """A point so far from the middle in a direction clockwise from the top."""
    return far * math.sin(math.radians(degrees)), -far * math.cos(math.radians(degrees))

"""Places for pieces: eight squares in every area, clear of its city and, where there is room, of its name."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from shapely.geometry.base import BaseGeometry

from tools.maps.areas.labels import largest
from tools.maps.areas.raster import CELL, Mask, Raster, Sums
from tools.maps.lattice import Point as XY

SLOTS = 8
ROOMY, TIGHT, LEAST = 38, 26, 10
"""Sides of the squares in board units: wished for, least while names are spared, least at all."""
CLEAR = 3
"""This many of the eight are clear of the name before squares are made smaller."""
WITHIN = 0.94
"""Share of a square that is the area's own ground."""


def slots(raster: Raster, area: str, shape: BaseGeometry, discs: Mask, names: Mask) -> tuple[list[XY], float]:
    """Middles of the squares, the clear ones first and of those the nearest to the area's middle, and their side."""
    ground = raster.area(area)
    middle = largest(shape).centroid
    at = (float(middle.x), float(middle.y))
    for side in range(ROOMY, TIGHT - 1, -2):
        found = _packed(ground & ~discs & ~names, side, at, shape)
        if len(found) >= SLOTS:
            return found[:SLOTS], float(side)
    for side in range(ROOMY, LEAST, -2):
        found = _packed(ground & ~discs & ~names, side, at, shape)
        if len(found) >= CLEAR or side < TIGHT - 6:
            found += _packed(ground & ~discs, side, at, shape, found)
        if len(found) >= SLOTS:
            return found[:SLOTS], float(side)
    return _packed(ground, LEAST, at, shape)[:SLOTS], float(LEAST)


def _packed(free: Mask, side: float, at: XY, shape: BaseGeometry, kept: Sequence[XY] = ()) -> list[XY]:
    """As many squares beside those ``kept`` as rows hold, by the shift of the rows that holds most.

    The nearest to ``at`` come first.
    """
    if not free.any():
        return []
    sums = Sums(free)
    # Squares keep to the cells, so that what is covered is known exactly.
    x0, y0, x1, y1 = (math.floor(v / CELL) * CELL for v in shape.bounds)
    best: list[XY] = []
    for shift in np.arange(0, side, CELL):
        found: list[XY] = []
        for y in np.arange(y0 - side + shift, y1, side):
            xs = np.arange(x0 - side, x1, CELL)
            tops = np.full_like(xs, y)
            fits = sums.of(xs, tops, xs + side, tops + side) >= WITHIN * side * side
            end = -math.inf
            for x in xs[fits]:
                middle = (float(x + side / 2), float(y + side / 2))
                if x >= end and all(max(abs(middle[0] - u), abs(middle[1] - v)) >= side for u, v in kept):
                    found.append(middle)
                    end = x + side
        if len(found) > len(best):
            best = found
    return sorted(best, key=lambda p: (round(math.dist(p, at), 1), p))

"""The board as small squares, so that what a box covers is four look-ups, however crooked the areas are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from tools.maps.projection import Array

CELL = 2.0
"""Side of a square in board units."""

Mask = npt.NDArray[np.bool_]


class Sums:
    """A mask whose sums over boxes are known: ``of(x0, y0, x1, y1)`` in square units, for scalars or arrays."""

    def __init__(self, mask: Mask) -> None:
        self._table = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1))
        self._table[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)

    def of(self, x0: Array, y0: Array, x1: Array, y1: Array) -> Array:
        """What of the boxes is covered; outside the board nothing is."""
        rows, columns = self._table.shape
        left, right = (np.clip(np.rint(v / CELL).astype(int), 0, columns - 1) for v in (x0, x1))
        top, foot = (np.clip(np.rint(v / CELL).astype(int), 0, rows - 1) for v in (y0, y1))
        t = self._table
        return np.asarray((t[foot, right] - t[top, right] - t[foot, left] + t[top, left]) * CELL * CELL)


class Raster:
    """Which squares belong to which area. ``mask(shape)`` has True where a square's middle lies inside."""

    def __init__(self, size: tuple[float, float], shapes: Mapping[str, BaseGeometry]) -> None:
        self.columns, self.rows = (round(v / CELL) for v in size)
        self._areas = {area: self.mask(shape) for area, shape in sorted(shapes.items())}

    def area(self, area: str) -> Mask:
        """The squares of an area."""
        return self._areas[area]

    def nothing(self) -> Mask:
        """No square."""
        return np.zeros((self.rows, self.columns), dtype=bool)

    def mask(self, shape: BaseGeometry) -> Mask:
        """The squares of any shape."""
        out = self.nothing()
        if shape.is_empty:
            return out
        x0, y0, x1, y1 = shape.bounds
        left, right = max(0, int(x0 / CELL)), min(self.columns, int(x1 / CELL) + 1)
        top, foot = max(0, int(y0 / CELL)), min(self.rows, int(y1 / CELL) + 1)
        if left >= right or top >= foot:
            return out
        xs, ys = np.meshgrid((np.arange(left, right) + 0.5) * CELL, (np.arange(top, foot) + 0.5) * CELL)
        shapely.prepare(shape)
        out[top:foot, left:right] = shapely.contains_xy(shape, xs, ys)
        return out

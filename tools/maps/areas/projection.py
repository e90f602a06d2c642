"""From longitude and latitude to an area board: a map projection, then a swelling of its middle.

At ``r`` km from the middle the board shows ``swell * asinh(r / swell)``: true in the middle, smaller towards the rims,
directions unchanged. So Belgium has room for armies and Russia still fits.
"""

from __future__ import annotations

import numpy as np
from pyproj import Transformer
from shapely import segmentize
from shapely.geometry.base import BaseGeometry
from shapely.ops import transform

from tools.maps.areas.spec import Shape
from tools.maps.lattice import Point
from tools.maps.projection import Array

MAX_EDGE_DEGREES = 1.0
"""Degrees; longer edges are broken up before they are bent."""


class Frame:
    """The sheet as the relief wants it: a size, and small squares in place of hexes."""

    SQUARE = 12.0

    def __init__(self, width: float, height: float) -> None:
        self.size = (width, height)

    def corners(self, square: str) -> list[Point]:
        """The corners of the square called ``column,row``."""
        i, j = map(int, square.split(","))
        x, y, s = i * self.SQUARE, j * self.SQUARE, self.SQUARE
        return [(x, y), (x + s, y), (x + s, y + s), (x, y + s)]


class AreaProjection:
    """Longitude and latitude to board units and back, for scalars or arrays."""

    def __init__(self, shape: Shape) -> None:
        self.spec = shape
        self.grid = Frame(shape.width, shape.height)
        proj = f"{shape.proj} +units=km +ellps=WGS84"
        self._there = Transformer.from_crs("EPSG:4326", proj, always_xy=True)
        self._back = Transformer.from_crs(proj, "EPSG:4326", always_xy=True)

    def to_board(self, lon: float | Array, lat: float | Array) -> tuple[Array, Array]:
        """Board units."""
        x, y = (np.asarray(v) for v in self._there.transform(np.asarray(lon, float), np.asarray(lat, float)))
        r = np.hypot(x, y)
        k = self.spec.swell * np.arcsinh(r / self.spec.swell) / np.maximum(r, 1e-9) / self.spec.unit
        return self.spec.middle[0] + x * k, self.spec.middle[1] - y * k

    def point(self, lon: float, lat: float) -> Point:
        """One point."""
        x, y = self.to_board(lon, lat)
        return float(x), float(y)

    def to_lonlat(self, x: float | Array, y: float | Array) -> tuple[Array, Array]:
        """Longitude and latitude."""
        u = (np.asarray(x, float) - self.spec.middle[0]) * self.spec.unit
        v = (self.spec.middle[1] - np.asarray(y, float)) * self.spec.unit
        r = np.hypot(u, v)
        k = self.spec.swell * np.sinh(r / self.spec.swell) / np.maximum(r, 1e-9)
        lon, lat = self._back.transform(u * k, v * k)
        return np.asarray(lon), np.asarray(lat)

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees as one in board units; polygons that the bending tangled are mended."""
        geometry = segmentize(geometry, MAX_EDGE_DEGREES)
        drawn = transform(lambda lon, lat, *_: self.to_board(np.asarray(lon), np.asarray(lat)), geometry)
        return drawn.buffer(0) if "olygon" in drawn.geom_type else drawn

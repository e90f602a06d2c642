"""From longitude and latitude to the board, and back: a map projection, an affine fit, and a bend.

The bend is a thin-plate spline through the anchors: each is moved just far enough to lie within the tolerance of its
hex's centre, and what lies between follows smoothly. A frame of fixed points beyond the board's edge holds the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pyproj import Transformer
from shapely import transform
from shapely.geometry.base import BaseGeometry

from tools.maps.lattice import WIDTH, Grid
from tools.maps.spec import Anchor, ProjectionSpec

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Residual:
    """How far an anchor lies from its hex's centre, in hexes, before and after the bend, and in which hex it falls."""

    anchor: Anchor
    before: float
    after: float
    falls_in: str


class Projection:
    """Longitude and latitude to board units and back, for scalars or arrays."""

    def __init__(self, spec: ProjectionSpec, grid: Grid) -> None:
        self.spec = spec
        self.grid = grid
        proj = f"{spec.proj} +units=km +ellps=WGS84"
        self._there = Transformer.from_crs("EPSG:4326", proj, always_xy=True)
        self._back = Transformer.from_crs(proj, "EPSG:4326", always_xy=True)
        self._matrix = np.array([spec.col[1:], spec.row[1:]])
        self._inverse = np.linalg.inv(self._matrix)
        straight = np.array([self._straight(a.lon, a.lat) for a in spec.anchors])
        wanted = np.array([grid.centre(a.hex) for a in spec.anchors])
        gap = wanted - straight
        length = np.linalg.norm(gap, axis=1, keepdims=True)
        move = gap * np.maximum(0.0, 1 - spec.tolerance * WIDTH / np.maximum(length, 1e-9))
        w, h = grid.size
        across, down = (-0.3, 0.5, 1.3), (-0.3, 0.5, 1.3)
        frame = np.array([(x * w, y * h) for x in across for y in down if (x, y) != (0.5, 0.5)])
        points = np.vstack([straight, frame])
        # It takes a third of a second to import, and whoever collects the tests of the maps bends nothing.
        from scipy.interpolate import RBFInterpolator

        self._bend = RBFInterpolator(
            points, np.vstack([move, np.zeros_like(frame)]), kernel="thin_plate_spline", degree=1
        )

    def _straight(self, lon: float | Array, lat: float | Array) -> Array:
        """Without the bend; shape (..., 2)."""
        x, y = self._there.transform(np.asarray(lon, float), np.asarray(lat, float))
        c: Array = self.spec.col[0] + self._matrix[0, 0] * np.asarray(x) + self._matrix[0, 1] * np.asarray(y)
        r: Array = self.spec.row[0] + self._matrix[1, 0] * np.asarray(x) + self._matrix[1, 1] * np.asarray(y)
        return np.stack(self.grid.from_grid(c, r), axis=-1)

    def _shift(self, at: Array) -> Array:
        return np.asarray(self._bend(at.reshape(-1, 2))).reshape(at.shape)

    def to_board(self, lon: float | Array, lat: float | Array) -> tuple[Array, Array]:
        """Board units."""
        p = self._straight(lon, lat)
        p = p + self._shift(p)
        return p[..., 0], p[..., 1]

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        """One point."""
        x, y = self.to_board(lon, lat)
        return float(x), float(y)

    def to_lonlat(self, x: float | Array, y: float | Array) -> tuple[Array, Array]:
        """Longitude and latitude; the bend is undone by going back and forth until it stands."""
        goal = np.stack([np.asarray(x, float), np.asarray(y, float)], axis=-1)
        p = goal
        for _ in range(6):
            p = goal - self._shift(p)
        c, r = self.grid.to_grid(p[..., 0], p[..., 1])
        u, v = np.asarray(c) - self.spec.col[0], np.asarray(r) - self.spec.row[0]
        lon, lat = self._back.transform(
            self._inverse[0, 0] * u + self._inverse[0, 1] * v, self._inverse[1, 0] * u + self._inverse[1, 1] * v
        )
        return np.asarray(lon), np.asarray(lat)

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees as one in board units."""
        return transform(geometry, lambda points: np.column_stack(self.to_board(points[:, 0], points[:, 1])))

    def residuals(self) -> list[Residual]:
        """What the fit and the bend do to each anchor."""
        found = []
        for a in self.spec.anchors:
            goal = np.array(self.grid.centre(a.hex))
            straight, bent = self._straight(a.lon, a.lat), np.array(self.point(a.lon, a.lat))
            found.append(
                Residual(
                    anchor=a,
                    before=float(np.linalg.norm(straight - goal)) / WIDTH,
                    after=float(np.linalg.norm(bent - goal)) / WIDTH,
                    falls_in=self.grid.nearest(bent[0], bent[1]),
                )
            )
        return found

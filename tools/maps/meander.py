"""The drawn river: its chain of hexsides smoothed, with the real river's own bends hung on it."""

from __future__ import annotations

import numpy as np
from scipy import ndimage
from shapely.geometry import LineString, Point

from tools.maps.lattice import WIDTH, Grid
from tools.maps.paths import rounded
from tools.maps.projection import Array
from tools.maps.rivers import Routed

STEP = 3.0
"""Board units between the points of a drawn river."""
FURTHEST = 5.2
"""No river is drawn further than this from its hexsides, or it would not be clear on which it runs."""
BEND = 0.55
"""Bends shorter than this, in hexes, are kept from the real river; longer ones are what the routing already did."""
WIGGLES = ((1.5, 1.35), (4.0, 1.5))
"""Smoothness and size of the small wiggles added where the source line is too plain."""


def drawn(grid: Grid, rivers: dict[str, Routed], seed: int) -> dict[str, LineString]:
    """Every river's curve by name; tributaries end on the curve of the river they join."""
    found: dict[str, LineString] = {}
    for name, routed in rivers.items():
        curve = _bent(grid, routed, seed)
        if routed.river.into:
            main = found[routed.river.into]
            mouth = Point(curve[-1])
            if main.distance(mouth) < WIDTH / 2:
                at = main.interpolate(main.project(mouth))
                curve = np.vstack([curve, [at.x, at.y]])
        found[name] = LineString(curve)
    return found


def _bent(grid: Grid, routed: Routed, seed: int) -> Array:
    smooth = LineString(rounded([grid.point(v) for v in routed.chain], 3))
    n = max(24, int(smooth.length / STEP))
    places = np.linspace(0, 1, n)
    base = _sample(smooth, places)
    if routed.river.facts.get("canal"):
        return _blurred(base, WIDTH / STEP)
    real = _sample(routed.line, places)
    bends = real - _blurred(real, BEND * WIDTH / STEP)
    rng = np.random.default_rng([seed, *routed.river.name.encode()])
    wiggle = np.zeros(n)
    for sigma, size in WIGGLES:
        wave = ndimage.gaussian_filter1d(rng.standard_normal(n), sigma)
        wiggle += wave / wave.std() * size
    along = np.gradient(base, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
    off = bends * 0.9 + across * wiggle[:, None]
    length = np.linalg.norm(off, axis=1, keepdims=True) + 1e-9
    off *= np.minimum(length, FURTHEST) / length
    ends = np.minimum(1, np.minimum(np.arange(n), np.arange(n)[::-1]) / 4)[:, None]
    return _blurred(base + off * ends, 0.7)


def _sample(line: LineString, places: Array) -> Array:
    return np.array([line.interpolate(float(t), normalized=True).coords[0] for t in places])


def _blurred(points: Array, sigma: float) -> Array:
    return np.stack([ndimage.gaussian_filter1d(points[:, i], sigma, mode="nearest") for i in (0, 1)], axis=1)

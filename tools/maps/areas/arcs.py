"""Limits of areas: where cells of points with different labels meet run arcs, smoothed, led along rivers, bent.

An arc runs between two junctions, where three areas meet, or to the frame; junctions stay where they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from scipy import ndimage
from scipy.spatial import Voronoi, cKDTree
from shapely.geometry import LineString, MultiLineString, Point
from shapely.ops import substring

from tools.maps.lattice import Point as XY
from tools.maps.paths import lines, rounded
from tools.maps.projection import Array

Arc = tuple[tuple[str, str], LineString]
"""The two labels on its sides, in order, and the line."""
NEAR_RIVER = 9.0
"""A limit that runs this near to a river keeps to it."""
SHORTEST_RUN = 26.0
"""How far it must do so, in board units."""
WIGGLES = ((1.4, 0.9), (4.5, 1.7))
"""Smoothness and size of the bends of a limit that follows no river."""
STEP = 3.0


def arcs(points: Array, labels: Sequence[str]) -> list[Arc]:
    """The limits between labelled points' cells, as drawn by a ruler."""
    cells = Voronoi(points)
    low, high = points.min(axis=0), points.max(axis=0)
    sides: dict[tuple[str, str], list[LineString]] = {}
    for (i, j), ends in zip(cells.ridge_points, cells.ridge_vertices, strict=True):
        a, b = sorted((labels[i], labels[j]))
        # At the rim of the lattice cells are slivers that reach far away.
        if a != b and -1 not in ends and (low <= cells.vertices[ends]).all() and (cells.vertices[ends] <= high).all():
            sides.setdefault((a, b), []).append(LineString(cells.vertices[ends].round(4)))
    out: list[Arc] = []
    for pair, found in sorted(sides.items()):
        out += [(pair, line) for line in lines(MultiLineString(found))]
    return out


def smooth(found: Sequence[Arc], rivers: Mapping[str, LineString], seed: int) -> list[Arc]:
    """The same arcs as a map has them."""
    out: list[Arc] = []
    beds = [(river, cKDTree(shapely.segmentize(river, STEP).coords)) for river in rivers.values()]
    for number, (pair, line) in enumerate(found):
        points = list(line.coords)
        ring = points[0] == points[-1]
        curve = rounded(points[:-1], 3, True) if ring else _eased(points)
        if ring:
            curve.append(curve[0])
        curve, kept = _led(curve, beds)
        out.append((pair, LineString(curve) if kept else _bent(curve, [seed, number, *"|".join(pair).encode()])))
    return out


def _eased(points: Sequence[XY]) -> list[XY]:
    """A zigzag of cell sides as a calm line: blurred along its length, ends kept."""
    line = LineString(points)
    n = max(4, int(line.length / 4))
    p = _along(line, n)
    ends = p[[0, -1]].copy()
    base = ends[0] + (ends[1] - ends[0]) * np.linspace(0, 1, n + 1)[:, None]
    off = p - base
    # The odd reflection keeps both ends in place without flattening what lies near them.
    padded = np.vstack([-off[:0:-1], off, -off[-2::-1]])
    for i in (0, 1):
        padded[:, i] = ndimage.gaussian_filter1d(padded[:, i], 2.2)
    p = base + padded[n : 2 * n + 1]
    p[0], p[-1] = ends
    return [(float(x), float(y)) for x, y in p]


def _led(curve: list[XY], beds: Sequence[tuple[LineString, cKDTree]]) -> tuple[list[XY], bool]:
    """The line with its longest run beside a river replaced by the river; whether there was one."""
    best: tuple[float, int, int, LineString] | None = None
    for river, bed in beds:
        near = [bool(d < NEAR_RIVER) for d in bed.query(curve)[0]]
        start = None
        for i, here in enumerate([*near, False]):
            if here and start is None:
                start = i
            elif not here and start is not None:
                if i - start > 1:
                    a, b = river.project(Point(curve[start])), river.project(Point(curve[i - 1]))
                    run = abs(a - b)
                    piece, own = substring(river, a, b), LineString(curve[start:i])
                    beside = run > SHORTEST_RUN and piece.hausdorff_distance(own) < 1.3 * NEAR_RIVER
                    if beside and (best is None or run > best[0]):
                        best = (run, start, i, piece)
                start = None
    if best is None:
        return curve, False
    _, start, end, piece = best
    led = list(piece.coords)
    if len(led) > 3 and start == 0:
        led = led[1:]
    if len(led) > 3 and end == len(curve):
        led = led[:-1]
    return [*curve[: max(1, start)], *((x, y) for x, y in led), *curve[min(len(curve) - 1, end) :]], True


def _bent(curve: Sequence[XY], seed: list[int]) -> LineString:
    """Small bends, fading towards the ends."""
    line = LineString(curve)
    n = max(6, int(line.length / STEP))
    p = _along(line, n)
    rng = np.random.default_rng(seed)
    off = np.zeros(n + 1)
    for sigma, size in WIGGLES:
        wave = ndimage.gaussian_filter1d(rng.standard_normal(n + 1), sigma, mode="wrap")
        # What the blur leaves of unit noise, so that short lines are not bent more than long ones.
        off += wave * np.sqrt(2 * sigma * np.sqrt(np.pi)) * size
    off *= np.minimum(1, np.minimum(np.arange(n + 1), np.arange(n + 1)[::-1]) / 4)
    along = np.gradient(p, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
    return LineString(p + across * off[:, None])


def _along(line: LineString, n: int) -> Array:
    """``n + 1`` points of a line at equal distances, ends included."""
    return np.asarray(
        shapely.get_coordinates(shapely.line_interpolate_point(line, np.linspace(0, 1, n + 1), normalized=True))
    )

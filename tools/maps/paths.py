"""Points and shapes as SVG path data: relative, one decimal, so that a layer is one short string."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from tools.maps.lattice import Point

TOLERANCE = 0.35
"""Board units by which a curve may be simplified: under half a pixel at the widest zoom."""


def number(value: float) -> str:
    """One decimal, without a useless zero."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def path(points: Sequence[Sequence[float]], closed: bool = False) -> str:
    """A polyline."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    out = [f"M{number(x)} {number(y)}"]
    steps = []
    for px, py in ((round(p[0], 1), round(p[1], 1)) for p in points[1:]):
        if (px, py) != (x, y):
            steps.append(f"{number(px - x)} {number(py - y)}")
            x, y = px, py
    if steps:
        out.append("l" + " ".join(steps).replace(" -", "-"))
    return "".join(out) + ("z" if closed else "")


def area(geometry: BaseGeometry, tolerance: float = TOLERANCE) -> str:
    """Polygons with their holes."""
    out = []
    for polygon in polygons(geometry.simplify(tolerance)):
        out.append(path(list(polygon.exterior.coords)[:-1], True))
        out += [path(list(hole.coords)[:-1], True) for hole in polygon.interiors if hole.length > 6]
    return "".join(out)


def strokes(geometry: BaseGeometry, tolerance: float = TOLERANCE) -> str:
    """Lines, merged where they touch."""
    return "".join(path(list(line.coords)) for line in lines(geometry.simplify(tolerance)))


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """The polygons of a geometry, none for what has no area."""
    parts = getattr(geometry, "geoms", [geometry])
    return [p for p in parts if isinstance(p, Polygon) and not p.is_empty]


def lines(geometry: BaseGeometry) -> list[LineString]:
    """The lines of a geometry, merged end to end."""
    parts = [g for g in getattr(geometry, "geoms", [geometry]) if g.geom_type == "LineString" and not g.is_empty]
    if not parts:
        return []
    merged = linemerge(MultiLineString(parts)) if len(parts) > 1 else parts[0]
    return list(getattr(merged, "geoms", [merged]))


def outlines(geometry: BaseGeometry) -> MultiLineString:
    """All rings of a geometry as lines."""
    rings: list[LineString] = []
    for polygon in polygons(geometry):
        rings.append(LineString(polygon.exterior.coords))
        rings += [LineString(hole.coords) for hole in polygon.interiors]
    return MultiLineString(rings)


def rounded(points: Iterable[Sequence[float]], times: int = 2, closed: bool = False) -> list[Point]:
    """Chaikin's corner cutting; the ends of an open line stay."""
    line: list[Point] = [(p[0], p[1]) for p in points]
    for _ in range(times):
        pairs = list(zip(line, line[1:] + (line[:1] if closed else []), strict=False))
        cut: list[Point] = [] if closed else [line[0]]
        for (ax, ay), (bx, by) in pairs:
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        line = cut if closed else [*cut, line[-1]]
    return line


def through(points: Sequence[Point], pieces: int = 6) -> list[Point]:
    """A Catmull-Rom curve through all points."""
    if len(points) < 3:
        return list(points)
    ends = [points[0], *points, points[-1]]
    out: list[Point] = []
    for p0, p1, p2, p3 in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for k in range(pieces):
            t = k / pieces
            out.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
    return [*out, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

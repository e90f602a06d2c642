"""The geography that a board is made from: Natural Earth, our frontiers of 1914 and a relief, in board units.

The folder holds ``land``, ``lakes``, ``lakes_europe``, ``rivers`` and ``rivers_europe`` as GeoJSON and ``relief.png``
(one byte a pixel, brighter is higher). The frontiers (:mod:`frontiers`) only tell whose a hex was; borders are drawn
along hexsides.
"""

from __future__ import annotations

import json
import math
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from scipy import ndimage
from shapely.geometry import LineString, Point, Polygon, box, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, substring, unary_union
from shapely.prepared import prep

from tools.maps import frontiers
from tools.maps.projection import Array, Projection
from tools.maps.spec import BoardSpec, River

RELIEF_WEST, RELIEF_NORTH, RELIEF_PIXEL = -13.0078, 67.1484, 0.17578
"""Where the relief's first pixel lies, and the side of a pixel, in degrees."""
BEYOND = 60.0
"""How far past the neat line geography is kept, in board units."""
SMALLEST_LAKE = 120.0
SEA_LAKE = 4000.0
"""A lake of this size is drawn and counted as sea."""
TOUCHING = 0.05
"""How far, in board units, two lands are widened to see whether they touch: narrower than any strait."""
SHORTEST_FRONTIER = 12.0
"""A shorter stretch, in board units, is where a line drawn at sea grazes a cape."""
LARGEST_GAP = 70.0
"""Pieces of a river that end further apart than this are not joined."""


@dataclass(frozen=True, slots=True)
class Waters:
    """What ``waters.toml`` says."""

    natural: frozenset[str]
    modern: frozenset[str]
    nameless: tuple[Point, ...]
    within: float
    then: dict[str, Polygon]


@cache
def waters() -> Waters:
    """The waters of 1914, read once."""
    raw = tomllib.loads(Path(__file__).with_name("waters.toml").read_text(encoding="utf-8"))
    return Waters(
        natural=frozenset(raw["natural"]),
        modern=frozenset(raw["modern"]),
        nameless=tuple(Point(lon, lat) for _, lon, lat in raw["nameless"]),
        within=raw["within"],
        then={name: Polygon(ring) for name, ring in raw["then"].items()},
    )


class Geography:
    """What one board's window of the world holds."""

    def __init__(self, folder: Path, spec: BoardSpec, projection: Projection) -> None:
        self.folder = folder
        self.spec = spec
        self.projection = projection
        self._window = box(*spec.window)
        width, height = projection.grid.size
        self.board = box(0, 0, width, height)
        self._near = self.board.buffer(BEYOND)

    def _features(self, name: str) -> list[tuple[dict[str, Any], BaseGeometry]]:
        raw = json.loads((self.folder / f"{name}.geojson").read_text(encoding="utf-8"))
        found = []
        for feature in raw["features"]:
            geometry = shape(feature["geometry"])
            if "olygon" in geometry.geom_type:
                geometry = geometry.buffer(0)
            if geometry.intersects(self._window):
                found.append((feature["properties"], geometry.intersection(self._window)))
        return found

    @cached_property
    def lakes(self) -> list[BaseGeometry]:
        """Inland water worth drawing, as it was in 1914."""
        kept = [
            g
            for name in ("lakes", "lakes_europe")
            for properties, g in self._features(name)
            if self._then(properties, g)
        ]
        kept += [ring for ring in waters().then.values() if ring.intersects(self._window)]
        near = [self.projection.shape(g).intersection(self._near) for g in kept]
        return [s for s in near if s.area > SMALLEST_LAKE]

    def _then(self, properties: dict[str, Any], lake: BaseGeometry) -> bool:
        """Whether a lake of the geography was there in 1914."""
        name, known = properties.get("name"), waters()
        if name in self.spec.not_yet or name in known.modern:
            return False
        if properties.get("featurecla") == "Reservoir" and name not in known.natural:
            return False
        return not any(lake.distance(spot) <= known.within for spot in known.nameless) or name in known.natural

    @cached_property
    def named_lakes(self) -> dict[str, BaseGeometry]:
        """Lakes that count, by our names, in board units; pieces of one name together."""
        found: dict[str, list[BaseGeometry]] = {}
        for name in ("lakes", "lakes_europe"):
            for properties, g in self._features(name):
                called = properties.get("name")
                if called in self.spec.lakes:
                    shape_ = self.projection.shape(waters().then.get(called, g)).intersection(self._near)
                    if shape_.area > SMALLEST_LAKE:
                        found.setdefault(self.spec.lakes[called]["name"], []).append(shape_)
        return {called: unary_union(parts) for called, parts in sorted(found.items())}

    @cached_property
    def land(self) -> BaseGeometry:
        """Dry land, as it was then."""
        land = unary_union([self.projection.shape(g) for _, g in self._features("land")]).intersection(self._near)
        drowned = [self.projection.shape(Polygon(ring)) for ring in self.spec.sea_then]
        return land.difference(unary_union([*drowned, *(s for s in self.lakes if s.area > SEA_LAKE)]))

    @cached_property
    def _states(self) -> list[tuple[str, Any]]:
        codes = ((self.spec.countries.get(name, ""), area) for name, area in frontiers.states(self.folder).items())
        return [(code, prep(area)) for code, area in codes]

    def state(self, lon: float, lat: float) -> str:
        """Our code of the state of 1914 at a point; empty in a state that the board does not know."""
        here = Point(lon, lat)
        return next((code for code, area in self._states if code and area.contains(here)), "")

    @cached_property
    def _countries(self) -> dict[str, BaseGeometry]:
        """The dry land of each country of the board, in board units."""
        found: dict[str, list[BaseGeometry]] = {}
        for name, area in frontiers.states(self.folder).items():
            near = area.intersection(self._window)
            if name in self.spec.countries and not near.is_empty:
                found.setdefault(self.spec.countries[name], []).append(self.projection.shape(near).buffer(0))
        return {code: unary_union(parts).intersection(self.land) for code, parts in sorted(found.items())}

    def held(self, area: BaseGeometry) -> dict[str, float]:
        """How much dry land of ``area`` each country held in August 1914, by our codes; none who held nothing."""
        found = {code: float(land.intersection(area).area) for code, land in self._countries.items()}
        return {code: size for code, size in found.items() if size > 0}

    def frontier(self, a: str, b: str) -> BaseGeometry:
        """Where the dry land of two countries touched in August 1914; empty where only water lay between them."""
        lands = [self._countries.get(code) for code in (a, b)]
        if lands[0] is None or lands[1] is None:
            return Polygon()
        strip = lands[0].buffer(TOUCHING).intersection(lands[1].buffer(TOUCHING))
        least = 2 * TOUCHING * SHORTEST_FRONTIER
        return unary_union([part for part in getattr(strip, "geoms", [strip]) if part.area >= least])

    @cached_property
    def dated_towns(self) -> list[tuple[str, float, float]]:
        """Towns whose owner in August 1914 is known: our code, and the place in board units."""
        return [
            (self.spec.countries[owner], *self.projection.point(lon, lat))
            for owner, lon, lat in frontiers.towns()
            if owner in self.spec.countries and self._window.contains(Point(lon, lat))
        ]

    @cached_property
    def _relief(self) -> Array:
        return np.asarray(Image.open(self.folder / "relief.png").convert("L"), float)

    def height(self, x: Array, y: Array) -> Array:
        """Relief (0 to 255, roughly 30 m a step) at points of the board."""
        lon, lat = self.projection.to_lonlat(x, y)
        px = (lon - RELIEF_WEST) / RELIEF_PIXEL - 0.5
        py = (RELIEF_NORTH - lat) / RELIEF_PIXEL - 0.5
        smooth = ndimage.gaussian_filter(self._relief, 0.45)
        return np.asarray(ndimage.map_coordinates(smooth, [py, px], order=3, mode="nearest")).clip(0)

    def course(self, river: River) -> LineString:
        """The river's line in board units, source or mouth first as it happens to be."""
        if river.course:
            return LineString([self.projection.point(lon, lat) for lon, lat in river.course])
        pieces: list[list[tuple[float, float]]] = []
        for properties, geometry in self._features(river.source):
            if properties.get("name") in river.lines:
                merged = self.projection.shape(geometry)
                parts = getattr(merged, "geoms", [merged])
                pieces += [list(p.coords) for p in parts if p.geom_type == "LineString"]
        if not pieces:
            raise ValueError(f"{river.name}: no line called {river.lines} in {river.source}")
        line = joined(pieces)
        if river.start is None:
            return line
        return _from(line, Point(self.projection.point(*river.start)))


def joined(pieces: list[list[tuple[float, float]]]) -> LineString:
    """Pieces of a river as one line: what touches is merged, then the nearest ends are joined."""
    merged = linemerge([LineString(p) for p in pieces]) if len(pieces) > 1 else LineString(pieces[0])
    rest = [list(g.coords) for g in getattr(merged, "geoms", [merged])]
    rest.sort(key=len, reverse=True)
    line = rest.pop(0)
    while rest:
        gap, i, piece, after = min(
            (
                (math.dist(line[-1], way[0]), i, way, True)
                if math.dist(line[-1], way[0]) <= math.dist(way[-1], line[0])
                else (math.dist(way[-1], line[0]), i, way, False)
                for i, p in enumerate(rest)
                for way in (p, p[::-1])
            ),
            key=lambda found: found[0],
        )
        rest.pop(i)
        if gap <= LARGEST_GAP:
            line = line + piece if after else piece + line
    return LineString(line)


def _from(line: LineString, start: Point) -> LineString:
    """The longer part of a line from the point nearest to ``start``."""
    at = line.project(start)
    if line.length - at >= at:
        return LineString(substring(line, at, line.length).coords)
    return LineString(list(substring(line, 0, at).coords)[::-1])

"""Whose land was whose in August 1914, in degrees.

``frontiers_1914.toml`` has the frontiers, which part areas of states; ``towns_1914.csv`` has towns near them with their
owners, known apart from any line.
"""

from __future__ import annotations

import csv
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, Point, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, substring, unary_union

TOWNS = Path(__file__).resolve().parent / "towns_1914.csv"
FILE = Path(__file__).resolve().parent / "frontiers_1914.toml"
RIVERS = ("rivers", "rivers_europe")
OFF_COURSE = 0.12
"""How far, in degrees, a vertex may lie from the river that is followed from it: else it is not that river."""


class Unowned(ValueError):
    """The lines leave a hole, or part nothing: the message names the states and a place."""


@cache
def states(folder: Path, file: Path = FILE) -> dict[str, BaseGeometry]:
    """The area of each state, seas between its shores with it. ``Unowned`` when the lines do not close."""
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    rivers = _Rivers(folder)
    drawn = unary_union([_line(rivers, f["line"]) for f in raw["frontier"]])
    owners = {state: [Point(p) for p in points] for state, points in raw["states"].items()}
    found: dict[str, list[BaseGeometry]] = {state: [] for state in owners}
    for face in polygonize(drawn):
        here = {state for state, points in owners.items() if any(face.contains(p) for p in points)}
        if len(here) > 1:
            raise Unowned(f"no frontier parts {sorted(here)} around {_at(face)}")
        if not here:
            raise Unowned(f"nobody's town in what lies around {_at(face)}")
        found[here.pop()].append(face)
    for state, faces in found.items():
        if len(faces) != len(owners[state]):
            raise Unowned(f"{state or 'open water'}: {len(owners[state])} places in {len(faces)} areas")
    return {state: unary_union(faces) for state, faces in found.items() if state}


@cache
def towns(file: Path = TOWNS) -> tuple[tuple[str, float, float], ...]:
    """Towns near the frontiers whose owner is known by itself: owner, longitude, latitude."""
    with file.open(encoding="utf-8", newline="") as rows:
        return tuple((r["owner"], float(r["lon"]), float(r["lat"])) for r in csv.DictReader(rows))


def _at(face: BaseGeometry) -> str:
    point = face.representative_point()
    return f"{point.x:.2f} {point.y:.2f}"


def _line(rivers: _Rivers, course: list[Any]) -> LineString:
    """A frontier: vertices, and rivers by name from one vertex to the next."""
    points: list[tuple[float, float]] = []
    following = ""
    for step in course:
        if isinstance(step, str):
            following = step
            continue
        here = (float(step[0]), float(step[1]))
        if following:
            points += rivers.between(following, points[-1], here)
            following = ""
        points.append(here)
    return LineString(points)


class _Rivers:
    """Courses of the geography, by name."""

    def __init__(self, folder: Path) -> None:
        self._pieces: dict[str, list[BaseGeometry]] = {}
        for name in RIVERS:
            raw = json.loads((folder / f"{name}.geojson").read_text(encoding="utf-8"))
            for feature in raw["features"]:
                self._pieces.setdefault(str(feature["properties"].get("name")), []).append(shape(feature["geometry"]))

    def between(self, name: str, a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
        """The vertices of a river from ``a`` to ``b``."""
        noded = unary_union(self._pieces[name])
        merged = noded if isinstance(noded, LineString) else linemerge(noded)
        course = min(getattr(merged, "geoms", [merged]), key=lambda g: g.distance(Point(a)) + g.distance(Point(b)))
        for end in (a, b):
            if course.distance(Point(end)) > OFF_COURSE:
                raise Unowned(f"{name} does not run past {end[0]:.2f} {end[1]:.2f}")
        part = substring(course, course.project(Point(a)), course.project(Point(b)))
        return [(float(x), float(y)) for x, y in part.coords]

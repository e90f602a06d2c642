"""The drawn board of Powers of 1914 against the game's own tables: all is there, and touches as the links say."""

from __future__ import annotations

import csv
import gzip
import json
import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

import numpy as np
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.areas import layout
from tools.maps.areas.agreement import disagreement
from tools.maps.areas.arcs import arcs, smooth
from tools.maps.areas.projection import AreaProjection
from tools.maps.areas.spec import Link, load
from tools.maps.spec import ROOT

FOLDER = ROOT / "scenarios" / "powers-1914"
STATIC = ROOT / "static" / "boards" / "powers-1914"
MOST = 400_000
"""Bytes that the board may take, compressed, in one theme."""
APART = 1.7
"""Outlines are simplified for the client: neighbours may stand so far apart in board units."""
CORNER = 11.0
"""A shorter contact of two simplified outlines is a corner."""
PLANAR = {
    ("kiel", "pomerania"), ("ankara", "levant"), ("albania", "athens"), ("bohemia", "budapest"),
    ("belgrade", "bucharest"), ("bucharest", "odessa"), ("tunis", "tyrrhenian"),
}  # fmt: skip
"""Pairs about which a flat map has no choice: the first six lie between the same neighbours on both sides, and Tunis
cannot reach the Tyrrhenian Sea where the Balearic Sea touches the Ionian. The links may say either."""


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def board() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((STATIC / "board.json").read_text(encoding="utf-8"))
    return found


def rings(path: str) -> list[list[tuple[float, float]]]:
    """The rings of a path as the builder writes it: one absolute move, then relative steps."""
    out = []
    for ring in path.split("M")[1:]:
        start, _, rest = ring.rstrip("z").partition("l")
        x, y = map(float, re.findall(r"-?\d*\.?\d+", start))
        points = [(x, y)]
        steps = [float(n) for n in re.findall(r"-?\d*\.?\d+", rest)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        out.append(points)
    return out


@cache
def shapes() -> dict[str, BaseGeometry]:
    """Every area's outline; holes and parts by the even-odd rule, as a browser fills them."""
    out = {}
    for area, row in board()["areas"].items():
        shape: BaseGeometry = Polygon()
        for ring in rings(row["path"]):
            shape = shape.symmetric_difference(Polygon(ring).buffer(0))
        out[area] = shape
    return out


def test_every_area_of_the_game_is_drawn() -> None:
    wanted = {r["id"]: (r["name"], r["kind"]) for r in rows("areas.csv")}
    assert {a: (row["name"], row["kind"]) for a, row in board()["areas"].items()} == wanted
    assert {(k["a"], k["b"], k["kind"]) for k in board()["links"]} == {
        (r["a"], r["b"], r["kind"]) for r in rows("links.csv")
    }


def test_every_area_has_its_sign_and_its_name() -> None:
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    for row in rows("areas.csv"):
        has_city = f'data-area="{row["id"]}" transform' in drawing and int(row["city"]) > 0
        assert has_city == (int(row["city"]) > 0), row["id"]
        for line in layout.rows_of(row["name"]):
            assert f">{line}</text>" in drawing
        for kind in ("factory", "shipyard"):
            assert (f'class="works {kind}" data-area="{row["id"]}"' in drawing) == (row[kind] == "1"), row["id"]


def test_a_click_on_an_area_hits_that_area() -> None:
    for area, row in board()["areas"].items():
        here = Point(row["x"], row["y"])
        assert [a for a, shape in shapes().items() if shape.contains(here)] == [area]


def test_pieces_have_places_in_their_area_that_do_not_overlap() -> None:
    for area, row in board()["areas"].items():
        assert len(row["slots"]) == layout.SLOTS, area
        assert row["slot"] >= layout.LEAST
        for i, slot in enumerate(row["slots"]):
            assert shapes()[area].contains(Point(slot)), area
            for other in row["slots"][:i]:
                assert max(abs(slot[0] - other[0]), abs(slot[1] - other[1])) >= row["slot"] - 0.2, area


def touching() -> set[tuple[str, str]]:
    found = set()
    names = sorted(shapes())
    for i, a in enumerate(names):
        near = shapes()[a].buffer(APART)
        for b in names[i + 1 :]:
            if near.intersects(shapes()[b]) and near.intersection(shapes()[b].boundary).length > CORNER:
                found.add((a, b))
    return found


def test_areas_touch_exactly_as_the_links_say() -> None:
    links = rows("links.csv")
    linked = {(r["a"], r["b"]) for r in links if r["kind"] not in ("bridge", "strait")}
    narrow = {(r["a"], r["b"]) for r in links if r["kind"] in ("bridge", "strait")}
    assert (touching() ^ linked) - narrow - PLANAR == set()


def test_straits_and_bridge_are_to_be_seen() -> None:
    """A strait's two seas meet; a bridge's two lands lie close and nothing but water is between them."""
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    for r in rows("links.csv"):
        apart = shapes()[r["a"]].distance(shapes()[r["b"]])
        if r["kind"] == "strait":
            assert apart < APART
        if r["kind"] == "bridge":
            assert 1 < apart < 10
            assert 'class="bridge"' in drawing


def test_areas_do_not_overlap() -> None:
    names = sorted(shapes())
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if shapes()[a].intersects(shapes()[b]):
                shared = shapes()[a].intersection(shapes()[b]).area
                assert shared < 0.05 * min(shapes()[a].area, shapes()[b].area), (a, b)


def test_the_board_fits_its_budget() -> None:
    def packed(path: Path) -> int:
        content = path.read_bytes()
        return len(content) if path.suffix == ".webp" else len(gzip.compress(content, 9, mtime=0))

    files = ["ground.svg", "lines.svg", "board.json", "relief-light.webp", "relief-dark.webp", "small.webp"]
    assert sum(packed(STATIC / name) for name in files) < MOST


def test_the_way_back_from_the_board_holds_and_the_middle_is_larger() -> None:
    projection = AreaProjection(load("powers-1914").shape)
    for lon, lat in ((2.35, 48.86), (37.6, 55.75), (-9.1, 38.7), (31.2, 30.0), (44.0, 43.0)):
        back = projection.to_lonlat(*projection.to_board(lon, lat))
        assert [float(v) for v in back] == pytest.approx([lon, lat], abs=1e-6)

    def degree(lon: float, lat: float) -> float:
        return math.dist(projection.point(lon, lat), projection.point(lon, lat + 1))

    assert degree(14, 47) > 1.2 * degree(14, 31)


def test_a_missing_and_a_superfluous_contact_are_told_apart() -> None:
    """Three squares in a row, linked first to second and first to third."""
    squares = {n: Polygon([(i, 0), (i + 1, 0), (i + 1, 5), (i, 5)]) for i, n in enumerate("abc")}
    squares = {n: shape.buffer(0) for n, shape in squares.items()}
    undrawn, unlinked = disagreement(squares, (Link("a", "b", "land", ""), Link("a", "c", "land", "")))
    assert undrawn == [("a", "c")]
    assert unlinked == [("b", "c")]
    bridged = (Link("a", "b", "land", ""), Link("b", "c", "land", ""), Link("a", "c", "bridge", ""))
    assert disagreement(squares, bridged) == ([], [])


def test_limits_keep_their_junctions_when_they_are_bent() -> None:
    """Where three areas meet, their limits still meet."""
    rng = np.random.default_rng(7)
    points = rng.uniform(0, 200, (900, 2))
    labels = ["left" if x < 100 else "upper" if y < 100 else "lower" for x, y in points]
    found = [(pair, line) for pair, line in arcs(points, labels) if line.length > 40]
    bent = smooth(found, {}, 1)
    assert {pair for pair, _ in bent} == {("left", "lower"), ("left", "upper"), ("lower", "upper")}
    for (_, before), (_, after) in zip(found, bent, strict=True):
        assert after.coords[0] == pytest.approx(before.coords[0])
        assert after.coords[-1] == pytest.approx(before.coords[-1])
        assert after.hausdorff_distance(before) < 14
        assert after.length < before.length * 1.15
    ends = [unary_union([Point(line.coords[0]), Point(line.coords[-1])]) for _, line in bent]
    meeting = [Point(c) for c in bent[0][1].coords[:: len(bent[0][1].coords) - 1]]
    assert any(all(e.distance(p) < 1e-6 for e in ends) for p in meeting)

"""The drawn board of Powers of 1914 against the game's own tables: all is there, and touches as the links say."""

from __future__ import annotations

import colorsys
import csv
import gzip
import json
import math
import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.thorough import at_least_one

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

import numpy as np
from shapely import affinity
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.areas.agreement import disagreement
from tools.maps.areas.arcs import arcs, smooth
from tools.maps.areas.crowded import PIECE as STANDING
from tools.maps.areas.labels import PIECE, SIZES, rows_of
from tools.maps.areas.projection import AreaProjection
from tools.maps.areas.slots import CLEAR, LEAST, ROOMY, SLOTS, TIGHT
from tools.maps.areas.spec import Link, load
from tools.maps.spec import ROOT
from tools.maps.type import width

FOLDER = ROOT / "scenarios" / "powers-1914"
STATIC = ROOT / "static" / "boards" / "powers-1914"
MOST = 400_000
"""Bytes that the board may take, compressed, in one theme."""
APART = 1.7
"""Outlines are simplified for the client: neighbours may stand so far apart in board units."""
SMALL = 10000.0
"""An area under this has hardly room for pieces and name together."""
CORNER = 11.0
"""A shorter contact of two simplified outlines is a corner."""


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


NAMED = r'<g data-area="([^"]+)"(?: class="far-\d+")?><g class="lab">((?:<text.*?</text>)+)</g>'
"""A name as it is drawn: its area and its lines."""


@cache
def names() -> dict[str, list[tuple[str, BaseGeometry]]]:
    """Each area's name as drawn: its lines with the box that each takes."""
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    out: dict[str, list[tuple[str, BaseGeometry]]] = {}
    for area, rows_drawn in re.findall(NAMED, drawing):
        out[area] = []
        for kind, x, y, size, text in re.findall(
            r'class="(\w+)" x="([\d.]+)" y="([\d.]+)".*?font-size="([\d.]+)".*?>(.*?)</text>', rows_drawn
        ):
            half = width(text, "roman" if kind == "area" else "italic", float(size)) / 2
            top, foot = float(y) - 0.7 * float(size), float(y)
            out[area].append((text, box(float(x) - half, top, float(x) + half, foot)))
    return out


def test_every_area_of_the_game_is_drawn() -> None:
    wanted = {r["id"]: (r["name"], r["kind"]) for r in rows("areas.csv")}
    assert {a: (row["name"], row["kind"]) for a, row in board()["areas"].items()} == wanted
    assert {(k["a"], k["b"], k["kind"]) for k in board()["links"]} == {
        (r["a"], r["b"], r["kind"]) for r in rows("links.csv")
    }


def test_the_board_says_of_each_area_what_the_table_says_and_nothing_empty() -> None:
    keys = {"owner": "owner", "city": "cityNumber", "coins": "coins"} | {
        k: k for k in ("capital", "colony", "edge", "article")
    }
    for row in at_least_one(rows("areas.csv")):
        told = {key: board()["areas"][row["id"]][key] for key in keys.values() if key in board()["areas"][row["id"]]}
        says = {key: row[column] if column == "owner" else int(row[column]) for column, key in keys.items()}
        assert told == {key: value for key, value in says.items() if value}, row["id"]
        assert ("owner" in told) == (row["kind"] == "land"), row["id"]


def test_every_area_has_its_sign_and_its_name() -> None:
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    for row in at_least_one(rows("areas.csv")):
        has_city = f'data-area="{row["id"]}" transform' in drawing and int(row["city"]) > 0
        assert has_city == (int(row["city"]) > 0), row["id"]
        assert [text for text, _ in names()[row["id"]]] in ([row["name"]], list(rows_of(row["name"])))
        for kind in ("factory", "shipyard"):
            assert (f'class="works {kind}" data-area="{row["id"]}"' in drawing) == (row[kind] == "1"), row["id"]


def test_a_click_on_an_area_hits_that_area() -> None:
    for area, row in at_least_one(board()["areas"].items()):
        here = Point(row["x"], row["y"])
        assert [a for a, shape in shapes().items() if shape.contains(here)] == [area]


def test_pieces_have_places_in_their_area_that_do_not_overlap() -> None:
    for area, row in at_least_one(board()["areas"].items()):
        assert len(row["slots"]) == SLOTS, area
        assert row["slot"] >= LEAST
        for i, slot in at_least_one(enumerate(row["slots"])):
            assert shapes()[area].contains(Point(slot)), area
            for other in row["slots"][:i]:
                assert max(abs(slot[0] - other[0]), abs(slot[1] - other[1])) >= row["slot"] - 0.2, area


def test_where_areas_are_small_pieces_stand_out_of_them_and_hide_no_others() -> None:
    """The first three places of every area: what an army usually takes. No number of units is covered."""
    usual = 3
    crowded = {a for a, row in board()["areas"].items() if "stands" in row}
    assert crowded == {a for a, row in board()["areas"].items() if row["slot"] < STANDING}
    places: dict[str, list[BaseGeometry]] = {}
    for area, row in board()["areas"].items():
        half = max(STANDING, row["slot"]) / 2
        places[area] = [box(x - half, y - half, x + half, y + half) for x, y in row.get("stands", row["slots"])]
    discs = unary_union([Point(row["city"]).buffer(10) for row in board()["areas"].values() if "city" in row])
    for area in crowded:
        assert len(places[area]) == SLOTS, area
        for i, place in enumerate(places[area]):
            assert all(place.intersection(other).area < 1 for other in places[area][:i]), area
        for place in places[area][:usual]:
            assert place.intersects(shapes()[area]), area
            assert place.intersection(discs).area < 0.1 * place.area, area
            for other in board()["areas"].keys() - {area}:
                for theirs in places[other][:usual]:
                    assert place.intersection(theirs).area < 0.1 * min(place.area, theirs.area), (area, other)


def test_names_leave_pieces_their_places() -> None:
    """Where squares for pieces are roomy the first of them are clear of every name, and so are cities' discs."""
    lettering = unary_union([room for found in names().values() for _, room in found])
    discs = unary_union([Point(row["city"]).buffer(10) for row in board()["areas"].values() if "city" in row])
    roomy = 0
    for area, row in board()["areas"].items():
        if row["slot"] < TIGHT:
            continue
        roomy += 1
        for x, y in row["slots"][:CLEAR]:
            half = row["slot"] / 2 - 1.5
            square = box(x - half, y - half, x + half, y + half)
            assert square.intersection(lettering).area < 0.03 * square.area, area
            assert square.intersection(discs).area < 0.03 * square.area, area
    assert roomy > 0.75 * len(board()["areas"])
    assert sum(row["slot"] == ROOMY for row in board()["areas"].values()) > 40
    assert ROOMY >= PIECE


def test_names_stand_in_their_areas_and_apart() -> None:
    placed = [(area, room) for area, found in names().items() for _, room in found]
    assert {area for area, _ in placed} == set(shapes())
    land = [area for area, row in board()["areas"].items() if row["kind"] == "land"]
    for i, (area, room) in enumerate(placed):
        assert all(room.intersection(other).area < 0.02 * room.area for _, other in placed[:i]), area
        own = shapes()[area]
        # A name on land may reach out over the sea, whose own names are blue and sloping; never onto other land.
        onto = {other: room.intersection(shapes()[other]).area for other in land if other != area}
        most = max(onto, key=lambda other: onto[other])
        assert room.distance(own) < 4, area
        assert own.area < SMALL or room.intersection(own).area > onto[most], (area, most)
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r'class="area".*?font-size="([\d.]+)"', drawing)]
    assert min(sizes) >= SIZES[-1]
    # More of them could be large if names reached out of their areas, which they do not.
    assert sum(size >= 17 for size in sizes) > 0.55 * len(sizes)


CRAMPED = frozenset({"alsace", "cetinje", "constantinople", "gibraltar", "holland", "luxembourg"})
"""Areas that are smaller than the least of letters."""
OVER_THE_RIM = frozenset({"mesopotamia"})
"""Those of which little is on the board."""


def test_names_stand_inside_their_areas_where_these_have_room() -> None:
    astray = {}
    for area, found in names().items():
        room = unary_union([line for _, line in found])
        inside = room.intersection(shapes()[area]).area / room.area
        if board()["areas"][area]["kind"] == "land" and inside < 0.8:
            astray[area] = round(inside, 2)
    assert astray.keys() <= CRAMPED | OVER_THE_RIM, astray


def test_no_name_of_an_area_lies_on_the_disc_of_a_city() -> None:
    """What a city raises is read there."""
    discs = {area: Point(row["city"]).buffer(12) for area, row in board()["areas"].items() if "city" in row}
    hidden = {
        (area, city): round(room.intersection(disc).area / disc.area, 2)
        for area, found in names().items() for _, room in found for city, disc in discs.items()
        if room.intersection(disc).area > 0.1 * disc.area
    }  # fmt: skip
    assert hidden == {}


@pytest.mark.parametrize("city", ["Paris", "Berlin", "Vienna"])
def test_a_city_is_named_though_its_area_is_called_so(city: str) -> None:
    """Beside its disc: the name of the area may be far away."""
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    found = re.search(rf'class="town" x="([\d.]+)" y="([\d.]+)"[^>]*>{city}</text>', drawing)
    assert found
    at = next(row["city"] for row in board()["areas"].values() if row["name"] == city)
    assert math.dist((float(found[1]), float(found[2])), at) < 40


def _hue(colour: str) -> float:
    """In degrees."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)[0] * 360


@pytest.mark.parametrize("sheet", ["boards/map.css", "games/powers-1914/pieces.css"])
def test_montenegro_has_a_colour_of_its_own(sheet: str) -> None:
    """Beside Austria-Hungary, its enemy, on the map and on the counters."""
    css = (ROOT / "static" / sheet).read_text(encoding="utf-8")
    found = {}
    for nation in ("AH", "MO"):
        # The last word counts: boards of areas have colours of their own.
        found[nation] = re.findall(rf"--map-{nation}:(#\w{{6}})|\.n-{nation}\{{--\w+:(#\w{{6}});--\w+:(#\w{{6}})", css)[
            -1
        ]
    both = (pair for pair in zip(found["MO"], found["AH"], strict=True) if all(pair))
    for ours, theirs in at_least_one(both):
        away = abs(_hue(ours) - _hue(theirs)) % 360
        assert min(away, 360 - away) > 60, (ours, theirs)


def test_the_names_of_the_whole_board_can_be_read() -> None:
    """Nine pixels high at least when all of it is seen in a window of 1440 by 900, and hardly over one another."""
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    css = (STATIC.parent / "map.css").read_text(encoding="utf-8")
    client = (STATIC.parents[1] / "board" / "board.js").read_text(encoding="utf-8")
    larger = dict(re.findall(r"\.zwhole\.plain \.base \.tags>\.(far-\d+)\{transform:scale\(([\d.]+)\)\}", css))
    fought = dict(re.findall(r"\.zwhole \.base \.tags>\.(far-\d+)\{transform:scale\(([\d.]+)\)\}", css))
    printed = (STATIC.parents[1] / "board" / "printed.js").read_text(encoding="utf-8")
    known = re.search(r"const GROWN = \{(.*?)\};", printed)
    assert known
    assert dict(re.findall(r"'(far-\d+)': ([\d.]+)", known[1])) == fought, (
        "signs of armies keep off names as they are drawn"
    )
    whole = min(1440 / board()["width"], 820 / board()["height"])
    found = re.search(r"const WHOLE_BELOW_PX = (\d+);", client)
    assert found
    nearer = int(found[1]) / 48
    grown: list[tuple[str, BaseGeometry]] = []
    for area, css_class in re.findall(r'<g data-area="([^"]+)"(?: class="(far-\d+)")?><g class="lab">', drawing):
        factor = float(larger[css_class]) if css_class else 1.0
        rooms = unary_union([room for _, room in names()[area]])
        lines = re.search(rf'<g data-area="{area}"[^>]*><g class="lab">(.*?)</g>', drawing)
        assert lines
        sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)"', lines[1])}
        assert min(sizes) * factor * whole > 8.99, area
        assert min(sizes) * nearer > 8.99, area
        grown.append((area, affinity.scale(rooms, factor, factor)))
    assert len(larger) == 3
    assert len(grown) == len(shapes())
    over = [(a, b) for (a, x), (b, y) in combinations(grown, 2) if x.intersection(y).area > 0.05 * min(x.area, y.area)]
    assert over == []


def test_the_names_of_cities_and_straits_are_clear_of_all_others() -> None:
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    towns = re.findall(r'class="town" x="([\d.]+)" y="([\d.]+)" .*?font-size="([\d.]+)">(.*?)</text>', drawing)
    assert len(towns) > 30
    placed = {name: room for found in names().values() for name, room in found}
    straits = r'class="sean" font-size="([\d.]+)" letter-spacing="([\d.]+)"[^>]* x="([\d.]+)" y="([\d.]+)">(.*?)</text>'
    for size, spacing, x, y, name in re.findall(straits, drawing):
        half, height = width(name, "italic", float(size), float(spacing)) / 2, float(size)
        placed[name] = box(float(x) - half, float(y) - 0.7 * height, float(x) + half, float(y))
        assert all(placed[name].intersection(r).area < 0.05 * r.area for n, r in placed.items() if n != name), name
    assert {"Bosphorus", "Dardanelles"} < placed.keys()
    for x, y, size, name in towns:
        half, height = width(name, "roman", float(size)) / 2, float(size)
        room = box(float(x) - half, float(y) - 0.7 * height, float(x) + half, float(y))
        hidden = [other for other, theirs in placed.items() if room.intersection(theirs).area > 0.05 * room.area]
        assert not hidden, f"{name} and {hidden}"
        placed[f"the city of {name}"] = room


def test_the_key_explains_every_sign_and_hides_none() -> None:
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    found = re.search(
        r'<g class="cartouche" transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)">(.*)', drawing
    )
    assert found is not None
    x, y, scale = (float(number) for number in found.groups()[:3])
    wide, high = (
        float(n) * scale for n in re.findall(r'class="panel" width="([\d.]+)" height="([\d.]+)"', found[4])[0]
    )
    for sign in (
        "town-disc capital",
        "town-disc plain",
        "coin",
        "works factory",
        "works shipyard",
        "bridge",
        "sea-limit",
    ):
        assert f'class="{sign}"' in found[4], sign
    room = box(x, y, x + wide, y + high)
    land = unary_union([shape for area, shape in shapes().items() if board()["areas"][area]["kind"] == "land"])
    assert room.intersection(land).area < 0.02 * room.area
    for row in board()["areas"].values():
        assert all(room.distance(Point(place)) > row["slot"] / 2 - 2 for place in row["slots"][:CLEAR]), row["name"]
    assert all(room.intersection(theirs).area == 0 for found in names().values() for _, theirs in found)


def test_the_small_areas_can_be_hit_with_a_finger() -> None:
    """Each holds a disc 16 pixels wide at 0.5 pixels a unit, the zoom that shows the whole board on a large screen."""
    for area in ("luxembourg", "cetinje", "gibraltar", "malta", "constantinople", "scutari", "cyprus"):
        assert not shapes()[area].buffer(-16).is_empty, area


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
    """Every link is a border to be seen, and every border a link; narrows are too short for this (see the next)."""
    links = rows("links.csv")
    linked = {(r["a"], r["b"]) for r in links if r["kind"] not in ("bridge", "strait")}
    narrow = {(r["a"], r["b"]) for r in links if r["kind"] in ("bridge", "strait")}
    assert touching() - narrow == linked


def test_straits_and_bridge_are_to_be_seen() -> None:
    """A strait's two seas meet; a bridge's two lands lie close and nothing but water is between them."""
    drawing = (STATIC / "lines.svg").read_text(encoding="utf-8")
    for r in at_least_one(rows("links.csv")):
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

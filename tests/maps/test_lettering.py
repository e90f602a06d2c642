"""What is lettered on the boards can be read: large enough, inside the frame, not over another name, one spelling."""

from __future__ import annotations

import difflib
import html
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, combinations

import pytest

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

from shapely import STRtree, affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps import banks, spec, tables
from tools.maps.areas.spec import is_area_board
from tools.maps.cartouche import ZONE_FROM
from tools.maps.lattice import WIDTH, Grid
from tools.maps.lines import NEAR_FROM
from tools.maps.type import width

BOARDS = [file.stem for file in sorted(spec.BOARDS.glob("*.toml")) if not is_area_board(file.stem)]
SCREEN = (1440.0, 820.0)
"""What a window of 1440 by 900 leaves for the board under the page's bar, in pixels."""
LEAST = 9.0
TOUCHES = 0.06
"""Of a name's room that another may touch: the blank round the letters."""
RIVER_SPACING = 0.8
"""Between the letters of a river's name, by ``static/boards/map.css``."""
COUNTRIES = {
    "AL": "ALBANIA", "BE": "BELGIUM", "BU": "BULGARIA", "FR": "FRANCE", "GE": "GERMANY", "GK": "GREECE", "SE": "SERBIA",
}  # fmt: skip
SAME_PLACE = 0.07
"""Degrees within which two boards mean the same town."""
DIFFERENT = {frozenset({"Essen", "The Ruhr"}), frozenset({"Belgrade", "Semlin"})}
"""A town and the district that a rulebook names instead; two towns on two banks."""
ALIKE = 0.8
ALIKE_BY_CHANCE = {("Aube", "Danube"), ("Dnieper", "Dniester"), ("Drina", "Dvina"), ("Rhine", "Rhône")}


@dataclass(frozen=True)
class Text:
    """One name as it is drawn."""

    words: str
    css: str
    size: float
    room: BaseGeometry


def texts(drawing: str) -> Iterator[Text]:
    """The names of a piece of drawing that stand on a straight line."""
    for attributes, words in re.findall(r"<text ([^>]*)>([^<]+)</text>", drawing):
        have = dict(re.findall(r'([a-z-]+)="([^"]*)"', attributes))
        size, spacing = float(have["font-size"]), float(have.get("letter-spacing", 0))
        words = html.unescape(words)
        style = "italic" if have["class"] in ("sean", "reg", "pas") else "roman"
        wide = width(words, style, size, spacing)
        left = {"middle": -wide / 2, "start": 0.0, "end": -wide}[have["text-anchor"]]
        room = box(left, -size * 0.7, left + wide, size * 0.1)
        if "transform" in have:
            x, y, turn = map(float, re.findall(r"-?\d*\.?\d+", have["transform"]))
            room = affinity.rotate(room, turn, origin=(0, -size * 0.3))
        else:
            x, y = float(have["x"]), float(have["y"])
        yield Text(words, have["class"], size, affinity.translate(room, x, y))


def along_rivers(drawing: str) -> Iterator[Text]:
    """The names along rivers: each letter is set as a browser sets it, its middle on the line and turned with it.

    ValueError when a line is shorter than its name: a browser leaves out the letters that lie beyond its ends.
    """
    lines = dict(re.findall(r'<path id="(map-r\d+)" d="([^"]+)"', drawing))
    for size_, lift_, line, words in re.findall(
        r'<text class="riv" font-size="([\d.]+)" dy="(-?[\d.]+)"><textPath href="#(map-r\d+)"[^>]*>([^<]+)<', drawing
    ):
        size, lift, words = float(size_), float(lift_), html.unescape(words)
        curve = polyline(lines[line])
        # The space after the last letter counts for the middle, as a browser has it.
        place = (curve.length - width(words, "italic", size, RIVER_SPACING)) / 2
        if place < 0:
            raise ValueError(f"{words} is longer than its line")
        letters = []
        for i, letter in enumerate(words):
            wide = width(words[: i + 1], "italic", size) - width(words[:i], "italic", size)
            middle = curve.interpolate(place + wide / 2)
            a, b = (curve.interpolate(place + wide / 2 + d) for d in (-0.1, 0.1))
            flat = box(-wide / 2, lift - size * 0.7, wide / 2, lift + size * 0.1)
            turned = affinity.rotate(flat, math.atan2(b.y - a.y, b.x - a.x), origin=(0, 0), use_radians=True)
            if letter != " ":
                letters.append(affinity.translate(turned, middle.x, middle.y))
            place += wide + RIVER_SPACING
        yield Text(words, "riv", size, unary_union(letters))


def polyline(path: str) -> LineString:
    """A path as the builder writes it: one absolute move, then relative steps."""
    numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", path)]
    return LineString(list(zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True)))


def groups(board: str, level: str) -> list[Text]:
    """The names that are seen together: ``far`` or ``near``, with those of every zoom."""
    drawing = (spec.load(board).static / "lines.svg").read_text(encoding="utf-8")
    found = re.findall(r'<g class="lab( far| near)?">(.*?)</g>', drawing)
    assert len(found) == 5
    shown = [text for css, inner in found if css in ("", f" {level}") for text in texts(inner)]
    return shown + list(along_rivers(drawing)) if level == "near" else shown


@pytest.mark.parametrize("level", ["far", "near"])
@pytest.mark.parametrize("board", BOARDS)
def test_no_name_lies_over_another_the_frame_or_the_title(board: str, level: str) -> None:
    """Towns, countries, seas, regions, passes and rivers."""
    wide, high = Grid(spec.load(board).lattice).size
    frame = box(8, 8, wide - 8, high - 8)
    panel, _ = title((spec.load(board).static / "lines.svg").read_text(encoding="utf-8"))
    shown = groups(board, level)
    assert len(shown) > 10
    assert level == "far" or any(t.css == "riv" for t in shown)
    assert [t.words for t in shown if not frame.contains(t.room)] == []
    assert [t.words for t in shown if t.room.intersection(panel).area > TOUCHES * t.room.area] == []
    over = [
        (a.words, b.words)
        for a, b in combinations(shown, 2)
        if a.room.intersection(b.room).area > TOUCHES * min(a.room.area, b.room.area)
    ]
    assert over == []


@pytest.mark.parametrize("board", BOARDS)
def test_the_names_of_the_whole_board_can_be_read(board: str) -> None:
    """At least nine pixels high when all of it is seen in a window of 1440 by 900."""
    wide, high = Grid(spec.load(board).lattice).size
    scale = min(SCREEN[0] / wide, SCREEN[1] / high)
    level = "near" if WIDTH * scale >= NEAR_FROM else "far"
    assert [(t.words, round(t.size * scale, 1)) for t in groups(board, level) if t.size * scale < LEAST] == []
    drawing = (spec.load(board).static / "lines.svg").read_text(encoding="utf-8")
    rivers = [float(size) for size in re.findall(r'class="riv" font-size="([\d.]+)"', drawing)]
    assert level == "far" or min(rivers) * scale >= LEAST


def test_the_client_changes_to_near_names_where_the_drawing_thinks() -> None:
    """The width of a hex in pixels from which it does."""
    client = (spec.ROOT / "static" / "board" / "board.js").read_text(encoding="utf-8")
    assert f"const FAR_BELOW_PX = {NEAR_FROM:.0f};" in client


@pytest.mark.parametrize("board", BOARDS)
def test_every_city_and_fortress_has_its_name_on_the_whole_board(board: str) -> None:
    """Bourges is not named before Dunkirk: whatever counts is, chief place or not."""
    known = spec.load(board)
    read = tables.read(known.scenario)
    forts = {row.hex for row in read.hexes if row.fortress not in ("", "0")}
    wide, high = Grid(known.lattice).size
    level = "near" if WIDTH * min(SCREEN[0] / wide, SCREEN[1] / high) >= NEAR_FROM else "far"
    for shown in ({t.words for t in groups(board, level)}, {t.words for t in groups(board, "far")}):
        counted = [t for t in read.towns if t.kind != "town" or (known.towns_count and t.hex in forts)]
        assert [t.name for t in counted if not {t.name, t.name.upper()} & shown] == []


@pytest.mark.parametrize(
    ("board", "names"),
    [
        ("great-war-east", ["SERBIA", "BULGARIA", "GREECE", "ALBANIA"]),
        ("great-war-west", ["FRANCE", "BELGIUM", "GERMANY"]),
    ],
)
def test_names_of_countries_lie_in_their_countries(board: str, names: list[str]) -> None:
    """With a halo and ink enough to be read on mountains."""
    known = spec.load(board)
    grid = Grid(known.lattice)
    land: dict[str, list[Polygon]] = {}
    for row in tables.read(known.scenario).hexes:
        land.setdefault(COUNTRIES.get(row.country, ""), []).append(Polygon(grid.corners(row.hex)))
    shown = {t.words: t for t in groups(board, "far") if t.css.startswith("ctry")}
    for name in names:
        own = unary_union(land[name])
        assert own.intersection(shown[name].room).area > 0.75 * shown[name].room.area, name
    style = (spec.ROOT / "static" / "boards" / "map.css").read_text(encoding="utf-8")
    strong = re.search(r"\.lab \.ctry\.small\{opacity:([\d.]+);stroke-width:([\d.]+)em", style)
    assert strong is not None
    assert float(strong[1]) > 0.8
    assert float(strong[2]) > 0.1


def test_waters_have_their_names() -> None:
    """Whole, at the height that can be read, on the water: not in pieces, and not under the title."""
    for board, names in (
        ("great-war-west", ["English Channel", "North Sea"]),
        ("great-war-iraq", ["Persian Gulf"]),
        ("great-war-caucasus", ["Lake Van", "Lake Urmia", "Lake Sevan", "Black Sea"]),
    ):
        ground = (spec.load(board).static / "ground.svg").read_text(encoding="utf-8")
        rings = [
            Polygon(polyline(ring).coords)
            for layer in re.findall(r'class="(?:sea|lake)"[^>]* d="([^"]+)"', ground)
            for ring in re.findall(r"M([^Mz]+)", layer)
        ]
        for name in names:
            (text,) = (t for t in groups(board, "near") if t.words == name)
            wet = sum(ring.buffer(0).intersection(text.room).area for ring in rings)
            assert wet > 0.8 * text.room.area, name


@pytest.mark.parametrize("board", BOARDS)
def test_names_of_rivers_stand_clear_of_the_signs_of_places(board: str) -> None:
    """The Mincio's stood on the fortress of Peschiera."""
    drawing = (spec.load(board).static / "lines.svg").read_text(encoding="utf-8")
    places = drawing.partition('<g class="places">')[2].partition('<g class="nums">')[0]
    signs = [
        Point(float(x), float(y)).buffer(11 if "map-fort" in uses else 7 if "map-town" not in uses else 3.5)
        for x, y, uses in re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">((?:<use [^>]*>)+)</g>', places)
    ]
    under = unary_union(signs)
    assert [t.words for t in along_rivers(drawing) if under.intersection(t.room).area > 0.1 * t.room.area] == []


def test_names_that_no_rule_knows_are_there_all_the_same() -> None:
    """Where the front of 1918 ran and where the Isonzo was crossed: names without a hex, which yield to all others."""
    drawing = (spec.load("great-war-italy").static / "lines.svg").read_text(encoding="utf-8")
    for name in ("Vittorio", "Gradisca"):
        assert re.search(rf'class="site">{name}</text>', drawing)


@pytest.mark.parametrize("board", BOARDS)
def test_every_hex_has_its_number_where_it_can_be_read(board: str) -> None:
    """Rules and log speak in them: in its hex, and not under a name, be it of a place, a region, a pass or a river."""
    known = spec.load(board)
    grid = Grid(known.lattice)
    drawing = (known.static / "lines.svg").read_text(encoding="utf-8")
    found = re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)">(\d{4})</text>',
        drawing.partition('<g class="nums">')[2].partition("</g>")[0],
    )
    rows = tables.read(known.scenario).hexes
    played = {r.hex for r in rows if r.surface == "land" and r.country not in ("", *known.neutral)}
    assert {number for _, _, number in found} == played
    rooms = {number: box(float(x) - 5.8, float(y) - 4.6, float(x) + 5.8, float(y)) for x, y, number in found}
    assert [n for n, room in rooms.items() if not Polygon(grid.corners(n)).contains(room.centroid)] == []
    marks = [
        box(float(x) - width(words, "roman", 8) / 2, float(y) - 6, float(x) + width(words, "roman", 8) / 2, float(y))
        for x, y, words in re.findall(
            r'<text x="([\d.]+)" y="([\d.]+)">([^<]+)</text>',
            drawing.partition('<g class="marks near">')[2].partition("</g>")[0],
        )
    ]
    names = STRtree([*(t.room for t in groups(board, "near")), *marks])
    hidden = [
        n for n, room in rooms.items()
        if sum(names.geometries[i].intersection(room).area for i in names.query(room)) > 0.2 * room.area
    ]  # fmt: skip
    assert hidden == []


def title(drawing: str) -> tuple[BaseGeometry, int]:
    """The room of the panels with title, scale and key, and where in the drawing they begin."""
    found = list(
        re.finditer(
            r'<g class="cartouche" transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)">'
            r'<rect class="panel" width="([\d.]+)" height="([\d.]+)"',
            drawing,
        )
    )
    assert found
    rooms = []
    for panel in found:
        left, top, scale, wide, high = map(float, panel.groups())
        rooms.append(box(left, top, left + wide * scale, top + high * scale))
    return unary_union(rooms), found[0].start()


@pytest.mark.parametrize("board", BOARDS)
def test_title_scale_and_key_stand_clear_of_the_game(board: str) -> None:
    """The cartouche names the board and every ground that it has; hardly a hex that is played lies under it."""
    known = spec.load(board)
    grid = Grid(known.lattice)
    drawing = (known.static / "lines.svg").read_text(encoding="utf-8")
    room, begins = title(drawing)
    played = [
        h for h in tables.read(known.scenario).hexes if h.surface == "land" and h.country not in ("", *known.neutral)
    ]
    under = [h.hex for h in played if room.contains(Point(grid.centre(h.hex)))]
    assert len(under) <= 2
    words = {html.unescape(w) for w in re.findall(r">([^<>]+)</text>", drawing[begins : drawing.find('"neat"')])}
    assert set(known.title.split(": ")) <= words
    assert {h.terrain for h in played} <= words
    assert any(re.fullmatch(r"\d+ km", w) for w in words)


@pytest.mark.parametrize("board", BOARDS)
def test_many_marks_are_one_zone(board: str) -> None:
    """Where many hexes count for victory an outline says so, with its line in the key, and no letter in each."""
    known = spec.load(board)
    counts = sum(1 for h in tables.read(known.scenario).hexes if h.more.get("victory"))
    drawing = (known.static / "lines.svg").read_text(encoding="utf-8")
    assert ('<path class="vzone"' in drawing) is (counts >= ZONE_FROM) is ('<rect class="vzone"' in drawing)
    assert ("counts for victory" in drawing) is (counts > 0)
    letters = re.findall(r">(V[^<]*)</text>", drawing.partition('<g class="marks near">')[2].partition("</g>")[0])
    assert (len(letters) > 0) is (0 < counts < ZONE_FROM)


@pytest.mark.parametrize("place", ["Cape Hellas", "Suvla Bay", "Gallipoli"])
def test_the_landings_at_gallipoli_stand_on_the_peninsula(place: str) -> None:
    """Not in the water, nor on the islands before it: both lie within the rings of the shore."""
    known = spec.load("great-war-east")
    shore = re.search(r'class="sea"[^>]* d="([^"]+)"', (known.static / "ground.svg").read_text(encoding="utf-8"))
    assert shore is not None
    rings = [Polygon(polyline(ring).coords) for ring in re.findall(r"M([^Mz]+)", shore[1])]
    (hex_,) = (p.hex for p in known.places if p.name == place)
    grid = Grid(known.lattice)
    lines = (known.static / "lines.svg").read_text(encoding="utf-8").partition('<g class="places">')[2]
    signs = [Point(float(x), float(y)) for x, y in re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">', lines)]
    (sign,) = (s for s in signs if Polygon(grid.corners(hex_)).contains(s))
    assert not any(ring.contains(sign) for ring in rings)


def test_a_place_is_spelt_in_one_way() -> None:
    """Over all boards: the same town by where it lies, rivers by likeness."""
    seen: list[tuple[str, str, float, float]] = []
    for board in BOARDS:
        for town in tables.read(spec.load(board).scenario).towns:
            seen.append((board, town.name, float(town.lat), float(town.lon)))
    twice = {
        frozenset({a[1], b[1]})
        for a, b in combinations(seen, 2)
        if a[1] != b[1] and math.hypot(a[2] - b[2], (a[3] - b[3]) * math.cos(math.radians(a[2]))) < SAME_PLACE
    }
    assert twice <= DIFFERENT
    rivers = sorted({banks.spelling(r.name) for board in BOARDS for r in spec.load(board).rivers})
    alike = {
        (a, b)
        for a, b in combinations(rivers, 2)
        if difflib.SequenceMatcher(None, a.casefold(), b.casefold()).ratio() >= ALIKE
    }
    assert alike == ALIKE_BY_CHANCE

"""What is lettered on the boards can be read: large enough, inside the frame, not over another name, one spelling."""

from __future__ import annotations

import difflib
import html
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

from shapely import affinity
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

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
    """The names of a piece of drawing but those along rivers."""
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


def groups(board: str, level: str) -> list[Text]:
    """The names that are seen together: ``far`` or ``near``, with those of every zoom."""
    drawing = (spec.load(board).static / "lines.svg").read_text(encoding="utf-8")
    found = re.findall(r'<g class="lab( far| near)?">(.*?)</g>', drawing)
    assert len(found) == 5
    return [text for css, inner in found if css in ("", f" {level}") for text in texts(inner)]


@pytest.mark.parametrize("level", ["far", "near"])
@pytest.mark.parametrize("board", BOARDS)
def test_no_name_lies_over_another_or_the_frame(board: str, level: str) -> None:
    """Towns, countries, seas, regions and passes."""
    wide, high = Grid(spec.load(board).lattice).size
    frame = box(8, 8, wide - 8, high - 8)
    shown = groups(board, level)
    assert len(shown) > 10
    assert [t.words for t in shown if not frame.contains(t.room)] == []
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
    assert f"const FAR = {NEAR_FROM:.0f};" in client


@pytest.mark.parametrize("board", BOARDS)
def test_title_scale_and_key_stand_clear_of_the_game(board: str) -> None:
    """The cartouche names the board and every ground that it has; hardly a hex that is played lies under it."""
    known = spec.load(board)
    grid = Grid(known.lattice)
    drawing = (known.static / "lines.svg").read_text(encoding="utf-8")
    found = re.search(
        r'<g class="cartouche" transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)">'
        r'<rect class="panel" width="([\d.]+)" height="([\d.]+)"',
        drawing,
    )
    assert found is not None
    left, top, scale, wide, high = map(float, found.groups())
    room = box(left, top, left + wide * scale, top + high * scale)
    played = [
        h for h in tables.read(known.scenario).hexes if h.surface == "land" and h.country not in ("", *known.neutral)
    ]
    under = [h.hex for h in played if room.contains(Point(grid.centre(h.hex)))]
    assert len(under) <= 2
    words = {html.unescape(w) for w in re.findall(r">([^<>]+)</text>", drawing[found.start() : drawing.find('"neat"')])}
    assert set(known.title.split(": ")) <= words
    assert {h.terrain for h in played} <= words
    assert any(re.fullmatch(r"\d+ km", w) for w in words)


@pytest.mark.parametrize("board", BOARDS)
def test_many_marks_are_one_zone(board: str) -> None:
    """Where many hexes count for victory an outline says so, with its line in the key, and no letter in each."""
    known = spec.load(board)
    counts = sum(1 for h in tables.read(known.scenario).hexes if h.more.get("victory"))
    drawing = (known.static / "lines.svg").read_text(encoding="utf-8")
    assert ('<path class="vzone"' in drawing) is (counts >= ZONE_FROM) is ("counts for victory" in drawing)
    letters = re.findall(r">(V[^<]*)</text>", drawing.partition('<g class="marks near">')[2].partition("</g>")[0])
    assert (len(letters) > 0) is (0 < counts < ZONE_FROM)


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

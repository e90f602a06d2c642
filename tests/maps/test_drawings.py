"""What the drawing of every board of hexes must hold: names, colours, size, north, grounds that can be told apart."""

from __future__ import annotations

import gzip
import html
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.thorough import at_least_one

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

import numpy as np
from PIL import Image
from shapely.geometry import Point, Polygon

from tools.maps import early, rose, spec, tables
from tools.maps.areas.spec import is_area_board
from tools.maps.lattice import RADIUS, Grid
from tools.maps.projection import Array, Projection
from tools.maps.tables import HexRow

BOARDS = [file.stem for file in sorted(spec.BOARDS.glob("*.toml")) if not is_area_board(file.stem)]
STYLE = (spec.ROOT / "static" / "boards" / "map.css").read_text(encoding="utf-8")
EARLIER = sorted(spec.ROOT.glob("static/boards/earlier/*/*"))
UNSTYLED = {"lines", "ground", "places"}
"""Classes that are there for the client to find, not for a colour."""
LARGEST = 400_000
LARGEST_RELIEF = 400_000
LARGEST_EARLY = 40_000
TURNED = {"great-war-egypt": 90, "great-war-iraq": 270}
ASKEW = 20
"""Degrees by which a sheet's north may lie beside the top, or beside where the turned sheets have it."""
BY_HEIGHT = ("rough", "mountain", "alpine")
LEAST_MARKS = 3
"""Reeds or ripples in a hex that tell its ground."""


def drawing(board: str, name: str) -> str:
    """One of a board's files."""
    return (spec.load(board).static / name).read_text(encoding="utf-8")


def played(board: str) -> list[HexRow]:
    """The hexes on which units may stand."""
    known = spec.load(board)
    rows = tables.read(known.scenario).hexes
    return [row for row in rows if row.surface == "land" and row.country not in {"", *known.neutral}]


def key(board: str) -> list[tuple[str, str]]:
    """What the key shows: each sample and its words."""
    found = re.findall(
        r'<g transform="translate\([\d. ]+\)">((?:(?!<text x="[\d.]+" y="[\d.]+" font-size).)*)</g>'
        r'<text x="[\d.]+" y="[\d.]+" font-size="[\d.]+">([^<]+)</text>',
        drawing(board, "lines.svg").partition('<g class="cartouche"')[2],
    )
    return [(sample, html.unescape(words)) for sample, words in found]


UNDER_TITLE = {("great-war-iraq", "Kuwait")}


@pytest.mark.parametrize("board", BOARDS)
def test_everything_drawn_has_a_style(board: str) -> None:
    """A country without a colour of its own would be washed in black."""
    used = {
        word
        for name in ("ground.svg", "lines.svg")
        for words in re.findall(r'class="([^"]*)"', drawing(board, name))
        for word in words.split()
    }
    assert [w for w in sorted(used - UNSTYLED) if not re.search(rf"\.{w}(?![\w-])", STYLE)] == []


@pytest.mark.parametrize("folder", EARLIER, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_everything_on_an_earlier_map_has_a_style_still(folder: Path) -> None:
    """Their drawings stay as they were; the style sheet is today's."""
    drawn = ((folder / name).read_text(encoding="utf-8") for name in ("ground.svg", "lines.svg"))
    used = {word for text in drawn for words in re.findall(r'class="([^"]*)"', text) for word in words.split()}
    assert [w for w in sorted(used - UNSTYLED) if not re.search(rf"\.{w}(?![\w-])", STYLE)] == []


@pytest.mark.parametrize("board", BOARDS)
def test_no_name_is_left_out(board: str) -> None:
    """Near, every place is lettered and carries its hex for the client; Kuwait, out of play, is under the title."""
    near = drawing(board, "lines.svg").rpartition('<g class="lab near">')[2]
    for town in at_least_one(tables.read(spec.load(board).scenario).towns):
        shown = html.escape(town.name.upper() if town.chief == "capital" else town.name)
        assert (f'data-hex="{town.hex}">{shown}</text>' in near) is ((board, town.name) not in UNDER_TITLE), town.name


@pytest.mark.parametrize("board", BOARDS)
def test_it_loads_fast(board: str) -> None:
    """Text compressed as it is sent, with the small picture; the relief of a theme has a limit of its own."""
    folder = spec.load(board).static
    text = sum(len(gzip.compress((folder / n).read_bytes())) for n in ("ground.svg", "lines.svg", "board.json"))
    assert text + (folder / "small.webp").stat().st_size <= LARGEST
    relief = max((folder / f"relief-{theme}.webp").stat().st_size for theme in ("light", "dark"))
    assert relief <= LARGEST_RELIEF


@pytest.mark.parametrize("board", [file.stem for file in sorted(spec.BOARDS.glob("*.toml"))])
def test_a_phone_sees_the_land_early(board: str) -> None:
    """Behind "Loading the map…", as high as its window: the relief at a size that does not hold the map up."""
    folder = spec.ROOT / "static" / "boards" / board
    for theme in ("light", "dark"):
        relief, small = folder / f"relief-{theme}.webp", folder / f"early-{theme}.webp"
        with Image.open(relief) as whole, Image.open(small) as picture:
            assert picture.height == min(early.TALL_PX, whole.height)
            assert picture.width / picture.height == pytest.approx(whole.width / whole.height, rel=0.01)
        assert small.stat().st_size < min(LARGEST_EARLY, relief.stat().st_size)


def test_what_is_seen_early_is_made_of_the_relief() -> None:
    folder = spec.ROOT / "static" / "boards" / "schlieffens-war"
    made = early.early((folder / "relief-dark.webp").read_bytes())
    assert made == (folder / "early-dark.webp").read_bytes()


@pytest.mark.parametrize("board", BOARDS)
def test_the_relief_is_fine(board: str) -> None:
    """At least a pixel a board unit."""
    known = spec.load(board)
    width, _ = Grid(known.lattice).size
    with Image.open(known.static / "relief-light.webp") as picture:
        assert picture.width >= int(width)


@pytest.mark.parametrize("board", BOARDS)
def test_north_is_where_the_sheet_says(board: str) -> None:
    """``board.json`` has its direction, degrees clockwise from the top; a turned sheet has a rose."""
    known = spec.load(board)
    projection = Projection(known.projection, Grid(known.lattice))
    north = json.loads(drawing(board, "board.json"))["north"]
    assert north == rose.of_sheet(projection)
    assert abs((north - TURNED.get(board, 0) + 180) % 360 - 180) <= ASKEW
    assert ('class="rose"' in drawing(board, "lines.svg")) is (known.rose is not None)
    if board in TURNED:
        assert known.rose is not None


@pytest.mark.parametrize("board", BOARDS)
def test_higher_ground_is_drawn_higher(board: str) -> None:
    """Each upland has its strength, higher ones more; where there are several, what is not the lowest has a tint."""
    known = spec.load(board)
    used = {h.terrain for h in tables.read(known.scenario).hexes if h.country and h.country not in known.neutral}
    heights = [word for word in BY_HEIGHT if word in used]
    assert heights
    assert set(heights) <= set(known.uplands)
    assert all(known.uplands[lower] < known.uplands[higher] for lower, higher in pairwise(heights))
    assert set(heights[1:]) <= set(known.tints)
    assert set(known.tints.values()) <= {"dune", "massif", "saddle", "snow", "stony"}


@pytest.mark.parametrize("board", BOARDS)
def test_every_ground_has_a_look_of_its_own(board: str) -> None:
    """No two grounds of a board are drawn alike, on the map or in the key; only clear ground is bare."""
    known = spec.load(board)
    used = sorted({row.terrain for row in played(board)} - {"clear"})
    looks = {
        word: (
            word == "forest",
            known.uplands.get(word, 0),
            known.tints.get(word, ""),
            word in known.wetlands,
            word in known.floods,
            word in known.sands,
        )
        for word in used
    }
    assert [word for word, look in looks.items() if not any(look)] == []
    assert len(set(looks.values())) == len(looks)
    samples = {words: sample for sample, words in key(board)}
    assert set(used) < set(samples)
    assert len({samples[word] for word in used} | {samples["clear"]}) == len(used) + 1


@pytest.mark.parametrize("board", BOARDS)
def test_wet_ground_is_known_in_every_hex(board: str) -> None:
    """Each marsh has reeds and each flood plain ripples, at least three; a city has taken the ground of its hex."""
    known = spec.load(board)
    grid = Grid(known.lattice)
    ground = drawing(board, "ground.svg")
    for kinds, css in ((known.wetlands, "reed"), (known.floods, "ripple")):
        found = re.search(rf'<path class="{css}" d="([^"]*)"', ground)
        marks = [Point(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)", found[1] if found else "")]
        hexes = [
            row.hex for row in played(board) if row.terrain in kinds and (known.ground_under_cities or not row.city)
        ]
        bare = [h for h in hexes if sum(map(Polygon(grid.corners(h)).contains, marks)) < LEAST_MARKS]
        assert bare == []
        others = [row.hex for row in played(board) if row.terrain not in kinds]
        assert [h for h in others if sum(map(Polygon(grid.corners(h, RADIUS - 6)).contains, marks))] == []


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_printed_in_hexes_stands_in_the_key(board: str) -> None:
    """Each letter in its own face with plain words behind it, and each line or sign that a rule knows."""
    lines = drawing(board, "lines.svg")
    group = lines.partition('<g class="marks near">')[2].partition("</g>")[0]
    printed = {re.sub(r"\d+$", "", word) for text in re.findall(r">([^<]+)</text>", group) for word in text.split()}
    samples = key(board)
    told = {found[1] for sample, _ in samples if (found := re.search(r'<g class="marks"><text[^>]*>([^<]+)<', sample))}
    assert told == printed
    words = {words for _, words in samples}
    map_alone = lines.partition('<g class="cartouche"')[0]
    for css, called in (
        ("perimeter", "perimeter of Paris"), ("weather", "weather line"), ("beach", "beach"), ("port", "port"),
        ("vzone", "counts for victory"), ("pass", "pass road"), ("fort-hex", "fortress"), ("rail", "railway"),
    ):  # fmt: skip
        drawn = re.search(rf'class="{css}"(?! d="")', map_alone) is not None
        assert (called in words) is (drawn or (css == "vzone" and "V" in printed)), called


def test_one_letter_means_one_thing() -> None:
    """In the west R marks the way to Rouen; what a hex is worth has letters of its own."""
    lines = drawing("great-war-west", "lines.svg")
    assert {words for sample, words in key("great-war-west") if ">R<" in sample} == {"port of Rouen"}
    assert lines.count(">RP</text>") == 1 + sum(1 for row in played("great-war-west") if row.more.get("resource"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_alpine_hexes_are_white_slopes(theme: str) -> None:
    """Brighter than mountains, and as steep: snow lies on the relief and not over it as a flat patch."""
    known = spec.load("great-war-italy")
    grid = Grid(known.lattice)
    with Image.open(known.static / f"relief-{theme}.webp") as picture:
        grey = np.asarray(picture.convert("L"), float)
    scale = grey.shape[1] / grid.size[0]

    def patch(hex_: str) -> Array:
        x, y = (v * scale for v in grid.centre(hex_))
        return np.asarray(grey[int(y - 16) : int(y + 16), int(x - 16) : int(x + 16)])

    by_ground = {
        word: [patch(row.hex) for row in played("great-war-italy") if row.terrain == word] for word in BY_HEIGHT
    }
    bright = {word: float(np.mean([p.mean() for p in patches])) for word, patches in by_ground.items()}
    steep = {word: float(np.mean([p.std() for p in patches])) for word, patches in by_ground.items()}
    assert bright["alpine"] > bright["mountain"] + 20
    assert steep["alpine"] > 0.8 * steep["mountain"]
    veil = re.search(r"\.base \.snow\{[^}]*opacity:([\d.]+)", STYLE)
    assert veil is not None
    assert float(veil[1]) < 0.2

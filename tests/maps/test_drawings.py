"""What the drawing of every board of hexes must hold: names, colours, size, north, grounds that can be told apart."""

from __future__ import annotations

import gzip
import html
import json
import re
from itertools import pairwise

import pytest

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

from PIL import Image

from tools.maps import rose, spec, tables
from tools.maps.areas.spec import is_area_board
from tools.maps.lattice import Grid
from tools.maps.projection import Projection

BOARDS = [file.stem for file in sorted(spec.BOARDS.glob("*.toml")) if not is_area_board(file.stem)]
STYLE = (spec.ROOT / "static" / "boards" / "map.css").read_text(encoding="utf-8")
UNSTYLED = {"lines", "ground", "places"}
"""Classes that are there for the client to find, not for a colour."""
LARGEST = 400_000
LARGEST_RELIEF = 400_000
TURNED = {"great-war-egypt": 90, "great-war-iraq": 270}
ASKEW = 20
"""Degrees by which a sheet's north may lie beside the top, or beside where the turned sheets have it."""
BY_HEIGHT = ("rough", "mountain", "alpine")


def drawing(board: str, name: str) -> str:
    """One of a board's files."""
    return (spec.load(board).static / name).read_text(encoding="utf-8")


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


@pytest.mark.parametrize("board", BOARDS)
def test_no_name_is_left_out(board: str) -> None:
    """Near, every place is lettered and carries its hex for the client; Kuwait, out of play, is under the title."""
    near = drawing(board, "lines.svg").rpartition('<g class="lab near">')[2]
    for town in tables.read(spec.load(board).scenario).towns:
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


@pytest.mark.parametrize("board", BOARDS)
def test_the_relief_is_fine(board: str) -> None:
    """A pixel a board unit at the least."""
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
    assert set(known.tints.values()) <= {"massif", "snow"}

"""Whose land was whose in August 1914: the frontiers against dated towns, and every board's hexes against both."""

from __future__ import annotations

import csv
import math
import re
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

from shapely.geometry import MultiPoint, Point

from tests.maps.geography import GEOGRAPHY, needs_geography
from tools.maps import frontiers, spec, tables
from tools.maps.areas.spec import is_area_board
from tools.maps.lattice import WIDTH, Grid
from tools.maps.projection import Projection
from tools.maps.survey import MIDDLE

BOARDS = [file.stem for file in sorted(spec.BOARDS.glob("*.toml")) if not is_area_board(file.stem)]
FURTHER = Path(__file__).resolve().parent / "towns_1914.csv"
"""Towns on both sides of the frontiers that the builder does not know."""
CITIES = {
    ("empires-alliances", "2449"): "Liège",
    ("empires-alliances", "2850"): "Metz",
    ("empires-alliances", "5236"): "Cetinje",
    ("great-war-east", "1709"): "Scutari",
}
"""Cities whose hex has a dated town of another country near its middle: they are the rulebooks'."""
SEAS = {
    "Zealand": ("great-war-east", [(11.6, 55.3), (12.0, 55.5), (12.4, 55.7), (12.5, 55.95)]),
    "the Sea of Marmara": ("great-war-east", [(27.6, 40.75), (28.0, 40.7), (28.6, 40.7)]),
    "the Gulf of Saros": ("great-war-east", [(26.2, 40.5), (26.5, 40.58), (26.75, 40.62)]),
    "Zealand of the whole map": ("empires-alliances", [(11.6, 55.4), (12.2, 55.6)]),
    "Marmara of the whole map": ("empires-alliances", [(27.6, 40.7), (28.6, 40.7)]),
    "the Sound of Lesbos": ("empires-alliances", [(26.35, 39.3), (26.34, 39.2), (26.6, 39.35)]),
}
"""Places where no country ended on land, by board."""


@cache
def _known(board: str) -> spec.BoardSpec:
    return spec.load(board)


@cache
def _laid(board: str) -> tuple[Grid, Projection]:
    grid = Grid(_known(board).lattice)
    return grid, Projection(_known(board).projection, grid)


@cache
def _country(board: str) -> dict[str, str]:
    """The land hexes of a board as the rules have them."""
    return {r.hex: r.country for r in tables.read(_known(board).scenario).hexes if r.surface == "land"}


@needs_geography
@pytest.mark.parametrize("file", [frontiers.TOWNS, FURTHER], ids=["deciding", "further"])
def test_dated_towns_lie_in_their_states(file: Path) -> None:
    """The lines alone, without any hex: 400 towns near the frontiers stand on the right side."""
    assert GEOGRAPHY is not None
    states = frontiers.states(GEOGRAPHY)
    wrong = []
    with file.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            at = Point(float(row["lon"]), float(row["lat"]))
            holder = [state for state, area in states.items() if area.contains(at)]
            if holder != [row["owner"]]:
                wrong.append((row["town"], row["owner"], holder))
    assert wrong == []


@pytest.mark.parametrize("board", BOARDS)
def test_a_dated_town_near_its_middle_decides_whose_a_hex_is(board: str) -> None:
    """Unless a rulebook puts a place of another country there: those hexes are in ``[set.country]`` or are a city's."""
    known = _known(board)
    grid, projection = _laid(board)
    nearest: dict[str, tuple[float, str]] = {}
    for owner, lon, lat in frontiers.towns():
        x, y = projection.point(lon, lat)
        h = grid.nearest(x, y)
        cx, cy = grid.centre(h)
        away = math.hypot(x - cx, y - cy) / WIDTH
        on_board = 0 <= x <= grid.size[0] and 0 <= y <= grid.size[1]
        if on_board and owner in known.countries and away <= MIDDLE and (h not in nearest or away < nearest[h][0]):
            nearest[h] = (away, known.countries[owner])
    country = _country(board)
    ruled = {h for b, h in CITIES if b == board} | set(known.set_country)
    wrong = {h: (c, country[h]) for h, (_, c) in nearest.items() if h in country and h not in ruled and c != country[h]}
    assert wrong == {}


def test_the_dated_towns_are_not_ruled_away() -> None:
    """Of the hexes that they decide on all boards hardly any is a rulebook's."""
    decided = excepted = 0
    for board in BOARDS:
        known = _known(board)
        grid, projection = _laid(board)
        near = set()
        for owner, lon, lat in frontiers.towns():
            x, y = projection.point(lon, lat)
            h = grid.nearest(x, y)
            if owner in known.countries and math.dist((x, y), grid.centre(h)) <= MIDDLE * WIDTH:
                near.add(h)
        near &= set(_country(board))
        decided += len(near)
        excepted += len(near & ({h for b, h in CITIES if b == board} | set(known.set_country)))
    assert decided >= 120
    assert excepted <= decided / 8


@needs_geography
@pytest.mark.parametrize("board", BOARDS)
def test_places_stand_in_their_own_country(board: str) -> None:
    """What a board names lies in the state where it lay, wherever its hex had to go."""
    assert GEOGRAPHY is not None
    known = _known(board)
    states = frontiers.states(GEOGRAPHY)
    country = _country(board)
    wrong = []
    for town in tables.read(known.scenario).towns:
        at = Point(float(town.lon), float(town.lat))
        code = next(
            (known.countries[s] for s, area in states.items() if s in known.countries and area.contains(at)), ""
        )
        here = country.get(town.hex, code)
        if code and here not in (code, "TA") and town.hex not in known.set_country:
            wrong.append((town.name, town.hex, code, here))
    assert wrong == []


@pytest.mark.parametrize(
    ("board", "line"), [("great-war-east", "Warsaw–Vienna"), ("empires-alliances", "Kattowitz–Warsaw")]
)
def test_the_railway_from_warsaw_is_russian_as_far_as_kattowitz(board: str, line: str) -> None:
    """It came to Silesia at Sosnowice, a few miles from Kattowitz; Tschenstochau and Zawiercie lay on it."""
    grid, projection = _laid(board)
    found = tables.read(_known(board).scenario)
    links = [(r.a, r.b) for r in found.rails if r.line == line]
    kattowitz = next(t.hex for t in found.towns if t.name == "Kattowitz")
    passed = {h for link in links for h in link}
    assert {h for h in passed if _country(board)[h] != "RU"} == {kattowitz}
    for lon, lat in ((20.14, 51.95), (19.70, 51.40), (19.12, 50.80), (19.42, 50.49)):
        at = projection.point(lon, lat)
        assert min(math.dist(at, grid.centre(h)) for h in passed) < WIDTH * 0.75, (lon, lat)


@pytest.mark.parametrize("place", SEAS)
def test_no_frontier_runs_through(place: str) -> None:
    """Where only water parted two countries nothing is drawn, nor through an island in a strait."""
    board, points = SEAS[place]
    _, projection = _laid(board)
    drawn = _drawn_border(board)
    for lon, lat in points:
        assert drawn.distance(Point(projection.point(lon, lat))) > WIDTH / 2, (lon, lat)


@cache
def _drawn_border(board: str) -> MultiPoint:
    """The vertices of all frontiers that are drawn."""
    drawing = (_known(board).static / "lines.svg").read_text(encoding="utf-8")
    group = re.search(r'<g class="border">(.*?)</g>', drawing, re.DOTALL)
    assert group is not None
    drawn = [_end(d) for path in re.findall(r' d="([^"]*)"', group[1]) for d in _steps(path)]
    assert len(drawn) > 200
    return MultiPoint(drawn)


def _steps(path: str) -> list[tuple[float, ...]]:
    """The vertices of a path of absolute M, L, C and relative l, c commands, as running positions."""
    x = y = 0.0
    found = []
    for command, body in re.findall(r"([MLHVCQlhvcqZz])([^MLHVCQlhvcqZz]*)", path):
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", body)]
        size = {"c": 6, "q": 4, "h": 1, "v": 1}.get(command.lower(), 2)
        for k in range(0, len(numbers) - size + 1, size):
            last = numbers[k : k + size]
            dx, dy = (last[0], 0.0) if command in "hH" else (0.0, last[0]) if command in "vV" else tuple(last[-2:])
            if command.islower():
                x, y = x + dx, y + dy
            else:
                x, y = (dx if command != "V" else x), (dy if command != "H" else y)
            found.append((x, y))
    return found


def _end(step: tuple[float, ...]) -> tuple[float, float]:
    return step[0], step[1]

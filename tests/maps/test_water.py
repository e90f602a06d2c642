"""Water as it was in August 1914: towns on their banks, rivers that reach a mouth, no reservoir of later years."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from itertools import pairwise

import pytest

from tests.thorough import at_least_one

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

from shapely.geometry import Point, Polygon

from tools.maps import banks, spec, tables
from tools.maps.areas.spec import is_area_board
from tools.maps.lattice import Grid, Vertex
from tools.maps.projection import Projection
from tools.maps.spec import BoardSpec

BOARDS = [file.stem for file in sorted(spec.BOARDS.glob("*.toml")) if not is_area_board(file.stem)]
FEWEST = {"great-war-egypt": 7, "great-war-caucasus": 15, "great-war-iraq": 20, "great-war-italy": 45}
"""The fewest banks that a board checks; the others sixty."""
BESIDE = 150.0
"""How far from its river a town may stand and still be asked about, in board units."""
FROM_THE_SHORE = 7.0
"""How far from land a drawn river may end, in board units."""
LATER = {
    "Rybinsk": (38.3, 58.4), "Tsimlyansk": (42.9, 48.0), "Kremenchug": (32.6, 49.3), "Kakhovka": (34.2, 47.5),
    "Narva": (28.05, 59.3), "Mosul": (42.82, 36.72), "Hamrin": (45.0, 34.16), "Hirfanlı": (33.6, 39.15),
    "Kaniv": (31.5, 49.88), "Kiev": (30.5, 51.0), "Kamianske": (34.15, 48.75), "Keban": (39.2, 38.8),
    "Atatürk": (38.7, 37.65), "Assad": (38.3, 36.05), "Tharthar": (43.3, 34.0), "Włocławek": (19.5, 52.6),
    "Fierza": (20.3, 42.1), "Vazuza": (34.6, 56.0), "Lipno": (14.1, 48.7),
}  # fmt: skip
ARMS = {"Shatt al-Hai"}
"""Arms of a river, which close a ring of water with the river that they reach."""


class Board:
    """The tables of one board and where its hexes lie; nothing of the geography."""

    def __init__(self, name: str) -> None:
        self.spec: BoardSpec = spec.load(name)
        self.grid = Grid(self.spec.lattice)
        self.projection = Projection(self.spec.projection, self.grid)
        self.tables = tables.read(self.spec.scenario)
        self.hex_of = {banks.spelling(town.name): town.hex for town in reversed(self.tables.towns)}
        self.played = {
            h.hex for h in self.tables.hexes if h.surface == "land" and h.country not in {"", *self.spec.neutral}
        }

    def pieces(self, river: str) -> list[list[Vertex]]:
        """Its hexsides as chains of corners, each from source to mouth."""
        ways: dict[Vertex, set[Vertex]] = defaultdict(set)
        for row in self.tables.sides:
            if row.river == river:
                a, b = self.grid.between[frozenset((row.a, row.b))]
                ways[a].add(b)
                ways[b].add(a)
        found = []
        left = set(ways)
        for end in sorted(v for v, others in ways.items() if len(others) == 1):
            if end not in left:
                continue
            chain = [end]
            left.discard(end)
            while ahead := sorted(ways[chain[-1]] & left):
                chain.append(ahead[0])
                left.discard(ahead[0])
            found.append(self._downstream(river, chain))
        assert not left, f"{river} forks or runs in a ring"
        return found

    def _downstream(self, river: str, chain: list[Vertex]) -> list[Vertex]:
        (ax, ay), (bx, by) = (
            tuple(map(float, self.projection.to_lonlat(*self.grid.point(v)))) for v in (chain[0], chain[-1])
        )
        return chain if banks.downstream(river, (ax, ay), (bx, by)) else chain[::-1]


@pytest.fixture(scope="module", params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    return Board(request.param)


def test_dated_towns_stand_on_their_banks(board: Board) -> None:
    """Every town of ``banks.toml`` that the board names, beside the hexsides of its river."""
    wrong, checked = [], 0
    for river in board.spec.rivers:
        pieces = board.pieces(river.name)
        for bank in banks.of_river(river.name, board.spec.id):
            if bank.town not in board.hex_of or not pieces:
                continue
            at = board.grid.centre(board.hex_of[bank.town])
            sides = [banks.side([board.grid.point(v) for v in piece], at) for piece in pieces]
            side, piece = min(zip(sides, pieces, strict=True), key=lambda both: both[0].distance)
            ends = min(math.dist(at, board.grid.point(v)) for v in (piece[0], piece[-1]))
            if side.beyond or side.distance > BESIDE or ends < side.distance + 6:
                continue
            checked += 1
            if side.left is not bank.left:
                wrong.append(f"{bank.town} beside {river.name}")
    assert wrong == []
    assert checked >= FEWEST.get(board.spec.id, 60)


def test_the_side_of_a_line() -> None:
    """Looking along it, on a sheet whose y grows downwards; past its ends nobody stands on a bank."""
    east = [(0.0, 0.0), (10.0, 0.0), (20.0, 5.0)]
    assert banks.side(east, (5, -3)).left
    assert not banks.side(east, (5, 3)).left
    assert not banks.side(east[::-1], (5, -3)).left
    assert banks.side(east, (-4, 1)).beyond
    assert not banks.side(east, (10.2, 4)).beyond
    assert banks.downstream("Vistula", (19.0, 49.7), (19.0, 54.3))
    assert not banks.downstream("Vistula", (19.0, 54.3), (19.0, 49.7))


def test_rivers_close_no_ring(board: Board) -> None:
    """Two rivers meet where one joins the other, and nowhere else: no hex is an island."""
    joined: dict[Vertex, Vertex] = {}

    def root(v: Vertex) -> Vertex:
        while joined.setdefault(v, v) != v:
            v = joined[v]
        return v

    for row in at_least_one(row for row in board.tables.sides if row.river and row.river not in ARMS):
        a, b = map(root, board.grid.between[frozenset((row.a, row.b))])
        assert a != b, f"{row.river} closes a ring at {row.a}-{row.b}"
        joined[a] = b


def test_rivers_end_at_a_mouth(board: Board) -> None:
    """At the sea, a lake, a neutral's border, the board's edge or another river."""
    at: dict[Vertex, set[str]] = defaultdict(set)
    for h in board.grid.hexes:
        for v in board.grid.vertices(h):
            at[v].add(h)
    wet = {v for s in board.tables.sides if not s.river for v in board.grid.between[frozenset((s.a, s.b))]}
    rivers = {river.name: board.pieces(river.name) for river in board.spec.rivers}
    corners = {name: {v for piece in pieces for v in piece} for name, pieces in rivers.items()}
    stubs = []
    for name, pieces in rivers.items():
        others = {v for other, own in corners.items() if other != name for v in own}
        for piece in pieces:
            mouth = piece[-1]
            ends = len(at[mouth]) < 3 or not at[mouth] <= board.played or mouth in others or mouth in wet
            if not ends:
                stubs.append(f"{name} at {sorted(at[mouth])}")
    assert stubs == []


def shapes(text: str) -> list[Polygon]:
    """The rings of a path of relative lines."""
    found, start = [], (0.0, 0.0)
    for part in re.findall(r"M[^M]*", text):
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", part)]
        x, y = start = numbers[0], numbers[1]
        ring = [start]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        if len(ring) > 3:
            found.append(Polygon(ring).buffer(0))
    return found


def drawn(board: Board, file: str, css: str) -> str:
    """The data of a drawing's paths of one class."""
    text = (board.spec.static / file).read_text(encoding="utf-8")
    return "".join(re.findall(rf'<path class="{css}" d="([^"]*)"', text))


def test_no_water_of_later_years(board: Board) -> None:
    """Reservoirs dammed since 1914 are land; where none of them lies on a board nothing is asked."""
    width, height = board.grid.size
    lakes = shapes(drawn(board, "ground.svg", "lake"))
    for name, (lon, lat) in LATER.items():
        x, y = board.projection.point(lon, lat)
        if 0 < x < width and 0 < y < height:
            spot = Point(x, y).buffer(1)
            assert not any(lake.intersects(spot) for lake in lakes), name


def test_the_dead_sea_is_one() -> None:
    """It reached over the tongue of land that parts it today."""
    egypt = Board("great-war-egypt")
    water = [*shapes(drawn(egypt, "ground.svg", "lake")), *shapes(drawn(egypt, "ground.svg", "sea"))]
    north, south = (Point(egypt.projection.point(*at)) for at in ((35.5, 31.55), (35.43, 31.12)))
    assert any(lake.contains(north) and lake.contains(south) for lake in water)


def test_drawn_rivers_stop_at_the_shore(board: Board) -> None:
    """Neither end of a river lies out at sea."""
    text = (board.spec.static / "lines.svg").read_text(encoding="utf-8")
    rivers = re.findall(r'd="([^"]*)"', text.partition('<g class="rv">')[2].partition("</g>")[0])
    assert len(rivers) >= 4
    deep = [s for ring in shapes(drawn(board, "ground.svg", "sea")) if (s := ring.buffer(-FROM_THE_SHORE)).area > 0]
    out = []
    for data in rivers:
        for part in re.findall(r"M[^M]*", data):
            numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", part)]
            points = [(numbers[0], numbers[1])]
            for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
                points.append((points[-1][0] + dx, points[-1][1] + dy))
            assert all(a != b for a, b in pairwise(points))
            # A ring inside a ring is an island: what lies in an even number of rings is land.
            out += [end for end in (points[0], points[-1]) if sum(s.contains(Point(end)) for s in deep) % 2]
    assert out == []


def test_no_place_stands_in_a_lake(board: Board) -> None:
    """Its sign stands on the shore, however far the bend moved the lake."""
    text = (board.spec.static / "lines.svg").read_text(encoding="utf-8")
    places = text.partition('<g class="places">')[2].partition('<g class="nums">')[0]
    at = re.findall(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)">', places)
    signs = [Point(float(x), float(y)) for x, y in at]
    assert len(signs) > 20
    lakes = shapes(drawn(board, "ground.svg", "lake"))
    assert [(sign.x, sign.y) for sign in signs if any(lake.contains(sign) for lake in lakes)] == []


@pytest.mark.parametrize("river", ["Tigris", "Euphrates"])
def test_what_comes_from_beyond_the_sheet_begins_at_its_edge(river: str) -> None:
    """Both come down from Armenia; the Euphrates is one line past Lake Habbaniya, which lies south of it."""
    iraq = Board("great-war-iraq")
    (chain,) = iraq.pieces(river)[:1]
    edge = {h for h in iraq.grid.hexes if len(iraq.grid.neighbours(h)) < 6}
    rows = {frozenset((s.a, s.b)) for s in iraq.tables.sides if s.river == river}
    first = next(pair for pair in rows if {chain[0], chain[1]} == {*iraq.grid.between[pair]})
    assert first & edge
    text = (iraq.spec.static / "lines.svg").read_text(encoding="utf-8")
    (data,) = re.findall(rf'd="([^"]*)" stroke-width="[^"]*" data-river="{river}"', text)
    assert data.count("M") == 1 or river == "Tigris", "cut where a lake lies on it"


def test_a_railway_goes_round_lake_balaton() -> None:
    """From Budapest to Agram along its southern shore, on the board where the lake lies between them."""
    empires = Board("empires-alliances")
    at = {h for r in empires.tables.rails if r.line == "Agram–Budapest" for h in (r.a, r.b)}
    assert "4134" in at
    assert "4035" not in at

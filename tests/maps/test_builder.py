"""The map builder's arithmetic: lattices of every grain that the rulebooks use, the bend, routes and paths."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

import itertools

from shapely.geometry import LineString

from tools.maps import spec
from tools.maps.lattice import WIDTH, Grid
from tools.maps.paths import number, path, rounded, through
from tools.maps.projection import Projection
from tools.maps.routing import along_hexsides, hex_to_hex
from tools.maps.spec import LatticeSpec

GRAINS = {
    "great war": (
        LatticeSpec("east", "north", "odd", 1, 76, 1, 33),
        ["5304 5405", "5404 5405", "5405 5406", "5615 5715", "5715 5816", "2717 2618", "2617 2618", "5512 5413"],
        ["5304 5404 5405", "5008 5009 4908"],
    ),
    "empires": (LatticeSpec("west", "south", "odd", 1, 62, 1, 60), ["2751 2851", "2751 2852", "4709 4810"], []),
    "schlieffen": (
        LatticeSpec("west", "south", "even", 1, 30, 1, 22),
        ["1413 1513", "1212 1313", "1010 1111", "1810 1910"],
        [],
    ),
}


@pytest.mark.parametrize("name", GRAINS)
def test_neighbours_that_rulebooks_state(name: str) -> None:
    """Which rows are shifted, and which way columns grow, follow from pairs that the rulebooks call adjacent."""
    lattice, pairs, triples = GRAINS[name]
    grid = Grid(lattice)
    for a, b in map(str.split, pairs):
        assert b in grid.neighbours(a)
        assert grid.distance(a, b) == 1
        assert math.dist(grid.centre(a), grid.centre(b)) == pytest.approx(WIDTH)
        assert len(grid.between[frozenset((a, b))]) == 2
    for a, b, c in map(str.split, triples):
        assert len(set(grid.vertices(a)) & set(grid.vertices(b)) & set(grid.vertices(c))) == 1


@pytest.mark.parametrize("name", GRAINS)
def test_the_board_lies_the_right_way_up(name: str) -> None:
    """North at the top, east on the right, whatever the numbers do; and there and back is the same point."""
    lattice, _, _ = GRAINS[name]
    grid = Grid(lattice)
    x, y = grid.centre("2010")
    right, lower = (grid.centre("2011"), grid.centre("2110"))
    assert (right[0] > x) == (lattice.columns == "east")
    assert (lower[1] > y) == (lattice.rows == "south")
    assert grid.to_grid(*grid.from_grid(10.25, 17.5)) == pytest.approx((10.25, 17.5))
    width, height = grid.size
    assert all(0 < px < width and 0 < py < height for px, py in map(grid.centre, grid.hexes))


def test_every_hex_has_its_neighbours_within_reach_and_a_nearest_centre() -> None:
    grid = Grid(GRAINS["schlieffen"][0])
    for h in ("0101", "1512", "3022", "0122", "3001"):
        assert grid.nearest(*grid.centre(h)) == h
        assert all(grid.distance(h, n) == 1 and h in grid.neighbours(n) for n in grid.neighbours(h))
    assert len(grid.neighbours("1512")) == 6


def test_anchors_fall_in_their_hexes_and_the_way_back_holds() -> None:
    """The bend brings each anchor within the tolerance and can be undone."""
    board = spec.load("schlieffens-war")
    projection = Projection(board.projection, Grid(board.lattice))
    for r in projection.residuals():
        assert r.falls_in == r.anchor.hex
        assert r.after <= board.projection.tolerance + 0.01
    for lon, lat in ((2.35, 48.86), (7.2, 51.43), (6.0, 50.0)):
        assert [float(v) for v in projection.to_lonlat(*projection.point(lon, lat))] == pytest.approx(
            [lon, lat], abs=1e-3
        )


def test_a_river_passes_its_pins_and_does_not_touch_itself() -> None:
    """A straight line is led out of its way by a pinned hexside."""
    grid = Grid(GRAINS["schlieffen"][0])
    line = LineString([grid.centre("1015"), grid.centre("1006")])
    plain = along_hexsides(grid, line, None, (), set())
    pinned = along_hexsides(grid, line, None, (("1210", "1310"),), set())
    side = grid.between[frozenset(("1210", "1310"))]
    steps = [frozenset(pair) for pair in itertools.pairwise(pinned)]
    assert side in steps
    assert side not in [frozenset(pair) for pair in itertools.pairwise(plain)]
    assert len(set(pinned)) == len(pinned)
    assert all(step in grid.sides for step in steps)


def test_a_railway_goes_round_what_is_closed() -> None:
    grid = Grid(GRAINS["schlieffen"][0])
    closed = {"1511", "1411"}
    way = hex_to_hex(grid, "1514", "1508", lambda _, b: b not in closed)
    assert (way[0], way[-1]) == ("1514", "1508")
    assert not closed & set(way)
    assert all(b in grid.neighbours(a) for a, b in itertools.pairwise(way))
    with pytest.raises(ValueError, match="no way"):
        hex_to_hex(grid, "1514", "1508", lambda _, b: b not in grid.neighbours("1508") and b != "1508")


def test_paths_are_short_and_curves_keep_their_ends() -> None:
    assert [number(v) for v in (1.0, -0.04, 2.25, -3.5)] == ["1", "0", "2.2", "-3.5"]
    assert path([(0, 0), (1.04, 0), (1.04, -2)], closed=True) == "M0 0l1 0 0-2z"
    corner = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    for curve in (rounded(corner), through(corner)):
        assert (curve[0], curve[-1]) == (corner[0], corner[-1])
        assert len(curve) > len(corner)
    assert (10.0, 0.0) in through(corner)
    assert (10.0, 0.0) not in rounded(corner)

"""Numbers of hexes, their neighbours and distances, on boards of either shift."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.lattice import OFF_BOARD, Grain, Lattice
from tests.kernel.boards import SHIFTS, ragged, rectangle

EVEN = rectangle("even", range(1, 31), range(1, 31))
ODD = rectangle("odd", range(48, 68), range(1, 31))

PRINTED_SIDES = [
    # Sides that the rulebook of Schlieffen's War names as rivers (§2.1): its even rows are shifted.
    (EVEN, "1413", "1513"),
    (EVEN, "1212", "1313"),
    (EVEN, "1010", "1111"),
    (EVEN, "1810", "1910"),
    # A row and a bend on a map whose odd rows are shifted.
    (ODD, "5304", "5405"),
    (ODD, "5615", "5715"),
    (ODD, "5715", "5816"),
]


@pytest.mark.parametrize(("lattice", "a", "b"), PRINTED_SIDES)
def test_hexes_that_the_maps_print_side_by_side_are_neighbours(lattice: Lattice, a: str, b: str) -> None:
    assert b in lattice.around(a)
    assert a in lattice.around(b)
    assert lattice.distance(a, b) == 1


@pytest.mark.parametrize(
    ("lattice", "centre", "around"),
    [
        (EVEN, "1413", {"1412", "1414", "1313", "1314", "1513", "1514"}),
        (EVEN, "1513", {"1512", "1514", "1412", "1413", "1612", "1613"}),
        (ODD, "5304", {"5303", "5305", "5204", "5205", "5404", "5405"}),
        (ODD, "5405", {"5404", "5406", "5304", "5305", "5504", "5505"}),
    ],
)
def test_the_six_neighbours_depend_on_the_row_and_the_shift(lattice: Lattice, centre: str, around: set[str]) -> None:
    assert set(lattice.around(centre)) == around


@pytest.mark.parametrize(("lattice", "a", "b"), [(EVEN, "1413", "1312"), (EVEN, "1513", "1614"), (ODD, "5304", "5403")])
def test_the_other_shift_would_have_made_these_neighbours(lattice: Lattice, a: str, b: str) -> None:
    assert b not in lattice.around(a)
    assert lattice.distance(a, b) == 2


@pytest.mark.parametrize("shifted", SHIFTS)
def test_a_hex_inside_has_six_neighbours_and_a_corner_two_or_three(shifted: str) -> None:
    lattice = rectangle(shifted, range(1, 6), range(1, 6))
    assert len(lattice.around("0303")) == 6
    corners = {len(lattice.around(h)) for h in ("0101", "0105", "0501", "0505")}
    assert corners == {2, 3}


def test_a_hex_twice_is_no_board() -> None:
    with pytest.raises(ValueError, match="twice"):
        Lattice(Grain("even"), ["0101", "0102", "0101"])


@given(ragged())
def test_sides_lie_opposite_each_other(lattice: Lattice) -> None:
    for a, row in enumerate(lattice.neighbours):
        assert len(row) == 6
        for side, b in enumerate(row):
            if b != OFF_BOARD:
                assert lattice.neighbours[b][(side + 3) % 6] == a
                assert lattice.side(lattice.ids[a], lattice.ids[b]) == side


@given(ragged(), st.data())
def test_distance_is_a_metric(lattice: Lattice, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.sampled_from(lattice.ids)) for _ in range(3))
    assert lattice.distance(a, b) == lattice.distance(b, a) >= 0
    assert (lattice.distance(a, b) == 0) == (a == b)
    assert (lattice.distance(a, b) == 1) == (b in lattice.around(a))
    assert lattice.distance(a, c) <= lattice.distance(a, b) + lattice.distance(b, c)


@given(st.sampled_from(SHIFTS), st.data())
def test_distance_is_the_number_of_steps_on_a_board_without_holes(shifted: str, data: st.DataObject) -> None:
    lattice = rectangle(shifted, range(1, 10), range(1, 10))
    start = data.draw(st.sampled_from(lattice.ids))
    steps, queue = {start: 0}, [start]
    for a in queue:
        for b in lattice.around(a):
            if b not in steps:
                steps[b] = steps[a] + 1
                queue.append(b)
    assert {h: lattice.distance(start, h) for h in lattice.ids} == steps


@given(ragged(), st.data())
def test_within_holds_every_hex_up_to_the_radius_and_no_other(lattice: Lattice, data: st.DataObject) -> None:
    centre, radius = data.draw(st.sampled_from(lattice.ids)), data.draw(st.integers(0, 6))
    found = lattice.within(centre, radius)
    assert found == {h for h in lattice.ids if lattice.distance(centre, h) <= radius}
    assert lattice.within(centre, radius) == found


@pytest.mark.parametrize("shifted", SHIFTS)
def test_rings_grow_by_six(shifted: str) -> None:
    lattice = rectangle(shifted, range(1, 20), range(1, 20))
    sizes = [len(lattice.within("1010", radius)) for radius in range(5)]
    assert sizes == [1, 7, 19, 37, 61]


def test_side_refuses_hexes_that_do_not_touch() -> None:
    with pytest.raises(ValueError, match="not in"):
        EVEN.side("1413", "1613")

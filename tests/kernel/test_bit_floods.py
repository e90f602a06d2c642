"""Floods over bits against floods over one hex after another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.bit_floods import BitLayout
from rules.kernel.floods import trace
from rules.kernel.lattice import OFF_BOARD
from tests.kernel.boards import rectangle

BOARD = rectangle("odd", range(10, 17), range(1, 10))
ALL = range(len(BOARD))
LAYOUT = BitLayout(BOARD.neighbours)
STEPS = sorted((a, b) for a, row in enumerate(BOARD.neighbours) for b in row if b != OFF_BOARD)
sets = st.frozensets(st.sampled_from(ALL))


@given(st.frozensets(st.sampled_from(STEPS)), sets, sets, st.integers(0, 9))
def test_a_flood_of_bits_reaches_what_a_flood_of_hexes_reaches(
    barred: frozenset[tuple[int, int]], begins: frozenset[int], ends: frozenset[int], steps: int
) -> None:
    links = [[(b, 1) for b in row if b != OFF_BOARD and (a, b) not in barred] for a, row in enumerate(BOARD.neighbours)]
    passes = LAYOUT.links(lambda a, b: (a, b) not in barred)
    found = LAYOUT.flood(passes, LAYOUT.bits(begins), steps, LAYOUT.bits(ends))
    assert LAYOUT.hexes(found) == trace(links, begins, steps, (), ends).keys()


@given(sets)
def test_a_set_is_what_was_put_into_it(hexes: frozenset[int]) -> None:
    bits = LAYOUT.bits(hexes)
    assert LAYOUT.hexes(bits) == hexes
    assert [i for i in ALL if LAYOUT.has(bits, i)] == sorted(hexes)


@given(sets, sets, sets)
def test_a_set_is_renewed_where_one_looked(was: frozenset[int], looked: frozenset[int], wanted: frozenset[int]) -> None:
    found = looked & wanted
    assert LAYOUT.hexes(LAYOUT.renewed(LAYOUT.bits(was), looked, found)) == (was - looked) | found


def test_a_place_without_neighbours_is_reached_from_nowhere() -> None:
    alone = len(BOARD)
    layout = BitLayout((*BOARD.neighbours, (OFF_BOARD,) * 6))
    links = layout.links(lambda _, __: True)
    assert layout.hexes(layout.flood(links, layout.bits([alone]), 9, 0)) == {alone}
    assert layout.hexes(layout.flood(links, layout.bits([0]), 99, 0)) == {*ALL}


def test_a_board_in_two_pieces_is_refused() -> None:
    torn = [tuple(OFF_BOARD if a % 9 < 4 <= b % 9 or b % 9 < 4 <= a % 9 else b for b in row)
            for a, row in enumerate(BOARD.neighbours)]  # fmt: skip
    with pytest.raises(ValueError, match="hang together"):
        BitLayout(torn)

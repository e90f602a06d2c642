"""§11.22: the pieces of the ground over which lines of supply run, and the nets that they make."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rules.hexes.supply import components
from rules.hexes.supply.components import Net, SupplyComponents, part
from rules.kernel.floods import flood_links
from tests.games.great_war.kit import position
from tests.thorough import sample_of

BOARD = position({}).printed.board
LINKS = BOARD.lines
ITALY = sorted(BOARD.by_front["italy"])
ROW = ((1,), (0, 2), (1, 3), (2, 4), (3,), ())
"""Five hexes in a row, and one where no line ever runs."""


def pieces(ground: SupplyComponents, hexes: range) -> set[frozenset[int]]:
    """The hexes of each piece."""
    return {frozenset(j for j in hexes if ground.piece(j) == ground.piece(i)) for i in hexes if ground.piece(i)}


@pytest.mark.parametrize(
    ("front", "numbers"),
    sample_of([(f, n) for f in ("west", "italy", "east") for n in (components.MAX_NUMBERS, 40)], 3, 1),
)
def test_11_22_ground_that_is_mended_is_what_is_found(
    front: str, numbers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§11.22: however enemies come and go, the same hexes hang together, and a source has the same net."""
    monkeypatch.setattr(components, "MAX_NUMBERS", numbers)
    rng, here = random.Random(front), sorted(BOARD.by_front[front])
    shut = frozenset(rng.sample(here, len(here) // 3))
    ground, sources = part(LINKS, shut), rng.sample(here, 2)
    joined = 0
    for n in range(150):
        left, came = (rng.sample(lot, rng.randrange(1, 4)) for lot in (sorted(shut), here))
        now = shut - {*left} | {*came}
        ground, shut = ground.mended(shut, now), now
        assert ground == part(LINKS, now), n
        net = Net(ground, sources)
        reached = flood_links(LINKS, sources, now)
        assert net.among(here) == reached.intersection(here)
        assert all((i in net) == (i in reached) for i in here[::5])
        joined += len(reached)
    assert joined > 1_000


def test_11_22_a_row_parts_and_joins() -> None:
    ground = part(ROW, {2})
    assert pieces(ground, range(6)) == {frozenset({0, 1}), frozenset({3, 4})}
    whole = ground.mended(frozenset({2}), frozenset())
    assert pieces(whole, range(6)) == {frozenset(range(5))}
    assert pieces(ground, range(6)) == {frozenset({0, 1}), frozenset({3, 4})}, "the ground before stays as it was"
    again = whole.mended(frozenset(), frozenset({1, 3}))
    assert pieces(again, range(6)) == {frozenset({0}), frozenset({2}), frozenset({4})}
    assert again != whole
    assert again == part(ROW, {1, 3})
    assert pieces(again.mended(frozenset({1, 3}), frozenset({0, 1, 3, 4})), range(6)) == {frozenset({2})}


def test_11_22_grounds_with_as_many_pieces_can_differ() -> None:
    assert part(ROW, {1}) != part(ROW, {3})
    assert part(ROW, {0}) != part(ROW, {4})
    assert part(ROW, ()) != part(ROW, {4})


def test_11_22_a_line_begins_in_its_source() -> None:
    """§11.22: a source that is shut, or where no line ever runs, is in its net, and a line goes on from it."""
    ground = part(ROW, {1, 3})
    assert Net(ground, [1]).among(range(6)) == {0, 1, 2}
    assert Net(ground, [5]).among(range(6)) == {5}
    assert Net(ground, [0, 4]).among(range(6)) == {0, 4}
    assert Net(ground, []).among(range(6)) == frozenset()


def test_11_22_after_many_changes_all_is_found_again() -> None:
    hexes = frozenset(ITALY[: components.MAX_MENDED_HEXES + 20])
    ground = part(LINKS, frozenset())
    assert ground.mended(frozenset(), hexes) == part(LINKS, hexes)
    assert ground.mended(frozenset(), hexes) != ground


def test_11_22_a_ring_is_cut_off_whole() -> None:
    """§11.22: the middle of a ring and a row is shut: both ends of the ring, which meet far from it, are one piece."""
    middle, ring, row = 0, range(1, 8), range(8, 20)
    links: list[set[int]] = [set() for _ in range(20)]
    for way in ([middle, *ring, middle], [middle, *row]):
        for a, b in pairwise(way):
            links[a].add(b)
            links[b].add(a)
    ground = part([sorted(near) for near in links], frozenset())
    assert ground == part([sorted(near) for near in links], frozenset())
    assert pieces(ground, range(20)) == {frozenset(range(20))}
    assert pieces(ground.mended(frozenset(), frozenset({middle})), range(20)) == {frozenset(ring), frozenset(row)}

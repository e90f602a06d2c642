"""Kept floods are what a search from scratch finds, and are searched again only where something changed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.hexes.atlas import Atlas, Box, Link
from rules.hexes.kept_floods import flood_over
from rules.kernel.floods import flood_links, spread
from rules.kernel.incremental import Memory
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice
from tests import recalls
from tests.hexes.test_atlas import cut

BOARD = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 13) for col in range(1, 13)])
RADIUS = 3


@dataclass
class State:
    """A state of which only what is kept matters here."""

    memory: Memory
    memo: dict[str, Any] = field(default_factory=dict)


def near(at: int, closed: frozenset[int], ends: frozenset[int]) -> set[int]:
    """What lies within three steps, never into closed hexes, into ends but not on."""
    found = spread(BOARD.neighbours, [at], lambda a, b: b not in closed and (a == at or a not in ends))
    return {i for i, steps in found.items() if steps <= RADIUS}


def test_a_kept_flood_is_what_a_new_one_finds() -> None:
    """Over two hundred changes of what is closed and where floods end, here and there on the board."""
    rng, memory = random.Random(7), Memory()
    closed: frozenset[int] = frozenset()
    ends: frozenset[int] = frozenset()
    at, asked = BOARD.index["0606"], 0
    for _ in range(200):
        changed = frozenset(rng.sample(range(len(BOARD)), 2)) - {at}
        if rng.random() < 0.5:
            closed ^= changed
        else:
            ends ^= changed

        def find(closed: frozenset[int] = closed, ends: frozenset[int] = ends) -> set[int]:
            nonlocal asked
            asked += 1
            return near(at, closed, ends)

        state = State(memory)
        for _ in range(2):
            assert flood_over(state, BOARD.neighbours, "field", at, closed, ends, find) == near(at, closed, ends)
    # Most changes lie where nobody looked.
    assert 20 < asked < 150


@pytest.fixture(autouse=True)
def only_their_own_finds() -> Iterator[None]:
    """These tests count finds: none is made to check another."""
    with recalls.unchecked():
        yield


def test_another_beginning_or_a_watched_hex_is_looked_at_again() -> None:
    memory, asked = Memory(), []

    def ask(begins: int, closed: frozenset[int], *watched: int) -> None:
        def find() -> set[int]:
            asked.append(begins)
            return near(begins, closed, frozenset())

        flood_over(State(memory), BOARD.neighbours, "field", begins, closed, frozenset(), find, watched=watched)

    far = BOARD.index["1212"]
    ask(BOARD.index["0101"], frozenset())
    ask(BOARD.index["0101"], frozenset({far}))
    assert len(asked) == 1
    ask(BOARD.index["0606"], frozenset({far}))
    assert len(asked) == 2
    ask(BOARD.index["0101"], frozenset(), far)
    ask(BOARD.index["0101"], frozenset({far}), far)
    assert len(asked) == 4


def test_links_count_as_neighbours() -> None:
    """A flood that goes over a link is found again when its far end is closed."""
    links = [Link("rail", "A0305", "yard", "1"), Link("rail", "yard", "B0306", "1")]
    atlas = Atlas(cut(), boxes=[Box("yard", "The yard", "1")], links=links)
    ways, index, memory = atlas.ways("rail"), atlas.lattice.index, Memory()
    rails = [[b for b in row if b != OFF_BOARD] for row in ways]

    def field_of(closed: frozenset[int]) -> frozenset[int]:
        begins = index["A0301"]
        return flood_over(
            State(memory), ways, "rails", begins, closed, frozenset(), lambda: flood_links(rails, [begins], closed)
        )

    assert index["B0309"] in field_of(frozenset())
    assert index["B0309"] not in field_of(frozenset({index["B0306"]}))
    assert index["B0309"] in field_of(frozenset())

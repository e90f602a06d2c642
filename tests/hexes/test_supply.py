"""Supply as any game traces it: what is kept is what a search from nothing finds, of any length and of some hexes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.hexes.supply.components import Net
from rules.hexes.supply.supply_lines import Around, SupplyLines
from rules.hexes.supply.tracing import find_pieces, joined_hexes, lines_to, within
from rules.kernel.floods import flood_links, trace
from rules.kernel.incremental import Memory
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice
from tests.thorough import at_least_one

BOARD = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 13) for col in range(1, 13)])
LINKS = tuple(tuple(b for b in row if b != OFF_BOARD) for row in BOARD.neighbours)
PRICED = tuple(tuple((b, 1 if b % 3 else 2) for b in row) for row in LINKS)
RAILS = tuple(tuple(b for b in row if (a % 12 == b % 12) or a // 12 == b // 12 == 5) for a, row in enumerate(LINKS))
SOURCES = (BOARD.index["0101"], BOARD.index["0612"])


@dataclass
class State:
    """A state of which only what is kept matters here."""

    memory: Memory
    memo: dict[str, Any] = field(default_factory=dict)


@dataclass
class Lie:
    """Who stands where in one of many positions: shut hexes, and those that lines run into and not through."""

    state: State
    shut: frozenset[int]
    ends: frozenset[int]


def positions(seed: int, count: int = 150) -> Iterator[Lie]:
    """One position after the other, each a few hexes from the last."""
    rng, memory = random.Random(seed), Memory()
    shut, ends = (frozenset(rng.sample(range(len(BOARD)), 30)) for _ in range(2))
    for _ in range(count):
        changed = frozenset(rng.sample(range(len(BOARD)), rng.randrange(1, 4)))
        shut, ends = (shut ^ changed, ends) if rng.random() < 0.6 else (shut, ends ^ changed)
        yield Lie(State(memory), shut, ends)


def test_lines_of_any_length_are_what_a_new_search_finds() -> None:
    for lie in at_least_one(positions(1)):
        found = joined_hexes(lie.state, "rails", BOARD.neighbours, RAILS, SOURCES, lie.shut)
        assert found == flood_links(RAILS, SOURCES, lie.shut)
        net = Net(find_pieces(lie.state, "ground", RAILS, lie.shut), SOURCES)
        assert net.among(range(len(BOARD))) == found
        # Where lines end they do not go on.
        ended = Net(find_pieces(lie.state, "ended", RAILS, lie.shut, lie.ends), SOURCES)
        assert ended.among(range(len(BOARD))) == flood_links(RAILS, SOURCES, lie.shut | lie.ends)


def test_pieces_of_other_ground_are_found_from_nothing() -> None:
    """Mended is only what has opened or shut: a railway that is built, or a lake that freezes, makes other links."""
    state, shut = State(Memory()), frozenset({BOARD.index["0806"]})
    whole = range(len(BOARD))
    for links in (RAILS, LINKS, RAILS):
        found = find_pieces(state, "ground", links, shut)
        fresh = find_pieces(State(Memory()), "ground", links, shut)
        assert Net(found, SOURCES).among(whole) == Net(fresh, SOURCES).among(whole)
    assert Net(found, SOURCES).among(whole) != Net(find_pieces(state, "ground", LINKS, shut), SOURCES).among(whole)


def test_lines_of_some_length_are_what_a_new_search_finds() -> None:
    for lie in at_least_one(positions(2)):
        found = within(lie.state, "near", BOARD.neighbours, PRICED, SOURCES, 4, lie.shut, lie.ends)
        assert found == trace(PRICED, SOURCES, 4, lie.shut, lie.ends).keys()


def test_lines_asked_hex_by_hex_are_those_of_the_whole_field() -> None:
    """Traced from either end: a line ends in a source that is shut, but begins in no hex that is."""
    about = Around(LINKS, 3)
    asked = random.Random(4)
    yes = 0
    for lie in positions(3):
        shut = lie.shut - {*SOURCES}
        lines = lines_to(lie.state, "lines", LINKS, frozenset(SOURCES), 3, about, shut)
        fresh = SupplyLines(LINKS, frozenset(SOURCES), 3, shut, about)
        for i in asked.sample(range(len(BOARD)), 40):
            assert (i in lines) == (i in fresh.field())
            yes += i in lines
    assert yes > 200


def test_a_line_ends_in_alps_and_does_not_go_through() -> None:
    ends = frozenset({BOARD.index["0103"]})
    shut = frozenset(BOARD.index[h] for h in ("0201", "0202", "0203", "0204"))
    lines = SupplyLines(LINKS, frozenset({BOARD.index["0101"]}), 5, shut, Around(LINKS, 5), ends)
    assert BOARD.index["0103"] in lines
    assert BOARD.index["0104"] not in lines
    assert BOARD.index["0104"] in SupplyLines(LINKS, frozenset({BOARD.index["0101"]}), 5, shut, Around(LINKS, 5))


@pytest.mark.parametrize(("length", "fed"), [(5, True), (4, True), (3, False)])
def test_weather_may_shorten_lines(length: int, fed: bool) -> None:
    """Whatever was kept for another length is not taken for this one."""
    state, start = State(Memory()), frozenset({BOARD.index["0101"]})
    for now in (5, length):
        lines = lines_to(state, "lines", LINKS, start, now, Around(LINKS, now), frozenset())
        found = within(State(state.memory), "near", BOARD.neighbours, PRICED_ALIKE, start, now, frozenset())
        assert (BOARD.index["0105"] in lines) == (BOARD.index["0105"] in found)
    assert (BOARD.index["0105"] in lines) is fed


PRICED_ALIKE = tuple(tuple((b, 1) for b in row) for row in LINKS)


def test_legs_are_laid_end_to_end() -> None:
    """Two hexes to a railway, and along it any distance to the source, past other enemies on each leg."""
    state, rail_shut = State(Memory()), frozenset({BOARD.index["0806"]})
    source = [BOARD.index["0606"]]
    net = Net(find_pieces(state, "rails", RAILS, rail_shut), source)
    stations = net.among(range(len(BOARD)))
    lines = lines_to(state, "lines", LINKS, stations, 2, Around(LINKS, 2), frozenset())
    assert BOARD.index["0706"] in lines, "on the railway"
    assert BOARD.index["0106"] in lines, "far down the railway"
    assert BOARD.index["0806"] in lines, "on foot from where the railway is cut"
    assert BOARD.index["1206"] in lines, "from another railway"
    cut = Net(find_pieces(state, "rails", RAILS, rail_shut | {i for i in range(60, 72) if i != source[0]}), source)
    assert BOARD.index["1206"] not in lines_to(
        state, "lines", LINKS, cut.among(range(len(BOARD))), 2, Around(LINKS, 2), frozenset()
    )

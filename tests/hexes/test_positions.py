"""Where units are, found from the state before, is what a look at the whole state finds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.hexes.positions import (
    beside_any,
    hexes_by_number,
    hexes_standing_in,
    hexes_where,
    renewed_where,
    units_in_boxes,
    units_where,
)
from rules.hexes.stacks import left_behind, restack
from rules.kernel.incremental import Memory
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice
from rules.kernel.tracked_dict import with_changes
from tests.thorough import at_least_one

BOARD = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 9) for col in range(1, 9)])
BOXES = ("pool", "dead")
ROOMY = frozenset(BOARD.ids[::3])
"""Hexes that hold one more than others."""
UNITS = [f"{side}-{n:02}" for n in range(20) for side in ("red", "blue")]


@dataclass(frozen=True)
class Unit:
    """A unit in a hex or a box."""

    at: str


@dataclass(frozen=True)
class State:
    """Units in stacks and boxes."""

    units: Mapping[str, Unit]
    stacks: Mapping[str, tuple[str, ...]]
    memory: Memory

    @property
    def hexes(self) -> tuple[str, ...]:
        """The occupied ones by number."""
        return tuple(sorted(self.stacks))


def states(seed: int) -> Iterator[State]:
    """One state after the other, each with a unit or two elsewhere."""
    rng, memory = random.Random(seed), Memory()
    units: Mapping[str, Unit] = with_changes({}, dict.fromkeys(UNITS, Unit("pool")))
    stacks: Mapping[str, tuple[str, ...]] = with_changes({}, {})
    for _ in range(250):
        unit = rng.choice([*units])
        enemy = {h for h, stack in stacks.items() if stack[0].split("-")[0] != unit.split("-")[0]}
        to = rng.choice([*BOXES, *(h for h in BOARD.ids if h not in enemy)])
        at = units[unit].at
        other: dict[str, tuple[str, ...]] = left_behind(stacks, [(unit, at)]) if at in stacks else {}
        if to not in BOXES:
            other[to] = (unit, *other.get(to, stacks.get(to, ())))
        units, stacks = with_changes(units, {unit: Unit(to)}), restack(stacks, other)
        yield State(units, stacks, memory)


def is_red(units: tuple[str, ...]) -> bool:
    """Whether the top unit is red."""
    return units[0].startswith("red")


def test_occupied_hexes_and_boxes_are_what_a_look_at_all_finds() -> None:
    for state in at_least_one(states(1)):
        assert hexes_by_number(state) == tuple(sorted(state.stacks))
        lying = {box: tuple(u for u, now in state.units.items() if now.at == box) for box in BOXES}
        assert units_in_boxes(state, BOXES) == lying


def test_boxes_stay_the_same_object_while_nobody_there_comes_or_goes() -> None:
    before, kept = None, 0
    for state in states(2):
        found = units_in_boxes(state, BOXES)
        kept += found is before
        before = found
    assert kept > 20


def test_hexes_of_a_side_and_those_beside_them_are_what_a_look_at_all_finds() -> None:
    before: frozenset[int] = frozenset()
    beside: frozenset[int] = frozenset()
    for state in at_least_one(states(3)):
        red = hexes_standing_in(state, BOARD.index, "red", is_red)
        assert red == {BOARD.index[h] for h, units in state.stacks.items() if is_red(units)}
        beside, before = beside_any(BOARD.neighbours, red, before, beside), red
        assert beside == {b for a in red for b in BOARD.neighbours[a] if b != OFF_BOARD}


def test_another_whole_has_all_looked_at_again() -> None:
    """What ``fits`` asks besides who the units are: which side a nation is on, say."""
    for n, state in at_least_one(enumerate(states(4))):
        ours = ("red", "blue")[n // 50 % 2]

        def fits(units: tuple[str, ...], ours: str = ours) -> bool:
            return units[0].startswith(ours)

        found = hexes_standing_in(state, BOARD.index, "ours", fits, (ours,))
        assert found == {BOARD.index[h] for h, units in state.stacks.items() if units[0].startswith(ours)}


def test_crowded_hexes_are_what_a_look_at_all_finds_whatever_the_limit() -> None:
    for n, state in at_least_one(enumerate(states(5))):
        limit = 1 + n // 60 % 2

        def crowded(hex_: str, units: tuple[str, ...], limit: int = limit) -> bool:
            return len(units) > limit + (hex_ in ROOMY)

        wanted = tuple(sorted(h for h, units in state.stacks.items() if crowded(h, units)))
        assert hexes_where(state, "crowded", crowded, (limit,)) == wanted


def test_units_that_fit_are_what_a_look_at_all_finds_by_hex_and_from_the_top() -> None:
    for n, state in at_least_one(enumerate(states(6))):
        ours = ("red", "blue")[n // 50 % 2]

        def fits(unit: str, ours: str = ours, state: State = state) -> bool:
            return unit.startswith(ours) and state.units[unit].at not in ROOMY

        wanted = tuple(unit for hex_ in sorted(state.stacks) for unit in state.stacks[hex_] if fits(unit))
        assert units_where(state, "ours", fits, (ours,)) == wanted


def test_a_set_that_stays_equal_stays_the_same_object() -> None:
    was = frozenset({1, 2, 3})
    assert renewed_where(was, {3, 4}, {3}) is was
    assert renewed_where(was, {3, 4}, {4}) == {1, 2, 4}

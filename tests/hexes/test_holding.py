"""The hexes that each side has from the other, found from the state before."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rules.hexes.holding import taken_by_side
from rules.kernel.incremental import Memory

HEXES = [f"{n:04}" for n in range(60)]


@dataclass(frozen=True)
class State:
    """Hexes that are taken."""

    taken: frozenset[str]
    memory: Memory


def test_lists_are_what_a_look_at_all_finds_though_countries_change_sides() -> None:
    rng, memory, taken = random.Random(9), Memory(), frozenset[str]()
    takers: dict[str, str | None] = {hex_: rng.choice(["red", "blue", None]) for hex_ in HEXES}
    whole = object()
    for n in range(200):
        taken ^= frozenset(rng.sample(HEXES, 3))
        if not n % 40:
            takers = {hex_: rng.choice(["red", "blue", None]) for hex_ in HEXES}
            whole = object()
        found = taken_by_side(State(taken, memory), ("red", "blue"), takers.__getitem__, (whole,))
        assert found == {s: sorted(h for h in taken if takers[h] == s) for s in ("red", "blue")}


def test_a_list_that_stays_equal_stays_the_same_object() -> None:
    memory = Memory()
    before = taken_by_side(State(frozenset({"0001", "0002"}), memory), ("red", "blue"), lambda _: "red")
    after = taken_by_side(State(frozenset({"0001"}), memory), ("red", "blue"), lambda _: "red")
    assert after == {"red": ["0001"], "blue": []}
    assert after["blue"] is before["blue"]

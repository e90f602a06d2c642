"""Units dealt over hexes: evenly, with room for each, and moved on where there is none."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from rules.hexes.auto_setup import DealtUnits


class Small(DealtUnits[str]):
    """A hex holds two units, one of which may be guns."""

    def __init__(self, most: int = 2) -> None:
        super().__init__()
        self.most = most
        self.seen: Counter[str] = Counter()

    def has_room(self, unit: str, hex_: str) -> bool:
        """Room for two, and for guns beside no other guns."""
        there = self.at.get(hex_, [])
        guns = unit.startswith("guns") and any(other.startswith("guns") for other in there)
        return len(there) < self.most and not guns

    def counted(self, unit: str, hex_: str, more: int) -> None:
        """All that came and did not go."""
        self.seen[hex_] += more


def check(table: Small) -> None:
    """Both ways round are alike, and nothing has more than it holds."""
    assert {u: h for h, units in table.at.items() for u in units} == table.places
    for hex_, units in table.at.items():
        assert len(units) == table.number[hex_] == table.seen[hex_] <= table.most
        assert sum(unit.startswith("guns") for unit in units) <= 1


def test_units_are_spread_over_the_emptiest_the_first_first() -> None:
    table = Small()
    table.put("early", "b")
    assert table.spread(["one", "two", "three", "four", "five", "six"], ["a", "b", "c"]) == ["six"]
    assert table.places == {"early": "b", "one": "a", "two": "c", "three": "a", "four": "b", "five": "c"}
    check(table)


def test_what_is_lifted_leaves_room() -> None:
    table = Small(1)
    table.put("one", "a")
    assert table.spread(["two"], ["a"]) == ["two"]
    assert table.lift("one") == "a"
    assert table.spread(["two"], ["a"]) == []
    check(table)


def test_whoever_can_go_elsewhere_makes_room() -> None:
    table = Small(1)
    assert table.spread(["free", "bound"], ["a"]) == ["bound"], "a plain spread finds none"
    table = Small(1)
    assert table.settle({"free": ["a", "b"], "freer": ["a", "b", "c"], "bound": ["a"]}) == []
    assert table.places["bound"] == "a"
    table = Small(1)
    table.put("free", "a")
    areas = {"bound": ["a"], "free": ["a", "b"]}
    assert table.settle({"bound": ["a"]}) == ["bound"], "who is none of the areas stays"
    table.lift("free")
    table.put("free", "a")
    assert table.settle(areas, ["bound"]) == []
    assert table.places == {"bound": "a", "free": "b"}
    check(table)


def all_fit(areas: dict[str, list[str]], most: int) -> bool:
    """By looking at everything: whether all find room at once."""
    for hexes in product(*areas.values()):
        table = Small(most)
        if all(table.has_room(unit, h) and table.put(unit, h) is None for unit, h in zip(areas, hexes, strict=True)):
            return True
    return False


@pytest.mark.parametrize("guns", [0, 2])
def test_all_are_settled_where_all_can_be(guns: int) -> None:
    settled = 0
    for seed in range(120):
        rng = Random(seed)
        hexes, most = ["a", "b", "c"][: rng.randrange(1, 4)], rng.randrange(1, 3)
        names = [f"guns-{n}" if n < guns else f"foot-{n}" for n in range(rng.randrange(1, 6))]
        areas = {name: [h for h in hexes if rng.randrange(3)] for name in names}
        table = Small(most)
        left = table.settle(areas)
        check(table)
        assert all(h in areas[unit] for unit, h in table.places.items())
        assert sorted([*left, *table.places]) == sorted(names)
        assert bool(left) != all_fit(areas, most), seed
        settled += not left
    assert 20 < settled < 110, "some of both"

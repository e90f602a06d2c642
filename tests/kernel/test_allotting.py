"""What draws on limited things: most are served, the urgent first, each whole and by one way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from time import process_time

import pytest

from rules.kernel.allotting import Way, allot
from rules.kernel.flows import Flow

Ways = Mapping[str, Sequence[Way]]


def drawn(sizes: Mapping[str, int], found: Mapping[str, Way]) -> dict[str, int]:
    """How much of everything is drawn."""
    total: dict[str, int] = {}
    for name, way in found.items():
        for thing in way:
            total[thing] = total.get(thing, 0) + sizes[name]
    return total


def served_at_most(names: Sequence[str], ways: Ways, room: Mapping[str, int]) -> int:
    """How many of one size a flow serves, where a way leads through one thing or from a first to a second."""
    flow: Flow[str] = Flow()
    flow.join("from", "to", 0)
    for thing, much in room.items():
        flow.join(f"{thing} in", f"{thing} out", much)
    for name in names:
        flow.join("from", name, 1)
        for first in {way[0] for way in ways[name]}:
            flow.join(name, f"{first} in", 1)
        for way in ways[name]:
            if len(way) == 2:
                flow.join(f"{way[0]} out", f"{way[1]} in", 100)
            flow.join(f"{way[-1]} out", "to", 100)
    return round(flow.push("from", "to"))


def overland_and_by_sea(rng: Random) -> tuple[list[str], dict[str, list[Way]], dict[str, int]]:
    """Units that reach some cities, and some fleets, each of which leads to the same cities for everyone."""
    cities, fleets = [f"c{n}" for n in range(rng.randrange(1, 5))], [f"f{n}" for n in range(rng.randrange(3))]
    names = [f"u{n}" for n in range(rng.randrange(1, 9))]
    beyond = {fleet: [c for c in cities if rng.randrange(2)] for fleet in fleets}
    ways: dict[str, list[Way]] = {}
    for name in names:
        ways[name] = [(c,) for c in cities if not rng.randrange(3)]
        ways[name] += [(f, c) for f in fleets if rng.randrange(2) for c in beyond[f]]
    return names, ways, {thing: rng.randrange(3) for thing in (*cities, *fleets)}


def test_as_many_of_one_size_are_served_as_a_flow_serves_and_the_urgent_first() -> None:
    for seed in range(400):
        names, ways, room = overland_and_by_sea(Random(seed))
        found = allot(dict.fromkeys(names, 1), ways, room)
        assert all(way in ways[name] for name, way in found.items()), seed
        assert all(much <= room[thing] for thing, much in drawn(dict.fromkeys(names, 1), found).items()), seed
        assert len(found) == served_at_most(names, ways, room), seed
        # Whoever goes without cannot be served together with all who are more urgent and are served.
        served: list[str] = []
        for name in names:
            if name in found:
                served.append(name)
            else:
                assert served_at_most([*served, name], ways, room) == len(served), seed


def best_of_all(sizes: Mapping[str, int], ways: Ways, room: Mapping[str, int]) -> int:
    """By looking at everything: how many can be served when all of the large who can be are."""
    best = (0, 0)
    for choice in product(*([None, *ways[name]] for name in sizes)):
        found = {name: way for name, way in zip(sizes, choice, strict=True) if way is not None}
        if all(much <= room[thing] for thing, much in drawn(sizes, found).items()):
            best = max(best, (sum(sizes[name] == 2 for name in found), len(found)))
    return sum(best[1:])


def test_of_two_sizes_the_large_come_first_and_the_small_share_what_they_leave() -> None:
    fewer = 0
    for seed in range(200):
        rng = Random(seed)
        sizes = {f"u{n}": rng.randrange(1, 3) for n in range(rng.randrange(1, 7))}
        room = {f"c{n}": 2 * rng.randrange(1, 3) for n in range(rng.randrange(1, 4))}
        ways = {name: [(city,) for city in room if rng.randrange(2)] for name in sizes}
        found = allot(sizes, ways, room)
        assert all(much <= room[thing] for thing, much in drawn(sizes, found).items()), seed
        large = [name for name in sizes if sizes[name] == 2]
        corps = {city: much // 2 for city, much in room.items()}
        assert sum(name in found for name in large) == served_at_most(large, ways, corps), seed
        fewer += best_of_all(sizes, ways, room) - len(found)
    assert fewer <= 1, "nearly always as many are served as can be"


def test_the_large_make_way_for_the_small_when_they_can_go_elsewhere() -> None:
    ways = {"corps": [("near",), ("far",)], "division": [("near",)]}
    room = {"near": 2, "far": 2}
    assert allot({"corps": 2, "division": 1}, ways, room) == {"corps": ("far",), "division": ("near",)}
    assert allot({"division": 1, "corps": 2}, ways, {"near": 2, "far": 0}) == {"corps": ("near",)}, (
        "the large are not put out"
    )


def test_the_best_way_is_taken_while_there_is_room() -> None:
    ways = {key: [("best",), ("worst",)] for key in ("a", "b", "c")}
    assert allot({"b": 1, "a": 1, "c": 1}, ways, {"best": 2, "worst": 5}) == {
        "b": ("best",), "a": ("best",), "c": ("worst",),
    }  # fmt: skip


def test_what_has_no_limit_takes_all() -> None:
    assert len(allot(dict.fromkeys("abcdef", 2), {key: [("london",)] for key in "abcdef"}, {})) == 6
    assert allot({"a": 1}, {"a": []}, {}) == {}
    assert allot({"a": 2}, {"a": [("ships", "london")]}, {"ships": 1}) == {}


def test_what_is_named_stays_and_must_fit() -> None:
    ways = {"a": [("x",), ("y",)], "b": [("x",)], "c": [("y",)]}
    room = {"x": 1, "y": 1}
    assert allot({"a": 1, "b": 1, "c": 1}, ways, room) == {"a": ("y",), "b": ("x",)}
    assert allot({"b": 1, "c": 1, "a": 1}, ways, room, {"a": ("x",)}) == {"a": ("x",), "c": ("y",)}
    with pytest.raises(ValueError, match="b finds no room"):
        allot({"a": 1, "b": 1}, ways, room, {"a": ("x",), "b": ("x",)})


def test_a_long_chain_of_moves_is_found() -> None:
    """Each has its own place and that of the next; the last to come asks all of the others to move on."""
    last = 600
    ways: dict[str, list[Way]] = {f"u{n}": [(f"p{n}",), (f"p{n + 1}",)] for n in range(last)}
    ways["late"] = [("p0",)]
    found = allot(dict.fromkeys(ways, 1), ways, {f"p{n}": 1 for n in range(last + 1)})
    assert len(found) == last + 1
    assert found["u5"] == ("p6",)


def test_a_side_that_hungers_is_allotted_quickly() -> None:
    """150 units of which half go hungry, thirty cities and five fleets that lead to ten of them."""
    rng = Random(1914)
    cities = [f"c{n}" for n in range(30)]
    sizes = {f"u{n}": 2 if n % 3 else 1 for n in range(150)}
    ways: dict[str, list[Way]] = {
        name: [(c,) for c in rng.sample(cities, 4)] + [(f"f{rng.randrange(5)}", c) for c in cities[:10]]
        for name in sizes
    }
    room = dict.fromkeys(cities, 4) | {f"f{n}": 12 for n in range(5)}
    times = []
    for _ in range(5):
        began = process_time()
        found = allot(sizes, ways, room)
        times.append(process_time() - began)
    assert len(found) < len(sizes)
    assert min(times) < 0.2

"""Floods against a plain search that knows nothing of buckets."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.floods import disc, flood, flood_links, roam, spread, trace
from rules.kernel.lattice import OFF_BOARD, Lattice
from tests.kernel.boards import ragged, rectangle
from tests.thorough import at_least_one

Prices = Mapping[tuple[int, int], "int | None"]


@st.composite
def grounds(draw: st.DrawFn) -> tuple[Lattice, Prices, frozenset[int], list[int], int]:
    """A board, a price (0 to 4 or no way) for each step on it, hexes to stop in, sources and a budget."""
    lattice = draw(ragged())
    steps = [(a, b) for a, row in enumerate(lattice.neighbours) for b in row if b != OFF_BOARD]
    price = st.one_of(st.none(), st.integers(0, 4))
    prices = dict(zip(steps, draw(st.lists(price, min_size=len(steps), max_size=len(steps))), strict=True))
    indexes = st.integers(0, len(lattice) - 1)
    return (
        lattice,
        prices,
        draw(st.frozensets(indexes, max_size=len(lattice) // 2)),
        draw(st.lists(indexes, min_size=1, max_size=3)),
        draw(st.integers(0, 12)),
    )


def dijkstra(
    lattice: Lattice, prices: Prices, stops: Collection[int], sources: list[int], budget: int
) -> dict[int, int]:
    """The cheapest costs by a heap over (cost, hex), sources left even where one would stop."""
    best: dict[int, int] = {}
    heap = [(0, s) for s in sources]
    while heap:
        cost, a = heapq.heappop(heap)
        if a in best:
            continue
        best[a] = cost
        if a in stops and a not in sources:
            continue
        for b in lattice.neighbours[a]:
            price = prices.get((a, b))
            if b != OFF_BOARD and price is not None and cost + price <= budget:
                heapq.heappush(heap, (cost + price, b))
    return best


@given(grounds())
def test_a_flood_finds_what_a_plain_search_finds(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int],
) -> None:
    lattice, prices, stops, sources, budget = ground
    reach = flood(lattice.neighbours, sources, lambda a, _side, b: prices[a, b], budget, stops.__contains__)
    assert reach.cost == dijkstra(lattice, prices, stops, sources, budget)


@given(grounds())
def test_the_path_of_a_flood_costs_what_the_flood_says(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int],
) -> None:
    lattice, prices, stops, sources, budget = ground
    reach = flood(lattice.neighbours, sources, lambda a, _side, b: prices[a, b], budget, stops.__contains__)
    for to, cost in at_least_one(reach.cost.items()):
        path = reach.path(to)
        assert path[0] in sources
        assert path[-1] == to
        assert len(set(path)) == len(path)
        steps = [prices[a, b] for a, b in pairwise(path)]
        assert sum(p for p in steps if p is not None) == cost
        assert None not in steps
        assert not any(h in stops for h in path[1:-1])


@given(grounds(), st.integers(0, 3))
def test_a_flood_that_knows_the_least_price_finds_the_same_ways(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int], least: int
) -> None:
    lattice, prices, stops, sources, budget = ground

    def price(a: int, _side: int, b: int) -> int | None:
        found = prices[a, b]
        return None if found is None else found + least

    plain = flood(lattice.neighbours, sources, price, budget, stops.__contains__)
    reach = flood(lattice.neighbours, sources, price, budget, stops.__contains__, least=least)
    assert [*reach.cost.items()] == [*plain.cost.items()]
    assert [reach.path(to) for to in reach.cost] == [plain.path(to) for to in plain.cost]


def test_a_flood_that_knows_the_least_price_asks_for_fewer() -> None:
    lattice = rectangle("even", range(1, 8), range(1, 8))
    asked: dict[int, int] = dict.fromkeys((0, 1), 0)
    for least in asked:

        def price(_a: int, _side: int, _b: int, least: int = least) -> int:
            asked[least] += 1
            return 1

        flood(lattice.neighbours, [lattice.index["0404"]], price, 20, least=least)
    # Every hex but the first is priced by the first one that looks at it, and by no other.
    assert asked[1] == len(lattice) - 1 < asked[0]


@given(grounds())
def test_without_stops_a_flood_goes_on(ground: tuple[Lattice, Prices, frozenset[int], list[int], int]) -> None:
    lattice, prices, _, sources, budget = ground
    reach = flood(lattice.neighbours, sources, lambda a, _side, b: prices[a, b], budget)
    assert reach.cost == dijkstra(lattice, prices, (), sources, budget)


@given(grounds())
def test_a_spread_counts_steps_and_forgets_prices(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int],
) -> None:
    lattice, prices, _, sources, _ = ground
    steps = {step: None if price is None else 1 for step, price in prices.items()}
    found = spread(lattice.neighbours, sources, lambda a, b: prices[a, b] is not None)
    assert found == dijkstra(lattice, steps, (), sources, len(lattice))


def test_the_side_given_to_a_price_is_the_side_that_is_crossed() -> None:
    lattice = rectangle("even", range(1, 4), range(1, 4))
    crossed: list[tuple[int, int, int]] = []

    def price(a: int, side: int, b: int) -> int:
        crossed.append((a, side, b))
        return 1

    flood(lattice.neighbours, [lattice.index["0202"]], price, 2)
    assert crossed
    assert all(lattice.neighbours[a][side] == b for a, side, b in crossed)


def test_nothing_is_reached_from_nowhere() -> None:
    lattice = rectangle("even", range(1, 4), range(1, 4))
    assert flood(lattice.neighbours, [], lambda *_: 1, 5).cost == {}
    assert spread(lattice.neighbours, [], lambda *_: True) == {}


@given(grounds())
def test_what_is_connected_is_what_a_spread_reaches(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int],
) -> None:
    lattice, _, closed, sources, _ = ground
    links = [[b for b in row if b != OFF_BOARD] for row in lattice.neighbours]
    assert flood_links(links, sources, closed) == set(spread(links, sources, lambda _a, b: b not in closed))


@given(grounds(), st.data())
def test_a_disc_is_a_flood_whose_steps_cost_one(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int], data: st.DataObject
) -> None:
    lattice, _, ends, sources, radius = ground
    closed = data.draw(st.frozensets(st.integers(0, len(lattice) - 1)))
    reach = flood(
        lattice.neighbours, sources[:1], lambda _a, _s, b: None if b in closed else 1, radius, ends.__contains__
    )
    assert disc(lattice.neighbours, sources[0], radius, closed, ends) == set(reach.cost)


@given(grounds(), st.data())
def test_a_trace_is_a_plain_search_over_prepared_links(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int], data: st.DataObject
) -> None:
    lattice, prices, ends, sources, budget = ground
    closed = data.draw(st.frozensets(st.integers(0, len(lattice) - 1)))
    dear = {step: price + 1 for step, price in prices.items() if price is not None}
    links: list[list[tuple[int, int]]] = [[] for _ in lattice.ids]
    for (a, b), price in dear.items():
        links[a].append((b, price))
    open_steps = {step: price for step, price in dear.items() if step[1] not in closed}
    assert trace(links, sources, budget, closed, ends) == dijkstra(lattice, open_steps, ends, sources, budget)


@given(grounds(), st.data())
def test_a_search_over_prepared_rows_finds_the_ways_of_a_flood(
    ground: tuple[Lattice, Prices, frozenset[int], list[int], int], data: st.DataObject
) -> None:
    """The same costs, and of ways that cost the same the same one: what is offered does not hang on how it is found."""
    lattice, prices, _, (start, *_), budget = ground
    closed = data.draw(st.frozensets(st.integers(0, len(lattice) - 1)))
    dear = {step: price + 1 for step, price in prices.items() if price is not None}
    rows = {a: [(b, dear[a, b]) for b in row if (a, b) in dear] for a, row in enumerate(lattice.neighbours)}
    reach = flood(
        lattice.neighbours, [start], lambda a, _, b: None if b in closed else dear.get((a, b)), budget, least=1
    )
    found = roam(rows, len(lattice), start, budget, closed)
    assert [*found.cost.items()] == [*reach.cost.items()]
    assert all(found.path(i) == reach.path(i) for i in found.cost)

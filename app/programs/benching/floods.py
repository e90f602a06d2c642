"""How fast the kernel's floods run on every board, over the board's own ground.

Each figure is the median of repeated runs; where a flood starts in one place, starts are spread over the whole board.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from app.programs.benching.budget import Figure, median
from app.programs.benching.flood_boards import Areas, FloodBoard, Side, read, read_areas
from app.programs.benching.yardstick import take_figures
from rules.kernel.floods import disc, flood, flood_links, spread, trace

RUNS, WARM_UP_RUNS = 25, 5
"""Runs of a flood over a whole board, and how many before them do not count."""
START_PLACES = 100
"""Places from which short floods start."""
UNLIMITED_POINTS = 200
"""Movement points that reach everywhere."""
RADIUS_HEXES = 4
"""Hexes: about the longest command radius, and a line of supply, of these games."""
FLIGHT_AREAS = 5
"""Areas: the furthest that anything goes in one move of Powers of 1914."""
NONE: frozenset[int] = frozenset()

WHOLE, ASKING, SHORT, SUPPLY = 0.8, 1.0, 0.1, 5.0
"""Budgets in ms: a flood over a board, one that asks a policy for each step, a reach of one unit, a side's supply."""


def measure(boards: Mapping[str, Path]) -> list[Figure]:
    """All floods on all boards, boards in turn."""
    figures: list[Figure] = []
    for name, folder in boards.items():
        if (folder / "hexes.csv").exists():
            ground = read(folder)
            found = [f for part in (_supply, _everywhere, _nearby) for f in take_figures(partial(part, ground))]
        else:
            found = take_figures(partial(_areas, read_areas(folder)))
        figures += (replace(f, name=f"floods: {name}: {f.name}") for f in found)
    return figures


def sources(ground: FloodBoard) -> frozenset[int]:
    """The sources of supply of all sides."""
    return frozenset().union(*(side.sources for side in ground.sides))


def _supply(ground: FloodBoard) -> list[Figure]:
    """What a whole side has in supply, by the game's own procedure."""

    def one(side: Side) -> Figure:
        name = f"supply of a side, {side.name}, {len(ground.supplied_hexes(side))} hexes"
        return Figure(name, _again(lambda: ground.supplied_hexes(side)), "ms", SUPPLY)

    return [one(side) for side in ground.sides]


def _everywhere(ground: FloodBoard) -> list[Figure]:
    """Floods without an end, from all sources of supply."""
    neighbours, starts = ground.neighbours, sources(ground)
    links = [
        [(b, price) for b, price in zip(row, prices, strict=True) if price is not None]
        for row, prices in zip(neighbours, ground.prices, strict=True)
    ]
    steps = [[b for b, _ in row] for row in links]
    land = ground.land
    towns = starts.union(*(side.towns for side in ground.sides))
    stations = [i for i, row in enumerate(ground.rails) if row and i in towns]
    least = min(price for row in ground.prices for price in row if price is not None)
    reached = len(flood(neighbours, starts, ground.cost, UNLIMITED_POINTS).cost)
    return [
        Figure(
            f"flood, {reached} hexes",
            _again(lambda: flood(neighbours, starts, ground.cost, UNLIMITED_POINTS, least=least)),
            "ms",
            ASKING,
        ),
        Figure(
            f"trace, {reached} hexes", _again(lambda: trace(links, starts, UNLIMITED_POINTS, NONE, NONE)), "ms", WHOLE
        ),
        Figure("spread", _again(lambda: spread(neighbours, starts, lambda _a, b: b in land)), "ms", WHOLE),
        Figure("connected, all steps", _again(lambda: flood_links(steps, starts, NONE)), "ms", WHOLE),
        Figure("connected, rails", _again(lambda: flood_links(ground.rails, stations, NONE)), "ms", WHOLE),
    ]


def _nearby(ground: FloodBoard) -> list[Figure]:
    """Floods of one unit or one headquarters."""
    neighbours, allowance = ground.neighbours, ground.chart.allowance
    starts = _some(sorted(ground.land))
    hexes = statistics.median(len(flood(neighbours, (s,), ground.cost, allowance).cost) for s in starts)
    return [
        Figure(
            f"path reach of {allowance} MP, {hexes:g} hexes",
            _each(starts, lambda s: flood(neighbours, (s,), ground.cost, allowance)),
            "ms",
            SHORT,
        ),
        Figure(
            f"disc of {RADIUS_HEXES} hexes",
            _each(starts, lambda s: disc(neighbours, s, RADIUS_HEXES, NONE, NONE)),
            "ms",
            SHORT,
        ),
    ]


def _areas(board: Areas) -> list[Figure]:
    """Paths over links, by land and by sea, and as an aircraft flies."""
    every, count = range(len(board.ids)), len(board.ids)
    return [
        Figure(
            f"path over all links, {count} areas",
            _each(every, lambda s: flood(board.links, (s,), lambda _a, _side, _b: 1, count)),
            "ms",
            SHORT,
        ),
        Figure(
            f"path of {FLIGHT_AREAS} areas",
            _each(every, lambda s: flood(board.links, (s,), lambda _a, _side, _b: 1, FLIGHT_AREAS)),
            "ms",
            SHORT,
        ),
        Figure("path by land", _each(every, lambda s: flood(board.links, (s,), board.march, count)), "ms", SHORT),
        Figure("path by sea", _each(every, lambda s: flood(board.links, (s,), board.sail, count)), "ms", SHORT),
    ]


def _some(places: Sequence[int]) -> Sequence[int]:
    return places[:: max(1, len(places) // START_PLACES)]


def _again(run: Callable[[], object]) -> float:
    """The median of runs of one flood, in ms."""
    return median([_measure(run) for _ in range(WARM_UP_RUNS + RUNS)][WARM_UP_RUNS:])


def _each(starts: Sequence[int], run: Callable[[int], object]) -> float:
    """The median over the starts, in ms; from each once to warm up and once to count."""
    for start in starts:
        run(start)
    return median([_measure(lambda start=start: run(start)) for start in starts])  # type: ignore[misc]


def _measure(run: Callable[[], object]) -> float:
    before = time.perf_counter()
    run()
    return time.perf_counter() - before

"""Shortest ways over the lattice: rivers along hexsides, railways from hex to hex."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from shapely.geometry import LineString, Point

from tools.maps.lattice import WIDTH, Grid, Vertex
from tools.maps.spec import Pair

Node = TypeVar("Node", Vertex, str)

SIDE_COST = 0.55
"""What a hexside costs a river that follows its real course; straying adds the square of the distance."""
RIVER_STRAY = 0.33
"""Hexes of straying that cost a river one more hexside."""
RAIL_STRAY = 0.6
"""Hexes off the straight line that cost a railway one more hex."""


def shortest(
    start: Node, goal: Node, ways: Callable[[Node], Iterable[Node]], cost: Callable[[Node, Node], float]
) -> list[Node]:
    """Dijkstra's way from start to goal, both included. ValueError when there is none."""
    best = {start: 0.0}
    came: dict[Node, Node] = {}
    todo = [(0.0, start)]
    while todo:
        far, here = heapq.heappop(todo)
        if here == goal:
            way = [goal]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        if far > best[here]:
            continue
        for there in ways(here):
            d = far + cost(here, there)
            if d < best.get(there, math.inf):
                best[there], came[there] = d, here
                heapq.heappush(todo, (d, there))
    raise ValueError(f"no way from {start} to {goal}")


def along_hexsides(
    grid: Grid, line: LineString, end: Vertex | None, pins: Sequence[Pair], taken: set[Vertex]
) -> list[Vertex]:
    """The chain of corners that follows a line, over the pinned hexsides in turn.

    ``end``: where it must end (the corner of another river), else the corner nearest the line's end. ``taken``:
    corners of that other river, at the first of which the chain stops. ValueError if no chain passes all pins.
    """
    corners = list(grid.ways)

    def near(x: float, y: float) -> Vertex:
        return min(corners, key=lambda v: math.dist(grid.point(v), (x, y)))

    def cost(a: Vertex, b: Vertex) -> float:
        (ax, ay), (bx, by) = grid.point(a), grid.point(b)
        off = float(line.distance(Point((ax + bx) / 2, (ay + by) / 2))) / WIDTH
        return SIDE_COST + (off / RIVER_STRAY) ** 2

    start = near(*line.coords[0])
    goal = end or near(*line.coords[-1])
    stops: list[tuple[Vertex, Vertex]] = []
    for pin in pins:
        a, b = sorted(grid.between[frozenset(pin)], key=lambda v: line.project(Point(grid.point(v))))
        stops.append((a, b))

    def leg(a: Vertex, b: Vertex, barred: set[Vertex]) -> list[Vertex]:
        return shortest(a, b, lambda v: (w for w in grid.ways[v] if w not in barred), cost)

    best: tuple[float, list[Vertex]] | None = None
    for turned in range(1 << len(stops)):
        ordered = [(b, a) if turned >> i & 1 else (a, b) for i, (a, b) in enumerate(stops)]
        chain = [start]
        try:
            for i, (a, b) in enumerate(ordered):
                later = {v for pair in ordered[i:] for v in pair} - {a}
                chain += leg(chain[-1], a, (set(chain[:-1]) | later))[1:]
                chain.append(b)
            chain += leg(chain[-1], goal, set(chain[:-1]))[1:]
        except ValueError:
            continue
        total = sum(cost(a, b) for a, b in pairwise(chain))
        if best is None or total < best[0]:
            best = (total, chain)
    if best is None:
        raise ValueError("the pinned hexsides cannot be joined")
    chain = best[1]
    for i, v in enumerate(chain):
        if v in taken and i > 1:
            return chain[: i + 1]
    return chain


def hex_to_hex(grid: Grid, a: str, b: str, open_to: Callable[[str, str], bool]) -> list[str]:
    """The hexes of a railway between two hexes: straight, but only where it may run."""
    line = LineString([grid.centre(a), grid.centre(b)]) if a != b else None

    def cost(_: str, there: str) -> float:
        off = line.distance(Point(grid.centre(there))) / WIDTH if line is not None else 0.0
        return 1 + (off / RAIL_STRAY) ** 2 * 0.2

    return shortest(a, b, lambda h: (n for n in grid.neighbours(h) if open_to(h, n)), cost)

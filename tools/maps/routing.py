"""Shortest ways over the lattice: rivers along hexsides, railways from hex to hex."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from shapely.geometry import LineString, Point

from tools.maps.lattice import WIDTH, Grid, Side, Vertex
from tools.maps.spec import Pair

Node = TypeVar("Node", Vertex, str)

SIDE_COST = 0.55
"""What a hexside costs a river that follows its real course; straying adds the square of the distance."""
RIVER_STRAY = 0.33
"""Hexes of straying that cost a river one more hexside."""
RIVER_FURTHEST = 2.5
"""Hexes beyond which a river does not stray at all."""
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


def reached(start: Node, ways: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """Everything that can be reached, sorted; the start too."""
    seen, todo = {start}, [start]
    while todo:
        for there in ways(todo.pop()):
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return sorted(seen)


def _chains(
    start: Vertex,
    goal: Vertex,
    stops: Sequence[tuple[Vertex, Vertex]],
    leg: Callable[[Vertex, Vertex, set[Vertex]], list[Vertex]],
) -> Iterator[list[Vertex]]:
    """A chain for each way round in which the stops can be passed, in order and each corner once."""
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
        yield chain


def along_hexsides(
    grid: Grid,
    line: LineString,
    end: Vertex | None,
    pins: Sequence[Pair],
    taken: set[Vertex],
    closed: Collection[Side] = frozenset(),
    others: Collection[Vertex] = frozenset(),
    begin: Vertex | None = None,
) -> list[Vertex]:
    """The chain of corners that follows a line, over the pinned hexsides in turn.

    ``end``: where it must end (the corner of another river), else the corner nearest the line's end. ``taken``:
    corners of that other river, at the first of which the chain stops. ``closed``: hexsides where it may not run.
    ``others``: corners of rivers that it does not join.
    ``begin``: where it must begin. ValueError if no chain passes all pins.
    """

    def free(v: Vertex) -> Iterable[Vertex]:
        return (w for w in grid.ways[v] if w not in others and frozenset((v, w)) not in closed)

    def near(at: Sequence[float], corners: Iterable[Vertex]) -> Vertex:
        return min(corners, key=lambda v: math.dist(grid.point(v), at))

    def cost(a: Vertex, b: Vertex) -> float:
        (ax, ay), (bx, by) = grid.point(a), grid.point(b)
        off = float(line.distance(Point((ax + bx) / 2, (ay + by) / 2))) / WIDTH
        return SIDE_COST + (off / RIVER_STRAY) ** 2 if off <= RIVER_FURTHEST else math.inf

    goal = end or near(line.coords[-1], (v for v in grid.ways if v not in others))
    # Beside its source another river may run: it then begins on the side from which it can reach its mouth.
    start = begin or near(line.coords[0], (v for v in reached(goal, free) if v not in taken and v != goal))
    if math.dist(grid.point(start), line.coords[0]) > RIVER_FURTHEST * WIDTH:
        raise ValueError("the source is cut off from the mouth")
    stops = []
    for pin in pins:
        a, b = sorted(grid.between[frozenset(pin)], key=lambda v: line.project(Point(grid.point(v))))
        stops.append((a, b))

    def leg(a: Vertex, b: Vertex, barred: set[Vertex]) -> list[Vertex]:
        return shortest(a, b, lambda v: (w for w in free(v) if w not in barred), cost)

    chains = _chains(start, goal, stops, leg)
    chain = min(chains, key=lambda chain: sum(cost(a, b) for a, b in pairwise(chain)), default=None)
    if chain is None:
        raise ValueError("the pinned hexsides cannot be joined")
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

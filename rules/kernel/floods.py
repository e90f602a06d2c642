"""Floods over a lattice: what a mover reaches, how far a line of supply runs.

A bucket queue over flat arrays: costs are small whole numbers, so no heap is needed, and a hex's cost so far is a
list's place, since lists are read and written faster than dictionaries. Policies come as functions:
``cost(a, side, b)`` gives the price of a step or ``None`` where there is no way.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from rules.kernel.lattice import OFF_BOARD

Cost = Callable[[int, int, int], "int | None"]
Stop = Callable[[int], bool]


class Reach:
    """What a flood found: ``cost[i]`` for every hex reached, and the way back."""

    __slots__ = ("_before", "cost")

    def __init__(self, cost: dict[int, int], before: dict[int, int]) -> None:
        self.cost = cost
        self._before = before

    def path(self, to: int) -> list[int]:
        """The hexes from a source to ``to``, both included."""
        way = [to]
        while way[-1] in self._before:
            way.append(self._before[way[-1]])
        return way[::-1]


def flood(
    neighbours: Sequence[Sequence[int]],
    sources: Iterable[int],
    cost: Cost,
    budget: int,
    stops: Stop | None = None,
    *,
    least: int = 0,
) -> Reach:
    """Cheapest cost to every hex within ``budget`` of any of ``sources``; no price is under ``least``.

    ``stops(i)`` hexes are entered but not left (the sources themselves are always left). A policy that names its
    ``least`` price is asked for fewer: most hexes are reached as cheaply as can be from the first that looks at them.
    """
    best = [budget + 1] * (len(neighbours) + 1)
    # A neighbour OFF_BOARD is the list's last place: nothing is cheaper than what stands there, so nobody goes.
    best[OFF_BOARD] = OFF_BOARD
    before: dict[int, int] = {}
    found: dict[int, int] = {}
    start = set(sources)
    for s in start:
        best[s] = 0
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].extend(start)
    for spent, bucket in enumerate(buckets):
        soonest = spent + least
        for a in bucket:
            if best[a] != spent:
                continue
            found[a] = spent
            if stops is not None and a not in start and stops(a):
                continue
            side = -1  # counted by hand, which takes less than enumerate here
            for b in neighbours[a]:
                side += 1
                # The price is not asked where no price could make the way cheaper: more than half of all steps.
                if best[b] > soonest:
                    price = cost(a, side, b)
                    if price is not None and (total := spent + price) < best[b]:
                        best[b] = total
                        before[b] = a
                        buckets[total].append(b)
    return Reach(found, before)


def roam(
    rows: Mapping[int, Sequence[tuple[int, int]]], size: int, start: int, budget: int, closed: Container[int]
) -> Reach:
    """``flood`` from one hex over ``rows`` of (neighbour, price from 1 up), never into ``closed`` ones.

    ``size``: the hexes of the board. Rows are read only where someone comes, so they may be found then.
    """
    best = [budget + 1] * size
    best[start] = 0
    before: dict[int, int] = {}
    found: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for a in bucket:
            if best[a] != spent:
                continue
            found[a] = spent
            for b, price in rows[a]:
                total = spent + price
                if best[b] > total and b not in closed:
                    best[b] = total
                    before[b] = a
                    buckets[total].append(b)
    return Reach(found, before)


def trace(
    links: Sequence[Sequence[tuple[int, int]]],
    sources: Iterable[int],
    budget: int,
    closed: Iterable[int],
    ends: Container[int],
) -> dict[int, int]:
    """Cheapest cost within ``budget`` of any source over ``links`` of (neighbour, price from 1 up).

    Never into ``closed`` hexes, into ``ends`` but not on from them; the sources themselves are always left. A flood
    for lines of supply: the links are prepared once a board, for only who stands on the ground ever changes.
    """
    best = [budget + 1] * len(links)
    for c in closed:
        best[c] = OFF_BOARD
    found: dict[int, int] = {}
    start = set(sources)
    for s in start:
        best[s] = 0
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].extend(start)
    for spent, bucket in enumerate(buckets):
        soonest = spent + 1
        for a in bucket:
            # A hex stands in a dearer bucket too when a cheaper way was found later.
            if best[a] != spent:
                continue
            found[a] = spent
            if a in ends and a not in start:
                continue
            for b, price in links[a]:
                if best[b] > soonest and best[b] > (total := spent + price):
                    best[b] = total
                    buckets[total].append(b)
    return found


def spread(
    neighbours: Sequence[Sequence[int]], sources: Iterable[int], passes: Callable[[int, int], bool]
) -> dict[int, int]:
    """Distance in steps from the nearest source to every hex that ``passes(a, b)`` lets in."""
    distance = dict.fromkeys(sources, 0)
    # A neighbour OFF_BOARD is the list's last place, to which nobody goes.
    known = [False] * len(neighbours) + [True]
    for s in distance:
        known[s] = True
    front, steps = list(distance), 0
    while front:
        steps += 1
        following: list[int] = []
        for a in front:
            for b in neighbours[a]:
                if not known[b] and passes(a, b):
                    known[b] = True
                    following.append(b)
        distance.update(dict.fromkeys(following, steps))
        front = following
    return distance


def flood_links(links: Sequence[Sequence[int]], sources: Iterable[int], closed: Container[int]) -> set[int]:
    """Everything joined to a source by ``links`` (no ``OFF_BOARD`` among them) without entering a closed hex.

    The sources themselves belong to it, closed or not.
    """
    found = set(sources)
    front = list(found)
    while front:
        following: list[int] = []
        for a in front:
            for b in links[a]:
                if b not in found and b not in closed:
                    found.add(b)
                    following.append(b)
        front = following
    return found


def disc(
    neighbours: Sequence[Sequence[int]], centre: int, radius: int, closed: Container[int], ends: Container[int]
) -> set[int]:
    """The hexes within ``radius`` steps of ``centre``: never into ``closed`` ones, into ``ends`` but not on from them.

    A flood where every step costs one, for command radii: it needs no prices, so it asks for none.
    """
    found = {centre}
    front = [centre]
    for _ in range(radius):
        following: list[int] = []
        for a in front:
            if a in ends and a != centre:
                continue
            for b in neighbours[a]:
                if b not in found and b != OFF_BOARD and b not in closed:
                    found.add(b)
                    following.append(b)
        front = following
    return found

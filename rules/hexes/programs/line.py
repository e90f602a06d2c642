"""Where a line is best held: the fewest hexes between the enemy and home, against the ground that is given up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

ENEMY, HOME = -1, -2
"""The two ends of the flow: everything that is the enemy's, and everything that is safely behind."""
TINY, MUCH = 1e-9, 1e6


@dataclass
class Flow:
    """A net of capacities, two nodes a hex. The least cut between two of its nodes is what a flow cannot exceed."""

    left: dict[int, dict[int, float]] = field(default_factory=dict)

    def join(self, a: int, b: int, most: float) -> None:
        """Let at most so much flow from a node to another."""
        there, back = self.left.setdefault(a, {}), self.left.setdefault(b, {})
        there[b] = there.get(b, 0.0) + most
        back.setdefault(a, 0.0)

    def cut(self, source: int, sink: int) -> set[int]:
        """The nodes on the source's side of the least cut (Dinic's algorithm)."""
        while True:
            levels = self._levels(source)
            if sink not in levels:
                return set(levels)
            ways = {node: iter(self.left[node]) for node in levels}
            while self._push(source, sink, levels, ways):
                pass

    def _levels(self, source: int) -> dict[int, int]:
        levels, waiting = {source: 0}, deque([source])
        while waiting:
            node = waiting.popleft()
            for other, most in self.left[node].items():
                if most > TINY and other not in levels:
                    levels[other] = levels[node] + 1
                    waiting.append(other)
        return levels

    def _push(self, source: int, sink: int, levels: Mapping[int, int], ways: dict[int, Iterator[int]]) -> bool:
        """One more path along the levels, as much as it takes; False when there is none."""
        path = [source]
        while path[-1] != sink:
            node = path[-1]
            for other in ways[node]:
                if self.left[node][other] > TINY and levels.get(other, -1) == levels[node] + 1:
                    path.append(other)
                    break
            else:
                path.pop()
                if not path:
                    return False
        steps = [*pairwise(path)]
        most = min(self.left[a][b] for a, b in steps)
        for a, b in steps:
            self.left[a][b] -= most
            self.left[b][a] += most
        ways.update((a, iter(self.left[a])) for a, _ in steps)
        return True


def held_line(
    ground: Mapping[int, float],
    front: frozenset[int],
    home: frozenset[int],
    cost: Callable[[int], float],
    beside: Callable[[int], tuple[int, ...]],
) -> frozenset[int]:
    """The hexes of the line between the enemy and home for which the men and the ground that is given up cost least.

    ``ground``: hexes of ours, with what each is worth that is left to the enemy. ``front``: those that lie beside the
    enemy. ``home``: those that the enemy must never reach. ``cost``: what it takes to hold a hex.
    """
    flow = Flow()
    flow.join(ENEMY, HOME, 0.0)
    for i, worth in ground.items():
        inner, outer = 2 * i, 2 * i + 1
        flow.join(inner, outer, cost(i))
        flow.join(outer, HOME, MUCH if i in home else worth)
        if i in front:
            flow.join(ENEMY, inner, MUCH)
        for b in beside(i):
            if b in ground:
                flow.join(outer, 2 * b, MUCH)
    lost = flow.cut(ENEMY, HOME)
    return frozenset(i for i in ground if 2 * i in lost and 2 * i + 1 not in lost)

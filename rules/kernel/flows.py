"""Flows through a net of capacities: how much can go from one node to another, and where it is held up."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic, TypeVar

TINY = 1e-9

N = TypeVar("N", bound=Hashable)


@dataclass
class Flow(Generic[N]):
    """A net of capacities. The least cut between two of its nodes is what a flow cannot exceed."""

    left: dict[N, dict[N, float]] = field(default_factory=dict)
    """What each node can still send to others; a flow leaves as much in the other direction."""

    def join(self, a: N, b: N, most: float) -> None:
        """Let at most so much flow from a node to another."""
        there, back = self.left.setdefault(a, {}), self.left.setdefault(b, {})
        there[b] = there.get(b, 0.0) + most
        back.setdefault(a, 0.0)

    def push(self, source: N, sink: N) -> float:
        """Send as much as can go, and say how much that is. KeyError for a node that nothing joins."""
        return self._fill(source, sink)[0]

    def cut(self, source: N, sink: N) -> set[N]:
        """The nodes on the source's side of the least cut (Dinic's algorithm), once all is sent. KeyError likewise."""
        return self._fill(source, sink)[1]

    def _fill(self, source: N, sink: N) -> tuple[float, set[N]]:
        sent = 0.0
        while True:
            levels = self._levels(source)
            if sink not in levels:
                return sent, set(levels)
            ways = {node: iter(self.left[node]) for node in levels}
            while more := self._push(source, sink, levels, ways):
                sent += more

    def _levels(self, source: N) -> dict[N, int]:
        levels, waiting = {source: 0}, deque([source])
        while waiting:
            node = waiting.popleft()
            for other, most in self.left[node].items():
                if most > TINY and other not in levels:
                    levels[other] = levels[node] + 1
                    waiting.append(other)
        return levels

    def _push(self, source: N, sink: N, levels: Mapping[N, int], ways: dict[N, Iterator[N]]) -> float:
        """One more path along the levels, as much as it takes; 0 when there is none."""
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
                    return 0.0
        steps = [*pairwise(path)]
        most = min(self.left[a][b] for a, b in steps)
        for a, b in steps:
            self.left[a][b] -= most
            self.left[b][a] += most
        ways.update((a, iter(self.left[a])) for a, _ in steps)
        return most

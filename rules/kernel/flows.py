"""Flows through a net of capacities: how much can go from one node to another, and where it is held up."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

TINY = 1e-9
FAR = -1
"""The level of a node to which nothing flows."""

N = TypeVar("N", bound=Hashable)


@dataclass
class Flow(Generic[N]):
    """A net of capacities. The least cut between two of its nodes is what a flow cannot exceed.

    Nodes and links are numbered. A link and the one back are neighbours in number, so that ``link ^ 1`` is the other.
    """

    number: dict[N, int] = field(default_factory=dict)
    links: list[list[int]] = field(default_factory=list)
    """The links of each node."""
    ends: list[int] = field(default_factory=list)
    """The node to which each link leads."""
    left: list[float] = field(default_factory=list)
    """How much each link can still carry; a flow leaves as much in the other direction."""

    def join(self, a: N, b: N, most: float) -> None:
        """Let at most so much flow from a node to another, besides what can flow already."""
        link = len(self.ends)
        start, end = self._numbered(a), self._numbered(b)
        self.links[start].append(link)
        self.links[end].append(link + 1)
        self.ends += (end, start)
        self.left += (most, 0.0)

    def _numbered(self, node: N) -> int:
        found = self.number.setdefault(node, len(self.links))
        if found == len(self.links):
            self.links.append([])
        return found

    def push(self, source: N, sink: N) -> float:
        """Send as much as can go, and say how much that is. KeyError for a node that nothing joins."""
        return self._fill(self.number[source], self.number[sink])[0]

    def cut(self, source: N, sink: N) -> set[N]:
        """The nodes on the source's side of the least cut (Dinic's algorithm), once all is sent. KeyError likewise."""
        levels = self._fill(self.number[source], self.number[sink])[1]
        return {node for node, k in self.number.items() if levels[k] != FAR}

    def _fill(self, source: int, sink: int) -> tuple[float, Sequence[int]]:
        sent = 0.0
        while True:
            levels = self._levels(source, sink)
            if levels[sink] == FAR:
                return sent, levels
            sent += self._send(source, sink, levels)

    def _levels(self, source: int, sink: int) -> list[int]:
        """How many links each node is from the source, as far as the sink."""
        links, ends, left = self.links, self.ends, self.left
        levels = [FAR] * len(links)
        levels[source] = level = 0
        front = [source]
        while front and levels[sink] == FAR:
            level += 1
            following = []
            for node in front:
                for link in links[node]:
                    if levels[other := ends[link]] == FAR and left[link] > TINY:
                        levels[other] = level
                        following.append(other)
            front = following
        return levels

    def _send(self, source: int, sink: int, levels: list[int]) -> float:
        """Along the levels as much as they take. A link that leads no further is not looked at again."""
        links, ends, left = self.links, self.ends, self.left
        next_link, sent = [0] * len(links), 0.0
        path: list[int] = []
        node = source
        while True:
            if node == sink:
                most = min(left[link] for link in path)
                sent += most
                for link in path:
                    left[link] -= most
                    left[link ^ 1] += most
                # Back to where the path is full; what leads there can carry more.
                full = next(k for k, link in enumerate(path) if left[link] <= TINY)
                node = ends[path[full] ^ 1]
                del path[full:]
            level, mine = levels[node] + 1, links[node]
            while (k := next_link[node]) < len(mine):
                if left[mine[k]] > TINY and levels[ends[mine[k]]] == level:
                    break
                next_link[node] = k + 1
            if k < len(mine):
                path.append(mine[k])
                node = ends[mine[k]]
            elif path:
                node = ends[path.pop() ^ 1]
                next_link[node] += 1
            else:
                return sent

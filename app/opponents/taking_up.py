"""Which seats of programs are taken up, where more wait than are played at the same time (decisions/0081).

A seat that is played has its match in memory, and waits for its turn to be thought for. Guests cost nothing: thousands
of their tables would fill the memory, and a process that has just started would find them all at once.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, deque
from collections.abc import Iterable, Mapping

Key = tuple[str, str]
"""A match and a seat."""


class Line:
    """Those that wait, each with how many came before it."""

    def __init__(self) -> None:
        self._came: dict[Key, int] = {}
        self._count = itertools.count()

    def order(self, due: Mapping[Key, str], at_work: Iterable[str]) -> list[Key]:
        """The seats that wait, by their owners, as they are to be taken up: next comes the owner of whom fewest seats
        are ``at_work``, and of several the one who waits longest. Those that are due no more lose their place."""
        self._came = {key: self._came[key] if key in self._came else next(self._count) for key in due}
        lines: dict[str, deque[Key]] = {}
        for key in sorted(due, key=self._came.__getitem__):
            lines.setdefault(due[key], deque()).append(key)
        busy = Counter(at_work)
        heap = [(busy[owner], self._came[line[0]], owner) for owner, line in lines.items()]
        heapq.heapify(heap)
        found: list[Key] = []
        while heap:
            share, _, owner = heapq.heappop(heap)
            line = lines[owner]
            found.append(line.popleft())
            if line:
                heapq.heappush(heap, (share + 1, self._came[line[0]], owner))
        return found

"""What is turned away, in the log: the first of a kind at once, then only how many more. No flood fills the log."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog
from prometheus_client import Counter

log = structlog.get_logger(__name__)

WINDOW_SECONDS = 60.0
MAX_LINES_PER_WINDOW = 50
"""Lines for what is turned away in one window; of all others only the number is logged."""
MAX_ADDRESSES = 5_000

REFUSED = Counter("greatwar_refused_total", "Connections and calls refused", ["kind"])


class Refusals:
    """Counts by kind and household. It is told nothing secret: no cookie, no key, no body."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = clock() + WINDOW_SECONDS
        self._counts: dict[tuple[str, str], int] = {}
        self._by_address: dict[str, int] = {}
        self._lines = 0
        self._unnamed = 0
        """Refusals of households that had no line in this window."""

    def note(self, kind: str, address: str) -> int:
        """A caller was refused; gives how often the household was in this window."""
        REFUSED.labels(kind).inc()
        self.tick()
        if address not in self._by_address and len(self._by_address) >= MAX_ADDRESSES:
            self._unnamed += 1
            return 1
        count = self._by_address[address] = self._by_address.get(address, 0) + 1
        key = kind, address
        if key in self._counts:
            self._counts[key] += 1
        elif self._lines < MAX_LINES_PER_WINDOW:
            self._lines += 1
            self._counts[key] = 1
            log.warning("refused", kind=kind, address=address)
        else:
            self._unnamed += 1
        return count

    def tick(self) -> None:
        """Close the window when it is over, and say what more came in it."""
        now = self._clock()
        if now < self._until:
            return
        for (kind, address), count in self._counts.items():
            if count > 1:
                log.warning("refused again", kind=kind, address=address, times=count - 1, seconds=int(WINDOW_SECONDS))
        if self._unnamed:
            log.warning("refused others", times=self._unnamed, seconds=int(WINDOW_SECONDS))
        self._until = now + WINDOW_SECONDS
        self._counts.clear()
        self._by_address.clear()
        self._lines = self._unnamed = 0

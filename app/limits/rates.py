"""How often something may be done in a stretch of time, as the library ``limits`` counts it."""

from __future__ import annotations

import time

import limits
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

MAX_COUNTS = 50_000
"""Counts that are kept before those that are over are looked for."""


class Counts(Storage):
    """Counts in memory. The library's own starts a thread every 10 ms to forget old counts, which cost a busy server a
    twentieth of its time; here they are forgotten when there are many, in between two calls."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, tuple[int, float]] = {}
        """What was counted, and until when it counts."""
        self._most = MAX_COUNTS

    @property
    def base_exceptions(self) -> type[Exception]:
        """Errors that the store itself may raise: none."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, in a window that lasts ``expiry`` seconds from the first count; gives the sum."""
        now = time.time()
        count, until = self._counts.get(key, (0, 0.0))
        if until <= now:
            count, until = 0, now + expiry
            if len(self._counts) >= self._most:
                self._forget(now)
        self._counts[key] = count + amount, until
        return count + amount

    def get(self, key: str) -> int:
        """The sum in the window that is open now."""
        count, until = self._counts.get(key, (0, 0.0))
        return count if until > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """Until when it counts."""
        return self._counts.get(key, (0, time.time()))[1]

    def check(self) -> bool:
        """Whether the store works."""
        return True

    def reset(self) -> int:
        """Forget everything; gives how much that was."""
        number = len(self._counts)
        self._counts.clear()
        return number

    def clear(self, key: str) -> None:
        """Forget one count."""
        self._counts.pop(key, None)

    def _forget(self, now: float) -> None:
        """Forget what is over. When little is, it is not looked for again until there is twice as much."""
        self._counts = {key: count for key, count in self._counts.items() if count[1] > now}
        self._most = max(MAX_COUNTS, 2 * len(self._counts))


class Rates:
    """Named limits (``40/minute;400/day``), each counted by whoever does it. One that is empty limits nobody."""

    def __init__(self, **named: str) -> None:
        self._limiter = FixedWindowRateLimiter(Counts())
        self._limits = {name: tuple(limits.parse_many(text)) if text else () for name, text in named.items()}

    def hit(self, name: str, who: str, cost: int = 1) -> bool:
        """Count ``cost`` for a caller; False when that exceeds a limit: then the longer limits are not charged."""
        return all(self._limiter.hit(limit, name, who, cost=cost) for limit in self._limits[name])

    def has_left(self, name: str, who: str) -> bool:
        """Whether the caller may call once more."""
        return all(self._limiter.test(limit, name, who) for limit in self._limits[name])

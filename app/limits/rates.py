"""How often something may be done in a stretch of time, in the words of the library ``limits``.

Each process counts for itself. ``app/limits/shared_counts.py`` tells it what the others on the database counted.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import limits

MAX_COUNTS = 50_000
"""Counts that are kept before those that are over are looked for."""
UNTOLD_PART = 16
"""A count is told to the other processes after each sixteenth of its limit: who is far from it costs nothing."""
RARE = frozenset({"codes", "credentials", "guests", "hints", "logins", "mails", "matches", "passwords", "thoughts"})
"""Limits of what happens so rarely that the other processes are asked each time."""


@dataclass(slots=True)
class Count:
    """What one caller did within a window of time."""

    until: float
    """When the window ends, by ``time.time()``."""
    here: int = 0
    """Counted by this process."""
    told: int = 0
    """The part of ``here`` that the other processes can know."""
    elsewhere: int = 0
    """Counted by the others, as far as we were told."""


class Counts:
    """Counts in memory, by a key for caller and limit. Those that are over are forgotten when there are many."""

    def __init__(self) -> None:
        self._counts: dict[str, Count] = {}
        self._most = MAX_COUNTS
        self.untold: dict[str, Count] = {}
        """Counts that the other processes are to know. While there are none it only grows with the counts."""

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, key: str, seconds: float, amount: int, most: int) -> Count:
        """Count, in a window that lasts ``seconds`` from the first count, for a limit of ``most``."""
        now = time.time()
        count = self._counts.get(key)
        if count is None or count.until <= now:
            if len(self._counts) >= self._most:
                self._forget(now)
            count = self._counts[key] = Count(now + seconds)
        count.here += amount
        if count.here - count.told > most // UNTOLD_PART:
            self.untold[key] = count
        return count

    def sum(self, key: str) -> int:
        """The sum in the window that is open now."""
        count = self._counts.get(key)
        return 0 if count is None or count.until <= time.time() else count.here + count.elsewhere

    def take_untold(self, most: int) -> list[tuple[str, Count]]:
        """Up to ``most`` counts that the others are to know and whose window is open; they are no longer untold."""
        now = time.time()
        keys = list(self.untold)[:most]
        taken = [(key, self.untold.pop(key)) for key in keys]
        return [(key, count) for key, count in taken if count.until > now]

    def _forget(self, now: float) -> None:
        """Forget what is over. When little is, it is not looked for again until there is twice as much."""
        self._counts = {key: count for key, count in self._counts.items() if count.until > now}
        self.untold = {key: count for key, count in self.untold.items() if count.until > now}
        self._most = max(MAX_COUNTS, 2 * len(self._counts))


async def _ask_nobody() -> None:
    """There are no other processes."""


class Rates:
    """Named limits (``40/minute;400/day``), each counted by whoever does it. One that is empty limits nobody."""

    def __init__(self, **named: str) -> None:
        self.counts = Counts()
        self.ask_others: Callable[[], Awaitable[None]] = _ask_nobody
        """Tells the other processes what is untold, and adopts what they counted."""
        self._limits = {name: tuple(limits.parse_many(text)) if text else () for name, text in named.items()}

    def hit(self, name: str, who: str, cost: int = 1) -> bool:
        """Count ``cost`` for a caller; False when that exceeds a limit: then the longer limits are not charged."""
        for limit in self._limits[name]:
            count = self.counts.add(limit.key_for(name, who), limit.get_expiry(), cost, limit.amount)
            if count.here + count.elsewhere > limit.amount:
                return False
        return True

    async def hit_everywhere(self, name: str, *whose: str) -> bool:
        """Count once for each of these callers; False when that exceeds a limit: then the rest is not charged.

        For a limit that is ``RARE`` it is decided by what all processes counted. The others are not asked when our own
        counts are enough to refuse, so a flood of refused calls costs no statement.
        """
        charged: list[tuple[Count, int, int]] = []
        for who in whose:
            for limit in self._limits[name]:
                key = limit.key_for(name, who)
                count = self.counts.add(key, limit.get_expiry(), 1, limit.amount)
                if count.here + count.elsewhere > limit.amount:
                    return False
                charged.append((count, count.here, limit.amount))
                if name in RARE:
                    self.counts.untold[key] = count
        if not charged or name not in RARE:
            return True
        await self.ask_others()
        # By our place in line, not by the sum: calls that came after ours while we asked are not ours to answer for.
        return all(place + count.elsewhere <= most for count, place, most in charged)

    def has_left(self, name: str, who: str) -> bool:
        """Whether the caller may call once more."""
        return all(self.counts.sum(limit.key_for(name, who)) < limit.amount for limit in self._limits[name])

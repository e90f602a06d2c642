"""How many live sockets someone holds, in all matches together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Sockets:
    """Sockets by guest and by household."""

    def __init__(self, per_guest: int, per_address: int) -> None:
        self._per_guest = per_guest
        self._per_address = per_address
        self._guests: Counter[str] = Counter()
        self._households: Counter[str] = Counter()

    @contextmanager
    def hold(self, guest: str, household: str) -> Iterator[bool]:
        """Count a socket while the context lasts; tells whether it may stay. One that may not is not counted."""
        if self._guests[guest] >= self._per_guest or self._households[household] >= self._per_address:
            yield False
            return
        self._guests[guest] += 1
        self._households[household] += 1
        try:
            yield True
        finally:
            for counter, who in ((self._guests, guest), (self._households, household)):
                counter[who] -= 1
                if counter[who] <= 0:
                    del counter[who]

"""Who sits at which match, as far as this process knows: those come first when many call at once (entrance.py)."""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

MAX_MATCHES = 10_000
"""How many matches are remembered; those used longest ago are forgotten first."""


class Sitter(Protocol):
    """A seat of a match."""

    def people(self) -> Iterable[uuid.UUID]:
        """Whoever may see now what it sees."""
        ...


class Sitters:
    """The people at matches that were used or moved lately, whether these are in memory or not."""

    def __init__(self, most: int = MAX_MATCHES) -> None:
        self._most = most
        self._seats: dict[str, object] = {}
        """What was last noted of a match: the very same again needs no look."""
        self._people: OrderedDict[str, Collection[uuid.UUID]] = OrderedDict()

    def note(self, match: str, seats: Iterable[Sitter]) -> None:
        """A match is used, and these are its seats."""
        if self._seats.get(match) is seats:
            self._people.move_to_end(match)
            return
        self._seats[match] = seats
        self._add(match, frozenset(person for seat in seats for person in seat.people()))

    def learn(self, matches: Mapping[str, Collection[uuid.UUID]]) -> None:
        """As the database has them when a server starts, those used longest ago first."""
        for match, people in matches.items():
            if match not in self._people:
                self._add(match, frozenset(people))

    def _add(self, match: str, people: Collection[uuid.UUID]) -> None:
        self._people[match] = people
        self._people.move_to_end(match)
        while len(self._people) > self._most:
            gone, _ = self._people.popitem(last=False)
            self._seats.pop(gone, None)

    def sits(self, match: str, account: str) -> bool:
        """Whether someone, by the account in hex, sits at a match."""
        return uuid.UUID(account) in self._people.get(match, ())

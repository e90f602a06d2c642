"""What has happened in this process, told to whoever must hear of it.

A happening is told after the database has taken what it tells of. Its hearers are named once, when the server is put
together, so a part that tells something needs to know none of them.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar


@dataclass(frozen=True, slots=True)
class MatchMoved:
    """A match was brought to a version."""

    match: str
    version: int


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Someone sat down, sealed or opened a word, or has a seat that was another's; or the match's status changed."""

    match: str


@dataclass(frozen=True, slots=True)
class MessageChanged:
    """Something was said in a room of a match, or taken back."""

    match: str
    room: str
    number: int


@dataclass(frozen=True, slots=True)
class MarksChanged:
    """Something was drawn on a side's map, or taken away."""

    match: str
    side: str


@dataclass(frozen=True, slots=True)
class StandingOrdersChanged:
    """Standing orders of a match were given, taken back or dropped."""

    match: str


@dataclass(frozen=True, slots=True)
class NoticesDue:
    """Someone who is away may have to hear of something."""


@dataclass(frozen=True, slots=True)
class SessionsEnded:
    """Sessions are newly known to be over; not those that another takes the place of."""

    sessions: frozenset[uuid.UUID]


Happening = (
    MatchMoved | SeatsChanged | MessageChanged | MarksChanged | StandingOrdersChanged | NoticesDue | SessionsEnded
)
T = TypeVar("T")


class Hearer(NamedTuple):
    """A function that is called with each happening of a kind."""

    kind: type[Any]
    hear: Callable[[Any], None]


def hearer(kind: type[T], hear: Callable[[T], None]) -> Hearer:
    """A hearer of one kind of happening."""
    return Hearer(kind, hear)


class Happenings:
    """Tells each happening to its hearers, in their order."""

    def __init__(self, *hearers: Hearer) -> None:
        self._hearers: dict[type[Any], list[Callable[[Any], None]]] = {}
        for kind, hear in hearers:
            self._hearers.setdefault(kind, []).append(hear)

    def tell(self, happening: Happening) -> None:
        """It has happened."""
        for hear in self._hearers.get(type(happening), ()):
            hear(happening)


UNHEARD = Happenings()
"""For parts that work where nobody needs to hear of anything."""

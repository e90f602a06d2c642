"""What passes between the matches, which know what there is to say, and the sockets, which only deliver it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject

WATCH = "watch:"
"""How the name of a viewer begins who watches from a viewpoint with its side's consent, and gives no orders."""


def only_watches(viewer: str) -> bool:
    """Whether a viewer has no seat."""
    return viewer == SPECTATOR or viewer.startswith(WATCH)


def watched_from(viewer: str) -> str:
    """The viewpoint of a viewer without a seat."""
    return viewer.removeprefix(WATCH)


@dataclass(frozen=True, slots=True)
class News:
    """What a viewpoint is told: the ``patch`` for sockets that have seen ``since``, the ``whole`` for the others."""

    since: int | None
    version: int
    patch: Callable[[], JsonObject]
    whole: Callable[[], JsonObject]


class Audience(Protocol):
    """The people who watch at this process."""

    def is_watched(self, match: str) -> bool:
        """Whether anyone watches a match."""
        ...

    def viewpoints(self, match: str) -> tuple[str, ...]:
        """The viewpoints from which a match is watched."""
        ...

    def deliver(self, match: str, viewer: str, news: News) -> None:
        """Tell all who watch from a viewpoint."""
        ...

    def unseat(self, match: str, viewer: str) -> None:
        """Tell nothing more to those who watch from a seat: someone else sits there now, or nobody."""
        ...

    def send_presence(self, match: str) -> None:
        """Tell all who watch a match who is there."""
        ...

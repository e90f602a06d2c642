"""What each seat and the spectator were told, word by word. A command that tells one nothing is not among its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app.clocks.timing import Timing
from rules.kernel.messages import JsonObject

MAX_MESSAGES = 16
"""Words to one viewer that are kept so that who was away for a moment can be given a patch."""


@dataclass(frozen=True, slots=True)
class ViewerMessage:
    """What a seat or the spectator knows: its view, the question put to it, what it can take back.

    ``version`` is the number of its viewpoint (numbers.py), ``link`` the chain's at that moment: None
    before the match begins.
    """

    version: int
    link: str | None
    view: JsonObject
    legal: JsonObject | None
    undo: dict[str, Any]
    proposals: list[JsonObject]
    """What is open between the players, as far as they hear of it."""
    timing: Timing | None = None
    """The clocks, of a match that has any."""


class LastMessages:
    """The words of one match by viewer: a seat, or the spectator."""

    def __init__(self) -> None:
        self._kept: dict[str, list[ViewerMessage]] = {}
        self._begun = False

    def begin(self, link: str) -> None:
        """The match has begun: what was said before has the first link from now on, without being said again."""
        if not self._begun:
            self._begun = True
            for kept in self._kept.values():
                kept[:] = [replace(message, link=link) for message in kept]

    def at(self, viewer: str, number: int, make: Callable[[], ViewerMessage]) -> ViewerMessage:
        """The word to a viewer at a number of its viewpoint; ``make`` is called when it was never said."""
        kept = self._kept.setdefault(viewer, [])
        if not kept or kept[-1].version != number:
            kept.append(make())
            del kept[:-MAX_MESSAGES]
        return kept[-1]

    def last(self, viewer: str) -> ViewerMessage | None:
        """The last word to a viewpoint, if there was one."""
        kept = self._kept.get(viewer)
        return kept[-1] if kept else None

    def earlier(self, viewer: str, version: int) -> ViewerMessage | None:
        """The message of that number, if it is still known."""
        return next((message for message in self._kept.get(viewer, ()) if message.version == version), None)

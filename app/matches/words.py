"""What each seat and the spectator were told, word by word. A command of which one learns nothing is no word to it.

A word bears the number of the last event of which anything reached it, so that neither a message nor its
number tells of moves that the rules hide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.matches.facts import Fact
from rules.kernel.messages import JsonObject

WORDS_KEPT = 16
"""Words to one viewer that are kept so that who was away for a moment can be given a patch."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a viewpoint knows since event ``version``: its view, the question put to it, what it can take back.

    ``link`` is the chain's at that event, None before the match begins. It alone is no news.
    """

    version: int
    link: str | None
    view: JsonObject
    legal: JsonObject | None
    undo: dict[str, Any]


class Words:
    """The words of one match by viewer: a seat, or the spectator."""

    def __init__(self) -> None:
        self._kept: dict[str, list[Word]] = {}
        self._begun = False
        self._heard: dict[str, int] = {}
        """The newest event of which a viewpoint has a line, or that a seat made itself."""

    def hear(self, facts: Sequence[Fact]) -> None:
        """Note who reads of these facts. The sender of the command hears of it in any case, being the one who waits."""
        for fact in facts:
            self._heard.update(dict.fromkeys((*fact.lines, fact.seat), fact.seq))

    def begin(self, link: str) -> None:
        """The match has begun: what was said before has the first link from now on, without being said again."""
        if not self._begun:
            self._begun = True
            for kept in self._kept.values():
                kept[:] = [replace(word, link=link) for word in kept]

    def newest(self, viewer: str, viewpoint: str, version: int, make: Callable[[], Word]) -> Word:
        """The word to a viewer at event ``version``: the last one as long as ``make`` gives nothing new."""
        kept = self._kept.setdefault(viewer, [])
        last = kept[-1] if kept else None
        if last is not None and last.version == version:
            return last
        word = make()
        if (
            last is not None
            and max(self._heard.get(viewer, -1), self._heard.get(viewpoint, -1)) <= last.version
            and replace(word, version=last.version, link=last.link) == last
        ):
            return last
        kept.append(word)
        del kept[:-WORDS_KEPT]
        return word

    def last(self, viewer: str) -> Word | None:
        """The last word to a viewpoint, if there was one."""
        kept = self._kept.get(viewer)
        return kept[-1] if kept else None

    def earlier(self, viewer: str, version: int) -> Word | None:
        """The word of that number, if it is still known."""
        return next((word for word in self._kept.get(viewer, ()) if word.version == version), None)

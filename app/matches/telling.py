"""Puts into messages what was stored, and tells it to those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import structlog

from app.matches.facts import Fact
from app.matches.patch import difference, question_difference
from app.matches.table import Table
from app.matches.words import Word
from app.news import Audience, News
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)


def whole(word: Word, lines: Sequence[JsonObject]) -> JsonObject:
    """A ``state`` message."""
    return {
        "type": "state",
        "version": word.version,
        "link": word.link,
        "view": word.view,
        "legal": word.legal,
        "undo": word.undo,
        "log": [*lines],
    }


def patch(before: Word, now: Word, lines: Sequence[JsonObject]) -> JsonObject:
    """A ``patch`` message from one word to another."""
    return {
        "type": "patch",
        "from": before.version,
        "version": now.version,
        "link": now.link,
        "patch": difference(before.view, now.view),
        "legal": None if before.legal is None or now.legal is None else question_difference(before.legal, now.legal),
        "undo": now.undo,
        "log": [*lines],
    }


@dataclass(slots=True)
class _Untold:
    """What is to be told of a match: the facts, and what each viewpoint that is watched knew before them."""

    table: Table
    known: Mapping[str, Word | None]
    facts: list[Fact]


class Herald:
    """Tells the watchers of moves, once the movers have been answered."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._untold: dict[str, _Untold] = {}

    def later(self, table: Table, facts: Sequence[Fact]) -> None:
        """Have these facts told soon: in the next turn of the loop, unless somebody asks for it before."""
        if not self._untold:
            asyncio.get_running_loop().call_soon(self.tell_all)
        match = table.record.id
        untold = self._untold.get(match)
        if untold is None:
            # Noted now: if somebody asks for the state in the meantime, it is put into words before it is told.
            known = {viewer: table.last_word(viewer) for viewer in self._audience.viewpoints(match)}
            untold = self._untold[match] = _Untold(table, known, [])
        untold.facts.extend(facts)

    def tell_all(self) -> None:
        """Tell whatever has not been told."""
        for match in list(self._untold):
            self.tell(match)

    def tell(self, match: str) -> None:
        """Tell what has not been told of a match; this is done before anybody joins its watchers."""
        untold = self._untold.pop(match, None)
        if untold is None:
            return
        for viewer, before in untold.known.items():
            try:
                self._tell(untold.table, viewer, before, untold.facts)
            except Exception as error:
                # The move is stored and answered. The others are told, and this viewpoint finds it at its next resync.
                log.error("viewpoint not told", match=match, viewer=viewer, exc_info=error)

    def _tell(self, table: Table, viewer: str, before: Word | None, facts: Sequence[Fact]) -> None:
        """A viewpoint that learns nothing of the facts is told nothing."""
        word = table.word(viewer)
        if before is not None and before.version == word.version:
            return
        lines = [line for line in (f.line(table.viewpoint(viewer)) for f in facts) if line is not None]
        self._audience.deliver(
            table.record.id,
            viewer,
            News(
                None if before is None else before.version,
                word.version,
                lambda: whole(word, lines) if before is None else patch(before, word, lines),
                lambda: whole(word, []),
            ),
        )

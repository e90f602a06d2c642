"""Puts into messages what was stored, and tells it to those who watch."""

from __future__ import annotations

import asyncio
import datetime as dt
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog

from app.clocks.timing import Timing
from app.matches.facts import Fact
from app.matches.patch import difference, question_difference
from app.matches.table import Table
from app.matches.words import Word
from app.news import Audience, News
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)


def clocks(timing: Timing | None) -> JsonObject | None:
    """The clocks as they stand at the moment of telling."""
    return None if timing is None else timing.json(dt.datetime.now(dt.UTC))


def whole(word: Word, lines: Sequence[JsonObject]) -> JsonObject:
    """A ``state`` message."""
    return {
        "type": "state",
        "version": word.version,
        "link": word.link,
        "view": word.view,
        "legal": word.legal,
        "undo": word.undo,
        "proposals": [*word.proposals],
        "clocks": clocks(word.timing),
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
        "proposals": [*now.proposals],
        "clocks": clocks(now.timing),
        "log": [*lines],
    }


@dataclass(slots=True)
class _Untold:
    """What is to be told of a match: the facts, and what each viewpoint that is watched knew before them."""

    table: Table
    known: Mapping[str, Word | None]
    facts: list[Fact]
    alarm: Handle | None = None
    """What tells it when it is time, if it must wait."""
    due: float = math.inf
    """When that is."""


class Timers(Protocol):
    """What the herald asks of the event loop."""

    def time(self) -> float:
        """Seconds since some moment."""
        ...

    def call_soon(self, callback: Callable[[str], None], match: str, /) -> Handle:
        """Call in the next turn."""
        ...

    def call_at(self, when: float, callback: Callable[[str], None], match: str, /) -> Handle:
        """Call at a time."""
        ...


class Handle(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Do not call."""
        ...


MANY, LONGEST = 4, 4
"""With each further four matches that were told of a moment ago the time for gathering grows by itself once more, up to
four times itself."""


class Herald:
    """Tells the watchers of moves, once the movers have been answered.

    The first move is told at once. Those that follow within ``gather`` seconds are told together: a viewer is shown
    where they led, and the views between are never made. While many matches move it is up to ``LONGEST`` times as long:
    the processor has no time to show watchers every step, and what it saves brings all the moves sooner.
    """

    def __init__(
        self, audience: Audience, gather: float = 0.0, timers: Callable[[], Timers] = asyncio.get_running_loop
    ) -> None:
        self._audience = audience
        self._gather = gather
        self._timers = timers
        self._untold: dict[str, _Untold] = {}
        self._told: dict[str, float] = {}
        """When matches were told of last, the latest last; only those that may still have to wait."""

    @property
    def _wait(self) -> float:
        """Seconds from one telling of a match to the next, as busy as the process is now."""
        return self._gather * min(LONGEST, 1 + len(self._told) // MANY)

    def later(self, table: Table, facts: Sequence[Fact]) -> None:
        """Have these facts told soon: in the next turn of the loop, or when the last telling is long enough ago."""
        match = table.record.id
        untold = self._untold.get(match)
        if untold is None:
            # Noted now: if somebody asks for the state in the meantime, it is put into words before it is told.
            watched = (viewer for viewer in self._audience.viewpoints(match) if not table.is_late(viewer))
            known = {viewer: table.last_word(viewer) for viewer in watched}
            untold = self._untold[match] = _Untold(table, known, [])
            self._timers().call_soon(self._tell_if_due, match)
        untold.facts.extend(facts)

    def tell_due(self) -> None:
        """Tell whatever need not wait."""
        for match in list(self._untold):
            self._tell_if_due(match)

    def _tell_if_due(self, match: str) -> None:
        """Tell of a match, now or when it is time."""
        untold = self._untold.get(match)
        if untold is None:
            return
        due, timers = self._told.get(match, -math.inf) + self._wait, self._timers()
        if due <= timers.time():
            self.tell(match)
        elif untold.alarm is None:
            untold.due, untold.alarm = due, timers.call_at(due, self.tell, match)
        elif due < untold.due:
            # The process has become less busy since.
            untold.alarm.cancel()
            untold.due, untold.alarm = due, timers.call_at(due, self.tell, match)

    def tell(self, match: str) -> None:
        """Tell what has not been told of a match; this is done before anybody joins its watchers."""
        untold = self._untold.pop(match, None)
        if untold is None:
            return
        if untold.alarm is not None:
            untold.alarm.cancel()
        if untold.known:
            self._note_told(match)
        for viewer, before in untold.known.items():
            try:
                self._tell(untold.table, viewer, before, untold.facts)
            except Exception as error:
                # The move is stored and answered. The others are told, and this viewpoint finds it at its next resync.
                log.error("viewpoint not told", match=match, viewer=viewer, exc_info=error)

    def _note_told(self, match: str) -> None:
        now = self._timers().time()
        self._told.pop(match, None)
        self._told[match] = now
        while self._told[first := next(iter(self._told))] < now - self._gather * LONGEST:
            del self._told[first]

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

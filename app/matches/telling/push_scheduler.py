"""Puts into messages what was stored, and tells it to those who watch."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import structlog

from app.clocks.timing import Timing
from app.matches.facts import StoredFact
from app.matches.live_match.last_messages import ViewerMessage
from app.matches.live_match.live_match import LiveMatch
from app.matches.telling.patch import difference, question_difference
from app.news import Audience, News
from app.traces.spans import span
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)


def clocks(timing: Timing | None) -> JsonObject | None:
    """The clocks as they stand at the moment of telling."""
    return None if timing is None else timing.json(dt.datetime.now(dt.UTC))


def knowledge(message: ViewerMessage) -> JsonObject:
    """All that a viewer knows but the log."""
    return {
        "version": message.version,
        "link": message.link,
        "view": message.view,
        "legal": message.legal,
        "undo": message.undo,
        "proposals": [*message.proposals],
        "clocks": clocks(message.timing),
    }


def whole(message: ViewerMessage, lines: Sequence[JsonObject]) -> JsonObject:
    """A ``state`` message."""
    return {"type": "state", **knowledge(message), "log": [*lines]}


def patch(before: ViewerMessage, now: ViewerMessage, lines: Sequence[JsonObject]) -> JsonObject:
    """A ``patch`` message from one message to another."""
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
    """What is to be told of a match: for each viewpoint that is watched what it knew, and the facts since then."""

    live: LiveMatch
    news: dict[str, tuple[ViewerMessage | None, list[StoredFact]]] = field(default_factory=dict)
    alarm: Handle | None = None
    """What tells it when it is time, if it must wait."""
    due: float = math.inf
    """When that is."""
    turns: int = 0
    """How many of its viewpoints have their turn now."""


class Timers(Protocol):
    """What the push scheduler asks of the event loop."""

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


MATCHES_PER_STRETCH, MAX_STRETCH_FACTOR = 4, 4
"""With each further four matches that were told of a moment ago the time for gathering grows by itself once more, up to
four times itself."""
LOOK_SECONDS = 0.001
"""From one look to the next whether orders are still under way."""


class PushScheduler:
    """Tells the watchers of moves, once the movers have been answered.

    The first move is told at once. Those that follow within ``gather`` seconds are told together: a viewer is shown
    where they led, and the views between are never made. While many matches move it is up to
    ``MAX_STRETCH_FACTOR`` times as long: the processor has no time to show watchers every step, and what it saves
    brings all the moves sooner.

    One viewpoint is told in each turn of the loop, so that an order which comes meanwhile waits for one view and not
    for those of several matches; and none while an order is ``under_way`` to the database, for then it would wait as
    well. Whoever has waited for a turn longer than ``gather`` seconds is told anyway.
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
        self._turns: deque[tuple[float, _Untold, str]] = deque()
        """Since when which viewpoint of a match waits for its turn of the loop."""
        self._taking = False
        """Whether they are being told."""
        self._orders = 0
        """Those that are being stored."""

    @property
    def _wait(self) -> float:
        """Seconds from one telling of a match to the next, as busy as the process is now."""
        return self._gather * min(MAX_STRETCH_FACTOR, 1 + len(self._told) // MATCHES_PER_STRETCH)

    def later(self, live: LiveMatch, facts: Sequence[StoredFact]) -> None:
        """Have these facts told soon: in the next turn of the loop, or when the last telling is long enough ago."""
        match = live.record.id
        untold = self._untold.get(match)
        if untold is None:
            untold = self._untold[match] = _Untold(live)
            self._timers().call_soon(self._tell_if_due, match)
        for viewer in self._audience.viewpoints(match):
            if viewer in untold.news:
                untold.news[viewer][1].extend(facts)
            elif not live.is_delayed(viewer):
                # Noted now: if someone asks for the state in the meantime, it is put into words before it is told.
                untold.news[viewer] = (live.last_message(viewer), [*facts])

    @contextlib.contextmanager
    def under_way(self) -> Iterator[None]:
        """While an order is being stored."""
        self._orders += 1
        try:
            yield
        finally:
            self._orders -= 1

    def tell_due(self) -> None:
        """Tell whatever need not wait."""
        for match in list(self._untold):
            self._tell_if_due(match)

    def _tell_if_due(self, match: str) -> None:
        """Tell of a match, now or when it is time."""
        untold = self._untold.get(match)
        if untold is None or untold.turns:
            return
        due, timers = self._told.get(match, -math.inf) + self._wait, self._timers()
        if due <= timers.time():
            self._tell_in_turn(match)
        elif untold.alarm is None:
            untold.due, untold.alarm = due, timers.call_at(due, self._tell_in_turn, match)
        elif due < untold.due:
            # The process has become less busy since.
            untold.alarm.cancel()
            untold.due, untold.alarm = due, timers.call_at(due, self._tell_in_turn, match)

    def _tell_in_turn(self, match: str) -> None:
        """Have every viewpoint of a match told when its turn comes."""
        untold = self._untold[match]
        _silence(untold)
        if not untold.news:
            del self._untold[match]
            return
        self._note_told(match)
        untold.turns, now = len(untold.news), self._timers().time()
        self._turns.extend((now, untold, viewer) for viewer in untold.news)
        if not self._taking:
            self._take_turns(match)

    def _take_turns(self, _match: str) -> None:
        """Tell the viewpoint that has waited the longest, and those that have waited too long."""
        self._taking, timers = True, self._timers()
        if not self._orders:
            self._take_turn(*self._turns.popleft())
        while self._turns and self._turns[0][0] + self._gather <= timers.time():
            self._take_turn(*self._turns.popleft())
        if not self._turns:
            self._taking = False
        elif self._orders:
            timers.call_at(timers.time() + LOOK_SECONDS, self._take_turns, "")
        else:
            timers.call_soon(self._take_turns, "")

    def _take_turn(self, _since: float, untold: _Untold, viewer: str) -> None:
        match = untold.live.record.id
        untold.turns -= 1
        if self._untold.get(match) is not untold:
            return
        self._push(untold, viewer)
        if not untold.turns:
            # What has come since then waits as any other.
            if untold.news:
                self._tell_if_due(match)
            else:
                del self._untold[match]

    def tell(self, match: str) -> None:
        """Tell what has not been told of a match; this is done before anyone joins its watchers."""
        untold = self._untold.pop(match, None)
        if untold is None:
            return
        _silence(untold)
        if untold.news:
            self._note_told(match)
        for viewer in [*untold.news]:
            self._push(untold, viewer)

    def _note_told(self, match: str) -> None:
        now = self._timers().time()
        self._told.pop(match, None)
        self._told[match] = now
        while self._told[first := next(iter(self._told))] < now - self._gather * MAX_STRETCH_FACTOR:
            del self._told[first]

    def _push(self, untold: _Untold, viewer: str) -> None:
        before, facts = untold.news.pop(viewer)
        try:
            with span("tell", {"match": untold.live.record.id, "viewpoint": viewer}):
                self._deliver(untold.live, viewer, before, facts)
        except Exception as error:
            # The move is stored and answered. The others are told, and this viewpoint finds it at its next resync.
            log.error("viewpoint not told", match=untold.live.record.id, viewer=viewer, exc_info=error)

    def _deliver(self, live: LiveMatch, viewer: str, before: ViewerMessage | None, facts: Sequence[StoredFact]) -> None:
        """A viewpoint that learns nothing of the facts is told nothing."""
        message = live.message(viewer)
        if before is not None and before.version == message.version:
            return
        lines = [line for line in (f.line(live.viewpoint(viewer)) for f in facts) if line is not None]
        self._audience.deliver(
            live.record.id,
            viewer,
            News(
                None if before is None else before.version,
                message.version,
                lambda: whole(message, lines) if before is None else patch(before, message, lines),
                lambda: whole(message, []),
            ),
        )


def _silence(untold: _Untold) -> None:
    """No alarm rings for it any more."""
    if untold.alarm is not None:
        untold.alarm.cancel()
        untold.alarm = None

"""One line before the whole server: a number of calls of all households together are worked on at a time.

``Queues`` keeps each household to a number of calls, and ``CpuBudgets`` to its share; a hundred networks that flood
together each stay below both, and begin more than the server can do. Then whoever has used least of its time of late
comes first, which is everyone who does not flood, and those who sit at the match that they ask for come more often than
the others. Whoever waits too long, or has used most when the line is full, is told to come again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

MAX_WAITING = 500
"""Calls in the line. When one more comes, the household that has used most loses its last."""
STRANGERS_PART = 4
"""Strangers have one in this many of the places at most, since what they ask for costs most: matches are made, or
loaded. They have as many of the turns too, however many wait who sit at their match: those may flood as well."""
WORKING_SECONDS = 1.0
"""A call that takes longer mostly waits, as for a database that is away, and counts no more."""
LOOK_SECONDS = 0.1
"""How often those who wait too long, and those who work too long, are looked for while there is a line."""


class Crowded(Exception):
    """A call was turned away, since too many came at once."""


class Place:
    """A call that is worked on, until it leaves."""

    __slots__ = ("_entrance", "began", "stranger")

    def __init__(self, entrance: Entrance, began: float, *, stranger: bool) -> None:
        self._entrance, self.began, self.stranger = entrance, began, stranger

    def leave(self) -> None:
        """Let the next one in. It may be said more than once."""
        self._entrance.let_go(self)


@dataclass(slots=True)
class _Waiting:
    called: asyncio.Future[Place]
    since: float


@dataclass(slots=True)
class _Lane:
    """Calls that wait, by household; of households that have used as much, the one that waits longest is first."""

    lines: dict[str, deque[_Waiting]] = field(default_factory=dict)

    def add(self, household: str, waiting: _Waiting) -> None:
        self.lines.setdefault(household, deque()).append(waiting)

    def first(self, household: str) -> _Waiting:
        """Take a household's first call, and put the household behind all others."""
        line = self.lines.pop(household)
        taken = line.popleft()
        if line:
            self.lines[household] = line
        return taken

    def last(self, household: str) -> _Waiting:
        """Take a household's last call."""
        line = self.lines[household]
        taken = line.pop()
        if not line:
            del self.lines[household]
        return taken

    def overdue(self, before: float) -> Iterator[_Waiting]:
        """Take all that came before a moment."""
        for household in list(self.lines):
            while (line := self.lines.get(household)) and line[0].since < before:
                taken = line.popleft()
                if not line:
                    del self.lines[household]
                yield taken


class Entrance:
    """At most ``at_once`` calls at a time; 0 is no limit. The others wait, ``patience`` seconds at most."""

    def __init__(
        self,
        at_once: int,
        patience: float,
        used: Callable[[str], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``used(household)``: how much of the server's time it had of late."""
        self._at_once, self._patience, self._used, self._clock = at_once, patience, used, clock
        self._of_strangers = max(1, at_once // STRANGERS_PART)
        self._inside: dict[Place, None] = {}
        """Those who are worked on, by when they came in."""
        self._strangers_inside = 0
        self._seated, self._strangers = _Lane(), _Lane()
        self._waiting = 0
        self._turns_of_seated = 0
        self._looking: asyncio.TimerHandle | None = None

    async def come_in(self, household: str, sits: Callable[[], bool]) -> Place:
        """Wait for a place; the caller leaves it. ``sits()``: whether the caller sits at the match that is asked for.

        ``Crowded`` when there is none.
        """
        now = self._clock()
        lane = self._seated if not self._at_once or sits() else self._strangers
        if self._waiting or not self._has_place(lane):
            self._call(now)
            if lane.lines or not self._has_place(lane):
                return await self._wait(household, lane, now)
        return self._take_in(lane, now)

    def let_go(self, place: Place) -> None:
        """A call is done."""
        if place in self._inside:
            self._forget(place)
            if self._waiting:
                self._call(self._clock())

    def _has_place(self, lane: _Lane) -> bool:
        if not self._at_once:
            return True
        free = len(self._inside) < self._at_once
        return free and (lane is self._seated or self._strangers_inside < self._of_strangers)

    def _take_in(self, lane: _Lane, now: float) -> Place:
        place = Place(self, now, stranger=lane is self._strangers)
        self._inside[place] = None
        self._strangers_inside += place.stranger
        return place

    def _forget(self, place: Place) -> None:
        del self._inside[place]
        self._strangers_inside -= place.stranger

    async def _wait(self, household: str, lane: _Lane, now: float) -> Place:
        if self._waiting >= MAX_WAITING:
            self._make_room(household, lane)
        called: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        lane.add(household, _Waiting(called, now))
        self._waiting += 1
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)
        try:
            return await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled() and called.exception() is None:
                # The place was given just when we gave up.
                called.result().leave()
            raise

    def _make_room(self, household: str, lane: _Lane) -> None:
        """Turn away a call of whoever has used most, of a stranger before one of those who sit at their match.

        ``Crowded`` when that is the one who comes.
        """
        worst = self._strangers if self._strangers.lines else self._seated
        most = max(worst.lines, key=self._used)
        if lane is self._strangers is not worst or (lane is worst and self._used(household) >= self._used(most)):
            raise Crowded
        self._waiting -= 1
        _refuse(worst.last(most))

    def _call(self, now: float) -> None:
        """Let in as many as there are places for."""
        while self._inside and (first := next(iter(self._inside))).began < now - WORKING_SECONDS:
            self._forget(first)
        while (lane := self._next_lane()) is not None:
            self._waiting -= 1
            waiting = lane.first(min(lane.lines, key=self._used))
            if not waiting.called.done():
                waiting.called.set_result(self._take_in(lane, now))

    def _next_lane(self) -> _Lane | None:
        """Whose turn it is, of those who wait and may come in."""
        seated = bool(self._seated.lines) and self._has_place(self._seated)
        strangers = bool(self._strangers.lines) and self._has_place(self._strangers)
        if seated and (not strangers or self._turns_of_seated < STRANGERS_PART - 1):
            self._turns_of_seated += strangers
            return self._seated
        if not strangers:
            return None
        self._turns_of_seated = 0
        return self._strangers

    def _look(self) -> None:
        """Turn away who has waited too long, and count those no more who work too long."""
        now = self._clock()
        for lane in (self._strangers, self._seated):
            for waiting in lane.overdue(now - self._patience):
                self._waiting -= 1
                _refuse(waiting)
        self._call(now)
        self._looking = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look) if self._waiting else None


def _refuse(waiting: _Waiting) -> None:
    if not waiting.called.done():
        waiting.called.set_exception(Crowded())

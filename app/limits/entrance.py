"""One line before the whole server: a number of calls of all households together are worked on at a time.

``Queues`` keeps each household to a number of calls, and ``CpuBudgets`` to its share; a hundred networks that flood
together each stay below both, and begin more than the server can do. Then those who sit at the match that they ask for
come more often than the others. Among both, one turn goes to whoever has used least of the server's time of late, which
is everyone who has just come; the next to whoever has had least of it since the line began, so that those who have
played for an hour are not put behind a hundred flooders who began a minute ago. Whoever waits too long, or has most
calls in the line when it is full, is told to come again.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MAX_WAITING = 500
"""Calls in the line. When one more comes, the household that has most of them there loses its last; of households that
have as many, one of strangers, and of these the one that is furthest ahead of its part."""
COMING_SECONDS = 0.1
"""What it takes to come, begin a match and open its board. Of those who have used no more of late, whoever waits for
the fewest answers comes first: when a flood begins, nobody in it has used much either."""
USUAL_SECONDS = 0.01
"""What a call that waits is taken to cost: whoever waits for one answer comes before those who wait for eight."""
MAX_REMEMBERED = 1_000
"""When a lane remembers what this number of households have had, it forgets those that had no more than their part."""
STRANGERS_PART = 4
"""Strangers have one in this many of the places at most, since what they ask for costs most: matches are made, or
loaded. They have as many of the turns too, however many wait who sit at their match: those may flood as well."""
WORKING_SECONDS = 1.0
"""A call that takes longer mostly waits, as for a database that is away, and counts no more."""
ALWAYS = 4
"""This number may be inside however long a lap takes."""
LAP_SECONDS = 0.01
"""While the line is long and all who are inside take longer together to have one step each, no more come in: each waits
for all others at every step, so sixteen at once would take four times as long as four, and nobody would be done
earlier. Where most wait for the database, a lap is short."""
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


class _Lane:
    """Calls that wait, by household; of households that are alike, the one that waits longest is first.

    The server's time is dealt out in rounds: ``_dealt`` is what a household has had that called all the while, and none
    that comes is counted as having had less. So whoever calls now and then is first when they come, and whoever calls
    all the time has as much as each of the others.
    """

    def __init__(self, used: Callable[[str], float], spent: Callable[[str], float]) -> None:
        self.lines: dict[str, deque[_Waiting]] = {}
        self._used, self._spent = used, spent
        self._dealt = 0.0
        self._before: dict[str, float] = {}
        """What a household had spent before its part began to be counted."""
        self._by_use = True

    def add(self, household: str, waiting: _Waiting) -> None:
        """Have a call wait."""
        self._come(household)
        self.lines.setdefault(household, deque()).append(waiting)

    def pass_by(self, household: str) -> None:
        """A call comes in without waiting."""
        self._come(household)
        self._dealt = self._had(household)

    def next(self) -> _Waiting:
        """Take the call whose turn it is, and put its household behind all others."""
        by_use, self._by_use = self._by_use, not self._by_use
        if by_use:
            return self._first(min(self.lines, key=self._used_and_waits))
        household = min(self.lines, key=self._will_have_had)
        self._dealt = max(self._dealt, self._had(household))
        return self._first(household)

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

    def ahead(self, household: str) -> float:
        """How much more a household has had than it has been dealt."""
        return self._had(household) - self._dealt

    def _come(self, household: str) -> None:
        if household in self.lines:
            return
        if self._had(household) <= self._dealt:
            if len(self._before) >= MAX_REMEMBERED:
                kept = [who for who in self._before if who in self.lines or self._had(who) > self._dealt]
                self._before = {who: self._before[who] for who in kept}
            self._before[household] = self._spent(household) - self._dealt

    def _had(self, household: str) -> float:
        before = self._before.get(household)
        return self._dealt if before is None else self._spent(household) - before

    def _used_and_waits(self, household: str) -> tuple[float, int]:
        return max(0.0, self._used(household) - COMING_SECONDS), len(self.lines[household])

    def _will_have_had(self, household: str) -> float:
        return self._had(household) + len(self.lines[household]) * USUAL_SECONDS

    def _first(self, household: str) -> _Waiting:
        line = self.lines.pop(household)
        taken = line.popleft()
        if line:
            self.lines[household] = line
        return taken


class Entrance:
    """At most ``at_once`` calls at a time; 0 is no limit. The others wait, ``patience`` seconds at most."""

    def __init__(
        self,
        at_once: int,
        patience: float,
        used: Callable[[str], float],
        spent: Callable[[str], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``used(household)``: how much of the server's time it had of late; ``spent(household)``: ever."""
        self._at_once, self._patience, self._clock = at_once, patience, clock
        self._of_strangers = max(1, at_once // STRANGERS_PART)
        self._inside: dict[Place, None] = {}
        """Those who are worked on, by when they came in."""
        self._strangers_inside = 0
        self._seated, self._strangers = _Lane(used, spent), _Lane(used, spent)
        self._waiting = 0
        self._turns_of_seated = 0
        self._looking: asyncio.TimerHandle | None = None
        self._lap = 0.0
        """How long a lap took lately."""
        self._in_a_lap = False

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
        if self._at_once:
            lane.pass_by(household)
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
        inside = len(self._inside)
        quick = inside < ALWAYS or not self._is_long or self._lap <= LAP_SECONDS
        free = quick and inside < self._at_once
        return free and (lane is self._seated or self._strangers_inside < self._of_strangers)

    def _take_in(self, lane: _Lane, now: float) -> Place:
        if self._is_long and len(self._inside) >= ALWAYS - 1:
            # One for each lap: it makes the next one longer.
            self._lap = math.inf
            self._time_a_lap()
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
        self._time_a_lap()
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
        """Turn away a call of whoever has most of them in the line. ``Crowded`` when that is the one who comes."""
        lanes = self._seated, self._strangers
        many = max(len(line) for each in lanes for line in each.lines.values())
        found = [(each, who) for each in lanes for who, line in each.lines.items() if len(line) == many]
        worst, most = max(found, key=lambda one: (one[0] is self._strangers, one[0].ahead(one[1])))
        comes = len(lane.lines.get(household, ())) + 1, lane is self._strangers, lane.ahead(household)
        if comes >= (many, worst is self._strangers, worst.ahead(most)):
            raise Crowded
        self._waiting -= 1
        _refuse(worst.last(most))

    @property
    def _is_long(self) -> bool:
        """Whether as many wait as can be inside."""
        return 0 < self._at_once <= self._waiting

    def _time_a_lap(self) -> None:
        """See how long it takes until everything that is ready now has had a step, if there is a long line."""
        if self._is_long and not self._in_a_lap:
            self._in_a_lap = True
            asyncio.get_running_loop().call_soon(self._end_lap, self._clock())

    def _end_lap(self, began: float) -> None:
        self._in_a_lap = False
        now = self._clock()
        self._lap = now - began
        if self._waiting:
            self._call(now)

    def _call(self, now: float) -> None:
        """Let in as many as there are places for."""
        while self._inside and (first := next(iter(self._inside))).began < now - WORKING_SECONDS:
            self._forget(first)
        while (lane := self._next_lane()) is not None:
            self._waiting -= 1
            waiting = lane.next()
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
        self._time_a_lap()
        self._call(now)
        self._looking = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look) if self._waiting else None


def _refuse(waiting: _Waiting) -> None:
    if not waiting.called.done():
        waiting.called.set_exception(Crowded())

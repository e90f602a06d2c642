"""Shares of the server's time. While there is time to spare anyone may have it; when there is none, callers who had
more than their share wait.

The time is what the event loop's thread spends on a call, since that is what every other player waits for: a hundred
questions of planning weigh as much as ten thousand cheap calls. What a call has done in a thread beside it is counted
too (``in_a_thread``), for there is one interpreter for both.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

BRIEF_SECONDS = 0.001
"""Steps shorter than that are timed by the ordinary clock alone. To ask the system for the thread's own time costs ten
times as much, and a call is made of a handful of steps, most of which take some microseconds."""
BURST_SECONDS = 3.0
"""Shares that lie unused are kept for so long: opening a board takes more at once than playing on it."""
HALF_LIFE_SECONDS = 120.0
"""What was used so long ago counts half when it is compared who has used most of late."""
NOTHING_SECONDS = 0.01
"""Whoever used less of late is forgotten when there are many."""
MAX_BUDGETS = 10_000

Given = ParamSpec("Given")
Found = TypeVar("Found")


class CpuBudget:
    """Time that is given at a rate and spent. ``left`` is below zero for a caller who spent more than was given."""

    __slots__ = ("_at", "_given", "_of_late", "_of_late_at", "_rate", "_spent", "left")

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._at = self._of_late_at = now
        self._of_late = self._spent = 0.0
        self.left = self._given = rate * BURST_SECONDS

    def overdrawn(self, now: float) -> bool:
        """Whether more was spent than given up to now."""
        self.spent_of_late(now)
        before = self.left
        self.left = min(self._rate * BURST_SECONDS, before + (now - self._at) * self._rate)
        self._given += self.left - before
        self._at = now
        return self.left < 0

    def spent_of_late(self, now: float) -> float:
        """Seconds that were spent, those of two minutes ago counted half, and so on."""
        spent = self.spent
        self._of_late *= 0.5 ** ((now - self._of_late_at) / HALF_LIFE_SECONDS)
        self._of_late += spent - self._spent
        self._of_late_at, self._spent = now, spent
        return self._of_late

    @property
    def spent(self) -> float:
        """Seconds that were spent ever."""
        return self._given - self.left

    def unused(self, now: float) -> bool:
        """Whether there is nothing to remember of it."""
        return self.left >= self._rate * BURST_SECONDS and self.spent_of_late(now) < NOTHING_SECONDS


class CpuBudgets:
    """Everyone's shares: of the whole server's time ``whole`` may be used freely, ``address`` by one household,
    ``guest`` by one guest. A share of 0 is no limit."""

    def __init__(self, whole: float, address: float, guest: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = {"address": address, "guest": guest}
        self._clock = clock
        self._whole = CpuBudget(whole, clock())
        self._limited = whole > 0
        self._steps = StepClock()
        self._of: dict[tuple[str, str], CpuBudget] = {}
        self._most = MAX_BUDGETS

    def of(self, kind: str, who: str) -> CpuBudget | None:
        """The share of a household (``address``) or a guest; None when it has no limit."""
        rate = self._rates[kind]
        if not self._limited or rate <= 0:
            return None
        share = self._of.get((kind, who))
        if share is None:
            if len(self._of) >= self._most:
                self._forget()
            share = self._of[kind, who] = CpuBudget(rate, self._clock())
        return share

    def is_spent(self, cpu_budgets: Iterable[CpuBudget | None]) -> bool:
        """Whether the server is busy and one of these shares used up."""
        if not self._limited:
            return False
        now = self._clock()
        # Each is looked at, since looking is what fills it again.
        over = [share.overdrawn(now) for share in cpu_budgets if share is not None]
        return self._whole.overdrawn(now) and any(over)

    def used_by(self, household: str) -> float:
        """Seconds of the server's time that a household used of late; 0 where nobody's time is counted."""
        share = self._of.get(("address", household))
        return 0.0 if share is None else share.spent_of_late(self._clock())

    def spent_by(self, household: str) -> float:
        """Seconds of the server's time that a household used ever."""
        share = self._of.get(("address", household))
        return 0.0 if share is None else share.spent

    def meter(self, work: Awaitable[None], cpu_budgets: Iterable[CpuBudget | None]) -> Awaitable[None]:
        """The work, to be awaited, with the time that it takes put down to these shares."""
        if not self._limited:
            return work
        shares = (self._whole, *(s for s in cpu_budgets if s is not None))
        _PAYING.set(shares)
        return Metered(work, shares, self._steps)

    def _forget(self) -> None:
        """Forget who used nothing. When few did not, they are not looked for again until there are twice as many."""
        now = self._clock()
        for key, share in list(self._of.items()):
            share.overdrawn(now)
            if share.unused(now):
                del self._of[key]
        self._most = max(MAX_BUDGETS, 2 * len(self._of))


_PAYING: ContextVar[tuple[CpuBudget, ...]] = ContextVar("_PAYING", default=())
"""The shares to which the call that is being served is put down."""


async def in_a_thread(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Do something in a thread, and put the time that it takes of the processor down to whoever asked for it."""
    took = 0.0

    def timed() -> Found:
        nonlocal took
        began = time.thread_time()
        try:
            return work(*given, **named)
        finally:
            took = time.thread_time() - began

    try:
        return await asyncio.to_thread(timed)
    finally:
        for share in _PAYING.get():
            share.left -= took


class StepClock:
    """Says what steps of a thread took of its own time, to within ``BRIEF_SECONDS``.

    A step that was long by the ordinary clock took no more of the thread's time than has gone by since that was last
    read: at the beginning of the step, or so shortly before.
    """

    __slots__ = ("_own", "_read_own", "due", "wall")

    def __init__(
        self, wall: Callable[[], float] = time.perf_counter, own: Callable[[], float] = time.thread_time
    ) -> None:
        self.wall = wall
        self._own = own
        self.read(wall())

    def read(self, now: float) -> None:
        """Read the thread's own time. It is to be read again before a step that begins when that is ``due``."""
        self._read_own, self.due = self._own(), now + BRIEF_SECONDS

    def own(self, took: float) -> float:
        """What a step took of the thread's own time that was long by the ordinary clock."""
        return min(took, self._own() - self._read_own)


class Metered:
    """Work whose every step is timed: what other programs take meanwhile is not counted, but for a moment."""

    __slots__ = ("_clock", "_cpu_budgets", "_work")

    def __init__(self, work: Awaitable[None], cpu_budgets: tuple[CpuBudget, ...], clock: StepClock) -> None:
        self._work = work
        self._cpu_budgets = cpu_budgets
        self._clock = clock

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        step: Callable[[Any], Any] = steps.send
        value: Any = None
        clock, wall = self._clock, self._clock.wall
        while True:
            began = wall()
            if began >= clock.due:
                clock.read(began)
            try:
                awaited = step(value)
            except StopIteration:
                return
            finally:
                took = wall() - began
                if took >= BRIEF_SECONDS:
                    took = clock.own(took)
                for share in self._cpu_budgets:
                    share.left -= took
            try:
                value = yield awaited
            except GeneratorExit:
                steps.close()
                raise
            except BaseException as error:  # noqa: BLE001 - whatever comes, a cancellation too, is the coroutine's
                step, value = steps.throw, error
            else:
                step = steps.send

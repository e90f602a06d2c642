"""A fixed loop of plain Python, timed beside what is measured: how fast the machine is just then.

Its processor changes its speed by half within minutes, and others work on it. What a figure costs in such loops stays
the same meanwhile, so budgets are judged by that (``Figure.at_reference``).
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace

from app.programs.benching.budget import Figure, median

LOOP_ROUNDS = 1000
LOOPS_EACH_SIDE = 5
"""Loops before and after what is measured as one: the median of ten."""


@dataclass(slots=True)
class _Thing:
    """Something with an attribute, as the rules read them all day."""

    at: int
    near: tuple[int, ...]


_THINGS = {f"thing {i}": _Thing(i, (i - 1, i, i + 1)) for i in range(512)}


def plain_loop() -> int:
    """Dictionaries, attributes, tuples, sets, strings and calls in what the rules do with them; always the same."""
    found: dict[int, int] = {}
    names = [*_THINGS]
    seen = set[str]()
    for i in range(LOOP_ROUNDS):
        thing = _THINGS[names[i * 7 % 509]]
        for near in thing.near:
            found[near] = found.get(near, 0) + _least(near, thing.at)
        seen.add(names[thing.at])
    return len(seen) + sum(found.values())


def _least(a: int, b: int) -> int:
    return a if a < b else b


def loop_seconds() -> float:
    """Processor time of the loop, of this thread alone."""
    start = time.thread_time()
    plain_loop()
    return time.thread_time() - start


@dataclass(slots=True)
class Yardstick:
    """The loop's times, taken now and then while something else is measured."""

    seconds: list[float] = field(default_factory=list)

    def take(self, times: int = 1) -> None:
        """Time the loop."""
        self.seconds += (loop_seconds() for _ in range(times))

    @property
    def ms(self) -> float:
        """What the loop took in the middle."""
        return median(self.seconds)


def beside(figures: Iterable[Figure], loop: float) -> list[Figure]:
    """Figures that were measured while the loop took that many ms."""
    return [replace(figure, loop=loop) for figure in figures]


def take_figures(run: Callable[[], Iterable[Figure]]) -> list[Figure]:
    """The figures of a measurement, with the loop before and after it."""
    yardstick = Yardstick()
    yardstick.take(LOOPS_EACH_SIDE)
    found = run()
    yardstick.take(LOOPS_EACH_SIDE)
    return beside(found, yardstick.ms)


async def measured_late(run: Awaitable[Iterable[Figure]]) -> list[Figure]:
    """The same of a measurement that is waited for."""
    yardstick = Yardstick()
    yardstick.take(LOOPS_EACH_SIDE)
    found = await run
    yardstick.take(LOOPS_EACH_SIDE)
    return beside(found, yardstick.ms)


def least_of(yardsticks: Iterable[Yardstick]) -> float:
    """The loop in ms where several runs took it at the same moments, of each of which the least counts."""
    return median([min(times) for times in zip(*(y.seconds for y in yardsticks), strict=True)])

"""Eighty networks flood at once, in simulated time: one processor, the server's own queues, calls that only cost time.

So the figures are the same on every machine, and however busy it is (docs/security.md).
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence

import pytest

from app.limits.cpu_budget import CpuBudgets
from app.limits.entrance import Crowded, Entrance
from app.limits.queues import Queues

ADDRESSES = 80
SECONDS = 8.0
ARRIVING, DATABASE = 0.0005, 0.002
"""Seconds of the processor before a call is in the line, and those that each of its steps then waits for Postgres."""
MOVE = 0.0008, 0.0008, 0.0008
BEGIN: Sequence[tuple[int, bool, Sequence[float]]] = (
    (0, False, (0.002, 0.002)),
    (1, False, (0.002, 0.002)),
    (0, False, (0.004, 0.01, 0.01, 0.01)),
    (0, True, (0.003, 0.003)),
    (1, False, (0.004, 0.004)),
    (1, True, (0.003, 0.003)),
    (0, True, (0.002, 0.008, 0.004)),
    (1, True, (0.002, 0.008, 0.004)),
)
"""Two people come, one makes a match, the other sits down, both seal and look: who calls, whether they sit there by
then, and the call's steps."""
SEATED: Mapping[str, tuple[bool, Sequence[float]]] = {
    "commands": (True, (0.001, 0.001, 0.001)),
    "consults": (True, (0.001, 0.006, 0.003)),
    "states": (True, (0.002, 0.006, 0.004)),
}
ALL = {**SEATED, "guests": (False, (0.002, 0.002)), "matches": (False, (0.004, 0.01, 0.01, 0.01))}


class Simulated(selectors.SelectSelector):
    """Sleeps by setting the clock on."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Whatever is ready; if nothing is to be done before, it is later at once."""
        self._loop.now += max(timeout or 0.0, 0.0)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time goes on when something is worked on or waited for."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(Simulated(self))

    def time(self) -> float:
        """Seconds of the simulation."""
        return self.now


class Simulation:
    """A server, flooders, someone who plays, and people who come one after the other."""

    def __init__(self, loop: Loop, hands: int, kinds: Mapping[str, tuple[bool, Sequence[float]]]) -> None:
        self._loop, self._hands, self._kinds = loop, hands, kinds
        self._budgets = CpuBudgets(0.6, 0.4, 0.2, loop.time)
        self._queues = Queues(8)
        self._entrance = Entrance(16, 5.0, self._budgets.used_by, self._budgets.spent_by, loop.time)
        self._rng = random.Random(1)
        self._refused: Counter[str] = Counter()
        self.moves: list[float] = []
        self.begun: list[float] = []
        self.turned_away: list[str] = []
        """People who do not flood and were told to come again."""

    def _work(self, who: str, seconds: float) -> None:
        self._loop.now += seconds
        share = self._budgets.of("address", who)
        assert share is not None
        share.left -= seconds

    async def _call(self, who: str, call: tuple[bool, Sequence[float]]) -> bool:
        seated, steps = call
        self._loop.now += ARRIVING
        try:
            async with self._queues.turn(who):
                place = await self._entrance.come_in(who, lambda: seated)
                for step in steps:
                    self._work(who, step * self._rng.uniform(0.7, 1.6))
                    await asyncio.sleep(DATABASE)
                place.leave()
        except Crowded:
            self._refused[who] += 1
            await asyncio.sleep(min(2.0, max(0, self._refused[who] - 20) * 0.01))
            return False
        return True

    async def _flood(self, who: str, call: tuple[bool, Sequence[float]]) -> None:
        await asyncio.sleep(self._rng.random() * 0.1)
        while True:
            await self._call(who, call)
            await asyncio.sleep(DATABASE)

    async def _until_taken(self, who: str, call: tuple[bool, Sequence[float]]) -> None:
        while not await self._call(who, call):
            self.turned_away.append(who)
            await asyncio.sleep(0.5)

    async def _move(self, _: int) -> None:
        began = self._loop.time()
        await self._until_taken("player", (True, MOVE))
        self.moves.append(self._loop.time() - began)

    async def _begin(self, number: int) -> None:
        began = self._loop.time()
        for who, sits, steps in BEGIN:
            await self._until_taken(f"new {number} {who}", (sits, steps))
        self.begun.append(self._loop.time() - began)

    async def _again(self, act: Callable[[int], Awaitable[None]], pause: float) -> None:
        number = 0
        while True:
            await act(number)
            number += 1
            await asyncio.sleep(pause)

    async def run(self) -> None:
        """Someone has played for a while; then the flood begins."""
        for _ in range(15):
            self._work("player", 0.1)
            await self._call("player", (True, MOVE))
        work = [
            *(
                self._flood(f"{n}", k)
                for n in range(ADDRESSES)
                for k in self._kinds.values()
                for _ in range(self._hands)
            ),
            self._again(self._move, 0.05),
            self._again(self._begin, 0.0),
        ]
        tasks = [asyncio.create_task(one) for one in work]
        await asyncio.sleep(SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize(
    ("hands", "kinds"), [pytest.param(1, ALL, id="of all kinds"), pytest.param(3, SEATED, id="that fill the line")]
)
def test_people_play_and_begin_matches_within_seconds(
    hands: int, kinds: Mapping[str, tuple[bool, Sequence[float]]]
) -> None:
    loop = Loop()
    simulation = Simulation(loop, hands, kinds)
    loop.run_until_complete(simulation.run())
    loop.close()
    assert simulation.turned_away == []
    assert len(simulation.moves) > 15
    assert max(simulation.moves) < 3
    assert len(simulation.begun) >= 3
    assert max(simulation.begun) < 5

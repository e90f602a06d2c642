"""Whose turn it is to be thought for (decisions/0081): each person's tables get as much of a worker's time as anyone's.

Fair queueing: every owner has a clock that runs on by the seconds that were thought for them, and whoever's clock is
furthest back comes next; of one owner's tables the one that has had least. Whoever comes, or comes back after a while,
starts level with the others, so that nobody saves up turns. Level is where everyone would stand who had waited all the
time: it goes on with each thought, so that a stream of newcomers keeps nobody back who has had a turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

USUAL_SECONDS = 0.2
"""What a thought is taken to cost until the first have been measured."""
MOST_GONE = 64
"""Owners who have gone and are remembered for a while."""
NEWEST_SHARE = 0.1
"""How much of the usual cost the newest thought makes up."""


@dataclass(slots=True)
class Clocks:
    """How far each name's clock has run. ``now``: what is level; nobody who comes starts before it."""

    now: float = 0.0
    spent: dict[str, float] = field(default_factory=dict)

    def of(self, name: str) -> float:
        """Where a name starts."""
        return max(self.now, self.spent.get(name, 0.0))

    def run(self, name: str, start: float, seconds: float) -> None:
        """Count the seconds that a name has had, from where it started."""
        self.spent[name] = start + seconds

    def forget(self, kept: Collection[str]) -> None:
        """Forget all but these and those who have had more than is level: the others would start there anyhow."""
        self.spent = {name: at for name, at in self.spent.items() if at > self.now or name in kept}

    def level(self) -> None:
        """Nobody waits: whoever comes now starts with those who have had most."""
        self.now = max([self.now, *self.spent.values()])
        self.spent = {}

    def copy(self) -> Clocks:
        """The same, to look ahead."""
        return Clocks(self.now, {**self.spent})


@dataclass(slots=True, eq=False)
class Waiter:
    """A thought that waits: whose it is, of which table, and how many came before it."""

    owner: str
    table: str
    number: int
    turn: asyncio.Future[None]


class FairTurns:
    """The turns of one worker; ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._owners = Clocks()
        self._tables: dict[str, Clocks] = {}
        """By owner, the clocks of their tables."""
        self._waiting: list[Waiter] = []
        self._served: Waiter | None = None
        """Who is thought for."""
        self._count = 0
        self._usual = USUAL_SECONDS

    @contextlib.asynccontextmanager
    async def turn(self, owner: str, table: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        waiter = Waiter(owner, table, self._count, asyncio.get_running_loop().create_future())
        self._count += 1
        if owner not in self._present():
            self._owners.spent[owner] = self._owners.of(owner)
        self._waiting.append(waiter)
        if self._served is None:
            self._next()
        try:
            await waiter.turn
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif self._served is waiter:
                # It was given the turn, and left before it could take it.
                self._next()
            raise
        owners, tables = self._owners, self._tables.setdefault(owner, Clocks())
        start, start_of_table, began = owners.spent[owner], tables.of(table), self._clock()
        owners.now, tables.now = max(owners.now, start), start_of_table
        try:
            yield
        finally:
            seconds = self._clock() - began
            owners.run(owner, start, seconds)
            owners.now += seconds / len(self._present())
            tables.run(table, start_of_table, seconds)
            self._usual += NEWEST_SHARE * (seconds - self._usual)
            self._next()

    def before(self) -> dict[str, int]:
        """The tables that wait, each with how many others come before it: the one that is thought for, and those whose
        turn comes sooner if every thought takes as long as usual."""
        owners, tables = self._owners.copy(), {owner: clocks.copy() for owner, clocks in self._tables.items()}
        left, found, order = [*self._waiting], dict[str, int](), list[str]()
        waiter = self._served
        while waiter is not None:
            if waiter.table not in order:
                found[waiter.table] = len(order)
                order.append(waiter.table)
            own = tables.setdefault(waiter.owner, Clocks())
            own.now = own.of(waiter.table)
            owners.run(waiter.owner, owners.spent[waiter.owner], self._usual)
            own.run(waiter.table, own.now, self._usual)
            waiter = _first(left, owners, tables) if left else None
            if waiter is not None:
                left.remove(waiter)
        return {table: before for table, before in found.items() if before}

    def _present(self) -> set[str]:
        """Who waits, or is thought for."""
        served = [] if self._served is None else [self._served]
        return {waiter.owner for waiter in (*served, *self._waiting)}

    def _forget(self) -> None:
        """Forget, now and then, those who have gone: where someone always waits, there would be ever more of them."""
        present = self._present()
        if len(self._owners.spent) > MOST_GONE + 2 * len(present):
            self._owners.forget(present)
            self._tables = {owner: own for owner, own in self._tables.items() if owner in self._owners.spent}

    def _next(self) -> None:
        """Give the turn to whoever comes next, if anyone waits."""
        self._waiting = [waiter for waiter in self._waiting if not waiter.turn.done()]
        self._served = None
        if not self._waiting:
            self._owners.level()
            self._tables = {}
        else:
            self._served = _first(self._waiting, self._owners, self._tables)
            self._waiting.remove(self._served)
            self._forget()
            self._served.turn.set_result(None)


def _first(waiting: Sequence[Waiter], owners: Clocks, tables: dict[str, Clocks]) -> Waiter:
    """Who comes next: by the owner's clock, then by the table's, then whoever came first."""
    none = Clocks()
    return min(waiting, key=lambda w: (owners.spent[w.owner], tables.get(w.owner, none).of(w.table), w.number))


def together(queues: Iterable[FairTurns]) -> dict[str, int]:
    """The tables that wait in several queues; none waits in two."""
    return {table: before for queue in queues for table, before in queue.before().items()}

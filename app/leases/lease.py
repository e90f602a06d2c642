"""A lease: the right of one process to do something for all, for some seconds unless it is renewed (decisions/0073).

A session's lock would do, but a pooler keeps nobody's session. And a process that was frozen for a minute and wakes
does not know that another has taken over: so every holder has a number, one more than the last, and what it writes is
taken only under the number that stands in the database at that moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import structlog

from app.database import TROUBLE, Database

log = structlog.get_logger(__name__)

LEASE_SECONDS = 6.0
"""How long a lease outlives its last renewal: so long nobody does the work of a process that was killed."""
RENEW_SECONDS = 1.5
ASK_SECONDS = 1.0
"""How often someone who waits for it asks."""

_TAKE = """
INSERT INTO lease AS l (name, fence, ends_at) VALUES ($1, 1, clock_timestamp() + make_interval(secs => $2))
ON CONFLICT (name) DO UPDATE SET fence = l.fence + 1, ends_at = excluded.ends_at
WHERE l.ends_at <= clock_timestamp() RETURNING fence
"""
_RENEW = """
UPDATE lease SET ends_at = clock_timestamp() + make_interval(secs => $3) WHERE name = $1 AND fence = $2 RETURNING fence
"""
"""Also one that has run out, as long as nobody else has taken it: nothing was done under another number."""
_LET_GO = "UPDATE lease SET ends_at = clock_timestamp() WHERE name = $1 AND fence = $2"
_IS_HELD = "SELECT EXISTS (SELECT FROM lease WHERE name = $1 AND ends_at > clock_timestamp()) AS held"

FENCE = "SELECT fence FROM lease WHERE name = $1 AND fence = $2"
"""Finds a row as long as nobody else has taken it."""


class LeaseLost(OSError):
    """Another process does it now, or may. Like a database that is away, it is one of ``TROUBLE``."""


@dataclass(slots=True)
class Held:
    """A lease that this process holds."""

    name: str
    fence: int
    until: float
    """By our own clock: after that another may have taken it."""
    lost: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once it is no longer ours, as far as we know."""

    @property
    def stamp(self) -> tuple[str, int]:
        """What is written under it names this."""
        return self.name, self.fence

    def check(self) -> None:
        """Refuse to act where it has run out by our own clock, as after a long sleep. LeaseLost."""
        if self.lost.is_set() or time.monotonic() >= self.until:
            self.lost.set()
            raise LeaseLost(f"the lease on {self.name} has run out")


class Leases:
    """Takes and renews leases."""

    def __init__(self, database: Database, seconds: float = LEASE_SECONDS) -> None:
        self._database = database
        self._seconds = seconds

    async def is_held(self, name: str) -> bool:
        """Whether some process holds it."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_IS_HELD, name)
        return row is not None and bool(row["held"])

    async def take(self, name: str) -> Held | None:
        """Take it, with a number of its own; None while another holds it."""
        # Counted from before we asked: the answer may have been long on its way.
        asked = time.monotonic()
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_TAKE, name, self._seconds)
        if row is None:
            return None
        held = Held(name, int(row["fence"]), asked + self._seconds)
        if time.monotonic() > asked + self._seconds / 2:
            # A frozen process had locked the row, say: what is left may be over before it is renewed.
            await self.renew(held)
        return held

    async def renew(self, held: Held) -> None:
        """Hold it for longer. LeaseLost when another has taken it."""
        asked = time.monotonic()
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_RENEW, held.name, held.fence, self._seconds)
        if row is None:
            raise LeaseLost(f"another process has taken the lease on {held.name}")
        held.until = asked + self._seconds

    async def let_go(self, held: Held) -> None:
        """Have the next take it at once."""
        async with self._database.raw() as raw:
            await raw.execute(_LET_GO, held.name, held.fence)

    @contextlib.asynccontextmanager
    async def holding(self, name: str) -> AsyncIterator[Held]:
        """Wait until it is ours, and renew it while this lasts; ``lost`` of what is given is set when that fails."""
        while (held := await self.take(name)) is None:  # noqa: ASYNC110
            await asyncio.sleep(ASK_SECONDS)
        async with self.keeping(held):
            yield held

    @contextlib.asynccontextmanager
    async def keeping(self, held: Held) -> AsyncIterator[None]:
        """Renew what was taken while this lasts, and let go of it then."""
        renewing = asyncio.create_task(self._keep(held))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            with contextlib.suppress(*TROUBLE):
                async with asyncio.timeout(2):
                    await self.let_go(held)

    async def _keep(self, held: Held) -> None:
        while not held.lost.is_set():
            await asyncio.sleep(RENEW_SECONDS)
            try:
                async with asyncio.timeout(max(0.0, held.until - time.monotonic())):
                    await self.renew(held)
            except LeaseLost as error:
                log.warning("lease lost", error=str(error))
                held.lost.set()
            except TROUBLE as error:
                log.warning("lease not renewed", lease=held.name, error=str(error) or type(error).__name__)
            if time.monotonic() >= held.until:
                held.lost.set()

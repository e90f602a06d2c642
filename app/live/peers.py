"""Whether other processes work on the same database. A process that is alone has nobody to send notices to.

Every process holds an advisory lock, shared, with the session over which it hears notices. One that gets the same lock
for itself is alone, and it stays alone until another process comes: the newcomer cannot share the lock, and it knocks
until it is let in. Before that it serves nobody, so whatever was stored without a notice was stored before it read
anything. A process that dies lets go of its lock with its session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.database import Raw

LOCK = 0x6772_6561_7402  # "great" and a number, for pg_advisory_lock
KNOCK_SECONDS = 0.02
"""How long a newcomer waits before it knocks again."""


class Peers:
    """What one process knows of the others."""

    def __init__(self) -> None:
        self.alone = False
        """Whether no other process can be serving now."""
        self._session: Raw | None = None
        self._turn = asyncio.Lock()

    async def join(self, session: Raw, knock: Callable[[Raw], Awaitable[None]]) -> None:
        """Share the lock over a session that hears notices already. ``knock`` tells the others that we are waiting."""
        while not await self._try(session, "SELECT pg_try_advisory_lock_shared($1) AS got"):
            await knock(session)
            await asyncio.sleep(KNOCK_SECONDS)
        self._session = session
        await self.look()

    async def look(self) -> None:
        """Find out whether we are alone by now."""
        if self._session is not None and not self.alone:
            self.alone = await self._try(self._session, "SELECT pg_try_advisory_lock($1) AS got")

    def heard_knock(self) -> None:
        """Someone wants to come in: from now on there is someone to tell."""
        self.alone = False

    async def let_in(self) -> None:
        """Let go of the lock that only one can hold; ours to share stays."""
        self.alone = False
        async with self._turn:
            # Asked only now: the session may have been lost while we waited for our turn.
            if self._session is not None:
                await self._session.execute("SELECT pg_advisory_unlock($1)", LOCK)

    def lose(self) -> None:
        """The session is gone, and our lock with it: others may have come."""
        self.alone = False
        self._session = None

    async def _try(self, session: Raw, query: str) -> bool:
        async with self._turn:
            row = await session.fetchrow(query, LOCK)
        return row is not None and bool(row["got"])

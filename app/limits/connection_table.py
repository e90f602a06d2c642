"""All connections of this process: how many there are, whose they are, and which have stood about for too long."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from app.limits.addresses import Proxies, household
from app.limits.refusals import Refusals

CLOSING_SECONDS = 10.0
"""A connection that is closed still waits for its peer to read the rest; so long and no longer."""


class Connected(Protocol):
    """A connection as the house sees it."""

    transport: asyncio.Transport
    household: str | None
    """The household that holds it; None for a proxy, which speaks for many."""
    due: float
    """When it is overdue, by the loop's clock."""
    gone: float
    """When it is cut off, once it is closing."""

    @property
    def idle(self) -> bool:
        """Whether nobody waits for an answer on it: at most for a request to arrive."""
        ...

    def overdue(self) -> None:
        """End it: it has been overdue for too long."""
        ...


class ConnectionTable:
    """Connections by household. ``most`` is the limit for all, ``each`` for one household; 0 is no limit for one."""

    def __init__(self, refusals: Refusals, proxies: Proxies, each: int) -> None:
        self._refusals = refusals
        self._proxies = proxies
        self._each = each
        self.most = 1_000
        self._held: dict[str | None, dict[Connected, None]] = {}
        """In the order in which they came."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def household(self, peer: str | None) -> str | None:
        """Who is counted for a connection from this address; None for a proxy."""
        return None if peer is None or peer in self._proxies else household(peer)

    def enter(self, connection: Connected) -> bool:
        """Count a connection. False when there is no room for it."""
        who = connection.household
        mine = self._held.get(who, {})
        if who is not None and self._each and len(mine) >= self._each:
            self._refusals.note("connections", who)
            if not self._drop_idle(mine):
                return False
        if self._count >= self.most and not self._make_room(len(mine)):
            self._refusals.note("house_full", who or "proxy")
            return False
        self._held.setdefault(who, {})[connection] = None
        self._count += 1
        return True

    def leave(self, connection: Connected) -> None:
        """Count it no more; once is enough."""
        mine = self._held.get(connection.household, {})
        if connection in mine:
            del mine[connection]
            self._count -= 1
            if not mine:
                del self._held[connection.household]

    def _drop_idle(self, mine: Iterable[Connected]) -> bool:
        """Drop a household's oldest connection on which nothing is asked: whoever holds many keeps no neighbour out."""
        oldest = next((connection for connection in mine if connection.idle), None)
        if oldest is not None:
            self.leave(oldest)
            oldest.transport.abort()
        return oldest is not None

    def _make_room(self, mine: int) -> bool:
        """Drop the oldest connection of the household that holds most, if it holds more than the newcomer would."""
        others = ((len(held), who) for who, held in self._held.items() if who is not None)
        count, who = max(others, key=lambda o: o[0], default=(0, None))
        if who is None or count <= mine + 1:
            return False
        oldest = next(iter(self._held[who]))
        self._refusals.note("house_full", who)
        self.leave(oldest)
        oldest.transport.abort()
        return True

    def sweep(self, now: float) -> None:
        """End what is overdue. Call it about once a second."""
        # Whatever is done to one may end others, so those that want it are found first; nearly always there are none.
        closing = [c for held in self._held.values() for c in held if c.transport.is_closing()]
        late = [c for held in self._held.values() for c in held if now > c.due]
        for connection in closing:
            connection.gone = min(connection.gone, now + CLOSING_SECONDS)
            if now > connection.gone:
                connection.transport.abort()
        for connection in late:
            if not connection.transport.is_closing():
                connection.overdue()
        self._refusals.tick()

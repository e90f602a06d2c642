"""What carries notices between processes that share a database: the little that the rest asks of Postgres or of NATS.

A notice is a hint, sent after the commit. One that is lost costs a look at the database (``app/live/bus.py``).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from rules.kernel.messages import JsonObject

Heard = Callable[[JsonObject], None]
"""Is called with each notice of another process."""


class BusAway(OSError):
    """The bus cannot be reached, or broke off. Like a database that is away, it is one of ``TROUBLE``."""


class Carrier(Protocol):
    """Carries notices: ``{"p": process, "t": kind, "m": match, ...}``, with an empty match for those to all."""

    process: str
    """Names this process among those on the database."""
    vital: bool
    """Whether nobody should be sent to a process that hears nothing, since then its moves fail as well."""

    @property
    def alone(self) -> bool:
        """Whether no other process can be serving now, so that there is nobody to tell."""
        ...

    def listening(self, heard: Heard) -> AbstractAsyncContextManager[asyncio.Event]:
        """Hear notices while this lasts; the event is set once the connection is lost. ``TROUBLE`` without one."""
        ...

    async def look(self) -> None:
        """See whether all is as believed: the connection, and who else is there. ``TROUBLE`` when it is not."""
        ...

    async def tell(self, notices: Sequence[JsonObject]) -> None:
        """Send notices to the others. ``TROUBLE`` when they did not go out."""
        ...

    def follow(self, match: str) -> None:
        """From now on hear of this match."""
        ...

    def leave(self, match: str) -> None:
        """Hear of it no longer."""
        ...

    async def close(self) -> None:
        """Let go of what sending needs."""
        ...


def name_process() -> str:
    """A name for a process, unlike all others'."""
    return secrets.token_hex(6)

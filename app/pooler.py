"""Statements to a Postgres behind a pooler in transaction mode, such as PgBouncer (decisions/0073).

Between two transactions each statement may come to another session of Postgres. asyncpg sends one in two steps, first
its text and then its arguments, so the second step could meet the text of a stranger: here both stand in a transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg

from app.raw import Row

Found = TypeVar("Found")

IDLE_SECONDS = 5
"""How long a transaction of one statement may wait for its end before Postgres breaks it off, in whole seconds: rows
that a process has locked when it is frozen in the middle, such as its lease, would be locked until it wakes."""


class OverPooler:
    """A connection of asyncpg whose every statement is a transaction of its own; ``Raw`` of ``app/raw.py``.

    It has no notices: a pooler keeps nobody's session, and so nobody listens.
    """

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def fetchrow(self, query: str, *args: object) -> Row | None:
        """The first row, or None."""
        row: Row | None = await self._whole(lambda: self._connection.fetchrow(query, *args))
        return row

    async def fetch(self, query: str, *args: object, timeout: float | None = None) -> Sequence[Row]:  # noqa: ASYNC109
        """All rows. TimeoutError when they take longer than ``timeout`` seconds."""
        async with asyncio.timeout(timeout):
            rows: Sequence[Row] = await self._whole(lambda: self._connection.fetch(query, *args))
        return rows

    async def execute(self, query: str, *args: object) -> str:
        """Run without rows."""
        if not args:
            # Goes in one step, and is a transaction by itself.
            done: str = await self._connection.execute(query)
            return done
        return await self._whole(lambda: self._connection.execute(query, *args))

    async def _whole(self, ask: Callable[[], Awaitable[Found]]) -> Found:
        try:
            # Both in one message: it costs no way more.
            await self._connection.execute(f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
            found = await ask()
            await self._connection.execute("COMMIT")
        except asyncpg.PostgresError:
            await self._back()
            raise
        except BaseException:
            # Given up in the middle: whoever has the connection next must not find our transaction.
            self._connection.terminate()
            raise
        return found

    async def _back(self) -> None:
        try:
            if not self._connection.is_closed():
                await self._connection.execute("ROLLBACK")
        except BaseException:
            self._connection.terminate()
            raise

    async def add_listener(self, channel: str, callback: Any) -> None:
        """There is no session that could listen. RuntimeError."""
        raise RuntimeError(f"nobody can listen to {channel} over a pooler")

    def add_termination_listener(self, callback: Any) -> None:
        """Have ``callback(connection)`` called when the connection is gone."""
        self._connection.add_termination_listener(callback)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Close it."""
        await self._connection.close(timeout=timeout)

    def terminate(self) -> None:
        """Drop it without a word to the database."""
        self._connection.terminate()

    def is_closed(self) -> bool:
        """Whether it is closed, by us, by the pooler or by the database."""
        return bool(self._connection.is_closed())

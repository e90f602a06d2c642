"""What we use of a bare asyncpg connection, straight or over a pooler; ``app/database.py`` gives them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Row(Protocol):
    """A row by column name."""

    def __getitem__(self, name: str) -> Any:
        """The column of that name."""
        ...


class Raw(Protocol):
    """What we use of an asyncpg connection.

    Outside a transaction each statement commits by itself. A json parameter is JSON text; a column comes decoded.
    """

    async def fetchrow(self, query: str, *args: object) -> Row | None:
        """The first row, or None."""
        ...

    async def fetch(self, query: str, *args: object, timeout: float | None = None) -> Sequence[Row]:  # noqa: ASYNC109
        """All rows. TimeoutError when they take longer than ``timeout`` seconds."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """Run without rows."""
        ...

    async def add_listener(self, channel: str, callback: Any) -> None:
        """Have ``callback(connection, pid, channel, payload)`` called for each notice."""
        ...

    def add_termination_listener(self, callback: Any) -> None:
        """Have ``callback(connection)`` called when the connection is gone."""
        ...

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Close it."""
        ...

    def terminate(self) -> None:
        """Drop it without a word to the database."""
        ...

    def is_closed(self) -> bool:
        """Whether it is closed, by us or by the database."""
        ...

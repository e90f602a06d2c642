"""Bookmarks in the database."""

from __future__ import annotations

import uuid

from sqlalchemy import text

from app.bookmarks.schemas import MAX_BOOKMARKS
from app.database import Database, raw_of
from rules.kernel.messages import Json

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:who, 23))")
"""Held by whoever marks a moment, so that two at once do not go beyond what a person may have."""

_PUT = """
INSERT INTO bookmark (match, account, viewpoint, number, turn, title, note)
SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $8::bigint > (
    SELECT count(*) FROM bookmark WHERE match = $1 AND account = $2 AND viewpoint = $3 AND number <> $4
)
ON CONFLICT (match, account, viewpoint, number) DO UPDATE SET note = excluded.note, at = now() RETURNING number
"""
_ALL = """
SELECT number, turn, title, note, at FROM bookmark WHERE match = $1 AND account = $2 AND viewpoint = $3 ORDER BY number
"""
_REMOVE = "DELETE FROM bookmark WHERE match = $1 AND account = $2 AND viewpoint = $3 AND number = $4"


class BookmarkRows:
    """Reads and writes bookmarks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(
        self, match: str, account: uuid.UUID, viewpoint: str, number: int, turn: int, title: str, note: str
    ) -> bool:
        """Mark a moment, or change its note; False if there are as many already as a person may have."""
        async with self._database.session.begin() as session:
            await session.execute(_LOCK, {"who": f"{match}/{account}"})
            raw = await raw_of(session)
            row = await raw.fetchrow(_PUT, match, account, viewpoint, number, turn, title, note, MAX_BOOKMARKS)
        return row is not None

    async def of(self, match: str, account: uuid.UUID, viewpoint: str) -> list[Json]:
        """Someone's bookmarks from a viewpoint, as they are told."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_ALL, match, account, viewpoint)
        return [
            {
                "number": row["number"],
                "turn": row["turn"],
                "title": row["title"],
                "note": row["note"],
                "at": row["at"].isoformat(timespec="seconds"),
            }
            for row in rows
        ]

    async def remove(self, match: str, account: uuid.UUID, viewpoint: str, number: int) -> None:
        """Take a bookmark away."""
        async with self._database.raw() as raw:
            await raw.execute(_REMOVE, match, account, viewpoint, number)

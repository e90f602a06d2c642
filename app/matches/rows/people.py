"""Who sits at matches and who watches them, as their rows in the home database have it."""

from __future__ import annotations

import uuid
from typing import Any, cast

from app.database import Database

_WATCHED = "INSERT INTO watcher (match, account, side) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING side"

_SEEN = """
UPDATE seat SET last_seen = GREATEST(last_seen, LEAST($4, COALESCE((
    SELECT (COALESCE(e.numbers, a.numbers, m.last -> 'numbers') ->> $3)::int FROM match m
    LEFT JOIN event e ON e.match = m.id AND e.seq = m.version LEFT JOIN archive a ON a.match = m.id WHERE m.id = $1
), 0))) WHERE match = $1 AND seat = $2 RETURNING last_seen
"""


class People:
    """Reads and notes where people sit, what they have watched, and how far they have read."""

    def __init__(self, home: Database) -> None:
        self._database = home

    async def in_play(self, account: uuid.UUID) -> list[tuple[str, str]]:
        """The matches in play against others in which someone sits, with the seats, unless they are open already."""
        query = (
            "SELECT s.match, s.seat FROM seat s JOIN match m ON m.id = s.match"
            " WHERE s.account = $1 AND s.opened_at IS NULL AND m.status = 'active' AND NOT m.hotseat"
        )
        async with self._database.raw() as raw:
            return [(row["match"], row["seat"]) for row in await raw.fetch(query, account)]

    async def stands_in(self, account: uuid.UUID) -> list[tuple[str, str]]:
        """The matches in play in which someone has agreed to stand in, with the seats."""
        query = (
            "SELECT s.match, s.seat FROM seat s JOIN match m ON m.id = s.match"
            " WHERE s.stand_in = $1 AND m.status = 'active'"
        )
        async with self._database.raw() as raw:
            return [(row["match"], row["seat"]) for row in await raw.fetch(query, account)]

    async def sat_at(self, match: str, account: uuid.UUID) -> list[str]:
        """The seats at which someone sat before others took them over."""
        async with self._database.raw() as raw:
            rows = await raw.fetch("SELECT seat FROM former_seat WHERE match = $1 AND account = $2", match, account)
        return [row["seat"] for row in rows]

    async def watched_from(self, match: str, account: uuid.UUID) -> list[str]:
        """The sides from which someone has watched a match."""
        async with self._database.raw() as raw:
            rows = await raw.fetch("SELECT side FROM watcher WHERE match = $1 AND account = $2", match, account)
        return [row["side"] for row in rows]

    async def note_watcher(self, match: str, account: uuid.UUID, side: str) -> bool:
        """Note that someone watches a match from a side; whether that is new. It waits for whoever sits down there."""
        async with self._database.raw() as raw:
            return bool(await raw.fetch(_WATCHED, match, account, side))

    async def mark_seen(self, match: str, seat: str, viewpoint: str, number: int) -> int:
        """Note that a seat's player saw everything up to a number; gives what is noted now, which never goes back."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_SEEN, match, seat, viewpoint, number)
        if row is None:
            raise RuntimeError(f"match {match} has no seat {seat}")
        return int(cast("Any", row["last_seen"]))

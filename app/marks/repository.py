"""Marks in the database."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from sqlalchemy import text

from app.database import Database, Row, raw_of
from app.marks.schemas import MAX_MARKS, Kind
from app.wire import encode_text

PING_SECONDS = 20
"""How long someone who comes late is still shown a ping."""

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:who, 19))")
"""Held by whoever draws for a seat, so that two at once do not go beyond what a seat may have."""

_NEW = """
WITH gone AS (
    DELETE FROM mark WHERE match = $1 AND side = $2 AND kind = 'ping' AND $6::text = 'ping' AND seat = $4 AND id <> $3
)
INSERT INTO mark (match, side, id, seat, account, name, kind, places, text)
SELECT $1, $2, $3, $4, $5, a.name, $6, $7::json, $8 FROM account a WHERE a.id = $5 AND ($6 = 'ping' OR $9::bigint > (
    SELECT count(*) FROM mark WHERE match = $1 AND side = $2 AND seat = $4 AND kind <> 'ping'
))
ON CONFLICT (match, side, id) DO NOTHING RETURNING id
"""
"""A seat has one ping: the next takes its place."""

_ALL = f"""
SELECT id, seat, account, name, kind, places, text, at FROM mark
WHERE match = $1 AND side = $2 AND (kind <> 'ping' OR at > now() - interval '{PING_SECONDS} seconds') ORDER BY at, id
"""  # noqa: S608
_ONE = "SELECT id, seat, account, name, kind, places, text, at FROM mark WHERE match = $1 AND side = $2 AND id = $3"
_REMOVE = "DELETE FROM mark WHERE match = $1 AND side = $2 AND id = $3"
_CLEAR = "DELETE FROM mark WHERE match = $1 AND side = $2 AND seat = $3"
_SHUNNED = """
SELECT account, other FROM block WHERE other = ANY($1::uuid[])
UNION SELECT account, other FROM mute WHERE other = ANY($1::uuid[])
"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mark as it is stored."""

    id: str
    seat: str
    account: uuid.UUID | None
    name: str
    kind: Kind
    places: tuple[str, ...]
    text: str
    at: dt.datetime


def _mark_from(row: Row) -> Drawn:
    places = tuple(row["places"])
    return Drawn(row["id"], row["seat"], row["account"], row["name"], row["kind"], places, row["text"], row["at"])


class MarkRows:
    """Reads and writes marks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, match: str, side: str, seat: str, account: uuid.UUID, id_: str, kind: Kind, places: list[str], word: str
    ) -> bool:
        """Draw a mark; False if one stands under that id, or the seat has as many as it may."""
        async with self._database.session.begin() as session:
            await session.execute(_LOCK, {"who": f"{match}/{seat}"})
            raw = await raw_of(session)
            row = await raw.fetchrow(
                _NEW, match, side, id_, seat, account, kind, encode_text([*places]), word, MAX_MARKS
            )
        return row is not None

    async def one(self, match: str, side: str, id_: str) -> Drawn | None:
        """A mark by its id."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_ONE, match, side, id_)
        return None if row is None else _mark_from(row)

    async def of_side(self, match: str, side: str) -> list[Drawn]:
        """The marks of a side, oldest first, without pings that are over."""
        async with self._database.raw() as raw:
            return [_mark_from(row) for row in await raw.fetch(_ALL, match, side)]

    async def remove(self, match: str, side: str, id_: str) -> None:
        """Take a mark away."""
        async with self._database.raw() as raw:
            await raw.execute(_REMOVE, match, side, id_)

    async def clear(self, match: str, side: str, seat: str) -> None:
        """Take all marks of a seat away."""
        async with self._database.raw() as raw:
            await raw.execute(_CLEAR, match, side, seat)

    async def list_shunned(self, authors: set[uuid.UUID]) -> set[tuple[uuid.UUID, uuid.UUID]]:
        """Who has blocked or muted whom of these."""
        if not authors:
            return set()
        async with self._database.raw() as raw:
            return {(row["account"], row["other"]) for row in await raw.fetch(_SHUNNED, [*authors])}

"""What was said, in the database."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.chat.speakers import mark_of
from app.database import USED_ALREADY, Database, Row
from app.errors import ApiError, no_session
from app.notices.outbox import INSERTED, PLAYER
from rules.kernel.messages import JsonObject

MAX_NUMBER_ATTEMPTS = 50
"""How often a number is asked for that someone else took in the same moment."""

_COLUMNS = "match, room, number, account, seat, name, text, at, quotes, hidden_at IS NOT NULL AS hidden"

_ADD = f"""
INSERT INTO message (match, room, number, command_id, account, seat, name, text, quotes)
SELECT $1, $2, COALESCE((SELECT max(number) FROM message WHERE match = $1 AND room = $2), 0) + 1,
    $3, $4, $5, a.name, $6, $7
FROM account a WHERE a.id = $4
ON CONFLICT (match, command_id) DO NOTHING RETURNING {_COLUMNS}
"""  # noqa: S608

_SENT = f"SELECT {_COLUMNS} FROM message WHERE match = $1 AND command_id = $2"  # noqa: S608
_ONE = f"SELECT {_COLUMNS} FROM message WHERE match = $1 AND room = $2 AND number = $3"  # noqa: S608
_PAGE = f"""
SELECT {_COLUMNS} FROM message
WHERE match = $1 AND room = $2 AND number < $3 AND at > $5 AND at <= $6 ORDER BY number DESC LIMIT $4
"""  # noqa: S608

_HIDE = f"""
UPDATE message SET text = '', hidden_at = COALESCE(hidden_at, now())
WHERE match = $1 AND room = $2 AND number = $3 AND account = $4 RETURNING {_COLUMNS}
"""  # noqa: S608

_SPEAKERS = """
SELECT DISTINCT account FROM message WHERE match = $1 AND room = ANY($2::text[]) AND account IS NOT NULL
"""

_ROOMS = """
SELECT r.room,
    COALESCE((SELECT max(m.number) FROM message m WHERE m.match = $1 AND m.room = r.room
        AND (r.room <> 'table' OR m.at <= $6)), 0)
        AS newest,
    (SELECT count(*) FROM message m WHERE m.match = $1 AND m.room = r.room AND m.hidden_at IS NULL
        AND m.account IS DISTINCT FROM $4::uuid
        AND NOT EXISTS (SELECT 1 FROM mute u WHERE u.account = $4::uuid AND u.other = m.account)
        AND (r.room NOT LIKE 'side:%' OR m.at > $5) AND m.number > COALESCE((
            SELECT s.number FROM chat_seen s WHERE s.match = $1 AND s.seat = $3 AND s.room = r.room
        ), 0)) AS unread
FROM unnest($2::text[]) AS r(room)
"""

_SEEN = """
INSERT INTO chat_seen (match, seat, room, number) VALUES (
    $1, $2, $3, LEAST($4, COALESCE((SELECT max(number) FROM message WHERE match = $1 AND room = $3), 0))
) ON CONFLICT (match, seat, room) DO UPDATE SET number = GREATEST(chat_seen.number, excluded.number) RETURNING number
"""

_CALL = f"""
WITH owed AS (
    SELECT s.match, s.seat, 'chat' AS kind, $3::int AS number, now() AS at, $2::text || ':' || COALESCE((
        SELECT r.number FROM chat_seen r WHERE r.match = $1 AND r.seat = s.seat AND r.room = $2
    ), 0) AS key
    FROM seat s WHERE s.match = $1 AND s.seat = ANY($4::text[]) AND {PLAYER} <> $5::uuid
        AND NOT EXISTS (SELECT 1 FROM mute u WHERE u.account = {PLAYER} AND u.other = $5::uuid)
) {INSERTED}
"""  # noqa: S608
"""By how far each has read: nobody is called a second time for what is said before they look.

Nobody is called for what is said by someone whom they muted.
"""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message as it is stored."""

    room: str
    number: int
    account: uuid.UUID | None
    seat: str | None
    name: str
    text: str
    quotes: int | None
    hidden: bool
    told: JsonObject
    """As it stands on the wire."""


def _message_from(row: Row) -> Spoken:
    told: JsonObject = {
        "number": row["number"],
        "seat": row["seat"],
        "name": row["name"],
        "by": mark_of(row["match"], row["account"]),
        "text": row["text"],
        "at": row["at"].isoformat(timespec="seconds"),
        "quotes": row["quotes"],
        "hidden": row["hidden"],
    }
    return Spoken(
        row["room"],
        row["number"],
        row["account"],
        row["seat"],
        row["name"],
        row["text"],
        row["quotes"],
        row["hidden"],
        told,
    )


class Messages:
    """Reads and writes what people say."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        match: str,
        room: str,
        command_id: str,
        account: uuid.UUID,
        seat: str | None,
        text: str,
        quotes: int | None,
    ) -> tuple[Spoken, bool]:
        """What now stands under this id, and whether it is new. ApiError when it cannot be said."""
        async with self._database.raw() as raw:
            for _ in range(MAX_NUMBER_ATTEMPTS):
                try:
                    row = await raw.fetchrow(_ADD, match, room, command_id, account, seat, text, quotes)
                except USED_ALREADY:
                    continue
                if row is not None:
                    return _message_from(row), True
                row = await raw.fetchrow(_SENT, match, command_id)
                if row is None:
                    raise no_session()  # the account was deleted in the meantime
                return _message_from(row), False
        raise ApiError(503, "unavailable", "Too many people are writing at once. Try again in a moment.")

    async def call(self, match: str, room: str, number: int, seats: Sequence[str], but: uuid.UUID) -> bool:
        """Put down that those at some seats, but for one account, should hear of a message; whether any is called."""
        async with self._database.raw() as raw:
            return bool(await raw.fetch(_CALL, match, room, number, [*seats], but))

    async def one(self, match: str, room: str, number: int) -> Spoken | None:
        """A message by its number."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_ONE, match, room, number)
        return None if row is None else _message_from(row)

    async def page(
        self, match: str, room: str, before: int, limit: int, since: dt.datetime, until: dt.datetime
    ) -> list[Spoken]:
        """The newest messages before a number that were said after a moment and until another, oldest first."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_PAGE, match, room, before, limit, since, until)
        return [_message_from(row) for row in reversed(rows)]

    async def speakers(self, match: str, rooms: Sequence[str]) -> list[uuid.UUID]:
        """The accounts of all who have said something in some rooms."""
        async with self._database.raw() as raw:
            return [row["account"] for row in await raw.fetch(_SPEAKERS, match, [*rooms])]

    async def hide(self, match: str, room: str, number: int, account: uuid.UUID) -> Spoken | None:
        """Take away the text of a message of this account's; None when there is no such."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_HIDE, match, room, number, account)
        return None if row is None else _message_from(row)

    async def rooms(
        self,
        match: str,
        rooms: Sequence[str],
        seat: str | None,
        account: uuid.UUID | None,
        since: dt.datetime,
        until: dt.datetime,
    ) -> Mapping[str, tuple[int, int]]:
        """Of each room its last number, and how much others have said since the seat's player read it.

        Of a side's room what was said before ``since`` is not counted; ``until`` is the time of the last numbers.
        """
        async with self._database.raw() as raw:
            rows = await raw.fetch(_ROOMS, match, [*rooms], seat, account, since, until)
        return {row["room"]: (row["newest"], row["unread"]) for row in rows}

    async def mark_read(self, match: str, seat: str, room: str, number: int) -> int:
        """Note how far a seat's player has read; it never goes back."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_SEEN, match, seat, room, number)
        assert row is not None  # noqa: S101
        return int(row["number"])

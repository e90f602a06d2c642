"""Drafts in the database."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import make_url, select
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.pool import NullPool

from app.database import Database, Row
from app.drafts.models import Draft
from app.wire import decode, encode_text
from rules.kernel.drafting import Drafted
from rules.kernel.messages import Json, JsonObject

_COLUMNS = "revision, commands, based_on, sending"
_GET = f"SELECT {_COLUMNS} FROM draft WHERE match = $1 AND seat = $2"  # noqa: S608

_PUT = f"""
INSERT INTO draft (match, seat, revision, commands, based_on)
SELECT $1, $2, 1, $4::json, $5
WHERE $3 = 0 OR EXISTS (SELECT 1 FROM draft WHERE match = $1 AND seat = $2)
ON CONFLICT (match, seat) DO UPDATE
SET revision = draft.revision + 1, commands = excluded.commands, based_on = excluded.based_on, changed_at = now()
WHERE draft.revision = $3 AND draft.sending IS NULL
RETURNING {_COLUMNS}
"""  # noqa: S608

_DISCARD = f"""
UPDATE draft SET revision = revision + 1, commands = '[]', sending = NULL, changed_at = now()
WHERE (match, seat) IN (
    SELECT match, seat FROM draft WHERE match = $1 AND seat = $2 AND revision = $3 FOR UPDATE SKIP LOCKED
) RETURNING {_COLUMNS}
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Stored:
    """A draft as it is stored; revision 0 when there is none."""

    revision: int = 0
    commands: tuple[Drafted, ...] = ()
    based_on: int = 0
    sending: str | None = None


def _draft_from(row: Row) -> Stored:
    return Stored(row["revision"], _commands(row["commands"]), row["based_on"], row["sending"])


def _commands(plain: Sequence[Any]) -> tuple[Drafted, ...]:
    return tuple(Drafted(one["ask"], one["command"]) for one in plain)


def _plain(commands: Sequence[Drafted]) -> list[Json]:
    return [{"ask": one.ask, "command": one.command} for one in commands]


class Held:
    """A draft whose row nobody else can change meanwhile."""

    def __init__(self, row: Draft) -> None:
        self._row = row

    @property
    def draft(self) -> Stored:
        """As it stands now."""
        row = self._row
        return Stored(row.revision, _commands(row.commands), row.based_on, row.sending)

    def answer(self, id_: str) -> JsonObject | None:
        """What was answered to the send of this id, if that was the last."""
        return self._row.answer if self._row.sent == id_ else None

    def begin(self, id_: str) -> None:
        """A send begins."""
        self._row.sending = id_

    def end(self, id_: str, answer: JsonObject, rest: Sequence[Drafted], based_on: int) -> None:
        """A send has ended: what is left of the draft, and what is answered to the same id."""
        row = self._row
        row.sent, row.answer, row.sending = id_, answer, None
        row.commands, row.revision, row.based_on = [*_plain(rest)], row.revision + 1, based_on  # type: ignore[list-item]
        row.changed_at = dt.datetime.now(dt.UTC)


class DraftRows:
    """Reads and writes drafts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # A draft is held while others of our statements run: from the pool all could be held by such as wait for one.
        url = make_url(database.url).set(drivername="postgresql+asyncpg")
        self._apart = create_async_engine(
            url, poolclass=NullPool, json_serializer=encode_text, json_deserializer=decode
        )

    async def get(self, match: str, seat: str) -> Stored:
        """The draft of a seat."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_GET, match, seat)
        return Stored() if row is None else _draft_from(row)

    async def put(
        self, match: str, seat: str, revision: int, commands: Sequence[Drafted], based_on: int
    ) -> Stored | None:
        """Replace a draft of this revision; None when it has another by now, or is being sent."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_PUT, match, seat, revision, encode_text(_plain(commands)), based_on)
        return None if row is None else _draft_from(row)

    async def discard(self, match: str, seat: str, revision: int) -> Stored | None:
        """Forget a draft of this revision, even one whose sending broke off.

        None when it has another by now, or is being sent this moment: then nobody waits for that with a connection.
        """
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_DISCARD, match, seat, revision)
        return None if row is None else _draft_from(row)

    @asynccontextmanager
    async def lock_draft(self, match: str, seat: str) -> AsyncIterator[Held | None]:
        """The draft under lock, for all processes: what is changed is stored at the end. None when there is none."""
        async with AsyncSession(self._apart) as session, session.begin():
            query = select(Draft).where(Draft.match == match, Draft.seat == seat).with_for_update()
            row = (await session.execute(query)).scalar_one_or_none()
            yield None if row is None else Held(row)

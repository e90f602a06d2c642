"""Drafts in the database."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.pool import NullPool

from app.database import Database, Row, engine_on
from app.drafts.models import Draft
from app.wire import decode, encode_text
from rules.kernel.drafting import Drafted
from rules.kernel.messages import Json, JsonObject

_COLUMNS = "revision, commands, based_on, sending, ahead, ahead_by, through, begun, notice"
_GET = f"SELECT {_COLUMNS} FROM draft WHERE match = $1 AND seat = $2"  # noqa: S608

_PUT = f"""
INSERT INTO draft (match, seat, revision, commands, based_on)
SELECT $1, $2, 1, $4::json, $5
WHERE $3 = 0 OR EXISTS (SELECT 1 FROM draft WHERE match = $1 AND seat = $2)
ON CONFLICT (match, seat) DO UPDATE
SET revision = draft.revision + 1, commands = excluded.commands, based_on = excluded.based_on, changed_at = now(),
    ahead = NULL, notice = NULL
WHERE draft.revision = $3 AND draft.sending IS NULL
RETURNING {_COLUMNS}
"""  # noqa: S608

_DISCARD = f"""
UPDATE draft SET revision = revision + 1, commands = '[]', sending = NULL, changed_at = now(),
    ahead = NULL, notice = NULL
WHERE match = $1 AND (match, seat) IN (
    SELECT match, seat FROM draft WHERE match = $1 AND seat = $2 AND revision = $3 FOR UPDATE SKIP LOCKED
) RETURNING {_COLUMNS}
"""  # noqa: S608

_GO_AHEAD = f"""
UPDATE draft SET ahead = $4, ahead_by = $5, through = $6, begun = false, looked = NULL, notice = NULL
WHERE match = $1 AND seat = $2 AND revision = $3 AND sending IS NULL AND json_array_length(commands) > 0
RETURNING {_COLUMNS}
"""  # noqa: S608

_STAY = f"""
UPDATE draft SET ahead = NULL, notice = NULL WHERE match = $1 AND seat = $2 AND sending IS NULL
RETURNING {_COLUMNS}
"""  # noqa: S608

_PUT_OFF = """
UPDATE draft SET ahead = NULL, notice = $3::json
WHERE match = $1 AND (match, seat) IN (
    SELECT match, seat FROM draft WHERE match = $1 AND seat = $2 AND ahead IS NOT NULL FOR UPDATE SKIP LOCKED
)
"""

_LOOKED = "UPDATE draft SET looked = $3 WHERE match = $1 AND seat = $2 AND ahead IS NOT NULL"

_MAY_GO = """
SELECT draft.match, draft.seat FROM draft JOIN match ON match.id = draft.match
WHERE draft.ahead IS NOT NULL AND draft.looked IS DISTINCT FROM match.version
ORDER BY draft.changed_at LIMIT $1
"""


@dataclass(frozen=True, slots=True)
class Stored:
    """A draft as it is stored; revision 0 when there is none."""

    revision: int = 0
    commands: tuple[Drafted, ...] = ()
    based_on: int = 0
    sending: str | None = None
    ahead: str | None = None
    ahead_by: uuid.UUID | None = None
    through: bool = False
    begun: bool = False
    notice: JsonObject | None = None

    @property
    def leg(self) -> str:
        """The id under which what is left of a draft that was sent ahead is given next: the same until that is over."""
        return f"{self.ahead}.{self.revision}"


def _draft_from(row: Row) -> Stored:
    kept = (row[name] for name in ("sending", "ahead", "ahead_by", "through", "begun", "notice"))
    return Stored(row["revision"], _commands(row["commands"]), row["based_on"], *kept)


def _commands(plain: Sequence[Any]) -> tuple[Drafted, ...]:
    return tuple(Drafted(one["ask"], one["command"], one.get("least", "")) for one in plain)


def _plain(commands: Sequence[Drafted]) -> list[Json]:
    return [{"ask": one.ask, "command": one.command, **({"least": one.least} if one.least else {})} for one in commands]


class Held:
    """A draft whose row nobody else can change meanwhile."""

    def __init__(self, row: Draft) -> None:
        self._row = row

    @property
    def draft(self) -> Stored:
        """As it stands now."""
        row = self._row
        kept = (row.sending, row.ahead, row.ahead_by, row.through, row.begun, row.notice)
        return Stored(row.revision, _commands(row.commands), row.based_on, *kept)

    def answer(self, id_: str) -> JsonObject | None:
        """What was answered to the send of this id, if that was the last."""
        return self._row.answer if self._row.sent == id_ else None

    def begin(self, id_: str) -> None:
        """A send begins; one by hand goes before what was to go when the turn comes."""
        self._row.sending = id_
        if id_ != self.draft.leg:
            self._row.ahead = None

    def end(self, id_: str, answer: JsonObject, rest: Sequence[Drafted], based_on: int, *, goes_on: bool) -> None:
        """A send has ended: what is left of the draft, and what is answered to the same id.

        ``goes_on``: of a draft that was sent ahead the rest goes when its turn comes again.
        """
        row = self._row
        if row.ahead is not None:
            row.begun = row.begun or bool(answer["played"])
            row.notice = _merge_answer(row.notice, answer)
            row.ahead, row.looked = (row.ahead, None) if goes_on else (None, None)
        row.sent, row.answer, row.sending = id_, answer, None
        row.commands, row.revision, row.based_on = [*_plain(rest)], row.revision + 1, based_on  # type: ignore[list-item]
        row.changed_at = dt.datetime.now(dt.UTC)


def _merge_answer(told: JsonObject | None, answer: JsonObject) -> JsonObject:
    """What came of a plan so far: whoever was away is told of all of it, however many times it went on."""
    both: tuple[Any, ...] = (told or {}, answer)
    return {**answer, **{name: [one for each in both for one in each.get(name, ())] for name in ("played", "left_out")}}


HELD_AT_ONCE = 2
"""Drafts that one process holds at the same time over a pooler: each keeps one of its few sessions, while the moves of
the draft need others."""


class DraftRows:
    """Reads and writes drafts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # A draft is held while others of our statements run: from the pool all could be held by such as wait for one.
        self._apart = engine_on(
            database.url,
            pooled=database.pooled,
            poolclass=NullPool,
            json_serializer=encode_text,
            json_deserializer=decode,
        )
        self._turn = asyncio.Semaphore(HELD_AT_ONCE) if database.pooled else contextlib.nullcontext()

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

    async def go_ahead(
        self, match: str, seat: str, revision: int, id_: str, by: uuid.UUID | None, *, through: bool
    ) -> Stored | None:
        """Have a draft of this revision go when its turn comes; None when it has another, is empty or is being sent."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_GO_AHEAD, match, seat, revision, id_, by, through)
        return None if row is None else _draft_from(row)

    async def stay(self, match: str, seat: str) -> Stored | None:
        """Have a draft wait until it is sent by hand; None while it is being sent."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_STAY, match, seat)
        return None if row is None else _draft_from(row)

    async def put_off(self, match: str, seat: str, notice: JsonObject | None = None) -> None:
        """Have a draft wait that can no longer go by itself, also one whose sending broke off: it would be looked at
        for ever. One that is being sent this moment goes on."""
        async with self._database.raw() as raw:
            await raw.execute(_PUT_OFF, match, seat, None if notice is None else encode_text(notice))

    async def looked(self, match: str, seat: str, version: int) -> None:
        """Note that at this version of the match the turn of a draft had not come."""
        async with self._database.raw() as raw:
            await raw.execute(_LOOKED, match, seat, version)

    async def may_go(self, most: int) -> list[tuple[str, str]]:
        """Matches and seats with a draft that was sent ahead, whose match has moved since it was looked at."""
        async with self._database.raw() as raw:
            return [(row["match"], row["seat"]) for row in await raw.fetch(_MAY_GO, most)]

    @asynccontextmanager
    async def lock_draft(self, match: str, seat: str) -> AsyncIterator[Held | None]:
        """The draft under lock, for all processes: what is changed is stored at the end. None when there is none."""
        async with self._turn, AsyncSession(self._apart) as session, session.begin():
            query = select(Draft).where(Draft.match == match, Draft.seat == seat).with_for_update()
            row = (await session.execute(query)).scalar_one_or_none()
            yield None if row is None else Held(row)

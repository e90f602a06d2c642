"""Hints in the database: servers put questions there, and the process in which programs play answers them."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import asyncpg

from app.database import Database, Row
from app.wire import encode_text
from rules.kernel.messages import JsonObject

PATIENCE_SECONDS = 120
"""Seconds after which nobody waits for a hint any more."""

_WAITED_FOR = f"asked_at > now() - interval '{PATIENCE_SECONDS} seconds'"
_COLUMNS = f"""
match, id, seat, account, ask, number, answered_at IS NOT NULL AS answered, answer, {_WAITED_FOR} AS waited_for
"""
_NEW = """
INSERT INTO hint (match, id, seat, account, ask, number) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (match, id) DO NOTHING
"""
_FORGET = f"""
DELETE FROM hint WHERE account = $1 AND answered_at IS NULL AND NOT {_WAITED_FOR}
"""  # noqa: S608
_ONE = f"SELECT {_COLUMNS} FROM hint WHERE match = $1 AND id = $2 AND account = $3"  # noqa: S608
_SAME = f"""
SELECT {_COLUMNS} FROM hint WHERE match = $1 AND seat = $2 AND account = $3 AND ask = $4 AND number = $5
AND (answered_at IS NULL AND {_WAITED_FOR} OR answer -> 'courses' IS NOT NULL) ORDER BY asked_at DESC LIMIT 1
"""  # noqa: S608
_BEFORE = f"""
SELECT count(*) AS before FROM hint h, hint mine
WHERE mine.match = $1 AND mine.id = $2 AND h.answered_at IS NULL AND h.asked_at < mine.asked_at
AND h.asked_at > now() - interval '{PATIENCE_SECONDS} seconds'
"""  # noqa: S608
_IN_THE_WAY = f"""
SELECT EXISTS (
    SELECT FROM hint
    WHERE account = $3 AND answered_at IS NULL AND {_WAITED_FOR}
) AS waits, EXISTS (SELECT FROM hint WHERE match = $1 AND id = $2 AND account <> $3) AS taken
"""  # noqa: S608
_NEXT = f"""
SELECT {_COLUMNS} FROM hint WHERE answered_at IS NULL AND {_WAITED_FOR}
AND (match, id) NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))
ORDER BY asked_at, match, id LIMIT 1
"""  # noqa: S608
_ANSWER = "UPDATE hint SET answered_at = now(), answer = $3::json WHERE match = $1 AND id = $2 AND answered_at IS NULL"


@dataclass(frozen=True, slots=True)
class AskedHint:
    """A hint as it is stored; ``answer`` is None until there is one, ``number`` how much the seat had been told.

    ``late``: no answer will come any more.
    """

    match: str
    id: str
    seat: str
    account: uuid.UUID
    ask: str
    number: int
    answer: JsonObject | None
    late: bool = False


def _read(row: Row) -> AskedHint:
    answer: Any = row["answer"]
    return AskedHint(
        row["match"],
        row["id"],
        row["seat"],
        row["account"],
        row["ask"],
        row["number"],
        answer if row["answered"] else None,
        not (row["answered"] or row["waited_for"]),
    )


class HintRows:
    """Reads and writes hints."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, hint: AskedHint) -> bool:
        """Ask for a hint; asked for again with the same id it stands there once. False if its account waits for
        another already."""
        async with self._database.raw() as raw:
            await raw.execute(_FORGET, hint.account)
            try:
                await raw.execute(_NEW, hint.match, hint.id, hint.seat, hint.account, hint.ask, hint.number)
            except asyncpg.UniqueViolationError:
                return False
        return True

    async def in_the_way(self, hint: AskedHint) -> tuple[bool, bool]:
        """Whether its account waits for another hint, and whether someone else has used its id in the match."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_IN_THE_WAY, hint.match, hint.id, hint.account)
        return (False, False) if row is None else (bool(row["waits"]), bool(row["taken"]))

    async def one(self, match: str, id_: str, account: uuid.UUID) -> AskedHint | None:
        """What someone asked for under an id."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_ONE, match, id_, account)
        return None if row is None else _read(row)

    async def same(self, hint: AskedHint) -> AskedHint | None:
        """What was asked for before at the same question, when the seat had been told no less, unless that failed.

        Not by the version of the match: that counts what is hidden from the seat, too.
        """
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_SAME, hint.match, hint.seat, hint.account, hint.ask, hint.number)
        return None if row is None else _read(row)

    async def place(self, match: str, id_: str) -> int:
        """How many were asked for before this one and wait."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_BEFORE, match, id_)
        return 0 if row is None else int(row["before"])

    async def next(self, besides: Collection[tuple[str, str]] = ()) -> AskedHint | None:
        """The one that has waited longest, ``besides`` some by match and id."""
        matches, ids = [match for match, _ in besides], [id_ for _, id_ in besides]
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_NEXT, matches, ids)
        return None if row is None else _read(row)

    async def answer(self, hint: AskedHint, answer: JsonObject) -> None:
        """Answer it, unless it is answered."""
        async with self._database.raw() as raw:
            await raw.execute(_ANSWER, hint.match, hint.id, encode_text(answer))

"""Thoughts in the database: servers put matches there, and the process in which programs play has them worked out."""

from __future__ import annotations

from dataclasses import dataclass

from app.database import Database
from app.wire import encode_text
from rules.kernel.messages import Json, JsonObject

_ADD = "INSERT INTO thoughts (match) VALUES ($1) ON CONFLICT DO NOTHING"
_ONE = """
SELECT t.ended_at IS NOT NULL AS ended, t.error,
    (SELECT COALESCE(array_agg(turn ORDER BY turn), '{}') FROM thoughts_turn n WHERE n.match = t.match) AS turns,
    (SELECT count(*) FROM thoughts b WHERE b.ended_at IS NULL AND b.asked_at < t.asked_at) AS before
FROM thoughts t WHERE t.match = $1
"""
_NEXT = "SELECT match FROM thoughts WHERE ended_at IS NULL ORDER BY asked_at, match LIMIT 1"
_BEGIN = "DELETE FROM thoughts_turn WHERE match = $1"
_TURN = """
INSERT INTO thoughts_turn (match, turn, told) SELECT match, $2, $3::json FROM thoughts WHERE match = $1
ON CONFLICT (match, turn) DO NOTHING
"""
_END = "UPDATE thoughts SET ended_at = now(), error = $2::json WHERE match = $1 AND ended_at IS NULL"
_FORGET = "DELETE FROM thoughts WHERE match = $1 AND ended_at IS NULL"
_READ = "SELECT told FROM thoughts_turn WHERE match = $1 AND turn = $2"


@dataclass(frozen=True, slots=True)
class AskedThoughts:
    """How far the thoughts of a match are. ``error``: why not all turns are there; ``before``: matches that come before
    it while it waits."""

    ended: bool
    error: JsonObject | None
    turns: tuple[int, ...]
    before: int


class ThoughtsRows:
    """Reads and writes thoughts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, match: str) -> None:
        """Ask for those of a match; asked for again it stands there once."""
        async with self._database.raw() as raw:
            await raw.execute(_ADD, match)

    async def one(self, match: str) -> AskedThoughts | None:
        """How far they are; None if nobody has asked."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_ONE, match)
        if row is None:
            return None
        return AskedThoughts(row["ended"], row["error"], tuple(row["turns"]), int(row["before"]))

    async def turn(self, match: str, turn: int) -> list[Json] | None:
        """The phases of a turn, if they are there."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_READ, match, turn)
        return None if row is None else [*row["told"]]

    async def next(self) -> str | None:
        """The match that has waited longest."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_NEXT)
        return None if row is None else str(row["match"])

    async def begin(self, match: str) -> None:
        """Forget the turns that another process had found before it died."""
        async with self._database.raw() as raw:
            await raw.execute(_BEGIN, match)

    async def add_turn(self, match: str, turn: int, phases: Json) -> None:
        """Store a turn."""
        async with self._database.raw() as raw:
            await raw.execute(_TURN, match, turn, encode_text(phases))

    async def end(self, match: str, error: JsonObject | None) -> None:
        """All that can be found is there."""
        async with self._database.raw() as raw:
            await raw.execute(_END, match, None if error is None else encode_text(error))

    async def forget(self, match: str) -> None:
        """As if nobody had asked: whoever asks again has it tried again."""
        async with self._database.raw() as raw:
            await raw.execute(_FORGET, match)

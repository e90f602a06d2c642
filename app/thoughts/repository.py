"""Thoughts in the database: servers put matches there, and the process in which programs play has them worked out."""

from __future__ import annotations

from dataclasses import dataclass

from app.database import Database
from app.opponents.identities import ACCOUNTS
from app.wire import encode_text
from rules.kernel.messages import Json, JsonObject

DAY = "1 day"
"""How long what someone had worked out counts for the next."""
_QUEUE = f"""
WITH queue AS (
    SELECT t.match, t.asked_at, t.ended_at, row_number() OVER (
        PARTITION BY COALESCE((
            SELECT s.account::text FROM seat s
            WHERE s.match = t.match AND s.account <> ALL($1::uuid[]) ORDER BY s.position LIMIT 1
        ), t.match) ORDER BY t.asked_at, t.match
    ) AS nth
    FROM thoughts t
    WHERE (t.ended_at IS NULL OR t.asked_at > now() - interval '{DAY}')
    AND EXISTS (SELECT FROM thoughts w WHERE w.ended_at IS NULL)
)
"""  # noqa: S608
"""The matches of the last day, with their places among those of the first person who sat there: everyone's first comes
before anyone's second. Where nothing waits, nothing is looked at."""
_ADD = "INSERT INTO thoughts (match) VALUES ($1) ON CONFLICT DO NOTHING"
_ONE = f"""{_QUEUE}
SELECT t.ended_at IS NOT NULL AS ended, t.error,
    (SELECT COALESCE(array_agg(turn ORDER BY turn), '{{}}') FROM thoughts_turn n WHERE n.match = t.match) AS turns,
    (
        SELECT count(*) FROM queue b JOIN queue own ON own.match = t.match
        WHERE b.ended_at IS NULL AND (b.nth, b.asked_at) < (own.nth, own.asked_at)
    ) AS before
FROM thoughts t WHERE t.match = $2
"""  # noqa: S608
_NEXT = f"""{_QUEUE}
SELECT match FROM queue WHERE ended_at IS NULL ORDER BY nth, asked_at, match LIMIT 1
"""  # noqa: S608
_BEGIN = "DELETE FROM thoughts_turn WHERE match = $1"
_TURN = """
INSERT INTO thoughts_turn (match, turn, told) SELECT match, $2, $3::json FROM thoughts WHERE match = $1
ON CONFLICT (match, turn) DO NOTHING
"""
_END = "UPDATE thoughts SET ended_at = now(), error = $2::json WHERE match = $1 AND ended_at IS NULL"
_FORGET = "DELETE FROM thoughts WHERE match = $1 AND ended_at IS NULL"
_READ = "SELECT told FROM thoughts_turn WHERE match = $1 AND turn = $2"
_PROGRAMS = [*ACCOUNTS.values()]


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
            row = await raw.fetchrow(_ONE, _PROGRAMS, match)
        if row is None:
            return None
        return AskedThoughts(row["ended"], row["error"], tuple(row["turns"]), int(row["before"]))

    async def turn(self, match: str, turn: int) -> list[Json] | None:
        """The phases of a turn, if they are there."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_READ, match, turn)
        return None if row is None else [*row["told"]]

    async def next(self) -> str | None:
        """The match that comes next: whose owner had fewest worked out on this day, and of those what waits longest."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_NEXT, _PROGRAMS)
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

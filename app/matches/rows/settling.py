"""Brings the row of a match at home up to what its shard has stored (decisions/0079).

After each move that is one statement. Where it was not sent, since a process or a database went away in between, all of
it is copied once more: *settled*. That does nothing where it was done already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.database import Raw, raw_of
from app.matches.rows.journal import Entry, owed_columns
from app.notices.outbox import INSERTED, Owed, owe
from app.shards.shards import Shards
from app.wire import decode_object, encode_text
from rules.kernel.messages import JsonObject

_FOLLOW = f"""
WITH sent AS (
    SELECT * FROM unnest(
        $2::text[], $3::int[], $4::int[], $5::text[], $6::jsonb[], $7::timestamptz[], $8::jsonb[], $9::jsonb[],
        $10::timestamptz[], $11::jsonb[]
    ) AS s (match, before, after, status, outcome, at, told, clock, due, last)
), moved AS (
    UPDATE match SET version = s.after, status = s.status, outcome = s.outcome, changed_at = s.at, last = s.last,
        told = COALESCE(s.told, match.told), told_at = CASE WHEN s.told IS NULL THEN match.told_at ELSE s.at END,
        clock = COALESCE(s.clock, match.clock), due = CASE WHEN s.clock IS NULL THEN match.due ELSE s.due END
    FROM sent s WHERE match.id = s.match AND match.version = s.before AND match.shard = $1
    RETURNING s.match, s.at
), owed AS (
    SELECT m.match, o.seat, o.kind, o.key, o.number, COALESCE(o.at, m.at) AS at FROM moved m JOIN unnest(
        $12::text[], $13::text[], $14::text[], $15::text[], $16::int[], $17::timestamptz[]
    ) AS o (match, seat, kind, key, number, at) ON o.match = m.match
), noticed AS ({INSERTED})
SELECT match, EXISTS (SELECT FROM noticed) AS owes FROM moved
"""  # noqa: S608
"""What lists, clocks and notices need of moves that a shard has stored."""

STANDS = """
SELECT m.version, m.status, m.outcome::text AS outcome, m.changed_at, m.told::text AS told, m.told_at,
    m.clock::text AS clock, m.due, m.reseated::text AS reseated, m.moving,
    json_build_object('kind', e.kind, 'at', e.at, 'numbers', e.numbers)::text AS last
FROM match m LEFT JOIN event e ON e.match = m.id AND e.seq = m.version WHERE m.id = $1
"""
"""How a match stands where its record lies."""
_WAITING = "SELECT seat, kind, key, number, at FROM notice WHERE match = $1"
_SENT = """
DELETE FROM notice n WHERE n.match = $1
    AND (n.seat, n.kind, n.key) IN (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]))
"""
_WITH_NOTICES = "SELECT DISTINCT match FROM notice LIMIT 100"
_SEATS_ARE_HOME = "UPDATE match SET reseated = NULL WHERE id = $1 AND (reseated ->> 'version')::int <= $2"

_SETTLE = """
UPDATE match SET version = $3, status = $4, outcome = $5::jsonb, changed_at = $6, told = $7::jsonb, told_at = $8,
    clock = $9::jsonb, due = $10, last = $11::jsonb
WHERE id = $1 AND shard = $2 AND version < $3
"""
_AT_HOME = "SELECT version FROM match WHERE id = $1 AND shard = $2 FOR UPDATE"

_RESEAT = (
    """
DELETE FROM chat_seen c USING json_to_recordset($2::json) AS j (seat text, account uuid), seat s
WHERE c.match = $1 AND c.seat = j.seat AND s.match = $1 AND s.seat = j.seat AND s.account IS DISTINCT FROM j.account
""",
    """
UPDATE draft d SET commands = '[]', revision = d.revision + 1, sending = NULL, sent = NULL, answer = NULL,
    ahead = NULL, ahead_by = NULL, notice = NULL
FROM json_to_recordset($2::json) AS j (seat text, account uuid), seat s
WHERE d.match = $1 AND d.seat = j.seat AND s.match = $1 AND s.seat = j.seat AND s.account IS DISTINCT FROM j.account
""",
    """
UPDATE seat s SET account = (SELECT a.id FROM account a WHERE a.id = j.account), opened_at = j.opened_at,
    since = j.since, shows = j.shows, stand_in = (SELECT a.id FROM account a WHERE a.id = j.stand_in),
    stands_in_since = j.stands_in_since, stand_in_key = j.stand_in_key, program = j.program
FROM json_populate_recordset(NULL::seat, $2::json) j WHERE s.match = $1 AND s.seat = j.seat
""",
)
"""The seats as the last order about them left them, and what goes with a change of players."""
_FORMER = """
INSERT INTO former_seat (id, match, seat, account, since, until)
SELECT j.id, $1, j.seat, (SELECT a.id FROM account a WHERE a.id = j.account), j.since, j.until
FROM json_populate_recordset(NULL::former_seat, $2::json) j ON CONFLICT DO NOTHING
"""
_PROGRAMS = "UPDATE match SET programs = true WHERE id = $1"

SEATS_NOW = """
SELECT json_build_object(
    'version', $2::int, 'programs', m.programs,
    'seats', (SELECT json_agg(s) FROM seat s WHERE s.match = m.id),
    'former', (SELECT json_agg(f) FROM former_seat f WHERE f.match = m.id)
)::text AS seats FROM match m WHERE m.id = $1
"""
"""What a shard keeps of an order about seats until the home database has committed it."""


def follow_statement(shard: str, entries: Sequence[Entry]) -> tuple[str, list[object]]:
    """The statement by which the home database hears of moves, and what it is sent with. Its rows are the matches that
    it knew as they were before."""
    last: list[JsonObject] = [
        {"kind": f.kind, "at": f.at.isoformat(), "numbers": {**f.numbers}} for f in (e.facts[-1] for e in entries)
    ]
    return _FOLLOW, [
        shard,
        [e.match for e in entries],
        [e.before for e in entries],
        [e.facts[-1].seq for e in entries],
        [e.status for e in entries],
        [e.outcome for e in entries],
        [e.facts[0].at for e in entries],
        [e.told for e in entries],
        [e.clock for e in entries],
        [e.due for e in entries],
        [encode_text(it) for it in last],
        *owed_columns([(e.match, o) for e in entries for o in e.owed]),
    ]


class Settling:
    """Settles matches."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards

    async def follow(self, home: Raw, shard: str, entries: Sequence[Entry]) -> bool:
        """Tell the home database of moves that a shard has stored; whether someone is to be told something."""
        query, sent = follow_statement(shard, entries)
        rows = await home.fetch(query, *sent)
        known = {row["match"] for row in rows}
        for entry in entries:
            if entry.match not in known:
                # It was behind before this move, or is moving.
                await self.settle(entry.match, shard)
        return len(known) < len(entries) or any(row["owes"] for row in rows)

    async def settle(self, match: str, shard: str) -> None:
        """Bring the home row of a match up to its shard. ``TROUBLE``."""
        database = await self._shards.named(shard)
        async with database.raw() as raw:
            now = await raw.fetchrow(STANDS, match)
            waiting = await raw.fetch(_WAITING, match)
        if now is None:
            return
        owed = [Owed(w["seat"], w["kind"], w["key"], w["number"], w["at"]) for w in waiting]
        seats: JsonObject | None = None if now["reseated"] is None else decode_object(now["reseated"])
        async with self._shards.home.session.begin() as session:
            home = await raw_of(session)
            behind = await home.fetchrow(_AT_HOME, match, shard)
            if behind is None:
                return
            if seats is not None and int(str(seats["version"])) > behind["version"]:
                await _reseat(home, match, seats)
            await home.execute(_SETTLE, match, shard, *(now[name] for name in _SETTLED))
            await owe(home, match, owed, now["changed_at"])
        async with database.raw() as raw:
            await raw.execute(_SENT, match, [o.seat for o in owed], [o.kind for o in owed], [o.key for o in owed])
            if seats is not None:
                await raw.execute(_SEATS_ARE_HOME, match, now["version"])

    async def settle_waiting(self, shard: str) -> int:
        """Settle what a shard still owes someone; of how many matches. ``TROUBLE``."""
        async with (await self._shards.named(shard)).raw() as raw:
            rows = await raw.fetch(_WITH_NOTICES)
        for row in rows:
            await self.settle(row["match"], shard)
        return len(rows)


_SETTLED = ("version", "status", "outcome", "changed_at", "told", "told_at", "clock", "due", "last")


async def _reseat(home: Raw, match: str, left: JsonObject) -> None:
    seats = encode_text(left["seats"])
    for statement in _RESEAT:
        await home.execute(statement, match, seats)
    if left["former"] is not None:
        await home.execute(_FORMER, match, encode_text(left["former"]))
    if left["programs"]:
        await home.execute(_PROGRAMS, match)


async def seats_now(raw: Raw, match: str, version: int) -> str:
    """How the seats of a match stand in this transaction at home, for its shard to keep; JSON text."""
    row: Any = await raw.fetchrow(SEATS_NOW, match, version)
    return str(row["seats"])

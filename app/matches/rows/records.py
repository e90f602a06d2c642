"""Matches as they stand at home, with their seats: what every list and every door of a match asks first."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from app.clocks.timing import Timing
from app.database import Database, Raw, Row
from app.matches.facts import WHAT_IF_LIFE, MatchRecord, PublicSummary, SeatRecord, WhatIf
from app.proof.rounds import Voided
from app.wire import encode_text

_MATCH = """
SELECT m.id, m.game, m.scenario, m.options, m.status, m.hotseat, m.version, m.secret, m.commitment, m.invite,
    m.spectate, m.outcome, m.rules, m.link, m.told, m.told_at, m.listing, m.pace, m.note, m.sides,
    m.terms, m.clock, m.delay, m.delay_turns, m.created_at, m.plan, m.voided, m.hints, m.dice_stand,
    (SELECT r.id FROM match r WHERE r.rematch_of = m.id) AS rematch,
    COALESCE(e.numbers, a.numbers, m.last -> 'numbers') AS numbers, m.shard,
    w.of AS what_if_of, w.seat AS what_if_seat, w.number AS what_if_number, w.turn AS what_if_turn,
    w.title AS what_if_title, w.dealt AS what_if_dealt, w.made_at AS what_if_made_at, w.whole AS what_if_whole,
    w.let_in AS what_if_guests,
    (SELECT array_agg(g.name ORDER BY g.name) FROM account g WHERE g.id = ANY(w.let_in)) AS what_if_let_in
FROM match m LEFT JOIN event e ON e.match = m.id AND e.seq = m.version LEFT JOIN archive a ON a.match = m.id
LEFT JOIN what_if w ON w.match = m.id WHERE m.id = ANY($1::text[])
"""

_SEATS = """
SELECT s.match, s.seat, s.title, s.account, a.name, s.seal, s.word, s.last_seen, s.sealed_as,
    s.kept_for, k.name AS kept_name, s.opened_at IS NOT NULL AS open, s.since, s.shows,
    s.stand_in, i.name AS stand_in_name, s.stands_in_since, s.stand_in_key, s.ahead
FROM seat s LEFT JOIN account a ON a.id = s.account LEFT JOIN account k ON k.id = s.kept_for
LEFT JOIN account i ON i.id = s.stand_in
WHERE s.match = ANY($1::text[]) ORDER BY s.match, s.position
"""

_OVERDUE = "SELECT id FROM match WHERE due <= $1 AND status = 'active' ORDER BY due LIMIT $2"

_LATELY = """
SELECT m.id, array_agg(DISTINCT p.account) AS people
FROM (SELECT id, changed_at FROM match WHERE status = 'active' ORDER BY changed_at DESC LIMIT $1) m
JOIN seat s ON s.match = m.id, unnest(ARRAY[s.account, s.stand_in]) AS p (account)
WHERE p.account IS NOT NULL GROUP BY m.id, m.changed_at ORDER BY m.changed_at
"""

_NOTE = "UPDATE match SET told = $3::jsonb WHERE id = $1 AND version = $2"

_MATCH_VERSIONS = """
SELECT m.id, m.version, m.status,
    (SELECT md5(string_agg(concat_ws('/', s.seat, s.account, a.name, s.seal, s.word, s.shows), ',' ORDER BY s.position))
        FROM seat s LEFT JOIN account a ON a.id = s.account WHERE s.match = m.id) AS seats
FROM match m WHERE m.id = ANY($1::text[])
"""


class MatchVersion(NamedTuple):
    """Where a match stands; ``seats`` is another word whenever its seats have changed."""

    version: int
    status: str
    seats: str


class Records:
    """Reads the rows of matches and seats, which lie in the home database whatever shard has the rest."""

    def __init__(self, home: Database) -> None:
        self._database = home

    async def find(self, match: str, raw: Raw | None = None) -> MatchRecord | None:
        """The match with its seats, or None."""
        found = await self.find_all([match], raw)
        return found[0] if found else None

    async def find_all(self, matches: Sequence[str], raw: Raw | None = None) -> list[MatchRecord]:
        """Matches with their seats, in the order asked for; those that are not there are left out."""
        if raw is None:
            async with self._database.raw() as own:
                return await self.find_all(matches, own)
        rows = {r["id"]: r for r in await raw.fetch(_MATCH, list(matches))}
        seat_records: dict[str, list[SeatRecord]] = {match: [] for match in rows}
        for c in await raw.fetch(_SEATS, list(rows)):
            seat_records[c["match"]].append(_seat_record(c))
        return [_record(rows[m], tuple(seat_records[m])) for m in matches if m in rows]

    async def version(self, match: str) -> tuple[int, str] | None:
        """Version and status now, or None."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow("SELECT version, status FROM match WHERE id = $1", match)
            return None if row is None else (row["version"], row["status"])

    async def versions(self, matches: Sequence[str]) -> dict[str, MatchVersion]:
        """Where these matches stand, asked all at once; those that are not there are left out."""
        if not matches:
            return {}
        async with self._database.raw() as raw:
            rows = await raw.fetch(_MATCH_VERSIONS, list(matches))
        return {row["id"]: MatchVersion(row["version"], row["status"], row["seats"]) for row in rows}

    async def note_summary(self, match: str, version: int, told: PublicSummary) -> None:
        """Note what the lobby says of a match that stands at a version, if nobody has."""
        async with self._database.raw() as raw:
            await raw.execute(_NOTE, match, version, encode_text(told.json()))

    async def people_lately(self, limit: int) -> dict[str, list[uuid.UUID]]:
        """Who sits at the matches in play that were moved last, with those who play for them; the oldest first."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_LATELY, limit)
        return {row["id"]: row["people"] for row in rows}

    async def overdue(self, now: dt.datetime, limit: int) -> list[str]:
        """Matches in which someone's time was up at a moment, the longest overdue first."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_OVERDUE, now, limit)
        return [row["id"] for row in rows]


def _record(row: Row, seat_records: tuple[SeatRecord, ...]) -> MatchRecord:
    guests = row["what_if_guests"]
    return MatchRecord(
        id=row["id"],
        game=row["game"],
        scenario=row["scenario"],
        options=row["options"],
        status=row["status"],
        hotseat=row["hotseat"],
        version=row["version"],
        secret=None if row["secret"] is None else bytes(row["secret"]),
        commitment=row["commitment"],
        invite=row["invite"],
        spectate=row["spectate"],
        outcome=row["outcome"],
        rules=row["rules"],
        link=row["link"],
        seats=tuple(dataclasses.replace(c, guests=frozenset(guests)) for c in seat_records) if guests else seat_records,
        told_at=row["told_at"],
        numbers=row["numbers"] or {},
        told=None if row["told"] is None else PublicSummary.read(row["told"]),
        listing=row["listing"],
        pace=row["pace"],
        note=row["note"],
        sides=row["sides"],
        timing=Timing.read(row["terms"], row["clock"]),
        rematch=row["rematch"],
        delay=row["delay"],
        delay_turns=row["delay_turns"],
        made_at=row["created_at"],
        plan=row["plan"],
        hints=row["hints"],
        dice_stand=row["dice_stand"],
        voided=tuple(Voided.read(v) for v in row["voided"] or ()),
        what_if=_what_if(row),
        shard=row["shard"],
    )


def _what_if(row: Row) -> WhatIf | None:
    if row["what_if_of"] is None:
        return None
    return WhatIf(
        of=row["what_if_of"],
        seat=row["what_if_seat"],
        number=row["what_if_number"],
        turn=row["what_if_turn"],
        title=row["what_if_title"],
        dealt=tuple(row["what_if_dealt"]),
        until=row["what_if_made_at"] + WHAT_IF_LIFE,
        whole=row["what_if_whole"],
        let_in=tuple(row["what_if_let_in"] or ()),
    )


def _seat_record(row: Row) -> SeatRecord:
    return SeatRecord(
        row["seat"],
        row["title"],
        row["account"],
        row["name"],
        row["seal"],
        row["word"],
        row["last_seen"],
        row["sealed_as"],
        row["kept_for"],
        row["kept_name"],
        row["open"],
        row["since"],
        row["shows"],
        row["stand_in"],
        row["stand_in_name"],
        row["stands_in_since"],
        row["stand_in_key"],
        row["ahead"],
    )

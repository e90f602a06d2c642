"""Matches in the database, over the bare connection. What a move stores goes through the journal."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from app.archives.shelf import Archives
from app.clocks.timing import Timing
from app.database import Raw, Row
from app.errors import ApiError, no_match
from app.matches.agreements.handing_over import of_seats
from app.matches.agreements.settlement import Agreements
from app.matches.agreements.standing_in import of_stand_ins
from app.matches.facts import (
    FINISHED,
    WHAT_IF_LIFE,
    MatchRecord,
    PublicSummary,
    ReceivedCommand,
    SeatRecord,
    WhatIf,
)
from app.matches.live_match.chit_locations import ChitLocation
from app.matches.live_match.numbers import VersionMark
from app.matches.live_match.receipts import Receipt
from app.matches.live_match.ruling import Ruling
from app.matches.rows.chronicle import Chronicle
from app.matches.rows.journal import Entry
from app.matches.rows.journals import Journals
from app.matches.rows.moving import Mover
from app.matches.rows.reseating import Reseating
from app.notices.outbox import Owed
from app.opponents.choices import Choices
from app.proof.rounds import Voided
from app.shards.shards import Place
from app.wire import encode_text
from rules.kernel.messages import JsonObject

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

_SNAPSHOT = """
SELECT s.seq, s.state, e.link FROM snapshot s LEFT JOIN event e ON e.match = s.match AND e.seq = s.seq
WHERE s.match = $1 ORDER BY s.seq DESC LIMIT 1
"""

_LOTS = """
SELECT m.version, p.pool, p.chit, p.place, p.number, p.since, COALESCE((e.numbers ->> $2)::int, 0) AS told
FROM match m LEFT JOIN event_pool p ON p.match = m.id LEFT JOIN event e ON e.match = m.id AND e.seq = p.since
WHERE m.id = $1 ORDER BY p.pool, p.place, p.chit
"""

_MARKS = """
SELECT n.key AS viewpoint, n.value::int AS number, (
    SELECT e.link FROM event e WHERE e.match = $1 AND e.link IS NOT NULL AND e.seq <= $2 AND e.seq > COALESCE((
        SELECT b.seq FROM event b
        WHERE b.match = $1 AND b.seq < $2 AND COALESCE((b.numbers ->> n.key)::int, 0) < n.value::int
        ORDER BY b.seq DESC LIMIT 1
    ), 0) ORDER BY e.seq LIMIT 1
) AS link
FROM event s, jsonb_each_text(s.numbers) n WHERE s.match = $1 AND s.seq = $2 AND n.value::int > 0
"""
"""Of each viewpoint the link of the command by which it came to its number at an event."""

_WATCHED = "INSERT INTO watcher (match, account, side) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING side"

_HOUSE = "SELECT payload FROM event WHERE match = $1 AND seq <= $2 AND kind LIKE 'house.%' ORDER BY seq"
"""What the players settled among themselves up to an event: little, and found by an index of its own."""

_ANY_TAKEN = "SELECT FROM receipt WHERE match = $1 AND command_id = ANY($2) LIMIT 1"
_ORDERS = """
SELECT command_id, seat, ask, command FROM receipt
WHERE match = $1 AND command_id = ANY($2::text[]) AND command IS NOT NULL
"""

_OVERDUE = "SELECT id FROM match WHERE due <= $1 AND status = 'active' ORDER BY due LIMIT $2"

_SEEN = """
UPDATE seat SET last_seen = GREATEST(last_seen, LEAST($4, COALESCE((
    SELECT (COALESCE(e.numbers, a.numbers, m.last -> 'numbers') ->> $3)::int FROM match m
    LEFT JOIN event e ON e.match = m.id AND e.seq = m.version LEFT JOIN archive a ON a.match = m.id WHERE m.id = $1
), 0))) WHERE match = $1 AND seat = $2 RETURNING last_seen
"""

_NOTE = "UPDATE match SET told = $3::jsonb WHERE id = $1 AND version = $2"

_MATCH_VERSIONS = """
SELECT m.id, m.version, m.status,
    (SELECT md5(string_agg(concat_ws('/', s.seat, s.account, a.name, s.seal, s.word, s.shows), ',' ORDER BY s.position))
        FROM seat s LEFT JOIN account a ON a.id = s.account WHERE s.match = m.id) AS seats
FROM match m WHERE m.id = ANY($1::text[])
"""

_RECEIPT = """
SELECT m.version, m.status, m.moving AND m.shard = '' AS moving, r.seat, r.answer, r.fingerprint FROM match m
LEFT JOIN receipt r ON r.match = m.id AND r.command_id = $2 WHERE m.id = $1
"""


MOVING_SECONDS = 10.0
"""How long an order waits while its match moves from one database to another."""
MOVING_LOOK_SECONDS = 0.05

POSITION_EVERY = 1_000
"""Events between two stored positions of long ago: to show a moment of then, no more than that are folded."""
RECENT_EVENTS = 500
"""The last events, of which each stored position stays: it is there that players look back and take back."""
ANSWER_DAYS = 30
"""Days after which the answer to a command is kept no longer. The command is, and that it was carried out."""

_STORE_SNAPSHOT = """
INSERT INTO snapshot (match, seq, rules_version, state) VALUES ($1, $2, $3, $4::json) ON CONFLICT DO NOTHING
"""
_THIN_SNAPSHOTS = """
DELETE FROM snapshot s WHERE s.match = $1 AND s.seq > 0 AND s.seq < $2 AND EXISTS (
    SELECT FROM snapshot e WHERE e.match = $1 AND e.seq < s.seq AND e.seq / $3 = s.seq / $3
)
"""
"""Of each thousand events the first stays, and so does the opening."""
_SINCE_THOUSAND = "SELECT seq FROM snapshot WHERE match = $1 AND seq >= $2 AND seq < $3 LIMIT 1"
_THIN_RECEIPTS = """
UPDATE receipt SET answer = '' WHERE match = $1 AND answer <> '' AND at < now() - make_interval(days => $2)
"""


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


class MatchVersion(NamedTuple):
    """Where a match stands; ``seats`` is another word whenever its seats have changed."""

    version: int
    status: str
    seats: str


class Loaded(NamedTuple):
    """A match, and the number, state and link of its newest snapshot; how far each viewpoint had been told there."""

    record: MatchRecord
    seq: int
    state: JsonObject
    link: bytes | None
    marks: Mapping[str, VersionMark]
    agreements: Agreements


class Matches:
    """Reads and writes matches."""

    def __init__(self, journals: Journals, archives: Archives) -> None:
        self._shards, self._database = journals.shards, journals.shards.home
        self.chronicle = Chronicle(self._shards, archives)
        self.archives = archives
        self.choices = Choices(self._shards)
        self._journals = journals
        self._reseating = Reseating(self._database, journals)
        self.mover = Mover(self._shards, journals.settling)

    async def record(self, match: str, raw: Raw | None = None) -> MatchRecord | None:
        """The match with its seats, or None."""
        found = await self.records([match], raw)
        return found[0] if found else None

    async def records(self, matches: Sequence[str], raw: Raw | None = None) -> list[MatchRecord]:
        """Matches with their seats, in the order asked for; those that are not there are left out."""
        if raw is None:
            async with self._database.raw() as own:
                return await self.records(matches, own)
        rows = {r["id"]: r for r in await raw.fetch(_MATCH, list(matches))}
        seat_records: dict[str, list[SeatRecord]] = {match: [] for match in rows}
        for c in await raw.fetch(_SEATS, list(rows)):
            seat_records[c["match"]].append(
                SeatRecord(
                    c["seat"],
                    c["title"],
                    c["account"],
                    c["name"],
                    c["seal"],
                    c["word"],
                    c["last_seen"],
                    c["sealed_as"],
                    c["kept_for"],
                    c["kept_name"],
                    c["open"],
                    c["since"],
                    c["shows"],
                    c["stand_in"],
                    c["stand_in_name"],
                    c["stands_in_since"],
                    c["stand_in_key"],
                    c["ahead"],
                )
            )
        return [_record(rows[m], tuple(seat_records[m])) for m in matches if m in rows]

    async def load(self, match: str) -> Loaded | None:
        """The match and its newest snapshot; None if there is none. ``commands`` has the rest."""
        record = await self._settled(match)
        if record is None:
            return None
        async with self._shards.raw(match) as raw:
            snapshot = await raw.fetchrow(_SNAPSHOT, match)
        if snapshot is None:
            return await self._load_archived(record)
        async with self._shards.raw(match) as raw:
            marks = {
                row["viewpoint"]: VersionMark(row["number"], row["link"])
                for row in await raw.fetch(_MARKS, match, snapshot["seq"])
            }
            agreements = Agreements()
            for row in await raw.fetch(_HOUSE, match, snapshot["seq"]):
                agreements = agreements.after(row["payload"])
            return Loaded(record, snapshot["seq"], snapshot["state"], snapshot["link"], marks, agreements)

    async def _settled(self, match: str) -> MatchRecord | None:
        """The match with its seats, once the home database knows of all that its shard has stored."""
        record = await self.record(match)
        if record is None or not record.shard:
            return record
        place = Place(record.shard, await self._shards.named(record.shard))
        async with self._shards.raw_of(place) as raw:
            now = await raw.fetchrow("SELECT version FROM match WHERE id = $1", match)
        if now is None or now["version"] == record.version:
            return record
        await self._journals.settling.settle(match, record.shard)
        return await self.record(match)

    async def _load_archived(self, record: MatchRecord) -> Loaded:
        kept = await self.archives.find(record.id)
        if kept is None:
            raise RuntimeError(f"match {record.id} has no snapshot")
        seq, state = await kept.position(kept.events)
        return Loaded(record, seq, state, kept.link, kept.marks, kept.agreements)

    async def orders(self, match: str) -> Mapping[str, Row | Mapping[str, Any]]:
        """``ask``, ``command`` and ``rules`` of every command by its id."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch("SELECT command_id, ask, command, rules FROM receipt WHERE match = $1", match)
        if not rows and (kept := await self.archives.find(match)) is not None:
            return await kept.orders()
        return {row["command_id"]: row for row in rows}

    async def program_choices(self, match: str) -> JsonObject:
        """How the orders of programs in a match were made, by the ids of the commands (app/opponents/choosing.py)."""
        found = await self.choices.of(match)
        kept = None if found else await self.archives.find(match)
        return found if kept is None else kept.choices

    async def program_versions(self, match: str) -> set[str]:
        """The versions of programs that chose orders in a match; none where no program did."""
        found = await self.choices.versions(match)
        kept = None if found else await self.archives.find(match)
        made: Any = () if kept is None else kept.choices.values()
        return found or {str(one["programs"]) for one in made}

    async def find_commands(self, match: str, command_ids: Sequence[str]) -> dict[str, ReceivedCommand]:
        """Commands as they were sent, by their ids; without those from before they were kept."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch(_ORDERS, match, list(command_ids))
        return {r["command_id"]: ReceivedCommand(r["seat"], r["command_id"], r["ask"], r["command"]) for r in rows}

    async def any_taken(self, match: str, command_ids: Sequence[str]) -> bool:
        """Whether one of these commands has been taken."""
        async with self._shards.raw(match) as raw:
            return await raw.fetchrow(_ANY_TAKEN, match, list(command_ids)) is not None

    async def version(self, match: str) -> tuple[int, str] | None:
        """Version and status now, or None."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow("SELECT version, status FROM match WHERE id = $1", match)
            return None if row is None else (row["version"], row["status"])

    async def match_versions(self, matches: Sequence[str]) -> dict[str, MatchVersion]:
        """Where these matches stand, asked all at once; those that are not there are left out."""
        if not matches:
            return {}
        async with self._database.raw() as raw:
            rows = await raw.fetch(_MATCH_VERSIONS, list(matches))
        return {row["id"]: MatchVersion(row["version"], row["status"], row["seats"]) for row in rows}

    async def note(self, match: str, version: int, told: PublicSummary) -> None:
        """Note what the lobby says of a match that stands at a version, if nobody has."""
        async with self._database.raw() as raw:
            await raw.execute(_NOTE, match, version, encode_text(told.json()))

    async def append(
        self,
        record: MatchRecord,
        version: int,
        ruling: Ruling,
        rules: str,
        receipt: Receipt,
        owed: Sequence[Owed] = (),
        lots: Sequence[ChitLocation] | None = None,
    ) -> bool:
        """Store a ruling that was made at ``version`` by ``rules``, who is called by it, and what lies where after it.

        False when the match is no longer there.

        asyncpg's UniqueViolationError when this command id was used before; ApiError when a newcomer may not sit there.
        """
        ended = None if ruling.outcome is None else encode_text(ruling.outcome.json())
        status = record.status if ended is None else FINISHED
        told = None if ruling.told is None else encode_text(ruling.told.json())
        clock = None if ruling.timing is None else ruling.timing.clock
        entry = Entry(
            record.id,
            version,
            status,
            ended,
            receipt,
            ruling.order,
            rules,
            ruling.facts,
            told,
            owed,
            None if clock is None else encode_text(clock.json()),
            None if ruling.timing is None else ruling.timing.due,
            lots,
            record.shard,
        )
        payloads = [f.payload for f in ruling.facts]
        if ruling.agreements is not None and (of_seats(payloads) or of_stand_ins(payloads)):
            stored = await self._reseating.append(entry, ruling.newcomer)
            if stored and entry.owed:
                self._journals.wake_notices()
            return stored
        return await self._journals.append(entry)

    async def lots(self, match: str, viewpoint: str = "") -> tuple[int, list[ChitLocation], dict[int, int]]:
        """The version of a match, what lies where there, and how much a viewpoint had been told at each ``since``."""
        async with self._shards.raw(match) as raw:
            found = await raw.fetch(_LOTS, match, viewpoint)
        if all(row["chit"] is None for row in found) and (kept := await self.archives.find(match)) is not None:
            return kept.events, *kept.lots(viewpoint)
        lots = [ChitLocation(*(row[name] for name in ChitLocation._fields)) for row in found if row["chit"] is not None]
        return max((row["version"] for row in found), default=0), lots, {row["since"]: row["told"] for row in found}

    async def overdue(self, now: dt.datetime, limit: int) -> list[str]:
        """Matches in which someone's time was up at a moment, the longest overdue first."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_OVERDUE, now, limit)
        return [row["id"] for row in rows]

    async def receipt(self, match: str, command_id: str) -> tuple[int, str, Receipt | None]:
        """Version and status of the match now, and the receipt of a command if it was taken before.

        ApiError 404 when the match was swept away, 503 when it is moved to another database for longer than we wait.
        """
        row = await self._stands(match, command_id)
        taken = None if row["seat"] is None else Receipt(row["seat"], row["answer"].encode(), row["fingerprint"])
        return row["version"], row["status"], taken

    async def _stands(self, match: str, command_id: str) -> Row:
        """How a match stands where its record lies, with a receipt; at home it is then known too."""
        until = time.monotonic() + MOVING_SECONDS
        while True:
            place = await self._shards.place(match)
            async with self._shards.raw_of(place) as raw:
                row = await raw.fetchrow(_RECEIPT, match, command_id)
            if row is not None and not row["moving"]:
                if place.shard and row["version"] != place.version:
                    await self._journals.settling.settle(match, place.shard)
                return row
            if row is None and not place.shard:
                raise no_match()
            if time.monotonic() >= until:
                raise ApiError(503, "moving", "This match is being moved to another database. Try again in a moment.")
            await asyncio.sleep(MOVING_LOOK_SECONDS)
            # Whoever moved it may have died.
            await self.mover.reopen(match)

    async def snapshot(self, match: str, seq: int, rules_version: int, state: JsonObject) -> None:
        """Store a snapshot unless it is there, and thin what is stored of long ago: old positions, and old answers."""
        async with self._shards.raw(match) as raw:
            await raw.execute(_STORE_SNAPSHOT, match, seq, rules_version, encode_text(state))
            await raw.execute(_THIN_SNAPSHOTS, match, seq - RECENT_EVENTS, POSITION_EVERY)
            if not await raw.fetch(_SINCE_THOUSAND, match, seq - seq % POSITION_EVERY, seq):
                await raw.execute(_THIN_RECEIPTS, match, ANSWER_DAYS)

    async def snapshots(self, match: str) -> list[int]:
        """After which events positions are stored, in order."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch("SELECT seq FROM snapshot WHERE match = $1 ORDER BY seq", match)
        return [row["seq"] for row in rows]

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

"""Matches in the database, over the bare connection. What a move stores goes through the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.archives.shelf import Archives
from app.matches.agreements.handing_over import of_seats
from app.matches.agreements.settlement import Agreements
from app.matches.agreements.standing_in import of_stand_ins
from app.matches.facts import FINISHED, MatchRecord
from app.matches.live_match.chit_locations import ChitLocation
from app.matches.live_match.numbers import VersionMark
from app.matches.live_match.receipts import Receipt
from app.matches.live_match.ruling import Ruling
from app.matches.rows.chronicle import Chronicle
from app.matches.rows.commands import Commands
from app.matches.rows.journal import Entry
from app.matches.rows.journals import Journals
from app.matches.rows.moving import Mover
from app.matches.rows.people import People
from app.matches.rows.positions import Positions
from app.matches.rows.records import Records
from app.matches.rows.reseating import Reseating
from app.notices.outbox import Owed
from app.shards.shards import Place
from app.wire import encode_text
from rules.kernel.messages import JsonObject

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

_HOUSE = "SELECT payload FROM event WHERE match = $1 AND seq <= $2 AND kind LIKE 'house.%' ORDER BY seq"
"""What the players settled among themselves up to an event: little, and found by an index of its own."""


class Loaded(NamedTuple):
    """A match, and the number, state and link of its newest snapshot; how far each viewpoint had been told there."""

    record: MatchRecord
    seq: int
    state: JsonObject
    link: bytes | None
    marks: Mapping[str, VersionMark]
    agreements: Agreements


class Matches:
    """Loads matches and adds to them. What else is asked of their rows has parts of its own."""

    def __init__(self, journals: Journals, archives: Archives) -> None:
        self._shards, home = journals.shards, journals.shards.home
        self._journals = journals
        self._reseating = Reseating(home, journals)
        self.archives = archives
        self.mover = Mover(self._shards, journals.settling)
        self.records = Records(home)
        self.people = People(home)
        self.positions = Positions(self._shards)
        self.commands = Commands(self._shards, archives, journals.settling, self.mover)
        self.chronicle = Chronicle(self._shards, archives)

    async def load(self, match: str) -> Loaded | None:
        """The match and its newest snapshot; None if there is none. ``commands`` has the rest."""
        record = await self._settled(match)
        if record is None:
            return None
        snapshot = await self.positions.newest(match)
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
        record = await self.records.find(match)
        if record is None or not record.shard:
            return record
        place = Place(record.shard, await self._shards.named(record.shard))
        async with self._shards.raw_of(place) as raw:
            now = await raw.fetchrow("SELECT version FROM match WHERE id = $1", match)
        if now is None or now["version"] == record.version:
            return record
        await self._journals.settling.settle(match, record.shard)
        return await self.records.find(match)

    async def _load_archived(self, record: MatchRecord) -> Loaded:
        kept = await self.archives.find(record.id)
        if kept is None:
            raise RuntimeError(f"match {record.id} has no snapshot")
        seq, state = await kept.position(kept.events)
        return Loaded(record, seq, state, kept.link, kept.marks, kept.agreements)

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

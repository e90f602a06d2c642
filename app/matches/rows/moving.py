"""Moves the record of a match from one database to another while it is played (decisions/0079).

One match at a time over the whole site, under a lease whose number is in each transaction that writes. At any moment
the map at home says where a record is; whatever lies elsewhere is what a broken move left.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from app.database import TROUBLE, Base, Copying, connect_copying
from app.leases.lease import FENCE, Held, LeaseLost, Leases
from app.matches.facts import ACTIVE, FINISHED
from app.matches.rows.journal import stamp
from app.matches.rows.models import Event, EventPool, Match, Receipt, Snapshot
from app.matches.rows.settling import STANDS, Settling
from app.opponents.models import ProgramChoice
from app.shards.shards import UNREACHED, Shards

log = structlog.get_logger(__name__)

LEASE = "moving"
PAGE_EVENTS = 2_000
"""Events that are copied at once."""
WARM_ROUNDS = 2
"""How often what has come since is copied while play goes on: the second time is short, and the rest is less."""
GRACE_SECONDS = 5.0
"""How long the rows stay where a match has left: someone may have looked at the map just before, and read there now."""

RECORD: Sequence[type[Base]] = (Event, Receipt, Snapshot, EventPool, ProgramChoice)
"""The tables of a record."""
AT_ONCE: Sequence[type[Base]] = (Snapshot, EventPool, ProgramChoice)
"""Those of which rows change or go, so that they are copied when nothing is stored any more."""

_ROW = """
SELECT m.shard, m.status, m.version, EXISTS (SELECT FROM what_if w WHERE w.match = m.id) AS imagined,
    EXISTS (SELECT FROM archive a WHERE a.match = m.id) AS archived
FROM match m WHERE m.id = $1
"""
_VERSION = "SELECT version FROM match WHERE id = $1"
_EVENTS = "SELECT {columns} FROM event r WHERE r.match = $1 AND r.seq > $2 AND r.seq <= $3"
_WHOLE = "SELECT {columns} FROM {table} r WHERE r.match = $1"
_RECEIPTS = """
SELECT {columns} FROM receipt r WHERE r.match = $1 AND r.command_id IN (
    SELECT e.command_id FROM event e WHERE e.match = $1 AND e.seq > $2 AND e.seq <= $3
) AND r.command_id NOT IN (SELECT e.command_id FROM event e WHERE e.match = $1 AND e.seq = $2)
"""
"""Those of the commands whose first event is among some: a command may reach over from one page to the next."""
_SHUT = "UPDATE match SET moving = true WHERE id = $1 AND shard = ''"
_OPEN = "UPDATE match SET moving = false WHERE id = $1 AND moving"
_SUM = """
SELECT count(*) AS rows, COALESCE(sum(('x' || left(md5(ROW({columns})::text), 15))::bit(60)::bigint), 0)::text AS hash
FROM {table} r WHERE r.match = $1
"""
_FLIP = """
UPDATE match SET shard = $3, moving = false, last = $4::jsonb WHERE id = $1 AND shard = $2 AND version = $5
    AND NOT EXISTS (SELECT FROM archive a WHERE a.match = $1)
RETURNING id
"""
"""Of a match that was archived before it was shut, nothing was left to copy: both sides had no rows, and were alike."""

BARE: Sequence[str] = (
    *("id", "game", "scenario", "status", "hotseat", "version", "outcome", "told", "told_at"),
    *("clock", "due", "changed_at", "created_at"),
)
"""What a shard has of the row of a match: neither its secret nor its keys."""


class NotMoved(Exception):
    """A match that stays where it is; the text says why."""


@dataclass(frozen=True, slots=True)
class _Move:
    """A move under way, with connections of its own."""

    match: str
    held: Held
    home: Copying
    source: Copying
    target: Copying
    from_shard: str
    to_shard: str


class Mover:
    """Moves records, and puts in order what a broken move left."""

    def __init__(self, shards: Shards, settling: Settling) -> None:
        self._shards = shards
        self._settling = settling
        self._leases = Leases(shards.home)

    @property
    def has_shards(self) -> bool:
        """Whether there is anywhere to move a match to."""
        return bool(self._shards.others)

    @contextlib.asynccontextmanager
    async def alone(self, *, wait: bool) -> AsyncIterator[Held | None]:
        """The right to move matches while this lasts; None if another has it and we do not ``wait``."""
        if wait:
            async with self._leases.holding(LEASE) as held:
                yield held
            return
        taken = await self._leases.take(LEASE)
        if taken is None:
            yield None
            return
        async with self._leases.keeping(taken):
            yield taken

    async def reopen(self, match: str) -> None:
        """Open a match again that was shut by a mover which is gone; nothing happens while one is at work."""
        async with self.alone(wait=False) as held:
            if held is not None:
                await self.put_in_order(match, held)

    async def put_in_order(self, match: str, held: Held) -> None:
        """Open a match where it lies, and remove what lies of it elsewhere, as far as those databases answer."""
        async with self._connected("") as home:
            row = await _fetch_row(home, _ROW, match)
        if row is None:
            return
        for shard in ("", *self._shards.others):
            try:
                async with self._connected(shard) as there, _write_as_holder(there, held, stamped=bool(shard)):
                    if shard == row["shard"]:
                        await there.execute(_OPEN, match)
                    else:
                        await _remove(there, match, whole=bool(shard))
            except UNREACHED as error:
                if isinstance(error, LeaseLost) or shard == row["shard"]:
                    raise
                log.warning("a shard may keep rows of a match", match=match, shard=shard)

    async def move(self, match: str, to: str, held: Held) -> bool:
        """Move the record of a match; False if it is there already. The rows that it leaves stay until it is put in
        order, ``GRACE_SECONDS`` later.

        NotMoved, ``TROUBLE`` or ApiError when it stays; after an error nobody knows, it is where the map says.
        """
        async with self._connected("") as home:
            row = await _fetch_row(home, _ROW, match)
            why = _why_not(row)
            if row is None or why:
                raise NotMoved(f"{match} {why}")
            source = str(row["shard"])
            await self.put_in_order(match, held)
            if source == to:
                return False
            async with self._connected(source) as leaving, self._connected(to) as coming:
                move = _Move(match, held, home, leaving, coming, source, to)
                await self._move(move)
        log.info("match moved", match=match, source=source, target=to)
        return True

    async def _move(self, move: _Move) -> None:
        if move.to_shard:
            async with _write_as_holder(move.target, move.held, stamped=True):
                await _add_bare_row(move)
        done = 0
        for _ in range(WARM_ROUNDS):
            done = await self._copy_events(move, done)
        async with _write_as_holder(move.source, move.held, stamped=bool(move.from_shard)):
            await move.source.execute(_SHUT, move.match)
        try:
            if move.from_shard:
                await self._settling.settle(move.match, move.from_shard)
            await self._copy_events(move, done)
            for table in AT_ONCE:
                await self._copy(move, table, _WHOLE.format(columns="{columns}", table=table.__tablename__))
            await _compare(move)
            await self._change_the_map(move)
        except BaseException:
            with contextlib.suppress(*UNREACHED):
                await self.put_in_order(move.match, move.held)
            raise

    async def _copy_events(self, move: _Move, after: int) -> int:
        """Copy the events after one that there are now, and the receipts of their commands; gives the last."""
        last = int((await _fetch_row(move.source, _VERSION, move.match))["version"])
        while after < last:
            until = min(after + PAGE_EVENTS, last)
            await self._copy(move, Event, _EVENTS, after, until)
            await self._copy(move, Receipt, _RECEIPTS, after, until)
            after = until
        return after

    @staticmethod
    async def _copy(move: _Move, table: type[Base], query: str, *of: object) -> None:
        columns, rows = _columns(table), io.BytesIO()

        async def add(data: bytes) -> None:
            rows.write(data)

        named = ", ".join(f"r.{column}" for column in columns)
        await move.source.copy_from_query(query.format(columns=named), move.match, *of, output=add)
        rows.seek(0)
        async with _write_as_holder(move.target, move.held, stamped=bool(move.to_shard)):
            await move.target.copy_to_table(table.__tablename__, source=rows, columns=columns)

    @staticmethod
    async def _change_the_map(move: _Move) -> None:
        now = await _fetch_row(move.source, STANDS, move.match)
        if move.to_shard:
            async with _write_as_holder(move.target, move.held, stamped=True):
                await _update_bare_row(move)
        async with _write_as_holder(move.home, move.held, stamped=False):
            last = now["last"] if move.to_shard else None
            there = (move.match, move.from_shard, move.to_shard, last, now["version"])
            if await move.home.fetchrow(_FLIP, *there) is None:
                raise NotMoved(f"{move.match} moved on while it was shut, or was archived just before")

    @contextlib.asynccontextmanager
    async def _connected(self, shard: str) -> AsyncIterator[Copying]:
        database = await self._shards.named(shard)
        connection = await connect_copying(database.url, pooled=database.pooled)
        try:
            yield connection
        finally:
            with contextlib.suppress(*TROUBLE):
                await connection.close(timeout=2)


@contextlib.asynccontextmanager
async def _write_as_holder(connection: Copying, held: Held, *, stamped: bool) -> AsyncIterator[None]:
    """A transaction in which only the holder of the lease writes. LeaseLost. In a shard its number is noted first."""
    held.check()
    async with connection.transaction():
        # Frozen in the middle, it would keep the lease's row from all others.
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = '60s'")
        if stamped:
            await stamp(connection, held)
        if await connection.fetchrow(f"{FENCE} FOR SHARE", *held.stamp) is None:
            raise LeaseLost(f"another process has taken the lease on {held.name}")
        yield


async def _fetch_row(connection: Copying, query: str, *of: object) -> Any:
    """A row, in a transaction of its own as a pooler wants it; times in it are written alike in every database."""
    async with connection.transaction():
        await connection.execute("SET LOCAL timezone = 'UTC'")
        return await connection.fetchrow(query, *of)


def _why_not(row: Any) -> str:
    """Why a match is not moved; empty if it is."""
    if row is None:
        return "is no match"
    if row["archived"]:
        return "is archived: it has no rows to move"
    if row["imagined"]:
        return "only tries something out, for a day"
    if row["status"] not in (ACTIVE, FINISHED) or row["version"] == 0:
        return "has not begun"
    return ""


def _columns(table: type[Base]) -> list[str]:
    return [column.name for column in table.__table__.columns]


async def _remove(connection: Copying, match: str, *, whole: bool) -> None:
    """Remove a record; in a shard with the row of its match."""
    tables = [Match.__tablename__] if whole else [table.__tablename__ for table in RECORD]
    for table in tables:
        key = "id" if whole else "match"
        await connection.execute(f"DELETE FROM {table} WHERE {key} = $1", match)  # noqa: S608


async def _bare_row(move: _Move) -> Any:
    named = ", ".join(f"{c}::text AS {c}" if c in ("outcome", "told", "clock") else c for c in BARE)
    return await _fetch_row(move.home, f"SELECT {named} FROM match WHERE id = $1", move.match)  # noqa: S608


async def _add_bare_row(move: _Move) -> None:
    """Add the row of the match, shut."""
    row = await _bare_row(move)
    values = ", ".join(f"${n}" for n in range(1, len(BARE) + 1))
    query = (
        f"INSERT INTO match ({', '.join(BARE)}, options, invite, spectate, moving)"  # noqa: S608
        f" VALUES ({values}, '{{}}', '', '', true)"
    )
    await move.target.execute(query, *(row[name] for name in BARE))


async def _update_bare_row(move: _Move) -> None:
    """Have the row say what the home database says now, and open it."""
    row = await _bare_row(move)
    changed = ", ".join(f"{name} = ${n}" for n, name in enumerate(BARE[1:], start=2))
    query = f"UPDATE match SET {changed}, moving = false WHERE id = $1"  # noqa: S608
    await move.target.execute(query, *(row[name] for name in BARE))


async def _compare(move: _Move) -> None:
    """NotMoved where not every row has arrived as it was."""
    for table in RECORD:
        columns = ", ".join(f"r.{column}" for column in _columns(table))
        query = _SUM.format(columns=columns, table=table.__tablename__)
        left, come = [await _fetch_row(c, query, move.match) for c in (move.source, move.target)]
        if (left["rows"], left["hash"]) != (come["rows"], come["hash"]):
            raise NotMoved(f"{move.match} stays: not every row of {table.__tablename__} arrived as it was")

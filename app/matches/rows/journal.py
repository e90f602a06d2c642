"""Writes moves: those that come while one commit is under way go together in the next, in one statement.

Each is answered only after its commit. A match never stands twice in a statement: its lock is held until the
answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import structlog

from app.database import TROUBLE, UNSOUND, Raw, Row, connect
from app.happenings import UNHEARD, Happenings, NoticesDue
from app.leases.lease import FENCE, Held, LeaseLost
from app.matches.facts import ReceivedCommand, StoredFact, stored_lines
from app.matches.live_match.chit_locations import ChitLocation
from app.matches.live_match.receipts import Receipt
from app.metrics import COMMIT_WAIT
from app.notices.outbox import INSERTED, Owed
from app.traces.spans import Origin, here, span
from app.wire import encode_text

log = structlog.get_logger(__name__)

MAX_BATCH = 64
"""Moves in one statement at most."""
STATEMENT_TIMEOUT_S = 10.0
"""Seconds that a statement may take: all moves wait behind it, so one that hangs must not hold them for ever."""

_APPEND = """
WITH {holding}sent AS (
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::int[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::text[], $8::text[],
        $9::text[], $10::bytea[], $11::text[], $12::json[], $13::text[], $14::jsonb[],
        $15::jsonb[], $16::timestamptz[]
    ) AS s (
        match, before, after, status, outcome, at, command_id, seat, answer, fingerprint, ask, command, rules, told,
        clock, due
    )
), moved AS (
    UPDATE match SET version = s.after, status = s.status, outcome = s.outcome, changed_at = s.at,
        told = COALESCE(s.told, match.told), told_at = CASE WHEN s.told IS NULL THEN match.told_at ELSE s.at END,
        clock = COALESCE(s.clock, match.clock), due = CASE WHEN s.clock IS NULL THEN match.due ELSE s.due END
    FROM sent s WHERE match.id = s.match AND match.version = s.before AND match.status = 'active'
        AND match.shard = '' AND NOT match.moving{held}
    RETURNING s.match, s.at, s.command_id, s.seat, s.answer, s.fingerprint, s.ask, s.command, s.rules
), noted AS (
    INSERT INTO receipt (match, command_id, seat, answer, at, fingerprint, ask, command, rules)
    SELECT match, command_id, seat, answer, at, fingerprint, ask, command, rules FROM moved
), written AS (
    INSERT INTO event (match, seq, kind, payload, lines, numbers, link, seat, command_id, at)
    SELECT m.match, e.seq, e.kind, e.payload, e.lines, e.numbers, e.link, m.seat, m.command_id, m.at
    FROM moved m JOIN unnest(
        $17::text[], $18::int[], $19::text[], $20::json[], $21::jsonb[], $22::jsonb[], $23::bytea[]
    ) AS e (match, seq, kind, payload, lines, numbers, link) ON e.match = m.match
)"""
"""Commands of several matches in one round trip: each does nothing unless its match is still at the version that it was
judged at, and its record lies here and stays here for now (decisions/0079)."""

_APPENDED = 23
"""Arguments of that."""
_OWING = ("text", "text", "text", "text", "int", "timestamptz")
_OWED = """owed AS (
    SELECT m.match, o.seat, o.kind, o.key, o.number, COALESCE(o.at, m.at) AS at
    FROM moved m JOIN unnest({}) AS o (match, seat, kind, key, number, at) ON o.match = m.match
), noticed AS ({})"""
"""What someone should hear of by them. Most moves call nobody, and do without."""
_POSTED = """
INSERT INTO notice (match, seat, kind, key, number, at)
SELECT match, seat, kind, key, number, at FROM owed ON CONFLICT (match, seat, kind, key) DO NOTHING RETURNING id
"""
"""The same in a shard, which knows neither players nor channels: until the home database has it."""
_SENT_OFF = """
DELETE FROM notice n USING unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS o (match, seat, kind, key)
WHERE n.match = o.match AND n.seat = o.seat AND n.kind = o.kind AND n.key = o.key
"""
_STAMP = """
INSERT INTO lease AS l (name, fence, ends_at) VALUES ($1, $2, 'epoch')
ON CONFLICT (name) DO UPDATE SET fence = EXCLUDED.fence WHERE l.fence < EXCLUDED.fence
"""
"""Brings the number of a lease to a shard, where it never becomes smaller."""
_LYING = ("text", "text", "text", "text", "int", "int")
_LAID = """laid AS (
    SELECT m.match, p.pool, p.chit, p.place, p.number, p.since
    FROM moved m JOIN unnest({}) AS p (match, pool, chit, place, number, since) ON p.match = m.match
), taken AS (
    DELETE FROM event_pool e USING moved m WHERE e.match = m.match AND e.match = ANY({}::text[]) AND NOT EXISTS (
        SELECT FROM laid l WHERE (l.match, l.pool, l.chit, l.place) = (e.match, e.pool, e.chit, e.place)
    )
), put AS (
    INSERT INTO event_pool AS e (match, pool, chit, place, number, since)
    SELECT match, pool, chit, place, number, since FROM laid
    ON CONFLICT (match, pool, chit, place) DO UPDATE SET number = EXCLUDED.number, since = EXCLUDED.since
    WHERE e.number <> EXCLUDED.number
)"""
"""Where everything lies to draw from, of the matches in which that has changed. What lies as before keeps its row, so a
row that is missing, as of a match from before there were any, comes with the next change or the first move at a new
process."""


_HELD = " AND EXISTS (SELECT FROM held)"
_HOLDING = "held AS MATERIALIZED (SELECT FROM lease WHERE name = ${} AND fence = ${} FOR SHARE), "
"""For a process that may only write as long as it holds a lease. Whoever takes that over waits for what is being
written, and what comes later finds another number."""


@cache
def _query(*, owes: bool, lays: bool, fenced: bool, in_shard: bool) -> str:
    """The statement with those parts that it needs."""
    parts, used = [_APPEND], _APPENDED
    if owes:
        parts.append(_OWED.format(_arrays(_OWING, used), _POSTED if in_shard else INSERTED))
        used += len(_OWING)
    if lays:
        parts.append(_LAID.format(_arrays(_LYING, used), f"${used + len(_LYING) + 1}"))
        used += len(_LYING) + 1
    held, holding = (_HELD, _HOLDING.format(used + 1, used + 2)) if fenced else ("", "")
    parts[0] = _APPEND.replace("{held}", held).replace("{holding}", holding)
    said = "EXISTS (SELECT FROM noticed)" if owes else "false"
    return f"{', '.join(parts)} SELECT match, {said} AS owes FROM moved"  # noqa: S608


def _arrays(types: Sequence[str], used: int) -> str:
    """Arguments that are arrays of these types, after those that are used already."""
    return ", ".join(f"${number}::{type_}[]" for number, type_ in enumerate(types, start=used + 1))


@dataclass(frozen=True, slots=True)
class Entry:
    """A command and its facts, judged by ``rules``, to be stored on top of version ``before``.

    ``outcome`` is JSON text once the match is over; ``told`` that of ``facts.PublicSummary``, if everyone is told
    something; ``owed`` is of whom it should call back; ``clock`` that of the clocks, with the moment when the first is
    ``due``, if others run from now on.
    """

    match: str
    before: int
    status: str
    outcome: str | None
    receipt: Receipt
    order: ReceivedCommand
    rules: str
    facts: Sequence[StoredFact]
    told: str | None
    owed: Sequence[Owed] = ()
    clock: str | None = None
    due: dt.datetime | None = None
    lots: Sequence[ChitLocation] | None = None
    """What lies where from now on; None where nothing changed that is to be drawn from."""
    shard: str = ""
    """Where the record of the match lies, as far as is known; empty: at home."""


def statement(
    entries: Sequence[Entry], held: Held | None = None, *, in_shard: bool = False
) -> tuple[str, list[object]]:
    """The statement that stores commands, and what it is sent with. Its rows are the matches that were moved: none
    where a lease is ``held`` no longer."""
    facts = [(e.match, f) for e in entries for f in e.facts]
    owed = [(e.match, o) for e in entries for o in e.owed]
    laid = [(e.match, e.lots) for e in entries if e.lots is not None]
    sent: list[object] = [
        [e.match for e in entries],
        [e.before for e in entries],
        [e.facts[-1].seq for e in entries],
        [e.status for e in entries],
        [e.outcome for e in entries],
        [e.facts[0].at for e in entries],
        [e.order.id for e in entries],
        [e.order.seat for e in entries],
        [e.receipt.answer.decode() for e in entries],
        [e.receipt.fingerprint for e in entries],
        [e.order.ask for e in entries],
        [encode_text(e.order.body) for e in entries],
        [e.rules for e in entries],
        [e.told for e in entries],
        [e.clock for e in entries],
        [e.due for e in entries],
        [match for match, _ in facts],
        [f.seq for _, f in facts],
        [f.kind for _, f in facts],
        [encode_text(f.payload) for _, f in facts],
        [encode_text(stored_lines(f.lines)) for _, f in facts],
        [encode_text({**f.numbers}) for _, f in facts],
        [f.link for _, f in facts],
        *(owed_columns(owed) if owed else ()),
        *(_lots(laid) if laid else ()),
        *(held.stamp if held is not None else ()),
    ]
    return _query(owes=bool(owed), lays=bool(laid), fenced=held is not None, in_shard=in_shard), sent


def owed_columns(owed: Sequence[tuple[str, Owed]]) -> tuple[list[object], ...]:
    """What is owed in which match, as the statement takes it."""
    matches: list[object] = [match for match, _ in owed]
    return (matches, *([getattr(o, name) for _, o in owed] for name in ("seat", "kind", "key", "number", "at")))


def _lots(laid: Sequence[tuple[str, Sequence[ChitLocation]]]) -> tuple[list[object], ...]:
    """What lies where in which match, and the matches whose rows these are, as the statement takes it."""
    lying = [(match, lot) for match, lots in laid for lot in lots]
    matches: list[object] = [match for match, _ in lying]
    columns = ([getattr(lot, name) for _, lot in lying] for name in ChitLocation._fields)
    return (matches, *columns, [match for match, _ in laid])


class _Waiting(NamedTuple):
    entry: Entry
    stored: asyncio.Future[bool]
    origin: Origin | None
    """The span of whoever waits for it."""


Follow = Callable[[Sequence[Entry]], Awaitable[bool]]
"""Tells the home database of what a shard has stored; whether someone is to be told something by it."""


class Journal:
    """Stores commands over a connection of its own. That of a shard is given who will ``follow``."""

    def __init__(
        self,
        url: str,
        happenings: Happenings = UNHEARD,
        timeout_s: float = STATEMENT_TIMEOUT_S,
        *,
        pooled: bool = False,
        held: Held | None = None,
        follow: Follow | None = None,
    ) -> None:
        self._url = url
        self._follow = follow
        self._pooled = pooled
        self.held = held
        """Where only the holder of a lease may write: that lease."""
        self._timeout_s = timeout_s
        self._connection: Raw | None = None
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._happenings = happenings

    async def append(self, entry: Entry) -> bool:
        """Store a command. False when the match is no longer at the version before it, or not in play any more.

        asyncpg's UniqueViolationError when its id was used before, others of ``TROUBLE`` when the database is out of
        reach: then nobody knows whether it is stored, and the same id finds out.
        """
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(entry, stored, here()))
        self._wake.set()
        with COMMIT_WAIT.time():
            return await stored

    def wake_notices(self) -> None:
        """Someone is to be told something by what was stored."""
        self._happenings.tell(NoticesDue())

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Write while the context lasts."""
        writer = asyncio.create_task(self._write(), name="journal")
        try:
            yield
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            for waiting in self._waiting:
                waiting.stored.cancel()
            if self._connection is not None:
                with contextlib.suppress(*TROUBLE, TimeoutError):
                    await self._connection.close(timeout=2)

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            together, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if not self._waiting:
                self._wake.clear()
            if together:
                await self._store(together)

    async def _store(self, together: Sequence[_Waiting]) -> None:
        """Store some commands and tell who waits for them."""
        try:
            with span("journal", {"moves": len(together)}, [w.origin for w in together if w.origin is not None]):
                moved = await self._send([w.entry for w in together])
        except TROUBLE as error:
            if len(together) > 1 and not self._is_disconnected():
                # One of them is at fault, as by an id used before: nothing is stored, so each goes by itself.
                for waiting in together:
                    await self._store([waiting])
                return
            for waiting in together:
                _resolve(waiting, error)
        except asyncio.CancelledError:
            for waiting in together:
                waiting.stored.cancel()
            raise
        except Exception as error:
            # Unforeseen; the writer goes on for the others.
            log.error("commands not stored", exc_info=error)
            for waiting in together:
                _resolve(waiting, error)
        else:
            for waiting in together:
                _resolve(waiting, waiting.entry.match in moved)

    def _is_disconnected(self) -> bool:
        return self._connection is None or self._connection.is_closed()

    async def _send(self, entries: Sequence[Entry]) -> set[str]:
        """The matches that were moved. LeaseLost, and none is, where only the holder of a lease may write."""
        if self.held is not None:
            self.held.check()
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            self._connection = await self._connect()
        query, sent = statement(entries, self.held, in_shard=self._follow is not None)
        try:
            rows = await _within(self._connection.fetch(query, *sent), self._timeout_s)
        except UNSOUND:
            # What it does with the statement is unknown; the next moves go over another one.
            self._connection.terminate()
            raise
        if not rows and self.held is not None and not await self._connection.fetch(FENCE, *self.held.stamp):
            self.held.lost.set()
            raise LeaseLost(f"another process has taken the lease on {self.held.name}")
        moved, owes = {row["match"] for row in rows}, any(row["owes"] for row in rows)
        if self._follow is not None and moved:
            stored = [entry for entry in entries if entry.match in moved]
            owes = await self._follow(stored)
            await forget_sent(self._connection, stored)
        if owes:
            self.wake_notices()
        return moved

    async def _connect(self) -> Raw:
        connection = await connect(self._url, pooled=self._pooled)
        if self.held is not None and self._follow is not None:
            await stamp(connection, self.held)
        return connection


async def stamp(raw: Raw, held: Held) -> None:
    """Have a shard refuse whoever writes under an earlier number of this lease."""
    await raw.execute(_STAMP, *held.stamp)


async def forget_sent(raw: Raw, entries: Sequence[Entry]) -> None:
    """Remove from a shard what these commands owe: the home database has it."""
    if owed := [(e.match, o) for e in entries for o in e.owed]:
        await raw.execute(_SENT_OFF, *owed_columns(owed)[:4])


async def _within(written: Coroutine[Any, Any, Sequence[Row]], seconds: float) -> Sequence[Row]:
    """The rows of a statement, or TimeoutError once it takes too long; Postgres is not asked to give it up.

    One that waits for a synchronous standby would be stored here alone when it is given up, and be shown as stored.
    """
    storing = asyncio.ensure_future(written)
    storing.add_done_callback(lambda it: it.cancelled() or it.exception())
    done, _ = await asyncio.wait({storing}, timeout=seconds)
    if not done:
        raise TimeoutError("the journal's statement takes too long")
    return storing.result()


def _resolve(waiting: _Waiting, result: bool | Exception) -> None:
    """Answer the caller who waits, unless the caller has gone."""
    if waiting.stored.done():
        return
    if isinstance(result, bool):
        waiting.stored.set_result(result)
    else:
        waiting.stored.set_exception(result)

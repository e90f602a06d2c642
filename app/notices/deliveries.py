"""Notices and deliveries in the database. Several processes work on them at once, and none does what another does."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.database import Database
from app.matches.rows.models import Seat
from app.notices.courier import Target
from app.notices.kinds import CLOCK, OFF, Kind, Mode, Way
from app.notices.models import Channel, Delivery, Notice, Wish
from app.notices.outbox import PLAYER
from app.notices.scenes import Noted
from app.notices.when import UTC, Wishes, due

MAX_SPREAD_BATCH = 200
DELIVERY_LEASE = dt.timedelta(minutes=2)
"""How long a delivery is left to the process that took it on."""

Slot: TypeAlias = tuple[uuid.UUID, str]
"""A channel and a mode: what comes up there goes out together."""

UNDER_WAY = "under way"
"""Why a delivery waits that a process has taken on. It still says so when the process died before it wrote more."""

_CLAIM = f"""
WITH next AS (
    SELECT c.id, (
        SELECT d.message FROM delivery d WHERE d.channel = c.id AND d.status = 'waiting' AND d.due_at <= $1
        ORDER BY d.message NULLS LAST LIMIT 1
    ) AS message
    FROM channel c WHERE c.id IN (
        SELECT d.channel FROM delivery d WHERE d.status = 'waiting' AND d.due_at <= $1 ORDER BY d.due_at LIMIT 50
    ) LIMIT 1 FOR UPDATE OF c SKIP LOCKED
)
UPDATE delivery d SET message = COALESCE(d.message, $2), tries = d.tries + 1, due_at = $3, reason = '{UNDER_WAY}'
FROM next n, delivery was
WHERE d.channel = n.id AND d.status = 'waiting' AND d.due_at <= $1 AND d.message IS NOT DISTINCT FROM n.message
    AND was.id = d.id
RETURNING d.id, d.channel, d.notice, d.message, d.tries, was.reason AS before
"""  # noqa: S608
_TARGET = """
SELECT c.id, c.account, c.way, c.push_key, c.secret,
    CASE c.way WHEN 'mail' THEN (SELECT m.address FROM mail_address m WHERE m.account = c.account) ELSE c.target END
    AS address
FROM channel c WHERE c.id = $1
"""
_NOTED = f"""
SELECT d.id, n.match, n.seat, n.kind, n.key, n.number, n.at, {PLAYER} AS owner, s.last_seen,
    COALESCE((
        SELECT r.number FROM chat_seen r
        WHERE r.match = n.match AND r.seat = n.seat AND n.kind = 'chat' AND n.key LIKE r.room || ':%'
    ), 0) AS heard
FROM delivery d JOIN notice n ON n.id = d.notice JOIN seat s ON s.match = n.match AND s.seat = n.seat
WHERE d.id = ANY($1::uuid[]) ORDER BY n.at, n.id
"""  # noqa: S608
_SETTLE = """
UPDATE delivery SET status = $2, reason = $3, done_at = $4 WHERE id = ANY($1::uuid[])
"""
_AGAIN = """
UPDATE delivery SET due_at = $2, reason = $3, message = CASE WHEN $4 THEN NULL ELSE message END,
    tries = CASE WHEN $4 THEN 0 ELSE tries END
WHERE id = ANY($1::uuid[])
"""
_FORGET = """
UPDATE notice n SET key = n.key || '/' || n.id WHERE n.id = ANY($1::bigint[])
    AND NOT EXISTS (SELECT FROM delivery d WHERE d.notice = n.id AND d.status IN ('waiting', 'sent'))
"""
"""What lapsed before anyone was told may come up once more, as after an undo; the log keeps that it lapsed."""
_NEXT = """
SELECT LEAST(
    (SELECT min(due_at) FROM delivery WHERE status = 'waiting'),
    (SELECT min(at) FROM notice WHERE spread_at IS NULL)
) AS at
"""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Deliveries that go out in one message, left to us for a while."""

    message: uuid.UUID
    channel: uuid.UUID
    tries: int
    deliveries: Mapping[uuid.UUID, int | None]
    """Delivery to notice."""
    perhaps_told: frozenset[uuid.UUID] = frozenset()
    """Deliveries of which an earlier try may have arrived: whoever made it did not come to write it down."""


class Deliveries:
    """Reads and writes deliveries. ``delay`` is how long people have to see to a thing before they are told."""

    def __init__(self, database: Database, delay: dt.timedelta) -> None:
        self._database = database
        self._delay = delay

    # --- from what is owed to the channels -------------------------------------------------------------------------

    async def spread(self, now: dt.datetime) -> int:
        """Put down for each channel what is owed, as its owner wishes; how many notices that were."""
        async with self._database.session.begin() as session:
            query = (
                select(Notice)
                .where(Notice.spread_at.is_(None), Notice.at <= now)
                .order_by(Notice.at, Notice.id)
                .limit(MAX_SPREAD_BATCH)
            )
            notices = list(await session.scalars(query.with_for_update(skip_locked=True)))
            if not notices:
                return 0
            stands_in = Seat.stands_in_since.is_not(None)
            owner_of = case((stands_in, Seat.stand_in), else_=func.coalesce(Seat.account, Seat.kept_for))
            rows = await session.execute(
                select(Seat.match, Seat.seat, owner_of).where(
                    Seat.match.in_({n.match for n in notices}), owner_of.is_not(None)
                )
            )
            owners: dict[tuple[str, str], uuid.UUID | None] = {(m, seat): account for m, seat, account in rows}
            accounts = {owner for n in notices if (owner := owners.get((n.match, n.seat))) is not None}
            # One after the other, so that two processes do not open two gatherings of one channel.
            found = select(Channel).where(Channel.account.in_(accounts)).order_by(Channel.id).with_for_update()
            channels: dict[uuid.UUID, list[Channel]] = {}
            for channel in await session.scalars(found):
                channels.setdefault(channel.account, []).append(channel)
            wishes = await self._wishes(session, accounts)
            pending = await self._pending(session, [c.id for own in channels.values() for c in own])
            new: list[dict[str, object]] = []
            for notice in notices:
                owner = owners.get((notice.match, notice.seat))
                wish = Wishes() if owner is None else wishes[owner]
                if owner is None or notice.match in wish.muted:
                    continue
                for channel in channels.get(owner, ()):
                    mode = cast(Mode, channel.modes.get(notice.kind, OFF))
                    if mode == OFF:
                        continue
                    slot = channel.id, mode
                    # Whoever lets time run out has had time to come by.
                    delay = dt.timedelta() if notice.kind == CLOCK else self._delay
                    at = due(cast(Way, channel.way), mode, notice.at, delay, wish, pending.get(slot))
                    pending[slot] = min(at, pending.get(slot, at))
                    new.append(
                        {"notice": notice.id, "channel": channel.id, "mode": mode, "at": notice.at, "due_at": at}
                    )
            if new:
                await session.execute(insert(Delivery), new)
            await session.execute(update(Notice).where(Notice.id.in_([n.id for n in notices])).values(spread_at=now))
            return len(notices)

    @staticmethod
    async def _wishes(session: AsyncSession, accounts: Iterable[uuid.UUID]) -> dict[uuid.UUID, Wishes]:
        rows = await session.execute(
            select(Account.id, Account.zone, Wish)
            .outerjoin(Wish, Wish.account == Account.id)
            .where(Account.id.in_(accounts))
        )
        return {account: wishes_of(zone, wish) for account, zone, wish in rows}

    @staticmethod
    async def _pending(
        session: AsyncSession, channels: Sequence[uuid.UUID]
    ) -> dict[tuple[uuid.UUID, str], dt.datetime]:
        rows = await session.execute(
            select(Delivery.channel, Delivery.mode, func.min(Delivery.due_at))
            .where(Delivery.channel.in_(channels), Delivery.status == "waiting", Delivery.message.is_(None))
            .group_by(Delivery.channel, Delivery.mode)
        )
        return {(channel, mode): at for channel, mode, at in rows}

    # --- sending -----------------------------------------------------------------------------------------------

    async def claim(self, now: dt.datetime) -> Claimed | None:
        """What is due for one channel, left to us until the lease is over; None when there is nothing."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_CLAIM, now, uuid.uuid4(), now + DELIVERY_LEASE)
        if not rows:
            return None
        return Claimed(
            rows[0]["message"],
            rows[0]["channel"],
            max(r["tries"] for r in rows),
            {r["id"]: r["notice"] for r in rows},
            frozenset(r["id"] for r in rows if r["before"] == UNDER_WAY),
        )

    async def target(self, channel: uuid.UUID) -> Target | None:
        """Where a channel leads; None when it is gone."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_TARGET, channel)
        if row is None:
            return None
        return Target(row["id"], row["account"], row["way"], row["address"] or "", row["push_key"], row["secret"])

    async def list_notices(self, deliveries: Iterable[uuid.UUID]) -> list[tuple[uuid.UUID, Noted]]:
        """The notices of deliveries, the oldest first."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_NOTED, list(deliveries))
        return [
            (
                r["id"],
                Noted(
                    r["match"],
                    r["seat"],
                    cast(Kind, r["kind"]),
                    r["key"],
                    r["number"],
                    r["at"],
                    r["owner"],
                    r["last_seen"],
                    r["heard"],
                ),
            )
            for r in rows
        ]

    async def settle(self, deliveries: Iterable[uuid.UUID], status: str, reason: str, now: dt.datetime) -> None:
        """Nothing more is to be done about these."""
        async with self._database.raw() as raw:
            await raw.execute(_SETTLE, list(deliveries), status, reason, now)

    async def again(self, deliveries: Iterable[uuid.UUID], at: dt.datetime, reason: str, afresh: bool = False) -> None:
        """Try these later; ``afresh`` in another message, together with what comes until then."""
        async with self._database.raw() as raw:
            await raw.execute(_AGAIN, list(deliveries), at, reason, afresh)

    async def forget(self, notices: Iterable[int]) -> None:
        """Let notices of which nobody was told come up once more."""
        async with self._database.raw() as raw:
            await raw.execute(_FORGET, list(notices))

    async def trouble(self, channel: uuid.UUID, reason: str) -> None:
        """Note how a channel does."""
        async with self._database.raw() as raw:
            await raw.execute("UPDATE channel SET trouble = $2 WHERE id = $1 AND trouble <> $2", channel, reason)

    async def remove(self, channel: uuid.UUID) -> None:
        """Forget a channel that is no more."""
        async with self._database.raw() as raw:
            await raw.execute("DELETE FROM channel WHERE id = $1", channel)

    async def next(self) -> dt.datetime | None:
        """When there is something to do; None when nothing waits."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_NEXT)
        return None if row is None else cast("dt.datetime | None", row["at"])


def wishes_of(zone: str | None, wish: Wish | None) -> Wishes:
    """What someone wishes, as it is stored; by the world's time if they have named no zone."""
    try:
        here = UTC if zone is None else ZoneInfo(zone)
    except ZoneInfoNotFoundError:
        # Named on a machine that knows more of them than this one.
        here = UTC
    if wish is None:
        return Wishes(here)
    quiet = None
    if wish.quiet_from is not None and wish.quiet_until is not None:
        quiet = (wish.quiet_from, wish.quiet_until)
    return Wishes(here, quiet, wish.digest_hour, frozenset(wish.muted))

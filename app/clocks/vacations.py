"""Days on which someone is away: declared beforehand, told at every table, and counted off the clocks there."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Sequence
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import ColumnElement, literal_column, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.clock import DAY_SECONDS
from app.clocks.models import Vacation
from app.clocks.orders import COME_BACK, GO_AWAY
from app.clocks.still import DAY as ONE_DAY
from app.database import Database
from app.errors import ApiError
from app.matches.facts import ACTIVE
from app.matches.rows.models import Match, Seat
from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

MAX_DAYS_A_YEAR = 30
"""Days of a calendar year on which someone may be away."""
MAX_DAYS_AHEAD = 366
"""How many days ahead that may be said."""
MAX_TOLD_PER_LOOK = 20
_WRITTEN_BY: ColumnElement[str] = literal_column("vacation.xmin::text")
"""The transaction that last wrote a row, in Postgres's count: whether anyone wrote it meanwhile, whatever changed."""

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:who, 23))")
"""Whoever asks for days away in several places at once gets them one after the other, each counted."""

Announce = Callable[[str, str, uuid.UUID, str, JsonObject], Awaitable[None]]
"""``announce(match, seat, account, id, order)``: say at a table what the server knows of a seat's player."""


def _day(day: str) -> dt.date:
    return dt.date.fromisoformat(day)


def _day_in_words(day: str) -> str:
    return f"{_day(day).day} {_day(day):%B}"


def days_in(year: int, vacations: Sequence[Vacation]) -> int:
    """How many days of a year these take; those after an early return do not count."""
    count = 0
    for v in vacations:
        day, last = _day(v.first), _day(v.last)
        if v.returned_at is not None:
            # By the person's own days, the one of the return included: nobody can win a day by coming back.
            last = min(last, day + (v.returned_at - v.begins) // ONE_DAY * ONE_DAY)
        while day <= last:
            count += day.year == year
            day += ONE_DAY
    return count


def _overlaps(new: Vacation, others: Sequence[Vacation]) -> bool:
    return any(v.returned_at is None and v.begins < new.ends and new.begins < v.ends for v in others)


def _is_too_long(new: Vacation, others: Sequence[Vacation]) -> bool:
    """Whether there would be too many days of a year with these."""
    return any(days_in(_day(day).year, [*others, new]) > MAX_DAYS_A_YEAR for day in (new.first, new.last))


async def bring_along(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID) -> None:
    """Give a guest's days away to an account, and have all its matches told of the days on which it is away.

    Guests cost nothing, so what does not fit beside the account's own days ends.
    """
    await session.execute(_LOCK, {"who": str(account)})
    now = dt.datetime.now(dt.UTC)
    whose = Vacation.account.in_((guest, account))
    rows = [*await session.scalars(select(Vacation).where(whose).order_by(Vacation.begins, Vacation.id))]
    kept = [v for v in rows if v.account == account or v.returned_at is not None or v.ends <= now]
    for vacation in rows:
        if vacation not in kept:
            if _overlaps(vacation, kept) or _is_too_long(vacation, kept):
                vacation.returned_at = now
            kept.append(vacation)
        vacation.account, vacation.told = account, False


class Vacations:
    """Keeps when people are away."""

    def __init__(self, database: Database, announce: Announce) -> None:
        self._database = database
        self._announce = announce

    async def of(self, account: uuid.UUID) -> JsonObject:
        """When someone was and will be away, the next first, and how many days of this year are left."""
        rows = await self._rows(account)
        now = dt.datetime.now(dt.UTC)
        shown = [v for v in rows if v.returned_at is None and v.ends > now]
        return {
            "vacations": [{"id": str(v.id), "first": v.first, "last": v.last, "now": v.begins <= now} for v in shown],
            "days_left": max(0, MAX_DAYS_A_YEAR - days_in(now.year, rows)),
        }

    async def _rows(self, account: uuid.UUID) -> list[Vacation]:
        async with self._database.session() as session:
            query = select(Vacation).where(Vacation.account == account).order_by(Vacation.begins)
            return list(await session.scalars(query))

    async def add(self, account: uuid.UUID, first: dt.date, last: dt.date, zone: str) -> None:
        """Someone will be away. ApiError 409 or 422 when that cannot be."""
        there = ZoneInfo(zone)
        today = dt.datetime.now(there).date()
        if first <= today:
            raise ApiError(422, "too_soon", "Days away begin tomorrow at the earliest.")
        if last < first or (last - today).days > MAX_DAYS_AHEAD:
            raise ApiError(422, "bad_days", "The last day must come after the first, and within a year.")
        new = Vacation(
            id=uuid.uuid4(),
            account=account,
            first=first.isoformat(),
            last=last.isoformat(),
            begins=_midnight(first, there),
            ends=_midnight(last + ONE_DAY, there),
            told=False,
        )
        async with self._database.session.begin() as session:
            await session.execute(_LOCK, {"who": str(account)})
            query = select(Vacation).where(Vacation.account == account)
            rows = [*await session.scalars(query)]
            if _overlaps(new, rows):
                raise ApiError(409, "overlaps", "You are already away on some of these days.")
            if _is_too_long(new, rows):
                raise ApiError(409, "too_many_days", f"You can be away on at most {MAX_DAYS_A_YEAR} days a year.")
            session.add(new)
        await self.tell()

    async def end(self, account: uuid.UUID, vacation: uuid.UUID) -> None:
        """Someone is back, or will not go. ApiError 404 when there is no such time to come."""
        now = dt.datetime.now(dt.UTC)
        gone = update(Vacation).where(
            Vacation.id == vacation, Vacation.account == account, Vacation.returned_at.is_(None), Vacation.ends > now
        )
        async with self._database.session.begin() as session:
            found = await session.scalars(gone.values(returned_at=now, told=False).returning(Vacation.id))
            if found.first() is None:
                raise ApiError(404, "no_vacation", "You are not away then.")
        await self.tell()

    async def tell(self) -> None:
        """Tell the tables of what they have not heard. Told twice, it happens once; broken off, it is told later."""
        async with self._database.session() as session:
            query = select(Vacation, _WRITTEN_BY).where(~Vacation.told).limit(MAX_TOLD_PER_LOOK)
            untold = [(vacation, written) for vacation, written in await session.execute(query)]
        for vacation, written in untold:
            if await self._announce_vacation(vacation):
                # Whoever wrote the row meanwhile wants it told again: it ended early, or seats came to the account.
                async with self._database.session.begin() as session:
                    same = (Vacation.id == vacation.id, _WRITTEN_BY.is_not_distinct_from(written))
                    await session.execute(update(Vacation).where(*same).values(told=True))

    async def _announce_vacation(self, vacation: Vacation) -> bool:
        """Whether every table has heard of it now."""
        async with self._database.session() as session:
            query = (
                select(Match.id, Seat.seat)
                .join(Seat, Seat.match == Match.id)
                .where(Seat.account == vacation.account, Match.status == ACTIVE)
                .where(Match.terms["bank"].as_integer() >= DAY_SECONDS)
            )
            places = [(match, seat) for match, seat in await session.execute(query)]
        order: JsonObject = {"kind": COME_BACK, "begins": vacation.begins.isoformat()}
        if vacation.returned_at is None:
            days: JsonObject = {"first": _day_in_words(vacation.first), "last": _day_in_words(vacation.last)}
            order = {**order, **days, "kind": GO_AWAY, "ends": vacation.ends.isoformat()}
        id_ = f"{'away' if vacation.returned_at is None else 'back'}/{vacation.id.hex}"
        whole = True
        for match, seat in places:
            try:
                await self._announce(match, seat, vacation.account, id_, order)
            except (ApiError, UnknownShape) as error:
                log.warning("days away not passed on", match=match, error=str(error))
                whole = False
        return whole


def _midnight(day: dt.date, zone: ZoneInfo) -> dt.datetime:
    return dt.datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(dt.UTC)

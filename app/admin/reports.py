"""What players have reported about others."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable

from sqlalchemy import select, update

from app.accounts.models import Account, Report
from app.database import Database
from rules.kernel.messages import JsonObject

MAX_LISTED_REPORTS = 200


async def find_reports(database: Database, *, closed: bool) -> list[JsonObject]:
    """The oldest first: those that are open, or all."""
    query = select(Report, Account.name).outerjoin(Account, Account.id == Report.account)
    if not closed:
        query = query.where(Report.closed_at.is_(None))
    query = query.order_by(Report.created_at, Report.id).limit(MAX_LISTED_REPORTS)
    async with database.session() as session:
        rows = [(row[0], row[1]) for row in await session.execute(query)]
    return [
        {
            "id": str(report.id),
            "at": report.created_at.isoformat(timespec="seconds"),
            "by": by or "someone who is gone",
            "about": report.about_name,
            "account": None if report.about is None else str(report.about),
            "match": report.match,
            "seat": report.seat,
            "text": report.text,
            "room": report.room,
            "number": report.number,
            "said": report.said,
            "closed_at": None if report.closed_at is None else report.closed_at.isoformat(timespec="seconds"),
        }
        for report, by in rows
    ]


async def close_reports(database: Database, reports: Iterable[uuid.UUID]) -> int:
    """Note that reports were dealt with; gives how many there are of these."""
    async with database.session.begin() as session:
        done = update(Report).where(Report.id.in_([*reports])).values(closed_at=dt.datetime.now(dt.UTC))
        return len((await session.scalars(done.returning(Report.id))).all())

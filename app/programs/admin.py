"""``greatwar admin``: for whoever runs the server."""

from __future__ import annotations

import asyncio
import uuid
from typing import Annotated

import typer
from sqlalchemy import select, update
from sqlalchemy.sql import func

from app.accounts.models import Account, Report
from app.database import Database
from app.programs.output import AsJson, print_json
from app.programs.serve import database
from app.settings import Settings
from rules.kernel.messages import JsonObject

admin = typer.Typer(help="For whoever runs the server.", no_args_is_help=True)


@admin.command("reports")
def reports(
    close: Annotated[list[uuid.UUID] | None, typer.Option(help="A report that you have dealt with.")] = None,
    closed: Annotated[bool, typer.Option("--closed", help="Show those dealt with as well.")] = False,
    as_json: AsJson = False,
) -> None:
    """What players have reported about others, the oldest first."""
    with database(Settings()) as url:
        found = asyncio.run(_reports(url, close or [], closed))
    if as_json:
        print_json({"reports": [*found]})
        return
    for each in found:
        done = "" if each["closed_at"] is None else f", closed {each['closed_at']}"
        typer.echo(f"{each['id']}  {each['at']}{done}")
        typer.echo(f"  {each['by']} about {each['about']} ({each['seat'] or 'watching'} in match {each['match']}):")
        typer.echo(f"  {each['text']}")
        if each["number"] is not None:
            said = each["said"] or "(gone: that player deleted the account)"
            typer.echo(f"  Message {each['number']} in room {each['room']}: {said}")
    typer.echo(f"{len(found)} reports" if found else "No reports.")


async def _reports(url: str, close: list[uuid.UUID], closed: bool) -> list[JsonObject]:
    """Close some, then give those that are left, or all."""
    here = Database(url, 1)
    try:
        async with here.session.begin() as session:
            await session.execute(update(Report).where(Report.id.in_(close)).values(closed_at=func.now()))
        query = select(Report, Account.name).outerjoin(Account, Account.id == Report.account)
        if not closed:
            query = query.where(Report.closed_at.is_(None))
        async with here.session() as session:
            rows = [(row[0], row[1]) for row in await session.execute(query.order_by(Report.created_at, Report.id))]
    finally:
        await here.close()
    return [
        {
            "id": str(report.id),
            "at": report.created_at.isoformat(timespec="seconds"),
            "by": by or "someone who is gone",
            "about": report.about_name,
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

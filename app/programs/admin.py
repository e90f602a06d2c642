"""``greatwar admin``: for whoever runs the server."""

from __future__ import annotations

import asyncio
import uuid
from typing import Annotated

import typer

from app.admin.reports import close_reports, find_reports
from app.database import Database
from app.programs.output import AsJson, print_json
from app.programs.serve import database
from app.settings import Settings
from rules.kernel.messages import JsonObject

admin = typer.Typer(help="For the host of the server.", no_args_is_help=True)


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
        await close_reports(here, close)
        return await find_reports(here, closed=closed)
    finally:
        await here.close()

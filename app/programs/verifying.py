"""``greatwar verify``: check an exported match without any server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.programs.output import AsJson, print_json
from app.verify import verify as check
from app.wire import decode_object
from rules.catalogue import GAMES


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An export of a match that is over.")],
    as_json: AsJson = False,
) -> None:
    """Check the dice and the replay of an exported match; exit code 1 when something is wrong, 2 for no export."""
    try:
        report = check(decode_object(file.read_bytes()), GAMES)
    except (KeyError, TypeError, ValueError) as error:
        typer.echo(f"{file}: not the export of a whole match: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        print_json(report.json())
    else:
        typer.echo(f"{report.events} events, {report.dice} dice: {'all good' if report.good else 'NOT good'}")
        for line in (*report.faults, *report.notes):
            typer.echo(f"  {line}")
    raise typer.Exit(0 if report.good else 1)

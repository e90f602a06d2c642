"""``greatwar diffgame``: hold the rules of this program against stored matches, before they go live."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from app.archives.layout import Unreadable, read_export
from app.plans import add_plans
from app.programs.output import AsJson, print_json, progress
from app.proof.differing import Difference, differ
from app.proof.replay import BROKEN
from rules.catalogue import GAMES
from rules.kernel.messages import Json

EXIT_PARTED, EXIT_UNREADABLE = 1, 2
ENDINGS = (".json", ".zip")
UNREAD: tuple[type[Exception], ...] = (Unreadable, OSError, *BROKEN)
"""What comes up where a file cannot be read, or is something else."""


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files that are named, and those of folders that are named, in order."""
    for path in paths:
        if path.is_dir():
            yield from (file for file in sorted(path.iterdir()) if file.suffix in ENDINGS)
        else:
            yield path


def diffgame(
    files: Annotated[
        list[Path],
        typer.Argument(exists=True, help="Exports or archives of matches that are over, or folders of them."),
    ],
    plan: Annotated[list[str] | None, typer.Option(help="GAME=FOLDER: a plan that matches were played by.")] = None,
    most: Annotated[int, typer.Option(min=0, help="Partings of a match that are printed.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Decide every command of stored matches by the rules of this program, and list where they part from what was
    recorded.

    Exit code 0 when nothing parts, 1 when something does, 2 when a file could not be read.
    """
    try:
        add_plans(plan or [], GAMES)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    found: list[Difference] = []
    unreadable = 0
    every = [*_files(files)]
    with progress(len(every), "matches") as bar:
        for file in every:
            try:
                found.append(differ(read_export(file), GAMES))
            except UNREAD as error:
                unreadable += 1
                typer.echo(f"{file}: not the export of a whole match: {error}", err=True)
            bar.update(1)
    if as_json:
        told: list[Json] = [difference.json() for difference in found]
        print_json({"matches": told, "unreadable": unreadable})
    else:
        for difference in found:
            _print(difference, most)
        parted = sum(bool(difference.partings) for difference in found)
        typer.echo(f"{len(found)} matches, {parted} of them part from what was recorded")
    if unreadable:
        raise typer.Exit(EXIT_UNREADABLE)
    raise typer.Exit(EXIT_PARTED if any(difference.partings for difference in found) else 0)


def _print(difference: Difference, most: int) -> None:
    number = len(difference.partings)
    decided = f"{difference.decided} of {difference.commands} commands decided again"
    where = f"{difference.match} ({difference.game}, {difference.scenario})"
    typer.echo(f"{where}: {decided}, {number or 'none'} otherwise")
    for parting in difference.partings[:most]:
        events = "opening" if parting.last == 0 else f"events {parting.first} to {parting.last}"
        by = f" {parting.seat}, {parting.command}" if parting.seat else ""
        typer.echo(f"  {events}{by}: {parting.what}")
    if number > most:
        typer.echo(f"  and {number - most} more")
    if not difference.whole:
        typer.echo(f"  compared up to event {difference.compared} of {difference.events}")

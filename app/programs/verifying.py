"""``greatwar verify``: check an exported match without any server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from app.archives.layout import Unreadable, read_export
from app.plans import add_plan
from app.programs.output import AsJson, print_json
from app.proof.programs import ProgramsReport, play_programs_again
from app.proof.replay import BROKEN
from app.proof.report import Noted, Report
from app.verify import verify as check
from rules.catalogue import GAMES
from rules.kernel.wording import listing

EXIT_UNDECIDED = 3
NO_EXPORT: tuple[type[Exception], ...] = (Unreadable, *BROKEN)
"""What comes up where a file is something else, or holds in one place what no export has there."""
NOTHING_DECIDED = (
    "NOTHING WAS DECIDED AGAIN: the file says of every command that other rules judged it. Only the dice and the chain "
    "were checked. Whoever made the file could have made up the moves; a link that you noted shows whether they did."
)
SOME_DECIDED = (
    "NOT EVERYTHING WAS DECIDED AGAIN: the file says of {what} that other rules made it. Whoever made the file could "
    "have made that up; a link that you noted shows whether they did."
)


def _left_to_believe(report: Report) -> str:
    """What was not decided again, in words."""
    if report.decided == 0:
        return NOTHING_DECIDED
    left = report.commands - report.decided
    commands = [] if left == 0 else ["one command" if left == 1 else f"{left} of {report.commands} commands"]
    return SOME_DECIDED.format(what=listing([*([] if report.opening else ["the opening position"]), *commands]))


def verify(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="An export of a match that is over, or its archive.")
    ],
    commitment: Annotated[str | None, typer.Option(help="The commitment that you noted.")] = None,
    word: Annotated[list[str] | None, typer.Option(help="SEAT=WORD: your word, as your browser kept it.")] = None,
    link: Annotated[
        list[str] | None, typer.Option(help="A link that you noted; a number and a colon before it are ignored.")
    ] = None,
    void: Annotated[
        list[str] | None, typer.Option(help="The commitment that you noted of a round that was sealed again.")
    ] = None,
    plan: Annotated[
        list[Path] | None,
        typer.Option(exists=True, file_okay=False, help="A folder with the plan that the match was played by."),
    ] = None,
    programs: Annotated[
        bool, typer.Option(help="Play the match's programs again: each gives the same orders, from what it was told.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check an exported match: the dice, the chain, and every command decided again by the rules.

    With what you noted during the match it also shows whether the file is that very match. Exit code 1 if something
    is wrong, 2 if the file is no export, 3 if nothing is wrong but not all of it could be judged again.
    """
    noted = Noted(
        None if commitment is None else commitment.strip().lower(),
        dict(_pair(w, "=") for w in word or []),
        [_link(text) for text in link or []],
        [text.strip().lower() for text in void or []],
    )
    try:
        export = read_export(file)
        for folder in plan or []:
            add_plan(GAMES[str(export["game"])], folder)
        report = check(export, GAMES, noted)
        again = play_programs_again(export, GAMES) if programs and report.good else None
    except NO_EXPORT as error:
        typer.echo(f"{file}: not the export of a whole match: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        print_json({**report.json(), **({} if again is None else {"programs": again.json()})})
    else:
        _tell(report)
        if again is not None:
            _tell_programs(again)
    bad = not report.good or (again is not None and not again.good)
    raise typer.Exit(1 if bad else EXIT_UNDECIDED if report.undecided else 0)


def _tell(report: Report) -> None:
    """What was found, in words."""
    good = "all good" if report.proved else "nothing wrong found, but NOT ALL PROVED"
    decided = f"{report.decided} of {report.commands} commands decided again"
    verdict = good if report.good else "NOT good"
    typer.echo(f"{report.events} events, {report.dice} dice, {decided}: {verdict}")
    if report.good and report.undecided:
        typer.echo(_left_to_believe(report))
    if report.sealed_again:
        typer.echo(report.sealed_again)
    if report.ahead:
        typer.echo(report.ahead)
    for line in (*report.faults, *report.doubts):
        typer.echo(f"  {line}")


def _tell_programs(again: ProgramsReport) -> None:
    """What came of playing the programs again, in words."""
    verdict = "all good" if again.good and not again.unchecked else "nothing wrong found" if again.good else "NOT good"
    typer.echo(f"{again.orders} orders of programs, {again.found} found again by version {again.programs}: {verdict}")
    for why, number in again.unchecked.items():
        typer.echo(f"  NOT CHECKED: {number} {why}")
    for where in again.cut_short:
        typer.echo(f"  cut short: {where}; that the program took too long or its process died is told by the server")
    for line in (*again.by_chance, *again.faults):
        typer.echo(f"  {line}")


def _pair(text: str, between: str) -> tuple[str, str]:
    """Both parts of an option. BadParameter when there are not two."""
    left, found, right = text.partition(between)
    if not found or not left or not right:
        raise typer.BadParameter(f"{text!r} does not have the required form")
    return left, right.strip().lower()


def _link(text: str) -> str:
    """A link, with or without the number that it was shown with. BadParameter when it is none."""
    number, _, link = text.strip().lower().rpartition(":")
    if not re.fullmatch(r"\d*", number) or not re.fullmatch(r"[0-9a-f]+", link):
        raise typer.BadParameter(f"{text!r} is not a link")
    return link

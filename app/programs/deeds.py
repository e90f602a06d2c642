"""``greatwar admin``: what the host of a server does to matches and accounts, beside the servers that run."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, TypeVar

import typer

from app.accounts.names import one_line
from app.admin.admins import Admins
from app.admin.banning import MAX_DAYS, BanList
from app.admin.deeds import MAX_REASON_LENGTH
from app.admin.office import Office, office
from app.database import TROUBLE
from app.errors import ApiError
from app.plans import add_plans
from app.programs.admin import admin
from app.programs.output import AsJson, print_json
from app.programs.serve import database
from app.settings import Settings
from app.wire import MAX_SEQ
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject

__all__ = ["admin"]

Match = Annotated[str, typer.Argument(help="The match: what its link has after m=.")]


def _reason(text: str) -> str:
    """One line that players can read. BadParameter for anything else."""
    try:
        line = one_line(text.strip())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    if not line or len(line) > MAX_REASON_LENGTH:
        raise typer.BadParameter(f"Give a reason of at most {MAX_REASON_LENGTH} characters.")
    return line


Reason = Annotated[str, typer.Option(help="Why. All players read it.", callback=_reason)]
OwnReason = Annotated[str, typer.Option("--reason", help="Why, for your own log.", callback=_reason)]
Found = TypeVar("Found")


def _at_desk(work: Callable[[Office], Awaitable[Found]]) -> Found:
    """Do something in an office of the host. Exit code 1 when it cannot be done."""

    async def do(url: str) -> Found:
        async with office(url, settings, GAMES) as desk:
            return await work(desk)

    settings = Settings()
    add_plans(settings.plans, GAMES)
    with database(settings) as url:
        try:
            return asyncio.run(do(url))
        except ApiError as error:
            typer.echo(error.text, err=True)
            raise typer.Exit(1) from error
        except TROUBLE as error:
            typer.echo(f"The database did not do it: {error}", err=True)
            raise typer.Exit(1) from error


def _show(rows: Sequence[JsonObject], name: str, as_json: bool, line: Callable[[Any], str]) -> None:
    if as_json:
        print_json({name: [*rows]})
        return
    for row in rows:
        typer.echo(line(row))
    typer.echo(f"{len(rows)} {name}" if rows else f"No {name}.")


@admin.command("matches")
def matches(
    find: Annotated[str | None, typer.Argument(help="A match, or part of a player's name.")] = None,
    status: Annotated[str | None, typer.Option(help="open, opening, active, finished or called-off.")] = None,
    as_json: AsJson = False,
) -> None:
    """Matches, as everyone may know them: seats, turn, the last public move, the next deadline."""

    def line(row: Any) -> str:
        where = f"turn {row['turn']}, {row['step']}" if row["turn"] else ""
        due = f", due {row['due']}" if row["due"] else ""
        seats = "; ".join(
            f"{s['seat']}: {s['name'] or 'free'}{' (open)' if s['open'] else ''} {s['account'] or ''}".rstrip()
            for s in row["seats"]
        )
        return (
            f"{row['id']}  {row['game']} {row['scenario']}  {row['status']}  {where}  {row['told_at']}{due}\n  {seats}"
        )

    _show(_at_desk(lambda desk: desk.find(status, find)), "matches", as_json, line)


@admin.command("events")
def events(
    match: Match,
    before: Annotated[int, typer.Option(help="Only events before this one.")] = MAX_SEQ,
    last: Annotated[int, typer.Option(help="How many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """The events of a match: number, kind and public line. What players hide is not shown.

    You can go back to those without a dot: a command ends there.
    """

    def line(row: Any) -> str:
        mark = " " if row["ends"] else "·"
        return f"{row['event']:6d}{mark} {row['at']}  {row['kind']}  {row['public'] or '(not public)'}"

    _show(_at_desk(lambda desk: desk.events(match, before, last)), "events", as_json, line)


@admin.command("rewind")
def rewind(
    match: Match,
    event: Annotated[int, typer.Argument(help="The match goes back to after this event; 0: to the beginning.")],
    reason: Reason,
) -> None:
    """Take a match back to an earlier event. All players are told, with the reason; later dice are new ones."""
    _at_desk(lambda desk: desk.rewind(match, event, reason))
    typer.echo(f"{match} went back to after event {event}. The log keeps what was undone.")


@admin.command("open-seat")
def open_seat(match: Match, seat: str, reason: Reason) -> None:
    """Open a seat of a match in play to a new player. It stays its player's until someone takes it."""
    _at_desk(lambda desk: desk.open_seat(match, seat, reason))
    typer.echo(f"The seat {seat} of {match} is open.")


@admin.command("end")
def end(
    match: Match,
    reason: Reason,
    winner: Annotated[str, typer.Option(help="The side that wins; without one it is a draw.")] = "",
) -> None:
    """End a match for a side or as a draw; one that has not begun is called off."""
    _at_desk(lambda desk: desk.end(match, winner, reason))
    typer.echo(f"{match} is over.")


@admin.command("messages")
def messages(match: Match, last: Annotated[int, typer.Option(help="How many.")] = 50, as_json: AsJson = False) -> None:
    """What was said at a table. What a side says among itself is not shown."""
    found = _at_desk(lambda desk: desk.messages(match, last))
    _show(found, "messages", as_json, lambda r: f"{r['number']:5d}  {r['at']}  {r['name']}: {r['text'] or '(hidden)'}")


@admin.command("hide-message")
def hide_message(
    match: Match,
    number: int,
    reason: OwnReason,
    room: Annotated[str, typer.Option(help="A room other than the table's, as a report names it.")] = "table",
) -> None:
    """Remove the text of a message for everyone. An empty message stays in its place."""
    _at_desk(lambda desk: desk.hide(match, room, number, reason))
    typer.echo(f"Message {number} is hidden.")


@admin.command("accounts")
def accounts(name: Annotated[str, typer.Argument(help="Part of a name.")], as_json: AsJson = False) -> None:
    """Find accounts by name. The numbers are what `lock` and `unlock` take."""

    def line(row: Any) -> str:
        more = ("guest" if row["guest"] else "", f"locked {row['locked_at']}" if row["locked_at"] else "")
        return f"{row['id']}  {row['name']}  {row['matches']} matches  {' '.join(m for m in more if m)}".rstrip()

    _show(_at_desk(lambda desk: desk.accounts(name)), "accounts", as_json, line)


@admin.command("lock")
def lock(account: uuid.UUID, reason: OwnReason) -> None:
    """Lock an account: nobody can log in, and sessions and tokens end within five seconds. It keeps its seats."""
    _at_desk(lambda desk: desk.lock(account, reason))
    typer.echo(f"{account} is locked.")


@admin.command("unlock")
def unlock(account: uuid.UUID, reason: OwnReason) -> None:
    """Let the owner of an account log in again. For a guest it shows a link, good once within a week: pass it on."""
    secret = _at_desk(lambda desk: desk.unlock(account, reason))
    typer.echo(f"{account} is open again.")
    if secret is not None:
        site = Settings().site or "http://your-server"
        typer.echo("A guest cannot log in. This link brings the guest back, once, within seven days:")
        typer.echo(f"{site}/account.html#login={secret}")


@admin.command("ban")
def ban(
    network: Annotated[str, typer.Argument(help="An address, or a network such as 203.0.113.0/24.")],
    reason: OwnReason,
    days: Annotated[int, typer.Option(min=1, max=MAX_DAYS, help="For how long.")] = 7,
    own_network: Annotated[
        bool,
        typer.Option("--own-network", help="The address is a household in your own network, not a proxy."),
    ] = False,
) -> None:
    """Keep everyone in a household out, within five seconds and for some days. See `bans`.

    A proxy that GREATWAR_PROXIES does not name is a household to the server: its ban keeps everyone out.
    """
    _at_desk(lambda desk: desk.ban(network, days, reason, own_network=own_network))
    typer.echo(f"{network} is kept out for {days} days.")
    typer.echo("If it is a proxy's that GREATWAR_PROXIES does not name, everyone behind it is kept out: see lift-ban.")


@admin.command("lift-ban")
def lift_ban(network: str, reason: OwnReason) -> None:
    """Let a network in again."""
    _at_desk(lambda desk: desk.lift_ban(network, reason))
    typer.echo(f"{network} is let in again.")


@admin.command("bans")
def bans(as_json: AsJson = False) -> None:
    """Networks that are kept out."""
    found = _at_desk(lambda desk: BanList(desk.database).all())
    _show(found, "bans", as_json, lambda b: f"{b['network']}  until {b['ends_at']}  ({b['reason']})")


@admin.command("grant")
def grant(account: uuid.UUID, reason: OwnReason) -> None:
    """Let the owner of an account do this in the browser (/admin.html), with the passkeys that it has now.

    Say it again when its owner has added a passkey that is to count too.
    """
    passkeys = _at_desk(lambda desk: desk.grant(account, reason))
    typer.echo(f"{account} is an admin's, with {passkeys} {'passkey' if passkeys == 1 else 'passkeys'}.")


@admin.command("revoke")
def revoke(account: uuid.UUID, reason: OwnReason) -> None:
    """Stop the owner of an account from doing this in the browser."""
    _at_desk(lambda desk: desk.revoke(account, reason))
    typer.echo(f"{account} is not an admin's any more.")


@admin.command("admins")
def admins(as_json: AsJson = False) -> None:
    """Who may do this in the browser."""
    found = _at_desk(lambda desk: Admins(desk.database).all())
    _show(found, "admins", as_json, lambda a: f"{a['account']}  {a['name']}  since {a['since']}")


@admin.command("log")
def log(as_json: AsJson = False) -> None:
    """What was done with these commands: when, by whom, why, and what came of it."""

    def line(row: Any) -> str:
        return (
            f"{row['at']}  {row['by']}  {row['what']}  {row['subject']}  ({row['reason']})  {row['outcome']}".rstrip()
        )

    _show(_at_desk(lambda desk: desk.deeds()), "deeds", as_json, line)

"""``greatwar move-match``: records of matches from one database to another, while they are played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from app.database import Database
from app.matches.rows.moving import GRACE_SECONDS, Mover, NotMoved
from app.matches.rows.settling import Settling
from app.programs.serve import database
from app.settings import HOME, Settings
from app.shards.shards import UNREACHED, shards_of

_THERE = "SELECT id FROM match WHERE shard = $1 AND version > 0 AND status IN ('active', 'finished') ORDER BY id"


def move_match(
    matches: Annotated[list[str] | None, typer.Argument(help="The matches: what their links have after m=.")] = None,
    to: Annotated[str, typer.Option(help="A name of GREATWAR_SHARDS, or home.")] = "",
    from_: Annotated[str, typer.Option("--from", help="Move all matches that are there.")] = "",
) -> None:
    """Move matches to another database, also while servers run and people play.

    The servers must have the same GREATWAR_SHARDS. A player who moves at that moment waits briefly.
    """
    settings = Settings()
    for name in (to, from_):
        if name not in ("", HOME, *settings.shard_urls):
            raise typer.BadParameter(f"GREATWAR_SHARDS names no {name}.")
    if not to or bool(matches) == bool(from_):
        raise typer.BadParameter("Say where with --to, and which: matches, or --from.")
    with database(settings) as url:
        try:
            stayed = asyncio.run(_move(url, settings, matches or (), _shard(from_) if from_ else None, _shard(to)))
        except UNREACHED as error:
            typer.echo(f"greatwar: broken off: {error}", err=True)
            raise typer.Exit(1) from error
    if stayed:
        raise typer.Exit(1)


def _shard(name: str) -> str:
    """As the map has it."""
    return "" if name == HOME else name


async def _move(url: str, settings: Settings, matches: Sequence[str], from_: str | None, to: str) -> int:
    """Move matches; gives how many stayed where they were."""
    home = Database(url, 2, pooled=settings.pooler)
    shards = shards_of(home, settings, 2)
    try:
        if from_ is not None:
            async with home.raw() as raw:
                matches = [row["id"] for row in await raw.fetch(_THERE, from_)]
        return await _move_all(Mover(shards, Settling(shards)), matches, to)
    finally:
        await shards.close()
        await home.close()


async def _move_all(mover: Mover, matches: Sequence[str], to: str) -> int:
    moved, stayed = list[str](), 0
    async with mover.alone(wait=True) as held:
        assert held is not None  # noqa: S101
        for match in matches:
            try:
                if await mover.move(match, to, held):
                    moved.append(match)
                typer.echo(f"{match} is now in {to or HOME}.")
            except NotMoved as error:
                stayed += 1
                typer.echo(f"greatwar: {error}", err=True)
        if moved:
            typer.echo(f"The rows that are no longer needed go in {GRACE_SECONDS:.0f} s.")
            await asyncio.sleep(GRACE_SECONDS)
        for match in moved:
            await mover.put_in_order(match, held)
    return stayed

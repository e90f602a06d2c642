"""``greatwar backup`` and ``greatwar restore``: the whole database to a file, and each shard to another, and back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from app import postgres
from app.database import TROUBLE, Database, migrate
from app.matches.rows.moving import Mover
from app.matches.rows.settling import Settling
from app.postgres.backups import back_up, check, file_of
from app.postgres.backups import restore as put_back
from app.settings import Settings
from app.shards.preparing import ShardsUnfit, prepare_shards, refuse_missing
from app.shards.shards import Shards

MEGABYTE = 1_000_000
FAILURES: tuple[type[Exception], ...] = (postgres.PostgresError, ShardsUnfit, *TROUBLE)


@contextlib.contextmanager
def _databases(file: Path) -> Iterator[tuple[Settings, dict[Path, str]]]:
    """The settings, and the address of each database as it is, whatever its schema, by the file in which its backup is:
    home first, then the shards. The program ends with a word when it fails.
    """
    settings = Settings()
    try:
        if settings.pooler:
            raise postgres.PostgresError(
                "not over a pooler: call it with DATABASE_URL naming Postgres itself, and without GREATWAR_POOLER"
            )
        with contextlib.ExitStack() as stack:
            home = settings.postgres_url or stack.enter_context(postgres.running(settings.var))
            file = file.absolute()
            yield settings, {file: home, **{file_of(name, file): url for name, url in settings.shard_urls.items()}}
    except FAILURES as error:
        typer.echo(f"greatwar: {error}", err=True)
        raise typer.Exit(1) from error


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; a file of that name is replaced.", dir_okay=False)],
) -> None:
    """Write the whole database to a file, also while servers run, and each shard to one beside it.

    Keep them as safe as the database.
    """
    with _databases(file) as (settings, urls):
        size = asyncio.run(_back_up(settings, urls))
    typer.echo(f"{' '.join(str(file.with_name(it.name)) for it in urls)}: {size / MEGABYTE:.1f} MB")


async def _back_up(settings: Settings, urls: Mapping[Path, str]) -> int:
    """Write all files while no match moves from one database to another: it would be in both of them, or in neither."""
    home = Database(next(iter(urls.values())), 2)
    try:
        await refuse_missing(home, settings)
        if not settings.shard_urls:
            return await asyncio.to_thread(back_up, urls)
        async with Mover(Shards(home), Settling(Shards(home))).alone(wait=True) as held:
            assert held is not None  # noqa: S101
            size = await asyncio.to_thread(back_up, urls)
            held.check()
            return size
    finally:
        await home.close()


def restore(
    file: Annotated[Path, typer.Argument(help="What greatwar backup wrote.", dir_okay=False)],
    replace: Annotated[bool, typer.Option("--replace", help="Replace what the database holds.")] = False,
) -> None:
    """Fill the database from a backup, and each shard from the file beside it.

    Stop the servers first; the schema is brought up to date.
    """
    with _databases(file) as (settings, urls):
        asyncio.run(_put_back(urls, replace=replace))
        home = next(iter(urls.values()))
        migrate(home)
        prepare_shards(home, settings)
    typer.echo(f"Restored from {' '.join(str(file.with_name(it.name)) for it in urls)}.")


async def _put_back(urls: Mapping[Path, str], *, replace: bool) -> None:
    """Look at all of them before the first is filled."""
    for file, url in urls.items():
        await check(url, file, replace=replace)
    for file, url in urls.items():
        await put_back(url, file)

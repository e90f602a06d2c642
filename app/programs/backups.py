"""``greatwar backup`` and ``greatwar restore``: the whole database to a file, and back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from app import postgres
from app.database import TROUBLE, migrate
from app.postgres.backups import back_up
from app.postgres.backups import restore as put_back
from app.settings import Settings

MEGABYTE = 1_000_000
FAILURES: tuple[type[Exception], ...] = (postgres.PostgresError, *TROUBLE)


@contextlib.contextmanager
def _database() -> Iterator[str]:
    """The URL of the server's database as it is, whatever its schema. The program ends with a word when it fails."""
    settings = Settings()
    try:
        if settings.pooler:
            raise postgres.PostgresError(
                "not over a pooler: call it with DATABASE_URL naming Postgres itself, and without GREATWAR_POOLER"
            )
        if settings.shards.get_secret_value():
            raise postgres.PostgresError(
                "there are shards, which one file does not hold: docs/hosting.md says how to keep and restore them all"
            )
        with contextlib.ExitStack() as stack:
            yield settings.postgres_url or stack.enter_context(postgres.running(settings.var))
    except FAILURES as error:
        typer.echo(f"greatwar: {error}", err=True)
        raise typer.Exit(1) from error


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; a file of that name is replaced.", dir_okay=False)],
) -> None:
    """Write the whole database to a file, also while servers run. Keep it as safe as the database."""
    with _database() as url:
        size = back_up(url, file.absolute())
    typer.echo(f"{file}: {size / MEGABYTE:.1f} MB")


def restore(
    file: Annotated[Path, typer.Argument(help="What greatwar backup wrote.", dir_okay=False)],
    replace: Annotated[bool, typer.Option("--replace", help="Replace what the database holds.")] = False,
) -> None:
    """Fill the database from a backup. Stop the servers first; the schema is brought up to date."""
    with _database() as url:
        asyncio.run(put_back(url, file.absolute(), replace=replace))
        migrate(url)
    typer.echo(f"Restored from {file}.")

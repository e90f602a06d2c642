"""Runs the migrations over an asyncpg connection, one process at a time, while older processes go on playing.

A migration that waits for a table holds up everyone who comes after it, and a backup keeps its tables until it is done.
So it waits briefly, gives back what it holds, and tries again. It also gives way where it and a move wait for each
other: Postgres would look for that a second later, and might end the move.
"""

from __future__ import annotations

import asyncio
import importlib
import os
from itertools import chain, repeat

import structlog
from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from app.database import MIGRATION_LOCK, Base, engine_on
from app.settings import ROOT

# What ``alembic revision --autogenerate`` compares: a new table is looked for here without being listed.
for path in sorted((ROOT / "app").rglob("models.py")):
    importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


log = structlog.get_logger("migrations")

TABLE_SECONDS = 0.5
"""How long a table is waited for at a time."""
AGAIN_SECONDS = (1.0, 2.0, 5.0, 10.0)
"""How long others have it then, the last for as often as it takes."""
IN_USE = ("55P03", "40P01")
"""Postgres's codes for a lock that did not become free in time, and for two that wait for each other."""


def run(connection: Connection) -> None:
    """Migrate within one transaction that holds the lock."""
    context.configure(connection=connection, target_metadata=Base.metadata, compare_type=True)
    with context.begin_transaction():
        # Another process that migrates is waited for, however long it takes.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        connection.execute(text(f"SET LOCAL lock_timeout = '{TABLE_SECONDS}s'"))
        context.run_migrations()


def in_use(error: DBAPIError) -> bool:
    """Whether a table was in use."""
    return getattr(error.orig, "sqlstate", None) in IN_USE


async def main() -> None:
    """Connect and migrate."""
    given = context.config.attributes
    engine = engine_on(given.get("url") or os.environ["DATABASE_URL"], pooled=given.get("pooled", False))
    try:
        for again in chain(AGAIN_SECONDS, repeat(AGAIN_SECONDS[-1])):
            try:
                async with engine.begin() as connection:
                    await connection.run_sync(run)
                return
            except DBAPIError as error:
                if not in_use(error):
                    raise
                log.warning("a table is in use, and the schema waits", error=str(error.orig))
            await asyncio.sleep(again)
    finally:
        await engine.dispose()


asyncio.run(main())

"""Runs the migrations over an asyncpg connection, one process at a time."""

from __future__ import annotations

import asyncio
import importlib
import os

from alembic import context
from sqlalchemy import Connection, text

from app.database import MIGRATION_LOCK, Base, engine_on
from app.settings import ROOT

# What ``alembic revision --autogenerate`` compares: a new table is looked for here without being listed.
for path in sorted((ROOT / "app").rglob("models.py")):
    importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def run(connection: Connection) -> None:
    """Migrate within one transaction that holds the lock."""
    context.configure(connection=connection, target_metadata=Base.metadata, compare_type=True)
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        context.run_migrations()


async def main() -> None:
    """Connect and migrate."""
    given = context.config.attributes
    engine = engine_on(given.get("url") or os.environ["DATABASE_URL"], pooled=given.get("pooled", False))
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


asyncio.run(main())

"""Whether a shard can be used: it answers, has this program's schema, and is the one that the settings say."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from functools import cache

import structlog

from app.database import TROUBLE, Database, Raw, revisions

log = structlog.get_logger(__name__)

SHARD_SECONDS = 2.0
"""How long a shard may take to say how it is."""

_NAME = "INSERT INTO shard (id, name) VALUES (1, $1) ON CONFLICT DO NOTHING"
_SCHEMA = "SELECT version_num FROM alembic_version"
_NAMED = "SELECT name FROM shard"
_THERE = "SELECT to_regclass('alembic_version') IS NOT NULL AS there"


class Fitness(StrEnum):
    """A word about a shard."""

    FIT = "ok"
    AWAY = "unreachable"
    NEWER = "newer schema"
    OLDER = "older schema"
    ANOTHER = "another database"


async def fitness_of(database: Database, name: str) -> Fitness:
    """How a shard is. One that has no name yet is given it."""
    try:
        async with asyncio.timeout(SHARD_SECONDS), database.raw() as raw:
            schema = await schema_of(raw)
            return schema if schema is not Fitness.FIT else await _as_named(raw, name)
    except TROUBLE as error:
        log.warning("a shard does not answer", shard=name, error=type(error).__name__)
        return Fitness.AWAY


async def schema_of(raw: Raw) -> Fitness:
    """How its schema compares to the one that this program was written for."""
    there = await raw.fetchrow(_THERE)
    row = await raw.fetchrow(_SCHEMA) if there is not None and there["there"] else None
    head, known = _revisions()
    if row is None:
        return Fitness.OLDER
    if row["version_num"] == head:
        return Fitness.FIT
    return Fitness.OLDER if row["version_num"] in known else Fitness.NEWER


async def _as_named(raw: Raw, name: str) -> Fitness:
    await raw.execute(_NAME, name)
    row = await raw.fetchrow(_NAMED)
    return Fitness.FIT if row is not None and row["name"] == name else Fitness.ANOTHER


_revisions = cache(revisions)

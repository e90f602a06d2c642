"""Making the shards ready before a program works with them: their schema, their names, and whether all are there."""

from __future__ import annotations

import asyncio

import structlog

from app.database import TROUBLE, Database, migrate
from app.settings import HOME, Settings
from app.shards.fitness import Fitness, fitness_of, schema_of

log = structlog.get_logger(__name__)

_KNOWS_SHARDS = "SELECT to_regclass('shard') IS NOT NULL AS knows"
_IN_USE = "SELECT DISTINCT shard FROM match WHERE shard <> '' ORDER BY shard"


class ShardsUnfit(Exception):
    """The program cannot work with the shards as they are set; the text says why."""


def prepare_shards(url: str, settings: Settings) -> None:
    """Bring the schema of each shard up to date, as far as it answers, and give it its name. ShardsUnfit.

    One that is away keeps nobody from starting: its matches cannot be opened until it is back.
    """
    asyncio.run(_refuse_strangers(url, settings))
    for name, address in settings.shard_urls.items():
        fitness = asyncio.run(_fitness(address, name, pooled=settings.pooler))
        if fitness is Fitness.OLDER:
            migrate(address, pooled=settings.pooler)
            fitness = asyncio.run(_fitness(address, name, pooled=settings.pooler))
        if fitness is Fitness.ANOTHER:
            raise ShardsUnfit(f"the database that GREATWAR_SHARDS calls {name} says that it is another one")
        if fitness is not Fitness.FIT:
            log.error("a shard cannot be used", shard=name, why=fitness.value)


async def _refuse_strangers(url: str, settings: Settings) -> None:
    """Refuse to work where matches lie in shards that nobody named, or with a shard for a home."""
    home = Database(url, 1, pooled=settings.pooler)
    try:
        if settings.shard_urls and await fitness_of(home, HOME) is Fitness.ANOTHER:
            raise ShardsUnfit("DATABASE_URL names a database that is a shard")
        await refuse_missing(home, settings)
    finally:
        await home.close()


async def refuse_missing(home: Database, settings: Settings) -> None:
    """Refuse where matches lie in shards that nobody named; a schema of before there were any has none. ShardsUnfit."""
    async with home.raw() as raw:
        there = await raw.fetchrow(_KNOWS_SHARDS)
        rows = await raw.fetch(_IN_USE) if there is not None and there["knows"] else []
    if missing := sorted({str(row["shard"]) for row in rows} - settings.shard_urls.keys()):
        raise ShardsUnfit(f"matches lie in {', '.join(missing)}, which GREATWAR_SHARDS does not name")


async def _fitness(url: str, name: str, *, pooled: bool) -> Fitness:
    database = Database(url, 1, pooled=pooled)
    try:
        async with database.raw() as raw:
            schema = await schema_of(raw)
        return schema if schema is not Fitness.FIT else await fitness_of(database, name)
    except TROUBLE:
        return Fitness.AWAY
    finally:
        await database.close()

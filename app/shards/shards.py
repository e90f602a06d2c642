"""Finds the database in which the record of a match lies (decisions/0079).

The map is a column of the match's row at home. It is looked at each time, by key, and never kept: a match may move.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import structlog

from app.database import TROUBLE, Database, Raw
from app.errors import ApiError, ShardAway
from app.rarely import Rarely
from app.settings import Settings
from app.shards.fitness import Fitness, fitness_of

log = structlog.get_logger(__name__)

AWAY = Rarely("a shard is out of reach")

UNREACHED: tuple[type[Exception], ...] = (*TROUBLE, ApiError)
"""Of a database that does not answer, or that may not be used."""

_SHARD = "SELECT shard, version FROM match WHERE id = $1"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies; ``shard`` is empty at home."""

    shard: str
    database: Database
    version: int | None = None
    """The version of the match as the home database has it, where that was asked."""


class Shards:
    """The home database and the shards by their names."""

    def __init__(self, home: Database, others: Mapping[str, Database] = MappingProxyType({})) -> None:
        self.home = home
        self.others = others
        self._fit: set[str] = set()

    def __contains__(self, shard: str) -> bool:
        return not shard or shard in self.others

    async def place(self, match: str) -> Place:
        """Where the record of a match lies; at home if there is no such match. As ``named`` if it cannot be used."""
        if not self.others:
            return Place("", self.home)
        async with self.home.raw() as raw:
            row = await raw.fetchrow(_SHARD, match)
        if row is None:
            return Place("", self.home)
        return Place(row["shard"], await self.named(row["shard"]), row["version"])

    async def named(self, shard: str) -> Database:
        """The database of that name. ApiError 503 if there is none, or if it is not fit; ShardAway."""
        if not shard:
            return self.home
        if shard not in self.others:
            log.error("a shard is missing from the settings", shard=shard)
            raise _unusable("shard_missing")
        database = self.others[shard]
        if shard not in self._fit:
            fitness = await fitness_of(database, shard)
            if fitness is Fitness.AWAY:
                raise away(shard)
            if fitness is not Fitness.FIT:
                log.error("a shard cannot be used", shard=shard, why=fitness.value)
                raise _unusable("shard_unfit")
            self._fit.add(shard)
        return database

    @contextlib.asynccontextmanager
    async def raw(self, match: str) -> AsyncIterator[Raw]:
        """A bare connection to the database in which the record of a match lies. As ``place``."""
        place = await self.place(match)
        async with self.raw_of(place) as raw:
            yield raw

    @contextlib.asynccontextmanager
    async def raw_of(self, place: Place) -> AsyncIterator[Raw]:
        """The same where it is known already. ShardAway when a shard is out of reach."""
        try:
            async with place.database.raw() as raw:
                yield raw
        except ShardAway:
            raise
        except TROUBLE as error:
            if not place.shard:
                raise
            raise away(place.shard) from error

    async def fitness(self) -> dict[str, Fitness]:
        """How each shard is, asked now."""
        return {name: await fitness_of(database, name) for name, database in self.others.items()}

    async def close(self) -> None:
        """Close all connections but those to the home database."""
        for database in self.others.values():
            await database.close()


def shards_of(home: Database, settings: Settings, pool_size: int) -> Shards:
    """The shards that the settings name, beside a home database."""
    return Shards(
        home, {name: Database(url, pool_size, pooled=settings.pooler) for name, url in settings.shard_urls.items()}
    )


def away(shard: str) -> ShardAway:
    """A shard that does not answer; noted, but not for each caller."""
    error = ShardAway(f"the shard {shard} is out of reach")
    AWAY.note(error, shard=shard)
    return error


def _unusable(code: str) -> ApiError:
    text = "The part of the server that keeps this match cannot be used. Other matches can be played."
    return ApiError(503, code, text)


def chosen_by_hash(match: str, names: Iterable[str]) -> str:
    """The shard of a match among some. Of a further one, matches come that are its own and none change otherwise."""
    return max(names, key=lambda name: hashlib.sha256(f"{name}/{match}".encode()).digest())

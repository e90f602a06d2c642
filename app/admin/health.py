"""Whether the process lives, and whether it should be sent players: for whatever watches and balances servers."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Literal, TypeAlias

import structlog
from fastapi import APIRouter

from app.admin.writing import Writing
from app.database import TROUBLE, Database, revisions
from app.limits.limits import Limits
from app.live.bus import Bus
from app.parts import part
from app.shards.shards import Shards
from app.wire import JsonResponse

log = structlog.get_logger(__name__)

router = APIRouter(tags=["admin"])

BusPart = Annotated[Bus, part(Bus)]
LimitsPart = Annotated[Limits, part(Limits)]
DatabasePart = Annotated[Database, part(Database)]
ShardsPart = Annotated[Shards, part(Shards)]
WritingPart = Annotated[Writing, part(Writing)]

DATABASE_SECONDS = 2.0
"""How long the database may take to say which schema it has."""
NOT_KEPT = {"cache-control": "no-store"}

Reached: TypeAlias = Literal["ok", "unreachable"]
Schema: TypeAlias = Literal["ok", "newer", "older", "unknown"]


@router.get("/healthz", include_in_schema=False)
async def healthz() -> JsonResponse:
    """The process answers. It asks nobody else: a server is not restarted because its database is away."""
    return JsonResponse({"status": "alive"}, headers=NOT_KEPT)


@router.get("/readyz", include_in_schema=False)
async def readyz(
    database: DatabasePart, writing: WritingPart, limits: LimitsPart, bus: BusPart, shards: ShardsPart
) -> JsonResponse:
    """200 if players may be sent here, otherwise 503; either way with each part and one word about it.

    A schema that is newer than the process is no fault: old and new run side by side while a server is updated. Nor is
    NATS that is away: moves go on, and watchers at other processes see them some seconds later. Nor a shard that is
    away: all matches but its own go on, here as at any other process.
    """
    reached, schema = await _schema(database)
    writes = reached == "ok" and schema in ("ok", "newer") and await writing.works()
    leaving = limits.leaving
    ready = not leaving and not bus.hinders and writes
    parts = {
        "process": "leaving" if leaving else "ok",
        "database": reached,
        "schema": schema,
        "writing": "ok" if writes else "refused" if reached == "ok" and schema in ("ok", "newer") else "unknown",
        **{f"shard {name}": fitness.value for name, fitness in (await shards.fitness()).items()},
        "notices": "ok" if bus.listening.is_set() else "not listening",
    }
    return JsonResponse({"status": "ready" if ready else "not ready", "parts": parts}, 200 if ready else 503, NOT_KEPT)


async def _schema(database: Database) -> tuple[Reached, Schema]:
    """Whether the database answers, and how its schema compares to the one that this program was written for."""
    try:
        async with asyncio.timeout(DATABASE_SECONDS), database.raw() as raw:
            row = await raw.fetchrow("SELECT version_num FROM alembic_version")
    except TROUBLE as error:
        log.warning("not ready: database out of reach", error=type(error).__name__)
        return "unreachable", "unknown"
    head, known = _revisions()
    if row is None:
        return "ok", "older"
    if row["version_num"] == head:
        return "ok", "ok"
    return "ok", "older" if row["version_num"] in known else "newer"


_revisions = cache(revisions)

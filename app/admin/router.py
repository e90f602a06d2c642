"""Whether the server is well, and what it counts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel
from starlette.responses import Response

from app.database import Database
from app.errors import ApiError, answers
from app.live.bus import Bus
from app.parts import part
from app.settings import Settings
from app.wire import JsonResponse

router = APIRouter(tags=["admin"])

BusPart = Annotated[Bus, part(Bus)]
DatabasePart = Annotated[Database, part(Database)]
SettingsPart = Annotated[Settings, part(Settings)]

LOCAL = frozenset({"127.0.0.1", "::1"})


class HealthOut(BaseModel):
    """The server works and reaches its database."""

    status: str
    listening: bool


@router.get("/api/health", response_model=HealthOut, responses=answers())
async def health(database: DatabasePart, bus: BusPart) -> JsonResponse:
    """Whether the server works and reaches its database; 503 when it does not."""
    async with database.raw() as raw:
        await raw.fetchrow("SELECT 1")
    return JsonResponse({"status": "ok", "listening": bus.listening.is_set()})


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, settings: SettingsPart) -> Response:
    """Prometheus' text, for this machine only unless set otherwise."""
    who = settings.metrics
    near = request.client is not None and request.client.host in LOCAL and "x-forwarded-for" not in request.headers
    if who == "off" or (who == "local" and not near):
        raise ApiError(404, "not_found", "Not Found")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

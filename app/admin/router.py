"""Whether the server is well, and what it counts."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel
from starlette.responses import Response

from app.context import context
from app.errors import ApiError, answers
from app.metrics import TABLES
from app.wire import JsonResponse

router = APIRouter(tags=["admin"])

LOCAL = frozenset({"127.0.0.1", "::1"})


class HealthOut(BaseModel):
    """The server works and reaches its database."""

    status: str
    listening: bool


@router.get("/api/health", response_model=HealthOut, responses=answers())
async def health(request: Request) -> JsonResponse:
    """Whether the server works and reaches its database; 503 when it does not."""
    here = context(request)
    async with here.database.raw() as raw:
        await raw.fetchrow("SELECT 1")
    return JsonResponse({"status": "ok", "listening": here.bus.listening.is_set()})


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Prometheus' text, for this machine only unless set otherwise."""
    here = context(request)
    who = here.settings.metrics
    near = request.client is not None and request.client.host in LOCAL and "x-forwarded-for" not in request.headers
    if who == "off" or (who == "local" and not near):
        raise ApiError(404, "not_found", "Not Found")
    TABLES.set(len(here.tables))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

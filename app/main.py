"""Putting the server together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI

from app import errors, files, unrouted
from app.accounts.by_mail import router as by_mail_router
from app.accounts.login_router import router as login_router
from app.accounts.programs import router as programs_router
from app.accounts.public_profile import router as others_router
from app.accounts.router import router as accounts_router
from app.admin.desk_router import router as desk_router
from app.admin.health import router as health_router
from app.admin.router import router as admin_router
from app.assembly import running
from app.bookmarks.router import router as bookmarks_router
from app.chat.router import router as chat_router
from app.clocks.router import router as vacations_router
from app.drafts.router import router as drafts_router
from app.hints.router import router as hints_router
from app.limits.limits import Limits
from app.live.router import router as live_router
from app.lobby.router import router as lobby_router
from app.marks.router import router as marks_router
from app.matches.command_route import CommandRoute
from app.matches.router import router as matches_router
from app.middleware import LimitsMiddleware
from app.notices.router import router as notices_router
from app.opponents.router import router as queue_router
from app.plans import add_plans
from app.ratings.router import router as ratings_router
from app.settings import Settings
from app.standing.router import router as standing_router
from app.thoughts.router import router as thoughts_router
from app.traces.requests import RequestSpans
from app.traces.tracing import tracing
from app.what_ifs.router import router as what_ifs_router
from rules.kernel.game import Game

ABOUT = """Play board games of the First World War. Errors are `{"error": {"code", "section", "text"}}`.

Live pushes come over `WS /api/matches/{id}/live?seat=&key=&seen=`: first a `state` or a `patch` (RFC 7396 over view
and question; null and missing mean the same), then a `patch` for every change, `presence`, and
`chat` when someone says something, `marks` when your side draws on its map, `standing` when
your standing orders change. Say `{"type":"ping"}`
or `{"type":"resync"}`."""


ROUTERS = (
    accounts_router,
    login_router,
    by_mail_router,
    programs_router,
    others_router,
    lobby_router,
    matches_router,
    chat_router,
    vacations_router,
    drafts_router,
    marks_router,
    bookmarks_router,
    hints_router,
    thoughts_router,
    queue_router,
    ratings_router,
    notices_router,
    standing_router,
    what_ifs_router,
    live_router,
    admin_router,
    desk_router,
    health_router,
)
"""In this order their routes are tried."""


def create_app(url: str, settings: Settings, games: Mapping[str, Game[Any, Any]]) -> FastAPI:
    """The app on a database whose schema is up to date, with these games."""

    limits = Limits(settings)
    add_plans(settings.plans, games)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with (
            tracing(settings, "server"),
            running(url, settings, games, limits) as (app.state.context, app.state.parts),
        ):
            yield

    app = FastAPI(
        title="Great War Online",
        version=version("great-war-online"),
        description=ABOUT,
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    errors.install(app)
    for router in ROUTERS:
        # Not included, which would make each of its routes over again: a router brings its own prefix and tags.
        app.router.routes.extend(router.routes)
    unrouted.install(app)
    files.install(app, settings.static, packed=settings.packed)
    app.add_middleware(files.Compressed)
    app.add_middleware(CommandRoute)
    app.add_middleware(LimitsMiddleware, settings=settings, limits=limits)
    if settings.traces.get_secret_value():
        app.add_middleware(RequestSpans)
    app.state.limits = limits
    return app

"""Calls below ``/api`` that no route takes: a path that is there for other methods, or none at all."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")


class Unrouted:
    """ASGI app that answers 405 with the methods that the path does have, or 404.

    Left to the router, the first route of the path would name its own methods only, and the client's files theirs.
    """

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """HTTPException 404 or 405, which is answered in the one shape of errors."""
        allowed = [m for m in METHODS if any(r.matches({**scope, "method": m})[0] is Match.FULL for r in self._routes)]
        if allowed:
            raise HTTPException(405, headers={"Allow": ", ".join(allowed)})
        raise HTTPException(404)


def install(app: FastAPI) -> None:
    """Answer what the routes so far do not take. Call it after them, and before the client's files."""
    unrouted = Unrouted(tuple(app.router.routes))
    app.router.routes.append(Route("/api/{rest:path}", unrouted, include_in_schema=False))

"""A span for each request."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.traces.spans import span


class RequestSpans:
    """ASGI middleware around everything else. A socket has no span: it lasts for hours, and what it is told has one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with the route's pattern on the span: a path may hold an invitation or a key."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                noted.note({"http.response.status_code": message["status"]})
            await send(message)

        with span("request", {"http.request.method": scope["method"]}) as noted:
            try:
                await self._app(scope, receive, send_and_note)
            finally:
                noted.note({"http.route": getattr(scope.get("route"), "path", "other")})

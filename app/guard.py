"""What stands before the routes: whose page calls, how much, how often; and what every answer says to the browser."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import limits
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import error_response
from app.metrics import REQUESTS
from app.settings import Settings

if TYPE_CHECKING:
    from app.context import Context

TOO_LARGE = "The request is too large."

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


_PAGE_HEADERS = tuple((name.encode(), value.encode()) for name, value in HEADERS.items())
_API_HEADERS = (*_PAGE_HEADERS, (b"cache-control", b"no-store"))


def same_origin(scope: Scope, further: Sequence[str]) -> bool:
    """Whether a request comes from our own pages, from those of ``further`` origins, or from no page at all."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        return origin in further or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        # No URL at all, as "http://[".
        return False


class _TooLarge(HTTPException):
    """The body outgrew the limit while it was read. An HTTPException, since FastAPI takes any other for a bad body."""

    def __init__(self) -> None:
        super().__init__(413, TOO_LARGE)


class Guard:
    """ASGI middleware: origin, body size, rate, security headers, request metrics."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._rate = limits.parse(settings.rate_limit) if settings.rate_limit else None
        makings = {"/api/guests": settings.guest_limit, "/api/matches": settings.match_limit}
        self._makings = {path: limits.parse(limit) for path, limit in makings.items() if limit}
        """What is stored for good by a POST to a path is counted by address: guests are free to be had."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or answer it at once when it may not pass."""
        if scope["type"] != "http":
            if scope["type"] == "websocket" and not self._within_rate(scope):
                await send({"type": "websocket.close", "code": 4429, "reason": "too_many"})
                return
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                ours = _API_HEADERS if scope["path"].startswith("/api/") else _PAGE_HEADERS
                given = message.get("headers", [])
                names = {name for name, _ in given}
                message["headers"] = [*given, *(header for header in ours if header[0] not in names)]
            await send(message)

        try:
            await self._checked(scope, receive, dressed)
        finally:
            route = scope.get("route")
            path = getattr(route, "path", "other")
            REQUESTS.labels(scope["method"], path, status).observe(time.perf_counter() - started)

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        if refusal is not None:
            await error_response(*refusal)(scope, receive, send)
            return
        await self._app(scope, self._measured(receive), send)

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        """Status, code and text of what keeps this request out, or None."""
        if not scope["path"].startswith("/api/"):
            return None
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE and not same_origin(scope, self._settings.origins):
            return 403, "foreign_origin", "This page may not call this server."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._settings.body_limit:
            return self._too_large()
        if not self._within_rate(scope):
            return 429, "too_many", "That was too much at once: wait a little."
        return None

    @staticmethod
    def _too_large() -> tuple[int, str, str]:
        return 413, "too_large", TOO_LARGE

    def _measured(self, receive: Receive) -> Receive:
        """The body's stream, broken off with ``_TooLarge`` when it outgrows the limit without having said so."""
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._settings.body_limit:
                raise _TooLarge
            return message

        return counted

    def _within_rate(self, scope: Scope) -> bool:
        """Whether this caller may call once more now."""
        making = self._makings.get(scope["path"]) if scope.get("method") == "POST" else None
        if making is not None:
            return self._limiter.hit(making, scope["path"], _address(scope))
        if self._rate is None:
            return True
        return self._limiter.hit(self._rate, "calls", caller(scope))


def _address(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return client[0] if client else "unix"


def caller(scope: Scope) -> str:
    """Who calls, for counting: a guest by his account, so that a household shares no allowance, others by address.

    Only a cookie that we signed counts: else a flooder would make himself a new guest with every call.
    """
    here: Context = scope["app"].state.context
    account = here.sessions.account(cookie_parser(Headers(scope=scope).get("cookie", "")))
    return _address(scope) if account is None else account.hex

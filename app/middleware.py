"""What stands before the routes: whose page calls, by what name, how much, how often; and what every answer says to the
browser."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts import scopes
from app.accounts.keys import PREFIX, Holder, Keys
from app.accounts.sessions import COOKIE, HOST_COOKIE, Sessions, without_plain_cookie
from app.database import TROUBLE
from app.errors import error_response, without_database
from app.limits.entrance import Crowded, Place
from app.limits.hosts import Hosts
from app.limits.limits import Caller, Limits
from app.metrics import REQUESTS
from app.parts import parts_in
from app.settings import Settings

log = structlog.get_logger(__name__)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
STORED_BY_POST = {"/api/guests": "guests", "/api/matches": "matches"}
"""What a POST to one of these paths stores for good is counted by household, because new guests cost nothing."""
MAX_PROMPT_REFUSALS, MAX_DELAY_SECONDS = 20, 2.0
"""This many refusals a minute are answered at once, and each further one later than the last, by two seconds at most:
refusing costs time too, and a caller who waits for one ties up only their own connections."""

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

RefusedCall = tuple[int, str, str]
"""Status, code and text of a refusal."""

_UNKNOWN_HOST: RefusedCall = (400, "unknown_host", "This server does not answer to that name.")
_FOREIGN: RefusedCall = (403, "foreign_origin", "Pages from that site may not call this server.")
_TOO_LARGE: RefusedCall = (413, "too_large", "The request is too large.")
_TOO_MANY: RefusedCall = (429, "too_many", "That was too much at once. Wait a moment.")
_BAD_TOKEN: RefusedCall = (401, "bad_token", "That token is wrong, or was revoked.")
_NOT_IN_SCOPE: RefusedCall = (403, "not_in_scope", "That token is not good for this call.")
_BANNED: RefusedCall = (403, "banned", "Your network is banned for now. Contact the host of this server.")
_BUSY: RefusedCall = (429, "busy", "The server is busy and you have used your share of its time. Wait a moment.")
_CROWDED: RefusedCall = (503, "crowded", "More people call than the server can serve. Try again in a moment.")


def scheme(scope: Scope) -> str:
    """``http`` or ``https``: how the browser called, as far as the proxies named in the settings tell."""
    return "https" if scope["scheme"] in ("https", "wss") else "http"


def same_origin(scope: Scope, further: Sequence[str]) -> bool:
    """Whether a request comes from our own pages, from those of ``further`` origins, or from no page at all."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        parts = urlsplit(origin)
    except ValueError:
        # No URL at all, as "http://[".
        return False
    return origin in further or (parts.scheme, parts.netloc) == (scheme(scope), headers.get("host"))


def _leaving(place: Place, send: Send) -> Send:
    """Send, with the place left as the answer begins: whoever reads slowly holds up nobody."""

    async def send_and_leave(message: Message) -> None:
        place.leave()
        await send(message)

    return send_and_leave


class LimitsMiddleware:
    """ASGI middleware: host, origin, body size, rate, shares, security headers, request metrics."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits
        self._hosts = Hosts(settings.hosts)
        self._warned = False
        strict = f"max-age={settings.hsts_seconds}".encode()
        self._strict = ((b"strict-transport-security", strict),) if settings.hsts_seconds else ()
        """What answers over TLS say besides."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket, or answer it at once when it may not pass."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller, refusal = await self._know(scope)
        if self._limits.bans.keeps_out(caller.household, time.time()):
            refusal = _BANNED
        if refusal is None and (self._called_wrongly(scope) or not await self._within_rate(scope, caller)):
            refusal = _TOO_MANY
        if refusal is not None:
            await self._refuse_later(refusal, caller)
            await send({"type": "websocket.close", "code": 4000 + refusal[0], "reason": refusal[1]})
            return
        await self._limits.cpu_budgets.meter(self._app(scope, receive, send), self._limits.cpu_budgets_of(caller))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        status = 500
        api = scope["path"].startswith("/api/")
        ours = _API_HEADERS if api else _PAGE_HEADERS
        if scheme(scope) == "https":
            ours += self._strict

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = message.get("headers", [])
                names = {name for name, _ in given}
                message["headers"] = [*given, *(header for header in ours if header[0] not in names)]
            await send(message)

        try:
            caller, refusal = await self._know(scope)
            if await self._serve_unless_refused(caller, refusal, scope, receive, send_with_headers):
                self._note_denied(scope, status, caller)
        except TROUBLE as error:
            # Of looking a token up; what the routes meet is answered further in.
            await without_database(scope["path"], error)(scope, receive, send_with_headers)
        finally:
            route = scope.get("route")
            path = getattr(route, "path", "other")
            REQUESTS.labels(scope["method"], path, status).observe(time.perf_counter() - started)

    async def _serve_unless_refused(
        self, caller: Caller, refusal: RefusedCall | None, scope: Scope, receive: Receive, send: Send
    ) -> bool:
        """Serve a request, unless something keeps it out; gives whether it was served."""
        limits = self._limits
        cpu_budgets = limits.cpu_budgets_of(caller)
        refusal = refusal or await self._refusal(scope, caller)
        if refusal is None and limits.cpu_budgets.is_spent(cpu_budgets):
            refusal = _BUSY
        if refusal is not None:
            await self._refuse_later(refusal, caller)
            await error_response(*refusal)(scope, receive, send)
            return False
        if not scope["path"].startswith("/api/"):
            async with limits.files.turn(caller.household):
                await limits.cpu_budgets.meter(self._app(scope, receive, send), cpu_budgets)
            return True
        body = await self._receive_body(receive)
        if isinstance(body, tuple):
            await error_response(*body)(scope, receive, send)
            return False
        if body is None:
            return False
        try:
            async with limits.turn(scope, caller) as place:
                await limits.cpu_budgets.meter(self._app(scope, body, _leaving(place, send)), cpu_budgets)
        except Crowded:
            await self._refuse_later(_CROWDED, caller)
            await error_response(*_CROWDED)(scope, receive, send)
            return False
        return True

    def _note_denied(self, scope: Scope, status: int, caller: Caller) -> None:
        """Have the log tell of log-ins that failed, and of what someone had no right to."""
        if status == 403:
            self._limits.refusals.note("forbidden", caller.household)
        elif status == 401 and scope["path"].startswith("/api/login/"):
            self._limits.refusals.note("log_in", caller.household)

    async def _know(self, scope: Scope) -> tuple[Caller, RefusedCall | None]:
        """The caller, noted in the scope for the routes, and what keeps a program out.

        Only a cookie that we signed counts: otherwise a flooder would be a new guest with every call.
        """
        household = self._limits.household(scope)
        headers = Headers(scope=scope)
        scheme_, _, token = headers.get("authorization", "").partition(" ")
        if scheme_.lower() == "bearer" and token.startswith(PREFIX):
            return await self._know_program(scope, household, token)
        written = headers.get("cookie", "")
        if COOKIE in written and scheme(scope) == "https":
            # Over TLS only the cookie counts that no other site and no wiretapper can have put there.
            written = without_plain_cookie(written)
            others = [header for header in scope["headers"] if header[0] != b"cookie"]
            scope["headers"] = [*others, (b"cookie", written.encode("latin-1"))]
        self._note_unnamed_proxy(headers, household)
        account = None
        if written:
            sessions, cookies = parts_in(scope).get(Sessions), cookie_parser(written)
            account = sessions.account(cookies)
            if account is None and sessions.has_cookie(cookies):
                self._limits.refusals.note("bad_cookie", household)
        caller = scope["caller"] = Caller(household, None if account is None else account.hex)
        return caller, None

    async def _know_program(self, scope: Scope, household: str, token: str) -> tuple[Caller, RefusedCall | None]:
        """A program, which goes on with the cookie that stands for its token, and with no other."""
        here = parts_in(scope)
        caller = scope["caller"] = Caller(household, None)
        others = [header for header in scope["headers"] if header[0] != b"cookie"]
        scope["headers"] = others
        try:
            holder = here.get(Keys).remembered(token) or await self._look_up(scope, caller, token)
        except Crowded:
            return caller, _CROWDED
        if holder is None or here.get(Sessions).account({HOST_COOKIE: holder.cookie}) is None:
            # Tries count as calls do.
            self._limits.rates.hit("address", household)
            return caller, _BAD_TOKEN
        scope["headers"] = [*others, (b"cookie", f"{HOST_COOKIE}={holder.cookie}".encode("latin-1"))]
        caller = scope["caller"] = Caller(household, holder.account.hex, program=True)
        method = scope.get("method", "GET")
        return caller, None if scopes.may(holder.scopes, method, scope["path"]) else _NOT_IN_SCOPE

    async def _look_up(self, scope: Scope, caller: Caller, token: str) -> Holder | None:
        """The holder of a token; nobody for a household that calls too often. ``Crowded`` when too many others call."""
        found: Holder | None = None

        async def look_up() -> None:
            nonlocal found
            found = await parts_in(scope).get(Keys).holder(token)

        if self._limits.rates.has_left("address", caller.household):
            async with self._limits.turn(scope, caller):
                await self._limits.cpu_budgets.meter(look_up(), self._limits.cpu_budgets_of(caller))
        return found

    def _note_unnamed_proxy(self, headers: Headers, household: str) -> None:
        """Say once that a proxy forwards for others and is not trusted: then they all count as one."""
        said = headers.get("x-forwarded-for")
        if said is not None and not self._warned and household not in said and household not in self._limits.proxies:
            self._warned = True
            log.warning("forwarded addresses not trusted: name the proxy in GREATWAR_PROXIES", address=household)

    def _called_wrongly(self, scope: Scope) -> bool:
        hosts = Headers(scope=scope).getlist("host")
        return len(hosts) != 1 or hosts[0] not in self._hosts

    async def _refusal(self, scope: Scope, caller: Caller) -> RefusedCall | None:
        """What keeps this request out, or None."""
        if self._called_wrongly(scope):
            return _UNKNOWN_HOST
        if not self._limits.rates.hit("address", caller.household):
            return _TOO_MANY
        if self._limits.bans.keeps_out(caller.household, time.time()):
            return _BANNED
        if not scope["path"].startswith("/api/"):
            return None
        headers = Headers(scope=scope)
        # No page can have a browser send a token that it does not know.
        if scope["method"] not in SAFE and not caller.program and not same_origin(scope, self._settings.origins):
            return _FOREIGN
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._settings.body_limit:
            return _TOO_LARGE
        return None if await self._within_rate(scope, caller) else _TOO_MANY

    async def _receive_body(self, receive: Receive) -> Receive | RefusedCall | None:
        """The whole body, to be received again; a refusal when it outgrows the limit; None when the caller is gone.

        It is waited for before a turn is taken: a body that trickles holds up nobody of the household.
        """
        messages: list[Message] = []
        size = 0
        while not messages or messages[-1].get("more_body", False):
            message = await receive()
            if message["type"] != "http.request":
                return None
            size += len(message.get("body", b""))
            if size > self._settings.body_limit:
                return _TOO_LARGE
            messages.append(message)
        left = iter(messages)

        async def again() -> Message:
            message = next(left, None)
            return await receive() if message is None else message

        return again

    async def _within_rate(self, scope: Scope, caller: Caller) -> bool:
        """Whether this caller may call once more now."""
        rates = self._limits.rates
        if scope["type"] == "websocket":
            return rates.hit("sockets", caller.household) and rates.hit("calls", caller.counted_as)
        if scope["method"] == "POST":
            making = (
                "matches" if scope["path"].endswith(("/rematch", "/what-ifs")) else STORED_BY_POST.get(scope["path"])
            )
            if making is not None:
                return await rates.hit_everywhere(making, caller.household)
            if scope["path"].endswith(("/commands", "/undo")) and not rates.hit("moves", caller.household):
                return False
        return rates.hit("calls", caller.counted_as)

    async def _refuse_later(self, refusal: RefusedCall, caller: Caller) -> None:
        """Note a refusal, and let a flooder wait for it."""
        times = self._limits.refusals.note(refusal[1], caller.household)
        await asyncio.sleep(
            min(MAX_DELAY_SECONDS, max(0, times - MAX_PROMPT_REFUSALS) * self._settings.refusal_seconds)
        )

"""The short way in for commands, which are most of what is called.

It takes only what is as it should be, by the very model and service of the ordinary route. Whatever is not goes on to
that route, which knows how to say what is wrong with it.
"""

from __future__ import annotations

import re
from types import SimpleNamespace

from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts.sessions import Sessions
from app.database import TROUBLE
from app.errors import ApiError, of_a_newer_version, without_database
from app.matches.play.moves import Moves
from app.matches.schemas import CommandIn
from app.matches.telling.push_scheduler import PushScheduler
from app.parts import parts_in
from app.wire import JsonResponse
from rules.kernel.schema_steps import UnknownShape

_COMMANDS = re.compile(r"/api/matches/([A-Za-z0-9_-]{1,32})/commands")
_ROUTE = SimpleNamespace(path="/api/matches/{match}/commands")
"""What the metrics name it by: the same as the ordinary route."""


class CommandRoute:
    """ASGI middleware that answers ``POST /api/matches/{id}/commands`` itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play a command, or let the request pass."""
        asked = _COMMANDS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if asked is None or not _is_told(headers := Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        messages, body = await _whole(receive)
        sent = _command(body)
        if sent is None:
            await self._app(scope, _again(messages, receive), send)
            return
        scope["route"] = _ROUTE
        here = parts_in(scope)
        account = here.get(Sessions).account(cookie_parser(headers.get("cookie", "")))
        try:
            taken = await here.get(Moves).command(asked[1], account, sent.seat, sent.id, sent.ask, sent.command)
            response = JsonResponse(taken)
        except ApiError as error:
            response = error.response()
        except TROUBLE as error:
            response = without_database(scope["path"], error)
        except UnknownShape as error:
            response = of_a_newer_version(scope["path"], error)
        await response(scope, receive, send)
        # Not before: the mover waits for no view of the watchers. The time is still counted as the mover's.
        here.get(PushScheduler).tell_due()


def _is_told(headers: Headers) -> bool:
    """Whether a body is JSON of a known length; one of unknown length may turn out too large, or never end."""
    return headers.get("content-type") == "application/json" and "content-length" in headers


def _command(body: bytes) -> CommandIn | None:
    """The command that a body holds, or None."""
    try:
        return CommandIn.model_validate_json(body)
    except ValidationError:
        return None


async def _whole(receive: Receive) -> tuple[list[Message], bytes]:
    """All messages of a request's body, and the body."""
    messages = [await receive()]
    while messages[-1].get("more_body", False):
        messages.append(await receive())
    return messages, b"".join(m.get("body", b"") for m in messages)


def _again(messages: list[Message], receive: Receive) -> Receive:
    """What was received, once more, and then what comes."""
    left = iter(messages)

    async def replay() -> Message:
        message = next(left, None)
        return await receive() if message is None else message

    return replay

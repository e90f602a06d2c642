"""The websocket of a match, which tells what happens as one viewer may know it."""

from __future__ import annotations

import asyncio
import contextlib
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

import structlog
from fastapi import APIRouter, Query, WebSocket

from app.accounts.sessions import Sessions
from app.database import TROUBLE
from app.errors import ApiError
from app.limits.entrance import Crowded
from app.limits.limits import Caller, Limits
from app.limits.protocols import FRAMES
from app.live.connection import GONE, SERVICE_RESTART, Connection
from app.live.frames import Frame
from app.live.hub import Hub
from app.metrics import SLOW_SOCKETS, SOCKETS
from app.middleware import same_origin
from app.parameters import KeyQuery, MatchId, SeatQuery
from app.parts import parts
from app.settings import Settings
from app.wire import MAX_SEQ, decode_object, encode_text
from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

router = APIRouter()

FOR_NOW: tuple[type[Exception], ...] = (*TROUBLE, UnknownShape)
"""What another connection, in a moment or to another process, may be spared."""
NOTHING_SEEN = -1
PONG = Frame({"type": "pong"})
PROTOCOL_ERROR = 4400
TOO_MANY = 4429
WORDS_AT_ONCE, WORDS_A_SECOND = 20, 2.0
"""A client may say this much at once, and so much a second in the long run."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What serving sockets needs of the server."""

    settings: Settings
    limits: Limits
    sessions: Sessions
    hub: Hub
    admit: Callable[[str, uuid.UUID | None, str | None, str | None], Awaitable[str]]
    """``admit(match, account, seat, key)``: the viewpoint from which a caller may watch. ApiError if none."""
    show: Callable[[str, str, int, Callable[[int, JsonObject], None]], Awaitable[None]]
    """``show(match, viewer, seen, take)``: gives ``take`` the version and the first message for a new watcher."""
    still_admits: Callable[[str, uuid.UUID | None, str | None, str | None, str], bool]
    """``still_admits(match, account, seat, key, viewer)``: whether ``admit`` would say the same now."""


@router.websocket("/api/matches/{match}/live")
async def live(
    socket: WebSocket,
    match: MatchId,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    seen: Annotated[int, Query(ge=-1, le=MAX_SEQ)] = NOTHING_SEEN,
) -> None:
    """Watch a match. Closed with 4401, 4403, 4404 as the HTTP errors say, 4400 for nonsense, 1013 for slow reading."""
    here = parts(socket).get(Serving)
    who: Caller = socket.scope["caller"]
    if not who.program and not same_origin(socket.scope, here.settings.origins):
        await socket.close(4403)
        return
    await socket.accept()
    with here.limits.sockets.hold(who.counted_as, who.household) as room:
        if room:
            try:
                await _watch(here, socket, match, seat, key, seen)
            except Crowded:
                here.limits.refusals.note("crowded", who.household)
                await _close(socket, SERVICE_RESTART, "crowded")
            return
    here.limits.refusals.note("sockets", who.household)
    await _close(socket, TOO_MANY, "too_many_sockets")


async def _watch(here: Serving, socket: WebSocket, match: str, seat: str | None, key: str | None, seen: int) -> None:
    """Show a match to an accepted socket until one side ends it."""
    known = here.sessions.read_cookie(socket.cookies)
    who: Caller = socket.scope["caller"]
    try:
        async with here.limits.turn(socket.scope, who):
            viewer = await here.admit(match, None if known is None else known.account, seat, key)
    except ApiError as error:
        with contextlib.suppress(*GONE):
            await socket.send_text(
                encode_text({"type": "error", "error": {"code": error.code, "section": "", "text": error.text}})
            )
            await socket.close(4000 + error.status, error.code)
        return
    except FOR_NOW as error:
        await _come_back(socket, match, error)
        return
    session, account = (None, None) if known is None else (known.session, known.account)
    write = socket.scope.get("extensions", {}).get(FRAMES, {}).get("write")
    connection = Connection(socket, match, viewer, session, here.settings.socket_queue, write, account)
    connection.household = who.household

    def may_still() -> bool:
        """Whether the caller may watch now; what ends that later closes the sockets that have joined by then."""
        return (
            here.sessions.read_cookie(socket.cookies) == known
            and not here.limits.bans.keeps_out(who.household, time.time())
            and here.still_admits(match, account, seat, key, viewer)
        )

    with SOCKETS.track_inprogress():
        try:
            async with here.limits.turn(socket.scope, who):
                await _greet(here, connection, seen, may_still)
            await _until_closed(here, socket, connection)
        except FOR_NOW as error:
            await _come_back(socket, match, error)
        finally:
            here.hub.leave(connection)
            await connection.close()


async def _come_back(socket: WebSocket, match: str, error: Exception) -> None:
    """Send the reader away to come back in a moment: no database, or a match that only a newer process can read."""
    log.warning("socket closed for now", match=match, error=str(error))
    await _close(socket, SERVICE_RESTART, "unavailable")


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Close a socket, unless its reader closed it first."""
    with contextlib.suppress(*GONE):
        await socket.close(code, reason)


async def _greet(here: Serving, connection: Connection, seen: int, may_still: Callable[[], bool]) -> None:
    """Say where the match stands, and join those who are told what happens; send away who may not watch any more."""

    def take(version: int, message: JsonObject) -> None:
        # Between being let in and this moment the reader waited for a turn, and perhaps for the match.
        if not may_still():
            connection.dismiss(SERVICE_RESTART, "no longer admitted")
            return
        connection.put(Frame(message))
        connection.seen = version
        here.hub.join(connection)

    await here.show(connection.match, connection.viewer, seen, take)


async def _until_closed(here: Serving, socket: WebSocket, connection: Connection) -> None:
    """Answer the client until it goes, talks nonsense, or reads too slowly."""
    reader = asyncio.create_task(_read(here, socket, connection))
    overflow = asyncio.create_task(connection.overflow())
    try:
        done, _ = await asyncio.wait({reader, overflow}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        # When the server goes down this is cancelled too, and leaves no task behind.
        for task in (reader, overflow):
            task.cancel()
        await asyncio.gather(reader, overflow, return_exceptions=True)
    if overflow in done and connection.slow:
        SLOW_SOCKETS.inc()
    for task in done:
        task.result()


async def _read(here: Serving, socket: WebSocket, connection: Connection) -> None:
    loop = asyncio.get_running_loop()
    credit, last = float(WORDS_AT_ONCE), loop.time()
    while True:
        try:
            said = decode_object(await socket.receive_text()).get("type")
        except GONE:
            return
        except (ValueError, KeyError):
            await _close(socket, PROTOCOL_ERROR, "malformed")
            return
        now = loop.time()
        credit, last = min(WORDS_AT_ONCE, credit + (now - last) * WORDS_A_SECOND) - 1, now
        if credit < 0:
            await _close(socket, TOO_MANY, "too_many")
            return
        if said == "ping":
            connection.put(PONG)
        elif said == "resync":
            cpu_budgets = here.limits.cpu_budgets_of(socket.scope["caller"])
            if here.limits.cpu_budgets.is_spent(cpu_budgets):
                await _close(socket, TOO_MANY, "busy")
                return
            await here.limits.cpu_budgets.meter(_show_whole(here, connection), cpu_budgets)
        else:
            await _close(socket, PROTOCOL_ERROR, "unknown")
            return


async def _show_whole(here: Serving, connection: Connection) -> None:
    """Send the whole view to a reader that lost its own."""

    def take(version: int, message: JsonObject) -> None:
        connection.put(Frame(message))
        connection.seen = version

    await here.show(connection.match, connection.viewer, NOTHING_SEEN, take)

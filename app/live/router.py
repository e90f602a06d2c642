"""The live door of a match: a websocket that tells what happens as one viewer may know it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

import structlog
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from app.context import Context, KeyQuery, MatchId, SeatQuery, context
from app.database import TROUBLE
from app.errors import ApiError
from app.guard import caller, same_origin
from app.live.connection import Connection
from app.matches.schemas import MAX_SEQ
from app.matches.service import LOG_LINES
from app.matches.table import Table
from app.metrics import SLOW_SOCKETS, SOCKETS
from app.wire import decode_object, encode_text

log = structlog.get_logger(__name__)

router = APIRouter()

PROTOCOL_ERROR = 4400
TOO_MANY = 4429
SERVICE_RESTART = 1012
WORDS_AT_ONCE, WORDS_A_SECOND = 20, 2.0
"""A client may say this much at once, and so much a second in the long run."""


@router.websocket("/api/matches/{match}/live")
async def live(
    socket: WebSocket,
    match: MatchId,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    seen: Annotated[int, Query(ge=-1, le=MAX_SEQ)] = -1,
) -> None:
    """Watch a match. Closed with 4401, 4403, 4404 as the HTTP errors say, 4400 for nonsense, 1013 for slow reading."""
    here = context(socket)
    if not same_origin(socket.scope, here.settings.origins):
        await socket.close(4403)
        return
    await socket.accept()
    account = here.sessions.account(socket.cookies)
    try:
        table = await here.play.current(match)
        viewer = await here.play.viewer(table, account, seat, key)
    except ApiError as error:
        await socket.send_text(
            encode_text({"type": "error", "error": {"code": error.code, "section": "", "text": error.text}})
        )
        await socket.close(4000 + error.status, error.code)
        return
    except TROUBLE as error:
        await _without_database(socket, match, error)
        return
    owner = caller(socket.scope)
    if here.hub.held(match, owner) >= here.settings.sockets_per_guest:
        await socket.close(TOO_MANY, "too_many_sockets")
        return
    connection = Connection(socket, match, viewer, owner, here.settings.socket_queue)
    with SOCKETS.track_inprogress():
        # Counted before anything is waited for, so that many at once are not all the last that may.
        here.hub.hold(connection)
        try:
            await _greet(here, table, connection, seen)
            await _until_closed(here, socket, connection)
        except TROUBLE as error:
            await _without_database(socket, match, error)
        finally:
            here.hub.leave(connection)
            await connection.close()


async def _without_database(socket: WebSocket, match: str, error: Exception) -> None:
    """Send the reader away to come back in a moment."""
    log.warning("socket closed without database", match=match, error=str(error))
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(SERVICE_RESTART, "unavailable")


async def _greet(here: Context, table: Table, connection: Connection, seen: int) -> None:
    """Join and say where the match stands: a patch if the reader's last view is still known, else the whole view."""
    async with table.lock:
        await here.play.catch_up(table)
        viewer, now = connection.viewer, table.version
        after = seen if table.shown(viewer, seen) is not None else -1
        lines = await here.matches.log(table.record.id, viewer, now + 1, after, LOG_LINES)
        connection.put(encode_text(here.hub.patch(table, viewer, after, lines)))
        connection.seen = now
        here.hub.join(connection)


async def _until_closed(here: Context, socket: WebSocket, connection: Connection) -> None:
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
    if overflow in done:
        SLOW_SOCKETS.inc()
    for task in done:
        task.result()


async def _read(here: Context, socket: WebSocket, connection: Connection) -> None:
    loop = asyncio.get_running_loop()
    credit, last = float(WORDS_AT_ONCE), loop.time()
    while True:
        try:
            word = decode_object(await socket.receive_text()).get("type")
        except WebSocketDisconnect:
            return
        except (ValueError, KeyError):
            await socket.close(PROTOCOL_ERROR, "malformed")
            return
        now = loop.time()
        credit, last = min(WORDS_AT_ONCE, credit + (now - last) * WORDS_A_SECOND) - 1, now
        if credit < 0:
            await socket.close(TOO_MANY, "too_many")
            return
        if word == "ping":
            connection.put('{"type":"pong"}')
        elif word == "resync":
            table = await here.play.current(connection.match)
            async with table.lock:
                lines = await here.matches.log(connection.match, connection.viewer, table.version + 1, -1, LOG_LINES)
                connection.put(encode_text(here.hub.whole(table, connection.viewer, lines)))
                connection.seen = table.version
        else:
            await socket.close(PROTOCOL_ERROR, "unknown")
            return

"""The chat of a match over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from app.accounts.entrance import charge
from app.accounts.schemas import DoneOut
from app.chat.schemas import ChatMessage, ChatOut, MutedOut, MuteIn, ReadIn, ReadOut, ReportMessageIn, SayIn
from app.context import KeyQuery, MatchId, SeatQuery, context
from app.errors import answers
from app.wire import LINE, MAX_SEQ, JsonResponse

router = APIRouter(prefix="/api/matches/{match}/chat", tags=["chat"])

RoomQuery = Annotated[
    str, Query(max_length=64, pattern=LINE, description="`table`, the room of your side, or `watchers`.")
]


@router.get("", response_model=ChatOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId,
    request: Request,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    room: RoomQuery = "table",
    before: Annotated[int, Query(ge=0, le=MAX_SEQ)] = MAX_SEQ,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> JsonResponse:
    """Your rooms, and the newest ``limit`` messages of one before a number."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.chat.read(match, account, seat, key, room, before, limit))


@router.post("", response_model=ChatMessage, status_code=201, responses=answers(401, 403, 404, 409))
async def say(match: MatchId, body: SayIn, request: Request) -> JsonResponse:
    """Say something. Sent again with the same id it is answered the same and said once."""
    here = context(request)
    charge(request, "chat", account=True)
    account = here.sessions.account(request.cookies)
    said = await here.chat.say(match, account, body.seat, body.key, body.id, body.room, body.text, body.quotes)
    return JsonResponse(said, 201)


@router.delete("/{number}", response_model=ChatMessage, responses=answers(401, 403, 404))
async def hide(
    match: MatchId,
    number: Annotated[int, Path(ge=1, le=MAX_SEQ)],
    request: Request,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    room: RoomQuery = "table",
) -> JsonResponse:
    """Take back what you said: its text is gone for everybody."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.chat.hide(match, account, seat, key, room, number))


@router.post("/seen", response_model=ReadOut, responses=answers(401, 403, 404))
async def seen(match: MatchId, body: ReadIn, request: Request) -> JsonResponse:
    """Note how far you have read, for the count of what is new."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    number = await here.chat.seen(match, account, body.seat, body.room, body.number)
    return JsonResponse({"number": number})


@router.put("/{number}/muted", response_model=MutedOut, responses=answers(401, 403, 404, 409))
async def mute(
    match: MatchId, number: Annotated[int, Path(ge=1, le=MAX_SEQ)], body: MuteIn, request: Request
) -> JsonResponse:
    """Hear no more of whoever said this, in any match, or hear them again. They are not told."""
    here = context(request)
    charge(request, "chat", account=True)
    account = here.sessions.account(request.cookies)
    by = await here.chat.mute(match, account, body.seat, body.key, body.room, number, yes=body.muted)
    return JsonResponse({"by": by, "muted": body.muted})


@router.post("/{number}/report", response_model=DoneOut, status_code=201, responses=answers(401, 403, 404, 409))
async def report(
    match: MatchId, number: Annotated[int, Path(ge=1, le=MAX_SEQ)], body: ReportMessageIn, request: Request
) -> JsonResponse:
    """Report a message, with its words, to whoever runs the server. Nobody else is told."""
    here = context(request)
    charge(request, "credentials", account=True)
    account = here.sessions.account(request.cookies)
    await here.chat.report(match, account, body.seat, body.key, body.room, number, body.text)
    return JsonResponse({"done": True}, 201)

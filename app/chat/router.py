"""The chat of a match over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from app.accounts.callers import CallerAccount
from app.accounts.login_router import charge
from app.accounts.schemas import DoneOut
from app.chat.schemas import ChatMessage, ChatOut, MutedOut, MuteIn, ReadIn, ReadOut, ReportMessageIn, SayIn
from app.chat.service import Chat
from app.errors import answers
from app.parameters import KeyQuery, MatchId, SeatQuery
from app.parts import part
from app.wire import LINE, MAX_SEQ, JsonResponse

router = APIRouter(prefix="/api/matches/{match}/chat", tags=["chat"])

ChatPart = Annotated[Chat, part(Chat)]

RoomQuery = Annotated[
    str, Query(max_length=64, pattern=LINE, description="`table`, the room of your side, or `watchers`.")
]


@router.get("", response_model=ChatOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId,
    account: CallerAccount,
    chat: ChatPart,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    room: RoomQuery = "table",
    before: Annotated[int, Query(ge=0, le=MAX_SEQ)] = MAX_SEQ,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> JsonResponse:
    """Your rooms, and the newest ``limit`` messages of one before a number."""
    return JsonResponse(await chat.read(match, account, seat, key, room, before, limit))


@router.post("", response_model=ChatMessage, status_code=201, responses=answers(401, 403, 404, 409))
async def say(match: MatchId, body: SayIn, request: Request, account: CallerAccount, chat: ChatPart) -> JsonResponse:
    """Say something. Sent again with the same id it is answered the same and said once."""
    await charge(request, "chat", account=True)
    said = await chat.say(match, account, body.seat, body.key, body.id, body.room, body.text, body.quotes)
    return JsonResponse(said, 201)


@router.delete("/{number:int}", response_model=ChatMessage, responses=answers(401, 403, 404))
async def hide(
    match: MatchId,
    number: Annotated[int, Path(ge=1, le=MAX_SEQ)],
    account: CallerAccount,
    chat: ChatPart,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    room: RoomQuery = "table",
) -> JsonResponse:
    """Take back what you said: its text is gone for everyone."""
    return JsonResponse(await chat.hide(match, account, seat, key, room, number))


@router.post("/seen", response_model=ReadOut, responses=answers(401, 403, 404))
async def seen(match: MatchId, body: ReadIn, account: CallerAccount, chat: ChatPart) -> JsonResponse:
    """Note how far you have read, for the count of what is new."""
    number = await chat.mark_read(match, account, body.seat, body.room, body.number)
    return JsonResponse({"number": number})


@router.put("/{number:int}/muted", response_model=MutedOut, responses=answers(401, 403, 404, 409))
async def mute(
    match: MatchId,
    number: Annotated[int, Path(ge=1, le=MAX_SEQ)],
    body: MuteIn,
    request: Request,
    account: CallerAccount,
    chat: ChatPart,
) -> JsonResponse:
    """Mute whoever said this, in every match, or unmute them. They are not told."""
    await charge(request, "chat", account=True)
    by = await chat.mute(match, account, body.seat, body.key, body.room, number, yes=body.muted)
    return JsonResponse({"by": by, "muted": body.muted})


@router.post("/{number:int}/report", response_model=DoneOut, status_code=201, responses=answers(401, 403, 404, 409))
async def report(
    match: MatchId,
    number: Annotated[int, Path(ge=1, le=MAX_SEQ)],
    body: ReportMessageIn,
    request: Request,
    account: CallerAccount,
    chat: ChatPart,
) -> JsonResponse:
    """Report a message, with its words, to whoever runs the server. Nobody else is told."""
    await charge(request, "credentials", account=True)
    await chat.report(match, account, body.seat, body.key, body.room, number, body.text)
    return JsonResponse({"done": True}, 201)

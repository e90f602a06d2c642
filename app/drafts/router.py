"""Drafts over HTTP: for the holder of a seat alone, and to read also for the others of its side."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from app.context import MatchId, context
from app.drafts.schemas import DraftIn, DraftMoreIn, DraftOut, DraftSentOut, Revision, SendIn
from app.errors import answers
from app.matches.schemas import ConsultIn
from app.wire import JsonResponse, Word
from rules.kernel.drafting import Drafted

router = APIRouter(prefix="/api/matches/{match}/draft", tags=["drafts"])

SeatParameter = Annotated[Word, Query(description="Your seat.")]


@router.get("", response_model=DraftOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId,
    request: Request,
    seat: SeatParameter,
    of: Annotated[Word | None, Query(description="Another seat of your side, whose draft you want to read.")] = None,
) -> JsonResponse:
    """The draft of a seat, tried on the position of now. Nothing is changed."""
    here = context(request)
    return JsonResponse(await here.drafts.read(match, here.sessions.account(request.cookies), seat, of))


@router.put("", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def put(match: MatchId, body: DraftIn, request: Request) -> JsonResponse:
    """Replace the whole draft: it may hold orders for phases to come."""
    here = context(request)
    commands = [Drafted(one.ask, one.command) for one in body.commands]
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.drafts.put(match, account, body.seat, body.revision, commands))


@router.post("/commands", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def add(match: MatchId, body: DraftMoreIn, request: Request) -> JsonResponse:
    """Write down one more command that the rules take on the drafted position, after the last that fits."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    one = Drafted(body.ask, body.command)
    return JsonResponse(await here.drafts.add(match, account, body.seat, body.revision, one))


@router.delete("", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def drop(
    match: MatchId,
    request: Request,
    seat: SeatParameter,
    revision: Annotated[Revision, Query()],
    last: Annotated[bool, Query(description="Only the last command.")] = False,
) -> JsonResponse:
    """Drop the last command, or the whole draft."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.drafts.drop(match, account, seat, revision, last=last))


@router.post("/send", response_model=DraftSentOut, responses=answers(401, 403, 404, 409))
async def send(match: MatchId, body: SendIn, request: Request) -> JsonResponse:
    """Give the commands, up to the first that is refused or cannot be taken back; the rest stays as the draft."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.drafts.send(match, account, body.seat, body.id, body.revision))


@router.post("/consult", response_model=dict[str, object], responses=answers(401, 403, 404))
async def consult(match: MatchId, body: ConsultIn, request: Request) -> JsonResponse:
    """Detail for planning on the drafted position. Nothing is changed."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.drafts.consult(match, account, body.seat, body.question))

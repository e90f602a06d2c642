"""Drafts over HTTP: for the holder of a seat alone, and to read also for the others of its side."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from app.accounts.callers import CallerAccount
from app.drafts.schemas import DraftIn, DraftMoreIn, DraftOut, DraftSentOut, Revision, SendAheadIn, SendIn, StayIn
from app.drafts.service import Drafts
from app.errors import answers
from app.matches.schemas import ConsultIn
from app.parameters import MatchId
from app.parts import part
from app.wire import JsonResponse, Word
from rules.kernel.drafting import Drafted

router = APIRouter(prefix="/api/matches/{match}/draft", tags=["drafts"])

DraftsPart = Annotated[Drafts, part(Drafts)]

SeatParameter = Annotated[Word, Query(description="Your seat.")]


@router.get("", response_model=DraftOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId,
    account: CallerAccount,
    drafts: DraftsPart,
    seat: SeatParameter,
    of: Annotated[Word | None, Query(description="Another seat of your side, whose draft you want to read.")] = None,
) -> JsonResponse:
    """The draft of a seat, tried on the current position. Nothing is changed."""
    return JsonResponse(await drafts.read(match, account, seat, of))


@router.put("", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def put(match: MatchId, body: DraftIn, account: CallerAccount, drafts: DraftsPart) -> JsonResponse:
    """Replace the whole draft: it may hold orders for phases to come."""
    commands = [Drafted(one.ask, one.command, one.least) for one in body.commands]
    return JsonResponse(await drafts.put(match, account, body.seat, body.revision, commands))


@router.post("/commands", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def add(match: MatchId, body: DraftMoreIn, account: CallerAccount, drafts: DraftsPart) -> JsonResponse:
    """Write down one more command that the rules take on the drafted position, after the last that fits."""
    one = Drafted(body.ask, body.command, body.least)
    return JsonResponse(await drafts.add(match, account, body.seat, body.revision, one))


@router.delete("", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def drop(
    match: MatchId,
    account: CallerAccount,
    drafts: DraftsPart,
    seat: SeatParameter,
    revision: Annotated[Revision, Query()],
    last: Annotated[bool, Query(description="Only the last command.")] = False,
) -> JsonResponse:
    """Drop the last command, or the whole draft."""
    return JsonResponse(await drafts.drop(match, account, seat, revision, last=last))


@router.post("/send", response_model=DraftSentOut, responses=answers(401, 403, 404, 409))
async def send(match: MatchId, body: SendIn, account: CallerAccount, drafts: DraftsPart) -> JsonResponse:
    """Give the commands, up to the first that is refused or cannot be taken back; the rest stays as the draft."""
    return JsonResponse(await drafts.send(match, account, body.seat, body.id, body.revision))


@router.post("/ahead", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def send_ahead(match: MatchId, body: SendAheadIn, account: CallerAccount, drafts: DraftsPart) -> JsonResponse:
    """Have the commands given when your turn comes, up to the first refusal or question that they do not answer."""
    told = await drafts.send_ahead(match, account, body.seat, body.id, body.revision, through=body.through)
    return JsonResponse(told)


@router.post("/stay", response_model=DraftOut, responses=answers(401, 403, 404, 409))
async def stay(match: MatchId, body: StayIn, account: CallerAccount, drafts: DraftsPart) -> JsonResponse:
    """Have the draft wait until it is sent by hand, and take what was told of it as read."""
    return JsonResponse(await drafts.stay(match, account, body.seat))


@router.post("/consult", response_model=dict[str, object], responses=answers(401, 403, 404))
async def consult(match: MatchId, body: ConsultIn, account: CallerAccount, drafts: DraftsPart) -> JsonResponse:
    """Detail for planning on the drafted position. Nothing is changed."""
    return JsonResponse(await drafts.consult(match, account, body.seat, body.question))

"""Standing orders over HTTP."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Query, Request

from app.context import MatchId, SeatQuery, context
from app.errors import answers
from app.standing.schemas import StandingIn, StandingOrdersOut
from app.wire import JsonResponse
from rules.kernel.standing import StandingOrder

router = APIRouter(prefix="/api/matches/{match}/standing", tags=["standing orders"])

KindId: TypeAlias = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,32}$", examples=["defender_losses"])]


@router.get("", response_model=StandingOrdersOut, responses=answers(401, 403, 404))
async def read(match: MatchId, request: Request, seat: SeatQuery = None) -> JsonResponse:
    """The small decisions that your seat can answer beforehand, and its standing orders. Nobody else sees them."""
    here = context(request)
    return JsonResponse(await here.beforehand.read(match, here.sessions.account(request.cookies), seat))


@router.put("/{kind}", response_model=StandingOrdersOut, responses=answers(401, 403, 404, 409))
async def give(match: MatchId, kind: KindId, body: StandingIn, request: Request) -> JsonResponse:
    """Give a standing order, in place of the one of its kind. If the question is open now, it is answered at once."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    order = StandingOrder(kind, body.answer, body.conditions)
    return JsonResponse(await here.beforehand.set(match, account, body.seat, order, body.ends))


@router.delete("/{kind}", response_model=StandingOrdersOut, responses=answers(401, 403, 404, 409))
async def take_back(
    match: MatchId,
    kind: KindId,
    request: Request,
    seat: Annotated[str, Query(max_length=32, description="Your seat.")],
) -> JsonResponse:
    """Take a standing order back: you are asked again."""
    here = context(request)
    return JsonResponse(await here.beforehand.remove(match, here.sessions.account(request.cookies), seat, kind))

"""Standing orders over HTTP."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Query

from app.accounts.callers import CallerAccount
from app.errors import answers
from app.parameters import MatchId, SeatQuery
from app.parts import part
from app.standing.schemas import StandingIn, StandingOrdersOut
from app.standing.service import StandingOrderService
from app.wire import JsonResponse
from rules.kernel.standing import StandingOrder

router = APIRouter(prefix="/api/matches/{match}/standing", tags=["standing orders"])

StandingOrderServicePart = Annotated[StandingOrderService, part(StandingOrderService)]

KindId: TypeAlias = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,32}$", examples=["defender_losses"])]


@router.get("", response_model=StandingOrdersOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId, account: CallerAccount, standing_orders: StandingOrderServicePart, seat: SeatQuery = None
) -> JsonResponse:
    """The small decisions that your seat can answer beforehand, and its standing orders. Nobody else sees them."""
    return JsonResponse(await standing_orders.read(match, account, seat))


@router.put("/{kind}", response_model=StandingOrdersOut, responses=answers(401, 403, 404, 409))
async def give(
    match: MatchId, kind: KindId, body: StandingIn, account: CallerAccount, standing_orders: StandingOrderServicePart
) -> JsonResponse:
    """Give a standing order, in place of the one of its kind. If the question is open now, it is answered at once."""
    order = StandingOrder(kind, body.answer, body.conditions)
    return JsonResponse(await standing_orders.set(match, account, body.seat, order, body.ends))


@router.delete("/{kind}", response_model=StandingOrdersOut, responses=answers(401, 403, 404, 409))
async def take_back(
    match: MatchId,
    kind: KindId,
    account: CallerAccount,
    standing_orders: StandingOrderServicePart,
    seat: Annotated[str, Query(max_length=32, description="Your seat.")],
) -> JsonResponse:
    """Take a standing order back: you are asked again."""
    return JsonResponse(await standing_orders.remove(match, account, seat, kind))

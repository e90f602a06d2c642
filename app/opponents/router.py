"""The queue for programs over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter

from app.accounts.callers import CallerAccount
from app.errors import answers
from app.opponents.queue_places import QueueTeller
from app.opponents.schemas import ProgramQueueOut
from app.parameters import KeyQuery, MatchId, SeatQuery
from app.parts import part
from app.wire import JsonResponse

router = APIRouter(prefix="/api/matches/{match}/program-queue", tags=["matches"])

QueueTellerPart = Annotated[QueueTeller, part(QueueTeller)]


@router.get("", response_model=ProgramQueueOut, responses=answers(401, 403, 404))
async def place(
    match: MatchId, account: CallerAccount, queue: QueueTellerPart, seat: SeatQuery = None, key: KeyQuery = None
) -> JsonResponse:
    """How many other tables come before this one, whose program is to decide. It depends on their number alone."""
    return JsonResponse({"before": await queue.place(match, account, seat, key)})

"""Marks over HTTP: for the players of a side alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.callers import CallerAccount
from app.accounts.login_router import charge
from app.errors import answers
from app.marks.schemas import MarkIn, MarksOut
from app.marks.service import Marks
from app.parameters import MatchId, SeatQuery
from app.parts import part
from app.wire import JsonResponse

router = APIRouter(prefix="/api/matches/{match}/marks", tags=["marks"])

MarksPart = Annotated[Marks, part(Marks)]


@router.get("", response_model=MarksOut, responses=answers(401, 403, 404, 409))
async def read(match: MatchId, account: CallerAccount, marks: MarksPart, seat: SeatQuery = None) -> JsonResponse:
    """What your side has drawn on the map. Nobody else can read it, spectators of your side included."""
    return JsonResponse(await marks.read(match, account, seat))


@router.post("", response_model=MarksOut, status_code=201, responses=answers(401, 403, 404, 409))
async def draw(
    match: MatchId, body: MarkIn, request: Request, account: CallerAccount, marks: MarksPart
) -> JsonResponse:
    """Draw a ring, an arrow or a ping for your side. Sent again with the same id it is drawn once."""
    await charge(request, "marks", account=True)
    return JsonResponse(await marks.draw(match, account, body), 201)


@router.delete("/{id}", response_model=MarksOut, responses=answers(401, 403, 404, 409))
async def remove(
    match: MatchId,
    id: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,64}$")],
    account: CallerAccount,
    marks: MarksPart,
    seat: SeatQuery = None,
) -> JsonResponse:
    """Take a mark away: your own, or as commander in chief any of your side's."""
    return JsonResponse(await marks.remove(match, account, seat, id))


@router.delete("", response_model=MarksOut, responses=answers(401, 403, 404, 409))
async def clear(match: MatchId, account: CallerAccount, marks: MarksPart, seat: SeatQuery = None) -> JsonResponse:
    """Take away everything that your seat has drawn."""
    return JsonResponse(await marks.clear(match, account, seat))

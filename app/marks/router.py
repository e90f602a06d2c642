"""Marks over HTTP: for the players of a side alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.entrance import charge
from app.context import MatchId, SeatQuery, context
from app.errors import answers
from app.marks.schemas import MarkIn, MarksOut
from app.wire import JsonResponse

router = APIRouter(prefix="/api/matches/{match}/marks", tags=["marks"])


@router.get("", response_model=MarksOut, responses=answers(401, 403, 404, 409))
async def read(match: MatchId, request: Request, seat: SeatQuery = None) -> JsonResponse:
    """What your side has drawn on the map. Nobody else can read it, spectators of your side included."""
    here = context(request)
    return JsonResponse(await here.marks.read(match, here.sessions.account(request.cookies), seat))


@router.post("", response_model=MarksOut, status_code=201, responses=answers(401, 403, 404, 409))
async def draw(match: MatchId, body: MarkIn, request: Request) -> JsonResponse:
    """Draw a ring, an arrow or a ping for your side. Sent again with the same id it is drawn once."""
    here = context(request)
    charge(request, "marks", account=True)
    return JsonResponse(await here.marks.draw(match, here.sessions.account(request.cookies), body), 201)


@router.delete("/{id}", response_model=MarksOut, responses=answers(401, 403, 404, 409))
async def remove(
    match: MatchId,
    id: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,64}$")],
    request: Request,
    seat: SeatQuery = None,
) -> JsonResponse:
    """Take a mark away: your own, or as supreme commander any of your side's."""
    here = context(request)
    return JsonResponse(await here.marks.remove(match, here.sessions.account(request.cookies), seat, id))


@router.delete("", response_model=MarksOut, responses=answers(401, 403, 404, 409))
async def clear(match: MatchId, request: Request, seat: SeatQuery = None) -> JsonResponse:
    """Take away everything that your seat has drawn."""
    here = context(request)
    return JsonResponse(await here.marks.clear(match, here.sessions.account(request.cookies), seat))

"""Bookmarks over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.callers import CallerAccount
from app.accounts.login_router import charge
from app.bookmarks.schemas import BookmarkIn, BookmarksOut
from app.bookmarks.service import Bookmarks
from app.errors import answers
from app.parameters import KeyQuery, MatchId, SeatQuery
from app.parts import part
from app.wire import MAX_SEQ, JsonResponse

router = APIRouter(prefix="/api/matches/{match}/bookmarks", tags=["bookmarks"])

BookmarksPart = Annotated[Bookmarks, part(Bookmarks)]
Number = Annotated[int, Path(ge=0, le=MAX_SEQ, description="Of the moment, as in the history.")]


@router.get("", response_model=BookmarksOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId, account: CallerAccount, bookmarks: BookmarksPart, seat: SeatQuery = None, key: KeyQuery = None
) -> JsonResponse:
    """The moments of the match that you marked. Nobody else can read them."""
    return JsonResponse(await bookmarks.read(match, account, seat, key))


@router.put("/{number}", response_model=BookmarksOut, responses=answers(401, 403, 404, 409))
async def put(
    match: MatchId, number: Number, body: BookmarkIn, request: Request, account: CallerAccount, bookmarks: BookmarksPart
) -> JsonResponse:
    """Mark a moment, with a note for yourself, or change its note."""
    await charge(request, "marks", account=True)
    return JsonResponse(await bookmarks.put(match, account, number, body))


@router.delete("/{number}", response_model=BookmarksOut, responses=answers(401, 403, 404))
async def remove(
    match: MatchId,
    number: Number,
    account: CallerAccount,
    bookmarks: BookmarksPart,
    seat: SeatQuery = None,
    key: KeyQuery = None,
) -> JsonResponse:
    """Take a bookmark away."""
    return JsonResponse(await bookmarks.remove(match, account, number, seat, key))

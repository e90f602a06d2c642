"""Hints over HTTP: for whoever is asked something in a match, alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.callers import CallerAccount
from app.accounts.login_router import charge
from app.errors import answers
from app.hints.schemas import HintIn, HintOut
from app.hints.service import Hints
from app.parameters import MatchId
from app.parts import part
from app.wire import JsonResponse

router = APIRouter(prefix="/api/matches/{match}/hints", tags=["hints"])

HintsPart = Annotated[Hints, part(Hints)]


@router.post("", response_model=HintOut, status_code=201, responses=answers(401, 403, 404, 409))
async def ask(match: MatchId, body: HintIn, request: Request, account: CallerAccount, hints: HintsPart) -> JsonResponse:
    """Ask a program what it would do in your place, and why. It knows what your seat was told, and nothing else.

    Only in a match with `hints`. At a table with other people, all are told that you asked. It takes a moment: look
    again until it is no longer `waiting`.
    """
    await charge(request, "hints", account=True)
    return JsonResponse(await hints.ask(match, account, body), 201)


@router.get("/{id}", response_model=HintOut, responses=answers(401, 403, 404))
async def read(
    match: MatchId,
    id: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,64}$")],
    account: CallerAccount,
    hints: HintsPart,
) -> JsonResponse:
    """What has come of a hint that you asked for."""
    return JsonResponse(await hints.read(match, account, id))

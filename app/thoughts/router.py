"""Thoughts over HTTP: for whoever may see the result of a match."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.callers import CallerAccount
from app.accounts.login_router import charge
from app.errors import answers
from app.parameters import KeyQuery, MatchId
from app.parts import part
from app.thoughts.schemas import ThoughtsOut, TurnThoughts
from app.thoughts.service import ThoughtsService
from app.wire import JsonResponse

router = APIRouter(prefix="/api/matches/{match}/thoughts", tags=["thoughts"])

ThoughtsPart = Annotated[ThoughtsService, part(ThoughtsService)]


@router.get("", response_model=ThoughtsOut, responses=answers(401, 403, 404, 409))
async def read(match: MatchId, account: CallerAccount, thoughts: ThoughtsPart, key: KeyQuery = None) -> JsonResponse:
    """How far it is known what the programs of a match that is over thought. More turns come while it is `waiting`."""
    return JsonResponse(await thoughts.of(match, account, key))


@router.post("", response_model=ThoughtsOut, status_code=201, responses=answers(401, 403, 404, 409))
async def ask(
    match: MatchId, request: Request, account: CallerAccount, thoughts: ThoughtsPart, key: KeyQuery = None
) -> JsonResponse:
    """Have it worked out, once for everyone: the programs play their seats again, and say what they weighed."""
    await charge(request, "thoughts", account=True)
    return JsonResponse(await thoughts.ask(match, account, key), 201)


@router.get("/{turn}", response_model=TurnThoughts, responses=answers(401, 403, 404, 409))
async def turn(
    match: MatchId,
    turn: Annotated[int, Path(ge=0, le=9999)],
    account: CallerAccount,
    thoughts: ThoughtsPart,
    key: KeyQuery = None,
) -> JsonResponse:
    """What the programs thought in a turn: their orders, what they weighed besides, and what they guessed."""
    return JsonResponse(await thoughts.turn(match, account, key, turn))

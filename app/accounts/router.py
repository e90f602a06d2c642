"""Guests: a name, and a cookie that says who one is."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.accounts.schemas import AccountOut, GuestIn
from app.context import context
from app.errors import answers, no_session
from app.wire import JsonResponse

router = APIRouter(prefix="/api", tags=["accounts"])


@router.post("/guests", response_model=AccountOut, responses=answers())
async def become_guest(body: GuestIn, request: Request) -> JsonResponse:
    """Be known by a name. Who is known already keeps his seats and is called by the new name from now on."""
    here = context(request)
    known = here.sessions.account(request.cookies)
    account = await here.accounts.rename(known, body.name) if known else None
    if account is None:
        account = await here.accounts.add(body.name)
    response = JsonResponse({"id": str(account.id), "name": account.name})
    here.sessions.put(response, account.id)
    return response


@router.get("/me", response_model=AccountOut, responses=answers(401))
async def me(request: Request) -> JsonResponse:
    """Who one is."""
    here = context(request)
    known = here.sessions.account(request.cookies)
    account = await here.accounts.get(known) if known else None
    if account is None:
        raise no_session()
    return JsonResponse({"id": str(account.id), "name": account.name})

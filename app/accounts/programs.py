"""API tokens over HTTP: made, listed and revoked by their owner, never by a program."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Request

from app.accounts.account_service import AccountService
from app.accounts.keys import Keys
from app.accounts.login_router import charge, owner
from app.accounts.models import ApiToken
from app.accounts.router import known_caller
from app.accounts.schemas import ApiTokenIn, ApiTokenOut, EndedOut, NewTokenOut
from app.errors import answers
from app.parts import part
from app.wire import JsonResponse, encode
from rules.kernel.messages import JsonObject

router = APIRouter(prefix="/api/account/tokens", tags=["accounts"])

AccountServicePart = Annotated[AccountService, part(AccountService)]
KeysPart = Annotated[Keys, part(Keys)]


def _token_json(token: ApiToken) -> JsonObject:
    return {
        "id": str(token.id),
        "name": token.name,
        "scopes": [*token.scopes],
        "created_at": token.created_at.isoformat(timespec="seconds"),
        "used_at": None if token.used_at is None else token.used_at.isoformat(timespec="seconds"),
    }


@router.get("", response_model=list[ApiTokenOut], responses=answers(401))
async def tokens(request: Request, keys: KeysPart) -> JsonResponse:
    """Your tokens. Their secrets are shown once, when they are made."""
    who = await owner(request)
    return JsonResponse(encode([_token_json(token) for token in await keys.of(who.id)]))


@router.post("", response_model=NewTokenOut, status_code=201, responses=answers(401, 403, 409))
async def make_token(
    body: ApiTokenIn, request: Request, account_service: AccountServicePart, keys: KeysPart
) -> JsonResponse:
    """Make a token for a program, which sends it as ``Authorization: Bearer gw_...`` and needs no cookie."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await account_service.sure(known_caller(request))
    made, secret = await keys.make(who.id, body.name, [*body.scopes])
    return JsonResponse({**_token_json(made), "token": secret}, 201)


@router.delete("/{token}", response_model=EndedOut, responses=answers(401, 404))
async def revoke_token(token: uuid.UUID, request: Request, keys: KeysPart) -> JsonResponse:
    """Revoke a token: programs that use it know nobody any more."""
    who = await owner(request)
    await keys.revoke(who.id, token)
    return JsonResponse({"ended": 1})

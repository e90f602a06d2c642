"""Your profile, people you blocked, and reports, over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.account_service import AccountService
from app.accounts.blocking import Blocking
from app.accounts.deletion import Deletion
from app.accounts.login_router import charge, owner
from app.accounts.repository import Accounts
from app.accounts.router import known_caller
from app.accounts.schemas import (
    AccountFileOut,
    BlockedOut,
    DeleteIn,
    DoneOut,
    MuteOut,
    PersonIn,
    ProfileOut,
    ReportIn,
    ZoneIn,
)
from app.accounts.sessions import Sessions
from app.errors import answers
from app.middleware import scheme
from app.parts import part, parts
from app.wire import JsonResponse, LongJson, encode
from rules.kernel.messages import JsonObject

router = APIRouter(prefix="/api/account", tags=["accounts"])

AccountServicePart = Annotated[AccountService, part(AccountService)]
AccountsPart = Annotated[Accounts, part(Accounts)]
BlockingPart = Annotated[Blocking, part(Blocking)]
DeletionPart = Annotated[Deletion, part(Deletion)]
SessionsPart = Annotated[Sessions, part(Sessions)]

DONE = {"done": True}


@router.put("/zone", response_model=ProfileOut, responses=answers(401))
async def set_zone(
    body: ZoneIn, request: Request, accounts: AccountsPart, account_service: AccountServicePart
) -> JsonResponse:
    """Set your time zone; null: as your browser has it."""
    who = await owner(request)
    changed = await accounts.set_zone(who.id, body.zone) or who
    return JsonResponse(await account_service.profile(changed, known_caller(request)))


@router.get("/blocks", response_model=list[BlockedOut], responses=answers(401))
async def blocks(request: Request) -> JsonResponse:
    """People whom you have blocked: they cannot sit down at a table of yours."""
    return JsonResponse(encode(await _list_blocked(request)))


@router.post("/blocks", response_model=list[BlockedOut], responses=answers(401, 403, 404, 409))
async def block(body: PersonIn, request: Request, blocking: BlockingPart) -> JsonResponse:
    """Block someone who sits in a match of yours. Matches that you play together go on."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await blocking.block(who.id, body.match, body.seat)
    return JsonResponse(encode(await _list_blocked(request)))


@router.delete("/blocks/{block}", response_model=list[BlockedOut], responses=answers(401, 404))
async def unblock(block: uuid.UUID, request: Request, blocking: BlockingPart) -> JsonResponse:
    """Take a block back."""
    who = await owner(request)
    await blocking.unblock(who.id, block)
    return JsonResponse(encode(await _list_blocked(request)))


@router.get("/mutes", response_model=list[MuteOut], responses=answers(401))
async def mutes(request: Request) -> JsonResponse:
    """People whose chat you have muted, from one of their messages: you neither read it nor are called for it."""
    return JsonResponse(encode(await _list_muted(request)))


@router.delete("/mutes/{mute}", response_model=list[MuteOut], responses=answers(401, 404))
async def unmute(
    mute: Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")], request: Request, blocking: BlockingPart
) -> JsonResponse:
    """Hear someone again."""
    who = await owner(request)
    await blocking.unmute(who.id, mute)
    return JsonResponse(encode(await _list_muted(request)))


@router.post("/reports", response_model=DoneOut, status_code=201, responses=answers(401, 403, 404, 409))
async def report(body: ReportIn, request: Request, blocking: BlockingPart) -> JsonResponse:
    """Report someone who sits in a match of yours to whoever runs the server. Nobody else is told."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await blocking.report(who.id, body.match, body.seat, body.text)
    return JsonResponse(DONE, 201)


@router.get("/export", response_model=AccountFileOut, responses=answers(401))
async def export(request: Request, deletion: DeletionPart) -> LongJson:
    """Everything that is kept about you, as a file."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    body = await deletion.export(who.id)
    return LongJson(body, {"Content-Disposition": 'attachment; filename="greatwar-account.json"'})


@router.delete("", response_model=DoneOut, responses=answers(401, 403))
async def delete_account(
    body: DeleteIn, request: Request, deletion: DeletionPart, sessions: SessionsPart
) -> JsonResponse:
    """Delete your account. Your seats in matches in play are open to new players. Nobody can undo this.

    Type your name; if you have ways to log in, you must have done so within the last ten minutes.
    """
    await owner(request)
    await deletion.delete(known_caller(request), body.name)
    response = JsonResponse(DONE)
    sessions.clear(response, scheme(request.scope) == "https")
    return response


async def _list_blocked(request: Request) -> list[JsonObject]:
    who = await owner(request)
    return [
        {
            "id": str(each.block.id),
            "name": each.name,
            "created_at": each.block.created_at.isoformat(timespec="seconds"),
        }
        for each in await parts(request).get(Blocking).of(who.id)
    ]


async def _list_muted(request: Request) -> list[JsonObject]:
    who = await owner(request)
    return [
        {"id": each.id, "name": each.name, "created_at": each.created_at.isoformat(timespec="seconds")}
        for each in await parts(request).get(Blocking).list_muted(who.id)
    ]

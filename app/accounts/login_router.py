"""Logging in, and the ways to do so, over HTTP."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlsplit

import structlog
from fastapi import APIRouter, Query, Request

from app.accounts.account_service import AccountService, Entered
from app.accounts.models import Account, MailAddress
from app.accounts.passkeys import Place
from app.accounts.repository import Accounts
from app.accounts.router import agent, known_caller
from app.accounts.schemas import CodeIn, CodeOut, EnteredOut, PasskeyIn, PasskeyLogInIn, ProfileOut
from app.accounts.sessions import Sessions
from app.errors import ApiError, answers, no_session
from app.limits.limits import Caller, Limits
from app.middleware import scheme
from app.parts import part, parts
from app.settings import Settings
from app.wire import JsonResponse

log = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["accounts"])

AccountServicePart = Annotated[AccountService, part(AccountService)]
SessionsPart = Annotated[Sessions, part(Sessions)]

LastQuery = Annotated[bool, Query(description="Do it even if it is your last way to log in.")]


def place_of(request: Request) -> Place:
    """Where passkeys are good: as the settings say, or as the browser called us."""
    origin = parts(request).get(Settings).site or f"{scheme(request.scope)}://{request.headers['host']}"
    return Place(urlsplit(origin).hostname or "", origin)


async def charge(request: Request, rate: str, *, account: bool = False) -> None:
    """Count a try of the caller's household, and of the account. ApiError 429 when there were too many."""
    limits, caller = parts(request).get(Limits), request.scope["caller"]
    assert isinstance(caller, Caller)  # noqa: S101
    own = (caller.guest,) if account and caller.guest is not None else ()
    if await limits.rates.hit_everywhere(rate, caller.household, *own):
        return
    limits.refusals.note(rate, caller.household)
    raise ApiError(429, "too_many", "Too many attempts. Try again later.")


async def owner(request: Request) -> Account:
    """The account that asks. ApiError 401 when there is none."""
    account = await parts(request).get(Accounts).get(known_caller(request).account)
    if account is None:
        raise no_session()
    return account


def welcome(request: Request, entered: Entered) -> JsonResponse:
    """Tell who the caller is now, with the cookie for it."""
    account = entered.account
    way, caller = request.url.path.rpartition("/")[2], request.scope["caller"]
    log.info("logged in", way=way, account=str(account.id), address=caller.household)
    response = JsonResponse({"id": str(account.id), "name": account.name, "brought": len(entered.brought)})
    parts(request).get(Sessions).put(response, account.id, entered.session, scheme(request.scope) == "https")
    return response


async def respond_in_new_session(
    request: Request, account: Account, warned: MailAddress | None, entered: bool = False
) -> JsonResponse:
    """The account after a change of its ways to log in, under another session. ``warned`` is told by mail.

    ``entered`` if the caller has just shown to own a new one.
    """
    service = parts(request).get(AccountService)
    service.addresses.warn(warned)
    known = known_caller(request)
    log.info(
        "ways to log in changed", call=request.method, part=request.url.path.split("/")[3], account=str(account.id)
    )
    session = await service.rotate_session(known, agent(request), entered)
    response = JsonResponse(await service.profile(account, replace(known, session=session)))
    parts(request).get(Sessions).put(response, account.id, session, scheme(request.scope) == "https")
    return response


# --- your account ------------------------------------------------------------------------------------------------


@router.get("/account", response_model=ProfileOut, responses=answers(401))
async def account(request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Your account and the ways to log in to it."""
    return JsonResponse(await account_service.profile(await owner(request), known_caller(request)))


@router.post("/account/passkey-options", response_model=dict[str, object], responses=answers(401, 403, 409))
async def passkey_options(request: Request, account_service: AccountServicePart) -> JsonResponse:
    """What the browser needs to make a passkey (``PublicKeyCredentialCreationOptions`` as JSON)."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await account_service.sure(known_caller(request))
    return JsonResponse(await account_service.passkeys.offer(who, place_of(request)))


@router.post("/account/passkeys", response_model=ProfileOut, responses=answers(401, 403, 409))
async def add_passkey(body: PasskeyIn, request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Keep a passkey that the browser has made. Your session is replaced; the others last."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await account_service.sure(known_caller(request))
    await account_service.passkeys.add(who.id, body.name, body.credential, place_of(request))
    return await respond_in_new_session(request, who, await account_service.addresses.of(who.id), entered=True)


@router.delete("/account/passkeys/{passkey}", response_model=ProfileOut, responses=answers(401, 403, 404, 409))
async def remove_passkey(
    passkey: uuid.UUID, request: Request, account_service: AccountServicePart, last: LastQuery = False
) -> JsonResponse:
    """Remove a passkey: it logs nobody in any more. Your session is replaced; the others last."""
    who = await owner(request)
    await account_service.sure(known_caller(request))
    await account_service.remove_passkey(who.id, passkey, last)
    return await respond_in_new_session(request, who, await account_service.addresses.of(who.id))


@router.post("/account/code", response_model=CodeOut, responses=answers(401))
async def device_code(request: Request, account_service: AccountServicePart) -> JsonResponse:
    """A code for another device: it logs in there once, within ten minutes. A new code replaces the last."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    code, expires = await account_service.code(who.id)
    return JsonResponse({"code": code, "expires_at": expires})


# --- logging in --------------------------------------------------------------------------------------------------


@router.post("/login/passkey/options", response_model=dict[str, object], responses=answers())
async def login_options(request: Request, account_service: AccountServicePart) -> JsonResponse:
    """What the browser needs to log in by passkey (``PublicKeyCredentialRequestOptions`` as JSON)."""
    await charge(request, "logins")
    return JsonResponse(await account_service.passkeys.challenge(place_of(request)))


@router.post("/login/passkey", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_passkey(
    body: PasskeyLogInIn, request: Request, account_service: AccountServicePart, sessions: SessionsPart
) -> JsonResponse:
    """Log in by passkey."""
    await charge(request, "logins")
    account = await account_service.passkeys.whose(body.credential, place_of(request))
    known = sessions.read_cookie(request.cookies)
    return welcome(request, await account_service.enter(known, account, body.bring, agent(request)))


@router.post("/login/code", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_code(
    body: CodeIn, request: Request, sessions: SessionsPart, account_service: AccountServicePart
) -> JsonResponse:
    """Log in by a code that another device of yours shows."""
    await charge(request, "codes")
    known = sessions.read_cookie(request.cookies)
    return welcome(request, await account_service.enter_by_code(known, body.code, body.bring, agent(request)))

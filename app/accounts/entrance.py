"""Logging in, and the ways to do so, over HTTP."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlsplit

import structlog
from fastapi import APIRouter, Query, Request

from app.accounts.models import Account, MailAddress
from app.accounts.passkeys import Place
from app.accounts.people import Entered
from app.accounts.router import agent, known_caller
from app.accounts.schemas import CodeIn, CodeOut, EnteredOut, PasskeyIn, PasskeyLogInIn, ProfileOut
from app.context import Context, context
from app.errors import ApiError, answers, no_session
from app.gate.gate import Caller
from app.guard import scheme
from app.wire import JsonResponse

log = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["accounts"])

LastQuery = Annotated[bool, Query(description="Do it even if it is your last way to log in.")]


def place_of(request: Request) -> Place:
    """Where passkeys are good: as the settings say, or as the browser called us."""
    origin = context(request).settings.site or f"{scheme(request.scope)}://{request.headers['host']}"
    return Place(urlsplit(origin).hostname or "", origin)


def charge(request: Request, rate: str, *, account: bool = False) -> None:
    """Count a try of the caller's household, and of the account. ApiError 429 when there were too many."""
    gate, caller = context(request).gate, request.scope["caller"]
    assert isinstance(caller, Caller)  # noqa: S101
    own = caller.guest if account else None
    if gate.rates.hit(rate, caller.household) and (own is None or gate.rates.hit(rate, own)):
        return
    gate.refusals.note(rate, caller.household)
    raise ApiError(429, "too_many", "That was too often. Try again later.")


async def owner(request: Request) -> Account:
    """The account that asks. ApiError 401 when there is none."""
    account = await context(request).accounts.get(known_caller(request).account)
    if account is None:
        raise no_session()
    return account


def welcome(request: Request, entered: Entered) -> JsonResponse:
    """Tell who the caller is now, with the cookie for it."""
    here, account = context(request), entered.account
    way, caller = request.url.path.rpartition("/")[2], request.scope["caller"]
    log.info("logged in", way=way, account=str(account.id), address=caller.household)
    response = JsonResponse({"id": str(account.id), "name": account.name, "brought": len(entered.brought)})
    here.sessions.put(response, account.id, entered.session, scheme(request.scope) == "https")
    return response


async def changed(
    here: Context, request: Request, account: Account, warned: MailAddress | None, entered: bool = False
) -> JsonResponse:
    """The account after a change of its ways to log in, under another session. ``warned`` is told by mail.

    ``entered`` if the caller has just shown to own a new one.
    """
    here.people.addresses.warn(warned)
    known = known_caller(request)
    log.info(
        "ways to log in changed", call=request.method, part=request.url.path.split("/")[3], account=str(account.id)
    )
    session = await here.people.rotated(known, agent(request), entered)
    response = JsonResponse(await here.people.profile(account, replace(known, session=session)))
    here.sessions.put(response, account.id, session, scheme(request.scope) == "https")
    return response


# --- your account ------------------------------------------------------------------------------------------------


@router.get("/account", response_model=ProfileOut, responses=answers(401))
async def account(request: Request) -> JsonResponse:
    """Your account and the ways to log in to it."""
    return JsonResponse(await context(request).people.profile(await owner(request), known_caller(request)))


@router.post("/account/passkey-options", response_model=dict[str, object], responses=answers(401, 403, 409))
async def passkey_options(request: Request) -> JsonResponse:
    """What the browser needs to make a passkey (``PublicKeyCredentialCreationOptions`` as JSON)."""
    who = await owner(request)
    charge(request, "credentials", account=True)
    await context(request).people.sure(known_caller(request))
    return JsonResponse(await context(request).people.passkeys.offer(who, place_of(request)))


@router.post("/account/passkeys", response_model=ProfileOut, responses=answers(401, 403, 409))
async def add_passkey(body: PasskeyIn, request: Request) -> JsonResponse:
    """Keep a passkey that the browser has made. Your session is replaced; the others last."""
    here, who = context(request), await owner(request)
    charge(request, "credentials", account=True)
    await here.people.sure(known_caller(request))
    await here.people.passkeys.add(who.id, body.name, body.credential, place_of(request))
    return await changed(here, request, who, await here.people.addresses.of(who.id), entered=True)


@router.delete("/account/passkeys/{passkey}", response_model=ProfileOut, responses=answers(401, 403, 404, 409))
async def remove_passkey(passkey: uuid.UUID, request: Request, last: LastQuery = False) -> JsonResponse:
    """Remove a passkey: it logs nobody in any more. Your session is replaced; the others last."""
    here, who = context(request), await owner(request)
    await here.people.sure(known_caller(request))
    await here.people.remove_passkey(who.id, passkey, last)
    return await changed(here, request, who, await here.people.addresses.of(who.id))


@router.post("/account/code", response_model=CodeOut, responses=answers(401))
async def device_code(request: Request) -> JsonResponse:
    """A code for another device: it logs in there once, within ten minutes. A new code replaces the last."""
    who = await owner(request)
    charge(request, "credentials", account=True)
    code, expires = await context(request).people.code(who.id)
    return JsonResponse({"code": code, "expires_at": expires})


# --- logging in --------------------------------------------------------------------------------------------------


@router.post("/login/passkey/options", response_model=dict[str, object], responses=answers())
async def login_options(request: Request) -> JsonResponse:
    """What the browser needs to log in by passkey (``PublicKeyCredentialRequestOptions`` as JSON)."""
    charge(request, "logins")
    return JsonResponse(await context(request).people.passkeys.challenge(place_of(request)))


@router.post("/login/passkey", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_passkey(body: PasskeyLogInIn, request: Request) -> JsonResponse:
    """Log in by passkey."""
    here = context(request)
    charge(request, "logins")
    account = await here.people.passkeys.whose(body.credential, place_of(request))
    known = here.sessions.known(request.cookies)
    return welcome(request, await here.people.enter(known, account, body.bring, agent(request)))


@router.post("/login/code", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_code(body: CodeIn, request: Request) -> JsonResponse:
    """Log in by a code that another device of yours shows."""
    here = context(request)
    charge(request, "codes")
    known = here.sessions.known(request.cookies)
    return welcome(request, await here.people.enter_by_code(known, body.code, body.bring, agent(request)))

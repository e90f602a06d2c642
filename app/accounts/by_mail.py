"""Mail addresses and passwords over HTTP. What is answered never tells whether an address is known here."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request

from app.accounts.account_service import AccountService
from app.accounts.addresses import normalise
from app.accounts.login_router import LastQuery, charge, owner, respond_in_new_session, welcome
from app.accounts.router import agent, known_caller
from app.accounts.schemas import (
    AddressIn,
    EnteredOut,
    LinkLogInIn,
    PasswordIn,
    PasswordLogInIn,
    ProfileOut,
    SecretIn,
    SentOut,
    WaysOut,
)
from app.accounts.sessions import Sessions
from app.errors import ApiError, answers
from app.limits.limits import Caller, Limits
from app.parts import part, parts
from app.wire import JsonResponse

router = APIRouter(prefix="/api", tags=["accounts"])

AccountServicePart = Annotated[AccountService, part(AccountService)]
SessionsPart = Annotated[Sessions, part(Sessions)]

SENT = {"sent": True}


@router.get("/login", response_model=WaysOut, responses=answers())
async def ways(account_service: AccountServicePart) -> JsonResponse:
    """By which ways this server lets people log in."""
    return JsonResponse({"mail": account_service.addresses.able})


# --- your account ------------------------------------------------------------------------------------------------


@router.post("/account/mail", response_model=SentOut, responses=answers(401, 403, 409))
async def add_address(body: AddressIn, request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Have a link sent to an address, to make it yours. The answer is always the same."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await account_service.sure(known_caller(request))
    account_service.addresses.propose(who.id, body.address)
    return JsonResponse(SENT)


@router.post("/account/mail/confirm", response_model=ProfileOut, responses=answers(401, 403, 409))
async def confirm_address(body: SecretIn, request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Confirm an address by the link's secret. Your session is replaced; the others last."""
    who = await owner(request)
    await charge(request, "logins")
    last = await account_service.addresses.of(who.id)
    await account_service.addresses.confirm(who.id, body.secret)
    return await respond_in_new_session(request, who, last, entered=True)


@router.delete("/account/mail", response_model=ProfileOut, responses=answers(401, 403, 404, 409))
async def remove_address(
    request: Request, account_service: AccountServicePart, last: LastQuery = False
) -> JsonResponse:
    """Remove your mail address, and your password with it. Your session is replaced; the others last."""
    who = await owner(request)
    await account_service.sure(known_caller(request))
    mail = await account_service.addresses.of(who.id)
    await account_service.remove_address(who.id, last)
    return await respond_in_new_session(request, who, mail)


@router.put("/account/password", response_model=ProfileOut, responses=answers(401, 403, 409))
async def set_password(body: PasswordIn, request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Set a password; your mail address is the name that goes with it. Your session is replaced; the others last.

    To change one you need the old one, or must have logged in within the last ten minutes.
    """
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await account_service.addresses.require_address(who.id)
    if not await account_service.passwords.exists(who.id):
        await account_service.sure(known_caller(request))
    elif not await account_service.has_just_entered(known_caller(request)):
        await _charge_password(request, who.id.hex)
        if not await account_service.passwords.fits(who.id, body.current):
            raise ApiError(403, "wrong_password", "That is not your present password. You can log in again instead.")
    mail = await account_service.addresses.of(who.id)
    await account_service.passwords.set(who.id, body.password, "" if mail is None else mail.address)
    return await respond_in_new_session(request, who, mail)


@router.delete("/account/password", response_model=ProfileOut, responses=answers(401, 403, 404))
async def remove_password(request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Remove your password; mail still lets you in. Your session is replaced; the others last."""
    who = await owner(request)
    await account_service.sure(known_caller(request))
    await account_service.passwords.remove(who.id)
    return await respond_in_new_session(request, who, await account_service.addresses.of(who.id))


# --- logging in --------------------------------------------------------------------------------------------------


@router.post("/login/mail", response_model=SentOut, responses=answers(409))
async def ask_for_a_link(body: AddressIn, request: Request, account_service: AccountServicePart) -> JsonResponse:
    """Have a link sent that logs you in. The answer is always the same, whether the address is known or not."""
    await charge(request, "logins")
    account_service.addresses.invite(body.address)
    return JsonResponse(SENT)


@router.post("/login/link", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_link(
    body: LinkLogInIn, request: Request, sessions: SessionsPart, account_service: AccountServicePart
) -> JsonResponse:
    """Log in by the secret of a mail's link."""
    await charge(request, "logins")
    known = sessions.read_cookie(request.cookies)
    return welcome(request, await account_service.enter_by_link(known, body.secret, body.bring, agent(request)))


@router.post("/login/password", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_password(
    body: PasswordLogInIn, request: Request, account_service: AccountServicePart, sessions: SessionsPart
) -> JsonResponse:
    """Log in by mail address and password. An unknown address is answered like a wrong password, and as fast."""
    await charge(request, "logins")
    await _charge_password(request, normalise(body.address))
    account = await account_service.passwords.owner(normalise(body.address), body.password)
    if account is None:
        raise ApiError(401, "wrong_login", "Address or password is wrong.")
    known = sessions.read_cookie(request.cookies)
    return welcome(request, await account_service.enter(known, account, body.bring, agent(request)))


async def _charge_password(request: Request, whose: str) -> None:
    """Count a try for one account, known or not, from wherever it comes. ApiError 429 when there were too many."""
    limits, caller = parts(request).get(Limits), request.scope["caller"]
    assert isinstance(caller, Caller)  # noqa: S101
    if not await limits.rates.hit_everywhere("passwords", whose):
        limits.refusals.note("passwords", caller.household)
        raise ApiError(429, "too_many", "Too many attempts. Try again later, or log in by mail.")

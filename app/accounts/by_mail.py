"""Mail addresses and passwords over HTTP. What is answered never tells whether an address is known here."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.accounts.addresses import normalised
from app.accounts.entrance import LastQuery, changed, charge, owner, welcome
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
from app.context import context
from app.errors import ApiError, answers
from app.gate.gate import Caller
from app.wire import JsonResponse

router = APIRouter(prefix="/api", tags=["accounts"])

SENT = {"sent": True}


@router.get("/login", response_model=WaysOut, responses=answers())
async def ways(request: Request) -> JsonResponse:
    """By which ways this server lets people log in."""
    return JsonResponse({"mail": context(request).people.addresses.able})


# --- your account ------------------------------------------------------------------------------------------------


@router.post("/account/mail", response_model=SentOut, responses=answers(401, 403, 409))
async def add_address(body: AddressIn, request: Request) -> JsonResponse:
    """Have a link sent to an address, to make it yours. The answer is always the same."""
    who = await owner(request)
    charge(request, "credentials", account=True)
    await context(request).people.sure(known_caller(request))
    context(request).people.addresses.propose(who.id, body.address)
    return JsonResponse(SENT)


@router.post("/account/mail/confirm", response_model=ProfileOut, responses=answers(401, 403, 409))
async def confirm_address(body: SecretIn, request: Request) -> JsonResponse:
    """Confirm an address by the link's secret. Your session is replaced; the others last."""
    here, who = context(request), await owner(request)
    charge(request, "logins")
    last = await here.people.addresses.of(who.id)
    await here.people.addresses.confirm(who.id, body.secret)
    return await changed(here, request, who, last, entered=True)


@router.delete("/account/mail", response_model=ProfileOut, responses=answers(401, 403, 404, 409))
async def remove_address(request: Request, last: LastQuery = False) -> JsonResponse:
    """Remove your mail address, and your password with it. Your session is replaced; the others last."""
    here, who = context(request), await owner(request)
    await here.people.sure(known_caller(request))
    mail = await here.people.addresses.of(who.id)
    await here.people.remove_address(who.id, last)
    return await changed(here, request, who, mail)


@router.put("/account/password", response_model=ProfileOut, responses=answers(401, 403, 409))
async def set_password(body: PasswordIn, request: Request) -> JsonResponse:
    """Set a password; your mail address is the name that goes with it. Your session is replaced; the others last.

    To change one you need the old one, or must have logged in within the last ten minutes.
    """
    here, who = context(request), await owner(request)
    charge(request, "credentials", account=True)
    await here.people.addresses.needed(who.id)
    if not await here.people.passwords.exists(who.id):
        await here.people.sure(known_caller(request))
    elif not await here.people.has_just_entered(known_caller(request)):
        _charge_password(request, who.id.hex)
        if not await here.people.passwords.fits(who.id, body.current):
            raise ApiError(403, "wrong_password", "That is not your present password. You can log in again instead.")
    mail = await here.people.addresses.of(who.id)
    await here.people.passwords.set(who.id, body.password, "" if mail is None else mail.address)
    return await changed(here, request, who, mail)


@router.delete("/account/password", response_model=ProfileOut, responses=answers(401, 403, 404))
async def remove_password(request: Request) -> JsonResponse:
    """Remove your password; mail still lets you in. Your session is replaced; the others last."""
    here, who = context(request), await owner(request)
    await here.people.sure(known_caller(request))
    await here.people.passwords.remove(who.id)
    return await changed(here, request, who, await here.people.addresses.of(who.id))


# --- logging in --------------------------------------------------------------------------------------------------


@router.post("/login/mail", response_model=SentOut, responses=answers(409))
async def ask_for_a_link(body: AddressIn, request: Request) -> JsonResponse:
    """Have a link sent that logs you in. The answer is always the same, whether the address is known or not."""
    charge(request, "logins")
    context(request).people.addresses.invite(body.address)
    return JsonResponse(SENT)


@router.post("/login/link", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_link(body: LinkLogInIn, request: Request) -> JsonResponse:
    """Log in by the secret of a mail's link."""
    here = context(request)
    charge(request, "logins")
    known = here.sessions.known(request.cookies)
    return welcome(request, await here.people.enter_by_link(known, body.secret, body.bring, agent(request)))


@router.post("/login/password", response_model=EnteredOut, responses=answers(401, 403, 409))
async def log_in_by_password(body: PasswordLogInIn, request: Request) -> JsonResponse:
    """Log in by mail address and password. An unknown address is answered like a wrong password, and as fast."""
    here = context(request)
    charge(request, "logins")
    _charge_password(request, normalised(body.address))
    account = await here.people.passwords.owner(normalised(body.address), body.password)
    if account is None:
        raise ApiError(401, "wrong_login", "Address or password is wrong.")
    known = here.sessions.known(request.cookies)
    return welcome(request, await here.people.enter(known, account, body.bring, agent(request)))


def _charge_password(request: Request, whose: str) -> None:
    """Count a try for one account, known or not, from wherever it comes. ApiError 429 when there were too many."""
    gate, caller = context(request).gate, request.scope["caller"]
    assert isinstance(caller, Caller)  # noqa: S101
    if not gate.rates.hit("passwords", whose):
        gate.refusals.note("passwords", caller.household)
        raise ApiError(429, "too_many", "That was too often. Try again later, or log in by mail.")

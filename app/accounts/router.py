"""Guests: a name, a cookie that says who one is, and the sessions that such cookies stand for."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Request

from app.accounts.guest_service import GuestService
from app.accounts.models import Session
from app.accounts.schemas import AccountOut, EndedOut, GuestIn, SessionOut
from app.accounts.sessions import Known, Sessions
from app.errors import ApiError, answers, no_session
from app.middleware import scheme
from app.parts import part, parts
from app.wire import JsonResponse, encode
from rules.kernel.messages import JsonObject

router = APIRouter(prefix="/api", tags=["accounts"])

GuestServicePart = Annotated[GuestService, part(GuestService)]
SessionsPart = Annotated[Sessions, part(Sessions)]


def agent(request: Request) -> str:
    """What the caller's browser says it is."""
    return "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())


def known_caller(request: Request) -> Known:
    """The caller. ApiError 401 without a session."""
    known = parts(request).get(Sessions).read_cookie(request.cookies)
    if known is None:
        raise no_session()
    return known


def _session_json(session: Session, current: bool) -> JsonObject:
    """A session as its owner sees it."""
    return {
        "id": str(session.id),
        "agent": session.agent,
        "created_at": session.created_at.isoformat(timespec="seconds"),
        "seen_at": session.seen_at.isoformat(timespec="seconds"),
        "expires_at": session.expires_at.isoformat(timespec="seconds"),
        "current": current,
    }


@router.post("/guests", response_model=AccountOut, responses=answers(403))
async def become_guest(
    body: GuestIn, request: Request, sessions: SessionsPart, guests: GuestServicePart
) -> JsonResponse:
    """Take a name. A guest who already has one keeps all seats and changes the name."""
    known = sessions.read_cookie(request.cookies)
    account, session = await guests.enter(known, body.name, agent(request))
    response = JsonResponse({"id": str(account.id), "name": account.name})
    sessions.put(response, account.id, session, scheme(request.scope) == "https")
    return response


@router.get("/me", response_model=AccountOut | None, responses=answers(401, 403))
async def me(request: Request, guests: GuestServicePart, sessions: SessionsPart) -> JsonResponse:
    """Who you are: null if you come without a session, which is no error. An old cookie is replaced by a new one."""
    if not sessions.has_cookie(request.cookies):
        return JsonResponse(None)
    account, session = await guests.visit(known_caller(request), agent(request))
    if account is None:
        raise no_session()
    response = JsonResponse({"id": str(account.id), "name": account.name})
    if session is not None:
        sessions.put(response, account.id, session, scheme(request.scope) == "https")
    return response


@router.get("/sessions", response_model=list[SessionOut], responses=answers(401))
async def sessions(request: Request, guests: GuestServicePart) -> JsonResponse:
    """Your sessions: the browsers in which you are known."""
    known = known_caller(request)
    found = await guests.sessions(known.account)
    return JsonResponse(encode([_session_json(s, s.id == known.session) for s in found]))


@router.delete("/sessions/{session}", response_model=EndedOut, responses=answers(401, 404))
async def end_session(
    session: uuid.UUID, request: Request, guests: GuestServicePart, sessions: SessionsPart
) -> JsonResponse:
    """End one of your sessions: its cookie stops working. Ending the session of this call logs you out."""
    known = known_caller(request)
    if not await guests.end(known.account, session):
        raise ApiError(404, "no_such_session", "You have no such session.")
    response = JsonResponse({"ended": 1})
    if session == known.session:
        sessions.clear(response, scheme(request.scope) == "https")
    return response


@router.delete("/sessions", response_model=EndedOut, responses=answers(401))
async def end_other_sessions(request: Request, guests: GuestServicePart) -> JsonResponse:
    """End all of your sessions except the one of this call."""
    return JsonResponse({"ended": await guests.end_others(known_caller(request))})

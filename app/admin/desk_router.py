"""The host's desk over HTTP. To everyone who is no admin all of it answers 404, as paths do that are not there."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from app.accounts.login_router import charge, place_of
from app.accounts.router import known_caller
from app.accounts.sessions import Sessions
from app.admin.banning import BanList
from app.admin.deeds import Deed, Match
from app.admin.desk import Desk
from app.admin.reports import find_reports
from app.errors import answers
from app.parts import part
from app.wire import MAX_SEQ, Body, JsonResponse, PlainObject, Sentence, Word

router = APIRouter(prefix="/api/admin", tags=["admin"])

DeskPart = Annotated[Desk, part(Desk)]
SessionsPart = Annotated[Sessions, part(Sessions)]
WordsQuery = Annotated[Sentence, Query(description="Part of a name, or the id of a match.")]
BeforeQuery = Annotated[int, Query(ge=0, le=MAX_SEQ)]
MAX_ROWS = 50


class VisitOut(BaseModel):
    """Whether you may look."""

    name: str
    until: str | None = Field(description="Until when; null: show your passkey first.")


class VisitIn(Body):
    """A passkey's answer."""

    credential: PlainObject = Field(description="What ``navigator.credentials.get`` gave, as JSON.")


class DeedAskedIn(Body):
    """What you are about to do."""

    deed: Deed


class DeedIn(DeedAskedIn):
    """What you do, with a passkey's answer to the challenge for it."""

    credential: PlainObject = Field(description="What ``navigator.credentials.get`` gave, as JSON.")


class DeedOut(BaseModel):
    """It is done."""

    done: bool
    secret: str | None = Field(description="Of a guest who was unlocked: what leads back, once, to be passed on.")


class RowsOut(BaseModel):
    """What was looked for, as ``greatwar admin --json`` prints it."""

    rows: list[dict[str, Any]]


SHUT = answers(401, 403, 404)


@router.get("", response_model=VisitOut, responses=answers(401, 404))
async def visit(request: Request, desk: DeskPart) -> JsonResponse:
    """Whether you are an admin and may look. 404 for everyone else."""
    return JsonResponse(await desk.status(known_caller(request)))


@router.post("/visit-options", response_model=dict[str, object], responses=SHUT)
async def visit_options(request: Request, desk: DeskPart) -> JsonResponse:
    """What the browser needs to show your passkey (``PublicKeyCredentialRequestOptions`` as JSON)."""
    known = known_caller(request)
    await desk.admin(known)
    await charge(request, "credentials", account=True)
    return JsonResponse(await desk.ask_for_visit(known, place_of(request)))


@router.post("/visit", response_model=VisitOut, responses=SHUT)
async def begin_visit(body: VisitIn, request: Request, desk: DeskPart) -> JsonResponse:
    """Look around for half an hour, by a passkey that you had when you were made an admin."""
    known = known_caller(request)
    await desk.admin(known)
    await charge(request, "credentials", account=True)
    return JsonResponse(await desk.begin_visit(known, body.credential, place_of(request)))


@router.delete("/visit", response_model=VisitOut, responses=SHUT)
async def end_visit(request: Request, desk: DeskPart) -> JsonResponse:
    """Be shown nothing more until you show your passkey again."""
    return JsonResponse(await desk.end_visit(known_caller(request)))


@router.get("/reports", response_model=RowsOut, responses=SHUT)
async def reports(request: Request, desk: DeskPart, closed: bool = False) -> JsonResponse:
    """What players have reported, the oldest first; with ``closed`` what was dealt with too."""
    office = await desk.to_look_at("reports", known_caller(request))
    return JsonResponse({"rows": [*await find_reports(office.database, closed=closed)]})


@router.get("/matches", response_model=RowsOut, responses=SHUT)
async def matches(request: Request, desk: DeskPart, find: WordsQuery = "", status: Word = "") -> JsonResponse:
    """Matches as everyone may know them, by id or part of a player's name."""
    office = await desk.to_look_at("matches", known_caller(request))
    return JsonResponse({"rows": [*await office.find(status or None, find or None)]})


@router.get("/matches/{match}/events", response_model=RowsOut, responses=SHUT)
async def events(match: Match, request: Request, desk: DeskPart, before: BeforeQuery = MAX_SEQ) -> JsonResponse:
    """Numbers, kinds and public lines of a match's events, and never what a side hides."""
    office = await desk.to_look_at(f"the events of {match}", known_caller(request))
    return JsonResponse({"rows": [*await office.events(match, before, MAX_ROWS)]})


@router.get("/matches/{match}/messages", response_model=RowsOut, responses=SHUT)
async def messages(match: Match, request: Request, desk: DeskPart) -> JsonResponse:
    """What was said at a table, and never what a side says among itself."""
    office = await desk.to_look_at(f"the messages of {match}", known_caller(request))
    return JsonResponse({"rows": [*await office.messages(match, MAX_ROWS)]})


@router.get("/accounts", response_model=RowsOut, responses=SHUT)
async def accounts(request: Request, desk: DeskPart, find: WordsQuery = "") -> JsonResponse:
    """Accounts by part of their name, the newest first."""
    office = await desk.to_look_at("accounts", known_caller(request))
    return JsonResponse({"rows": [*await office.accounts(find)]})


@router.get("/bans", response_model=RowsOut, responses=SHUT)
async def bans(request: Request, desk: DeskPart) -> JsonResponse:
    """Networks that are kept out."""
    office = await desk.to_look_at("bans", known_caller(request))
    return JsonResponse({"rows": [*await BanList(office.database).all()]})


@router.get("/deeds", response_model=RowsOut, responses=SHUT)
async def deeds(request: Request, desk: DeskPart) -> JsonResponse:
    """What was done, here and on the server's machine, the oldest first. Nothing takes a line away."""
    office = await desk.to_look_at("deeds", known_caller(request))
    return JsonResponse({"rows": [*await office.deeds()]})


@router.post("/deed-options", response_model=dict[str, object], responses=SHUT)
async def deed_options(body: DeedAskedIn, request: Request, desk: DeskPart) -> JsonResponse:
    """What the browser needs to show your passkey for this very deed."""
    known = known_caller(request)
    await desk.admin(known)
    await charge(request, "credentials", account=True)
    return JsonResponse(await desk.ask_for_deed(known, body.deed, place_of(request)))


@router.post("/deeds", response_model=DeedOut, responses=SHUT)
async def do(body: DeedIn, request: Request, desk: DeskPart) -> JsonResponse:
    """Do it, once, by a passkey's answer to the challenge for this very deed."""
    known = known_caller(request)
    await desk.admin(known)
    household = request.scope["caller"].household
    return JsonResponse(await desk.do(known, body.deed, body.credential, place_of(request), household))

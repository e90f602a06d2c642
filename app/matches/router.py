"""A match in play over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from app.context import KeyQuery, MatchId, SeatQuery, context
from app.errors import answers
from app.matches.export import export
from app.matches.house import PREFIX
from app.matches.results import result
from app.matches.schemas import (
    ChartsOut,
    CommandIn,
    CommandOut,
    ConsultIn,
    ExportOut,
    HistoryOut,
    LogOut,
    PoolsOut,
    ResultOut,
    SeenIn,
    SeenOut,
    SettleIn,
    StateOut,
    UndoIn,
)
from app.wire import MAX_SEQ, JsonResponse, LongJson, Sentence, Word

router = APIRouter(prefix="/api/matches/{match}", tags=["matches"])


@router.get("/state", response_model=StateOut, responses=answers(401, 403, 404))
async def state(match: MatchId, request: Request, seat: SeatQuery = None, key: KeyQuery = None) -> JsonResponse:
    """The position, the question put to this seat, and the newest log lines."""
    here = context(request)
    return JsonResponse(await here.look.state(match, here.sessions.account(request.cookies), seat, key))


@router.get("/log", response_model=LogOut, responses=answers(401, 403, 404))
async def log(
    match: MatchId,
    request: Request,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    before: Annotated[int, Query(ge=0, le=MAX_SEQ)] = MAX_SEQ,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    find: Annotated[Sentence, Query(description="Only lines that hold this text.")] = "",
    kind: Annotated[list[Word] | None, Query(max_length=64, description="Only lines of these kinds.")] = None,
) -> JsonResponse:
    """Older log lines: the newest ``limit`` before a line, oldest first."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    if find or kind:
        found = await here.look.find_lines(
            match, account, seat, key, before=before, text=find, kinds=kind or (), limit=limit
        )
        return JsonResponse({"log": [*found]})
    return JsonResponse({"log": [*await here.look.older_log(match, account, seat, key, before, limit)]})


@router.get("/history", response_model=HistoryOut, responses=answers(401, 403, 404))
async def history(
    match: MatchId,
    request: Request,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    number: Annotated[
        int, Query(ge=0, le=MAX_SEQ, description="How much you had been told; by default now.")
    ] = MAX_SEQ,
) -> JsonResponse:
    """An earlier position as you saw it then, after the command that told you so much."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.look.history(match, account, seat, key, number))


@router.get("/charts", response_model=ChartsOut, responses=answers(401, 403, 404))
async def charts(match: MatchId, request: Request, seat: SeatQuery = None, key: KeyQuery = None) -> JsonResponse:
    """The match turn by turn in figures, as far as you were told; once it is over, of all that was."""
    here = context(request)
    return JsonResponse(await here.charts.of(match, here.sessions.account(request.cookies), seat, key))


@router.get("/pools", response_model=PoolsOut, responses=answers(401, 403, 404))
async def pools(match: MatchId, request: Request, seat: SeatQuery = None, key: KeyQuery = None) -> JsonResponse:
    """Which event chits lie where, and since when, as far as you may know; once it is over, all of them."""
    here = context(request)
    return JsonResponse(await here.look.pools(match, here.sessions.account(request.cookies), seat, key))


@router.get("/result", response_model=ResultOut, responses=answers(401, 403, 404, 409))
async def match_result(match: MatchId, request: Request, key: KeyQuery = None) -> JsonResponse:
    """How a match ended and went, in figures: for its players and spectators, of a public match for everybody."""
    here = context(request)
    return JsonResponse(await result(here, match, here.sessions.account(request.cookies), key))


@router.post("/consult", response_model=dict[str, object], responses=answers(401, 403, 404))
async def consult(match: MatchId, body: ConsultIn, request: Request) -> JsonResponse:
    """Detail for planning: reach, odds, overlays. Nothing is changed."""
    here = context(request)
    return JsonResponse(
        await here.look.consult(match, here.sessions.account(request.cookies), body.seat, body.question)
    )


@router.post("/commands", response_model=CommandOut, responses=answers(401, 403, 404, 409))
async def command(match: MatchId, body: CommandIn, request: Request) -> JsonResponse:
    """Play a command. Sent again with the same id it is answered the same and applied once."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.play.command(match, account, body.seat, body.id, body.ask, body.command))


@router.post("/undo", response_model=CommandOut, responses=answers(401, 403, 404, 409))
async def undo(match: MatchId, body: UndoIn, request: Request) -> JsonResponse:
    """Take back your last command, unless a die was rolled, something hidden was seen or the turn has passed."""
    here = context(request)
    return JsonResponse(await here.play.undo(match, here.sessions.account(request.cookies), body.seat, body.id))


@router.post("/house", response_model=CommandOut, responses=answers(401, 403, 404, 409))
async def settle(match: MatchId, body: SettleIn, request: Request) -> JsonResponse:
    """Resign, offer a draw, ask to go back by consent, answer, or withdraw: whose move it is does not matter."""
    here = context(request)
    order = body.order.model_dump()
    order["kind"] = PREFIX + order["kind"]
    account = here.sessions.account(request.cookies)
    return JsonResponse(await here.play.settle(match, account, body.seat, body.id, order))


@router.post("/seen", response_model=SeenOut, responses=answers(401, 403, 404))
async def seen(match: MatchId, body: SeenIn, request: Request) -> JsonResponse:
    """Note what you have seen, for the summary at your next visit."""
    here = context(request)
    last = await here.look.seen(match, here.sessions.account(request.cookies), body.seat, body.seq)
    return JsonResponse({"last_seen": last})


@router.get("/export", response_model=ExportOut, responses=answers(401, 403, 404))
async def export_match(match: MatchId, request: Request, seat: SeatQuery = None, key: KeyQuery = None) -> LongJson:
    """The match as a file that ``greatwar verify`` reads, as far as the caller may know it."""
    here = context(request)
    body = await export(here, match, here.sessions.account(request.cookies), seat, key)
    return LongJson(body, {"Content-Disposition": f'attachment; filename="match-{match}.json"'})

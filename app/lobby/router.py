"""Games, matches and seats over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Request

from app.accounts.models import Account
from app.context import Context, GameId, InviteQuery, KeyQuery, MatchId, PlanQuery, SeatId, context
from app.errors import answers, no_session
from app.lobby.listing import AFTER
from app.lobby.repository import Kind
from app.lobby.schemas import (
    GameOut,
    LetWatchIn,
    MatchIn,
    MatchOut,
    RulesOut,
    SealsIn,
    SitIn,
    StandInDeedIn,
    StandInIn,
    TablesOut,
    TakeOverIn,
    WordsIn,
)
from app.matches.facts import Newcomer, Record
from app.wire import LINE, JsonResponse, encode

router = APIRouter(prefix="/api", tags=["lobby"])


async def _guest(here: Context, request: Request) -> Account:
    """The account that asks. ApiError 401 when there is none."""
    known: uuid.UUID | None = here.sessions.account(request.cookies)
    account = await here.accounts.get(known) if known else None
    if account is None:
        raise no_session()
    return account


@router.get("/games", response_model=list[GameOut], responses=answers())
async def games(request: Request) -> JsonResponse:
    """The games on offer with their scenarios and seats."""
    return JsonResponse(encode(context(request).hall.games()))


@router.get("/games/{game}/rules", response_model=RulesOut, responses=answers(404))
async def rules(game: GameId, request: Request, plan: PlanQuery = "") -> JsonResponse:
    """The rules of a game in our own words, section by section, with its charts."""
    return JsonResponse(encode(context(request).hall.rules(game, plan)))


@router.get("/tables", response_model=TablesOut, responses=answers())
async def tables(
    request: Request,
    game: Annotated[str | None, Query(pattern=r"^[a-z0-9_-]{1,32}$", description="Only of this game.")] = None,
    scenario: Annotated[str | None, Query(max_length=64, pattern=LINE, description="Only of this scenario.")] = None,
    running: Annotated[bool, Query(description="Those in play, to watch, instead of those with a free seat.")] = False,
    left: Annotated[bool, Query(description="Those in play with a seat that you may take over.")] = False,
    after: Annotated[str | None, Query(pattern=AFTER, description="As the page before told it.")] = None,
) -> JsonResponse:
    """Public matches, the newest first: those with a free seat, for anybody to sit down, or those in play."""
    here = context(request)
    kind: Kind = "left" if left else "running" if running else "free"
    account = here.sessions.account(request.cookies)
    return JsonResponse(encode(await here.hall.tables(account, game, scenario, kind, after)))


@router.post("/matches", response_model=MatchOut, status_code=201, responses=answers(401, 404, 409))
async def create(body: MatchIn, request: Request) -> JsonResponse:
    """Make a match and sit down at it."""
    here = context(request)
    account = await _guest(here, request)
    record = await here.hall.create(account.id, account.name, body)
    return JsonResponse(here.hall.shown(record, account.id), 201)


@router.get("/matches", response_model=list[MatchOut], responses=answers(401))
async def mine(request: Request) -> JsonResponse:
    """The matches in which you sit: those that wait for you first, what is over last; the latest ``at`` first."""
    here = context(request)
    return JsonResponse(encode(await here.hall.mine(here.sessions.account(request.cookies))))


@router.get("/matches/{match}", response_model=MatchOut, responses=answers(401, 403, 404))
async def show(match: MatchId, request: Request, invite: InviteQuery = None, key: KeyQuery = None) -> JsonResponse:
    """A match as the lobby lists it, for its players, those invited, and spectators; a public one for everybody."""
    here = context(request)
    account = here.sessions.account(request.cookies)
    record = await here.hall.visible(match, account, invite, key)
    return JsonResponse(here.hall.shown(record, account, invite))


@router.post("/matches/{match}/seats/{seat}", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def sit(match: MatchId, seat: SeatId, body: SitIn, request: Request) -> JsonResponse:
    """Sit down by invitation, or at a public table without one."""
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.sit(match, seat, account.id, body.invite, body.seal))


@router.post("/matches/{match}/seats/{seat}/take-over", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def take_over(match: MatchId, seat: SeatId, body: TakeOverIn, request: Request) -> JsonResponse:
    """Take over a seat of a match in play that its player has left, by invitation or at a public table.

    You see from now on what the seat sees, with its log and history. You cannot if you have seen another side's view.
    """
    here = context(request)
    account = await _guest(here, request)
    if await here.hall.may_take(match, seat, account.id, body.invite):
        told = await here.play.take_over(match, Newcomer(account.id, account.name), seat, body.id)
        # What came before is told in the log; nothing of it is news to somebody who was not away.
        await here.look.seen(match, account.id, seat, told)
    return JsonResponse(here.hall.shown(await here.hall.find(match), account.id))


@router.put("/matches/{match}/seats/{seat}/stand-in", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def ask_stand_in(match: MatchId, seat: SeatId, request: Request) -> JsonResponse:
    """Make a link for somebody who will stand in for you; it serves once, and a new one voids the last.

    A stand-in may play your seat while you are away or out of time, or when you say so, until you take it back.
    """
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.ask_stand_in(match, seat, account.id))


@router.post("/matches/{match}/seats/{seat}/stand-in", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def agree_to_stand_in(match: MatchId, seat: SeatId, body: StandInIn, request: Request) -> JsonResponse:
    """Agree to stand in for a seat's player. You cannot if you play the match or have seen another side's view."""
    here = context(request)
    account = await _guest(here, request)
    if await here.hall.may_stand_in(match, seat, account.id, body.key):
        await here.play.agree_to_stand_in(match, Newcomer(account.id, account.name), seat, body.id, body.key)
    return JsonResponse(here.hall.shown(await here.hall.find(match), account.id))


@router.post(
    "/matches/{match}/seats/{seat}/stand-in/play", response_model=MatchOut, responses=answers(401, 403, 404, 409)
)
async def stand_in(match: MatchId, seat: SeatId, body: StandInDeedIn, request: Request) -> JsonResponse:
    """Play the seat for which you stand in, while its player is away, out of time or silent for long.

    You see what the seat sees until its player takes it back; ``{"kind": "take_back"}`` over ``house`` gives it back.
    """
    here = context(request)
    account = await _guest(here, request)
    await here.play.stand_in(match, account.id, seat, body.id)
    return JsonResponse(here.hall.shown(await here.hall.find(match), account.id))


@router.post(
    "/matches/{match}/seats/{seat}/stand-in/step-down", response_model=MatchOut, responses=answers(401, 403, 404, 409)
)
async def step_down(match: MatchId, seat: SeatId, body: StandInDeedIn, request: Request) -> JsonResponse:
    """Stand in for that seat no longer."""
    here = context(request)
    account = await _guest(here, request)
    await here.play.step_down(match, account.id, seat, body.id)
    return JsonResponse(here.hall.shown(await here.hall.find(match), account.id))


@router.delete("/matches/{match}/seats/{seat}", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def leave(match: MatchId, seat: SeatId, request: Request) -> JsonResponse:
    """Stand up from your seat, as long as some are free or unsealed: it is free again, and its seal is gone."""
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.leave(match, seat, account.id))


@router.post("/matches/{match}/rematch", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def rematch(match: MatchId, request: Request) -> JsonResponse:
    """Play a match that is over once more, with sides swapped: you sit down, and the others' seats are kept for them.

    If somebody asked before, that rematch is told: sit down at the seat that is kept for you.
    """
    here = context(request)
    account = await _guest(here, request)
    record = await here.hall.rematch(match, account.id)
    await here.following.changed(match, None)
    return JsonResponse(here.hall.shown(record, account.id))


@router.put("/matches/{match}/watching", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def let_watch(match: MatchId, body: LetWatchIn, request: Request) -> JsonResponse:
    """Agree, or no more, that people watch from your side. They can as soon as all who play it agree."""
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.let_watch(match, body.seat, account.id, yes=body.yes))


@router.post("/matches/{match}/call-off", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def call_off(match: MatchId, request: Request) -> JsonResponse:
    """Call off a match that has not begun: as the only one who sits there, or as anybody once all have sealed."""
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.call_off(match, account.id))


@router.post("/matches/{match}/seals", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def seal(match: MatchId, body: SealsIn, request: Request) -> JsonResponse:
    """Seal the words of your seats. After the last seal the server draws its secret and commits to it."""
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.seal(match, account.id, body.seals))


@router.post("/matches/{match}/words", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def open_words(match: MatchId, body: WordsIn, request: Request) -> JsonResponse:
    """Open the words of your seats, once there is a commitment. The match starts when the last word is open."""
    here = context(request)
    account = await _guest(here, request)
    return await _changed(here, account, await here.hall.open(match, account.id, body.commitment, body.words))


async def _changed(here: Context, account: Account, record: Record) -> JsonResponse:
    """Have the table and its watchers follow, and show the match."""
    await here.following.changed(record.id, None)
    return JsonResponse(here.hall.shown(record, account.id))

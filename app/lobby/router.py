"""Games, matches and seats over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Request

from app.accounts.callers import CallerAccount
from app.accounts.models import Account
from app.accounts.repository import Accounts
from app.accounts.sessions import Sessions
from app.errors import answers, no_session
from app.lobby.catalogue import Catalogue
from app.lobby.listing import CURSOR_PATTERN
from app.lobby.new_matches import MatchMaker
from app.lobby.repository import Kind
from app.lobby.schemas import (
    GameOut,
    LetWatchIn,
    MatchIn,
    MatchOut,
    RulesOut,
    SealAgainIn,
    SealsIn,
    SitIn,
    StandInDeedIn,
    StandInIn,
    StandInProgramIn,
    TablesOut,
    TakeOverIn,
    WordsAheadIn,
    WordsIn,
)
from app.lobby.seats import Seats
from app.lobby.service import LobbyService
from app.lobby.starting import MatchStarter
from app.matches.facts import MatchRecord, Newcomer
from app.matches.play.following import Following
from app.matches.play.settlements import Settlements
from app.matches.reading.match_queries import MatchQueries
from app.parameters import GameId, InviteQuery, KeyQuery, MatchId, PlanQuery, ScenarioQuery, SeatId
from app.parts import part, parts
from app.wire import LINE, JsonResponse, encode

router = APIRouter(prefix="/api", tags=["lobby"])

FollowingPart = Annotated[Following, part(Following)]
CataloguePart = Annotated[Catalogue, part(Catalogue)]
LobbyServicePart = Annotated[LobbyService, part(LobbyService)]
MatchMakerPart = Annotated[MatchMaker, part(MatchMaker)]
MatchStarterPart = Annotated[MatchStarter, part(MatchStarter)]
SeatsPart = Annotated[Seats, part(Seats)]
MatchQueriesPart = Annotated[MatchQueries, part(MatchQueries)]
SettlementsPart = Annotated[Settlements, part(Settlements)]


async def _caller(request: Request) -> Account:
    """The account that asks. ApiError 401 when there is none."""
    known: uuid.UUID | None = parts(request).get(Sessions).account(request.cookies)
    account = await parts(request).get(Accounts).get(known) if known else None
    if account is None:
        raise no_session()
    return account


@router.get("/games", response_model=list[GameOut], responses=answers())
async def games(catalogue: CataloguePart) -> JsonResponse:
    """The games on offer with their scenarios and seats."""
    return JsonResponse(encode(catalogue.games()))


@router.get("/games/{game}/rules", response_model=RulesOut, responses=answers(404))
async def rules(
    game: GameId, catalogue: CataloguePart, plan: PlanQuery = "", scenario: ScenarioQuery = ""
) -> JsonResponse:
    """The rules of a game in our own words, section by section, with its charts."""
    return JsonResponse(encode(catalogue.rules(game, plan, scenario)))


@router.get("/tables", response_model=TablesOut, responses=answers())
async def tables(
    account: CallerAccount,
    lobby: LobbyServicePart,
    game: Annotated[str | None, Query(pattern=r"^[a-z0-9_-]{1,32}$", description="Only of this game.")] = None,
    scenario: Annotated[str | None, Query(max_length=64, pattern=LINE, description="Only of this scenario.")] = None,
    running: Annotated[bool, Query(description="Those in play, to watch, instead of those with a free seat.")] = False,
    left: Annotated[bool, Query(description="Those in play with a seat that you may take over.")] = False,
    after: Annotated[str | None, Query(pattern=CURSOR_PATTERN, description="As the page before told it.")] = None,
) -> JsonResponse:
    """Public matches, the newest first: those with a free seat, for anyone to sit down, or those in play."""
    kind: Kind = "left" if left else "running" if running else "free"
    return JsonResponse(encode(await lobby.tables(account, game, scenario, kind, after)))


@router.post("/matches", response_model=MatchOut, status_code=201, responses=answers(401, 404, 409))
async def create(body: MatchIn, request: Request, match_maker: MatchMakerPart, lobby: LobbyServicePart) -> JsonResponse:
    """Make a match and sit down at it."""
    account = await _caller(request)
    record = await match_maker.create(account.id, account.name, body)
    return JsonResponse(lobby.rows.match_json(record, account.id), 201)


@router.get("/matches", response_model=list[MatchOut], responses=answers(401))
async def mine(account: CallerAccount, lobby: LobbyServicePart) -> JsonResponse:
    """The matches in which you sit: those that wait for you first, what is over last; the latest ``at`` first."""
    return JsonResponse(encode(await lobby.mine(account)))


@router.get("/matches/{match}", response_model=MatchOut, responses=answers(401, 403, 404))
async def show(
    match: MatchId, account: CallerAccount, lobby: LobbyServicePart, invite: InviteQuery = None, key: KeyQuery = None
) -> JsonResponse:
    """A match as the lobby lists it, for its players, those invited, and spectators; a public one for everyone."""
    record = await lobby.visible(match, account, invite, key)
    return JsonResponse(lobby.rows.match_json(record, account, invite))


@router.post("/matches/{match}/seats/{seat}", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def sit(match: MatchId, seat: SeatId, body: SitIn, request: Request, seats: SeatsPart) -> JsonResponse:
    """Sit down by invitation, or at a public table without one."""
    account = await _caller(request)
    return await _announce_and_show(request, account, await seats.sit(match, seat, account.id, body.invite, body.seal))


@router.post("/matches/{match}/seats/{seat}/take-over", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def take_over(
    match: MatchId,
    seat: SeatId,
    body: TakeOverIn,
    request: Request,
    seats: SeatsPart,
    lobby: LobbyServicePart,
    settlements: SettlementsPart,
    queries: MatchQueriesPart,
) -> JsonResponse:
    """Take over a seat of a match in play that its player has left, by invitation or at a public table.

    You see from now on what the seat sees, with its log and history. You cannot if you have seen another side's view.
    """
    account = await _caller(request)
    newcomer = await seats.may_take(match, seat, Newcomer(account.id, account.name), body.invite)
    if newcomer is not None:
        told = await settlements.take_over(match, newcomer, seat, body.id)
        # What came before is told in the log; nothing of it is news to someone who was not away.
        await queries.mark_seen(match, account.id, seat, told)
    return JsonResponse(lobby.rows.match_json(await lobby.find(match), account.id))


@router.put("/matches/{match}/seats/{seat}/stand-in", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def ask_stand_in(
    match: MatchId, seat: SeatId, request: Request, lobby: LobbyServicePart, seats: SeatsPart
) -> JsonResponse:
    """Make a link for someone who will stand in for you; it serves once, and a new one voids the last.

    A stand-in may play your seat while you are away or out of time, or when you say so, until you take it back.
    """
    account = await _caller(request)
    # Not ``_announce_and_show``: whoever watches would get a message, and know that someone was asked.
    return JsonResponse(lobby.rows.match_json(await seats.ask_stand_in(match, seat, account.id), account.id))


@router.post("/matches/{match}/seats/{seat}/stand-in", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def agree_to_stand_in(
    match: MatchId,
    seat: SeatId,
    body: StandInIn,
    request: Request,
    seats: SeatsPart,
    lobby: LobbyServicePart,
    settlements: SettlementsPart,
) -> JsonResponse:
    """Agree to stand in for a seat's player. You cannot if you play the match or have seen another side's view."""
    account = await _caller(request)
    if await seats.may_stand_in(match, seat, account.id, body.key):
        await settlements.agree_to_stand_in(match, Newcomer(account.id, account.name), seat, body.id, body.key)
    return JsonResponse(lobby.rows.match_json(await lobby.find(match), account.id))


@router.post(
    "/matches/{match}/seats/{seat}/stand-in/program", response_model=MatchOut, responses=answers(401, 403, 404, 409)
)
async def have_program_stand_in(
    match: MatchId,
    seat: SeatId,
    body: StandInProgramIn,
    request: Request,
    seats: SeatsPart,
    lobby: LobbyServicePart,
    settlements: SettlementsPart,
) -> JsonResponse:
    """Have a program stand in for you. It plays when you ask it, and by itself while you are away or out of time.

    After days away it gives the seat back; you can take it back at any time.
    """
    account = await _caller(request)
    program = await seats.may_have_program(match, seat, account.id, body.program)
    if program is not None:
        await settlements.agree_on_program(match, account.id, seat, body.id, program)
    return JsonResponse(lobby.rows.match_json(await lobby.find(match), account.id))


@router.post(
    "/matches/{match}/seats/{seat}/stand-in/play", response_model=MatchOut, responses=answers(401, 403, 404, 409)
)
async def stand_in(
    match: MatchId,
    seat: SeatId,
    body: StandInDeedIn,
    request: Request,
    settlements: SettlementsPart,
    lobby: LobbyServicePart,
) -> JsonResponse:
    """Play the seat for which you stand in, while its player is away, out of time or silent for long.

    You see what the seat sees until its player takes it back; ``{"kind": "take_back"}`` over ``house`` gives it back.
    """
    account = await _caller(request)
    await settlements.stand_in(match, account.id, seat, body.id)
    return JsonResponse(lobby.rows.match_json(await lobby.find(match), account.id))


@router.post(
    "/matches/{match}/seats/{seat}/stand-in/step-down", response_model=MatchOut, responses=answers(401, 403, 404, 409)
)
async def step_down(
    match: MatchId,
    seat: SeatId,
    body: StandInDeedIn,
    request: Request,
    settlements: SettlementsPart,
    lobby: LobbyServicePart,
) -> JsonResponse:
    """Stand in for that seat no longer."""
    account = await _caller(request)
    await settlements.step_down(match, account.id, seat, body.id)
    return JsonResponse(lobby.rows.match_json(await lobby.find(match), account.id))


@router.delete("/matches/{match}/seats/{seat}", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def leave(match: MatchId, seat: SeatId, request: Request, seats: SeatsPart) -> JsonResponse:
    """Stand up from your seat, as long as some are free or unsealed: it is free again, and its seal is gone."""
    account = await _caller(request)
    return await _announce_and_show(request, account, await seats.leave(match, seat, account.id))


@router.post("/matches/{match}/rematch", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def rematch(
    match: MatchId, request: Request, match_maker: MatchMakerPart, lobby: LobbyServicePart, following: FollowingPart
) -> JsonResponse:
    """Play a match that is over once more, with sides swapped: you sit down, and the others' seats are kept for them.

    One that was called off before it began, or cannot begin any more, is begun again with the same seats. If someone
    asked before, that rematch is told: sit down at the seat that is kept for you.
    """
    account = await _caller(request)
    record = await match_maker.rematch(match, account.id)
    await following.on_match_changed(match, None)
    return JsonResponse(lobby.rows.match_json(record, account.id))


@router.put("/matches/{match}/watching", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def let_watch(match: MatchId, body: LetWatchIn, request: Request, seats: SeatsPart) -> JsonResponse:
    """Agree, or no more, that people watch from your side. They can as soon as all who play it agree."""
    account = await _caller(request)
    return await _announce_and_show(request, account, await seats.let_watch(match, body.seat, account.id, yes=body.yes))


@router.post("/matches/{match}/call-off", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def call_off(match: MatchId, request: Request, seats: SeatsPart) -> JsonResponse:
    """Call off a match that has not begun: as the only one who sits there, or as anyone once all have sealed."""
    account = await _caller(request)
    return await _announce_and_show(request, account, await seats.call_off(match, account.id))


@router.post("/matches/{match}/seals", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def seal(match: MatchId, body: SealsIn, request: Request, starter: MatchStarterPart) -> JsonResponse:
    """Seal the words of your seats. After the last seal the server draws its secret and commits to it."""
    account = await _caller(request)
    return await _announce_and_show(request, account, await starter.seal(match, account.id, body.seals))


@router.post("/matches/{match}/seal-again", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def seal_again(match: MatchId, body: SealAgainIn, request: Request, starter: MatchStarterPart) -> JsonResponse:
    """Have all words sealed again, until the last is open: the current ones and the server's secret are void.

    It is told to everyone and stands in the export. Each match can be sealed again five times.
    """
    account = await _caller(request)
    return await _announce_and_show(
        request, account, await starter.seal_again(match, account.id, body.commitment, body.seals)
    )


@router.post("/matches/{match}/words", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def open_words(match: MatchId, body: WordsIn, request: Request, starter: MatchStarterPart) -> JsonResponse:
    """Open the words of your seats, once there is a commitment. The match starts when the last word is open."""
    account = await _caller(request)
    return await _announce_and_show(
        request, account, await starter.open(match, account.id, body.commitment, body.words)
    )


@router.post("/matches/{match}/words-ahead", response_model=MatchOut, responses=answers(401, 403, 404, 409))
async def open_words_ahead(
    match: MatchId, body: WordsAheadIn, request: Request, starter: MatchStarterPart
) -> JsonResponse:
    """Open words of your sealed seats before there is a commitment: the match can then begin while you are away.

    Nobody is told them before the end. The server alone gains nothing, as one word is closed when it commits itself; it
    and whoever seals last, together, could choose the dice.
    """
    account = await _caller(request)
    return await _announce_and_show(request, account, await starter.open_ahead(match, account.id, body.words))


async def _announce_and_show(request: Request, account: Account, record: MatchRecord) -> JsonResponse:
    """Have the table and its watchers follow, and show the match. A program's seat is known as such from then on."""
    if request.scope["caller"].program:
        await parts(request).get(MatchStarter).note_program(record.id, account.id)
    await parts(request).get(Following).on_match_changed(record.id, None)
    return JsonResponse(parts(request).get(LobbyService).rows.match_json(record, account.id))

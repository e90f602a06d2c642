"""A match in play over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from app.accounts.callers import CallerAccount
from app.errors import answers
from app.matches.agreements.settlement import PREFIX
from app.matches.play.moves import Moves
from app.matches.play.settlements import Settlements
from app.matches.reading.charts import Charts
from app.matches.reading.export import Exports
from app.matches.reading.match_queries import MatchQueries
from app.matches.reading.results import Results
from app.matches.schemas import (
    ChartsOut,
    CommandIn,
    CommandOut,
    ConsultIn,
    ConsultsIn,
    ConsultsOut,
    ExportOut,
    HistoryOut,
    LinkOut,
    LogOut,
    PoolsOut,
    ResultOut,
    SeenIn,
    SeenOut,
    SettleIn,
    StateOut,
    UndoIn,
)
from app.parameters import KeyQuery, MatchId, SeatQuery
from app.parts import part
from app.wire import MAX_SEQ, JsonResponse, LongJson, Sentence, Word

router = APIRouter(prefix="/api/matches/{match}", tags=["matches"])

ChartsPart = Annotated[Charts, part(Charts)]
ExportsPart = Annotated[Exports, part(Exports)]
ResultsPart = Annotated[Results, part(Results)]
MatchQueriesPart = Annotated[MatchQueries, part(MatchQueries)]
MovesPart = Annotated[Moves, part(Moves)]
SettlementsPart = Annotated[Settlements, part(Settlements)]


@router.get("/state", response_model=StateOut, responses=answers(401, 403, 404))
async def state(
    match: MatchId, account: CallerAccount, queries: MatchQueriesPart, seat: SeatQuery = None, key: KeyQuery = None
) -> JsonResponse:
    """The position, the question put to this seat, and the newest log lines."""
    return JsonResponse(await queries.state(match, account, seat, key))


@router.get("/log", response_model=LogOut, responses=answers(401, 403, 404))
async def log(
    match: MatchId,
    account: CallerAccount,
    queries: MatchQueriesPart,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    before: Annotated[int, Query(ge=0, le=MAX_SEQ)] = MAX_SEQ,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    find: Annotated[Sentence, Query(description="Only lines that hold this text.")] = "",
    kind: Annotated[list[Word] | None, Query(max_length=64, description="Only lines of these kinds.")] = None,
) -> JsonResponse:
    """Older log lines: the newest ``limit`` before a line, oldest first."""
    if find or kind:
        found = await queries.find_lines(
            match, account, seat, key, before=before, text=find, kinds=kind or (), limit=limit
        )
        return JsonResponse({"log": [*found]})
    return JsonResponse({"log": [*await queries.older_log(match, account, seat, key, before, limit)]})


@router.get("/history", response_model=HistoryOut, responses=answers(401, 403, 404))
async def history(
    match: MatchId,
    account: CallerAccount,
    queries: MatchQueriesPart,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    number: Annotated[
        int, Query(ge=0, le=MAX_SEQ, description="How much you had been told; by default now.")
    ] = MAX_SEQ,
) -> JsonResponse:
    """An earlier position as you saw it then, after the command that told you so much."""
    return JsonResponse(await queries.history(match, account, seat, key, number))


@router.get("/links/{link}", response_model=LinkOut, responses=answers(401, 403, 404))
async def link(
    match: MatchId,
    link: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="As you were told it, in hex.")],
    account: CallerAccount,
    queries: MatchQueriesPart,
    seat: SeatQuery = None,
    key: KeyQuery = None,
) -> JsonResponse:
    """Whether a link that you noted is still in the chain of the match: if not, this is not the match that you saw."""
    return JsonResponse({"there": await queries.has_link(match, account, seat, key, bytes.fromhex(link))})


@router.get("/charts", response_model=ChartsOut, responses=answers(401, 403, 404))
async def charts(
    match: MatchId, account: CallerAccount, charts: ChartsPart, seat: SeatQuery = None, key: KeyQuery = None
) -> JsonResponse:
    """The match turn by turn in figures, as far as you were told; once it is over, of all that was."""
    return JsonResponse(await charts.of(match, account, seat, key))


@router.get("/pools", response_model=PoolsOut, responses=answers(401, 403, 404))
async def pools(
    match: MatchId, account: CallerAccount, queries: MatchQueriesPart, seat: SeatQuery = None, key: KeyQuery = None
) -> JsonResponse:
    """Which event chits lie where, and since when, as far as you may know; once it is over, all of them."""
    return JsonResponse(await queries.pools(match, account, seat, key))


@router.get("/result", response_model=ResultOut, responses=answers(401, 403, 404, 409))
async def match_result(
    match: MatchId, account: CallerAccount, results: ResultsPart, key: KeyQuery = None
) -> JsonResponse:
    """How a match ended and went, in figures: for its players and spectators, of a public match for everyone."""
    return JsonResponse(await results.of(match, account, key))


@router.post("/consult", response_model=dict[str, object], responses=answers(401, 403, 404))
async def consult(match: MatchId, body: ConsultIn, account: CallerAccount, queries: MatchQueriesPart) -> JsonResponse:
    """Detail for planning: reach, odds, overlays. Nothing is changed."""
    return JsonResponse(await queries.consult(match, account, body.seat, body.question))


@router.post("/consults", response_model=ConsultsOut, responses=answers(401, 403, 404))
async def consults(match: MatchId, body: ConsultsIn, account: CallerAccount, queries: MatchQueriesPart) -> JsonResponse:
    """Several questions of planning at once, for programs: all are answered of the same position."""
    return JsonResponse({"answers": [*await queries.consults(match, account, body.seat, body.questions)]})


@router.post("/commands", response_model=CommandOut, responses=answers(401, 403, 404, 409))
async def command(match: MatchId, body: CommandIn, account: CallerAccount, moves: MovesPart) -> JsonResponse:
    """Play a command. Sent again with the same id it is answered the same and applied once."""
    return JsonResponse(await moves.command(match, account, body.seat, body.id, body.ask, body.command))


@router.post("/undo", response_model=CommandOut, responses=answers(401, 403, 404, 409))
async def undo(match: MatchId, body: UndoIn, account: CallerAccount, moves: MovesPart) -> JsonResponse:
    """Take back your last command, unless a die was rolled, something hidden was seen or the turn has passed."""
    return JsonResponse(await moves.undo(match, account, body.seat, body.id))


@router.post("/house", response_model=CommandOut, responses=answers(401, 403, 404, 409))
async def settle(match: MatchId, body: SettleIn, account: CallerAccount, settlements: SettlementsPart) -> JsonResponse:
    """Resign, offer a draw, ask to go back by consent, answer, or withdraw: whose move it is does not matter."""
    order = body.order.model_dump()
    order["kind"] = PREFIX + order["kind"]
    return JsonResponse(await settlements.settle(match, account, body.seat, body.id, order))


@router.post("/seen", response_model=SeenOut, responses=answers(401, 403, 404))
async def seen(match: MatchId, body: SeenIn, account: CallerAccount, queries: MatchQueriesPart) -> JsonResponse:
    """Note what you have seen, for the summary at your next visit."""
    last = await queries.mark_seen(match, account, body.seat, body.seq)
    return JsonResponse({"last_seen": last})


@router.get("/export", response_model=ExportOut, responses=answers(401, 403, 404))
async def export_match(
    match: MatchId, account: CallerAccount, exports: ExportsPart, seat: SeatQuery = None, key: KeyQuery = None
) -> LongJson:
    """The match as a file that ``greatwar verify`` reads, as far as the caller may know it."""
    body = await exports.export(match, account, seat, key)
    return LongJson(body, {"Content-Disposition": f'attachment; filename="match-{match}.json"'})

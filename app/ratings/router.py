"""Ratings over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from app.accounts.callers import CallerAccount
from app.accounts.repository import Accounts
from app.errors import answers, no_session
from app.lobby.service import LobbyService
from app.parameters import GameId, KeyQuery, MatchId
from app.parts import part
from app.ratings.schemas import LadderOut, MatchRatingOut, PlayerOut
from app.ratings.service import RatingService
from app.wire import JsonResponse

router = APIRouter(prefix="/api", tags=["ratings"])

RatingServicePart = Annotated[RatingService, part(RatingService)]
AccountsPart = Annotated[Accounts, part(Accounts)]
LobbyServicePart = Annotated[LobbyService, part(LobbyService)]


@router.get("/ladder/{game}", response_model=LadderOut, responses=answers(404))
async def ladder(game: GameId, account: CallerAccount, ratings: RatingServicePart) -> JsonResponse:
    """The best players of each side of a game, by public matches among players who can log in."""
    return JsonResponse(await ratings.ladder(game, account))


@router.get("/players/me", response_model=PlayerOut, responses=answers(401))
async def own(account: CallerAccount, ratings: RatingServicePart, accounts: AccountsPart) -> JsonResponse:
    """What you play how often, and your ratings."""
    person = None if account is None else await accounts.get(account)
    if person is None:
        raise no_session()
    return JsonResponse(await ratings.own(person.id, person.name))


@router.get("/players/{player}", response_model=PlayerOut, responses=answers(404))
async def player(
    player: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["c0ffee00c0ffee00"])],
    account: CallerAccount,
    ratings: RatingServicePart,
) -> JsonResponse:
    """What someone on the ladder plays how often, and their ratings."""
    return JsonResponse(await ratings.player(player, account))


@router.get("/matches/{match}/rating", response_model=MatchRatingOut, responses=answers(401, 403, 404, 409))
async def of_match(
    match: MatchId,
    account: CallerAccount,
    ratings: RatingServicePart,
    lobby: LobbyServicePart,
    key: KeyQuery = None,
) -> JsonResponse:
    """What a match that is over did to ratings; refused for private ones and others that are not rated."""
    return JsonResponse(await ratings.of_match(await lobby.visible(match, account, None, key)))

"""What-ifs over HTTP: for anyone who sees what a side sees, or a match that is over; alone or with others."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter

from app.accounts.callers import CallerAccount
from app.accounts.repository import Accounts
from app.errors import answers, no_session
from app.lobby.schemas import MatchOut
from app.lobby.service import LobbyService
from app.parameters import MatchId
from app.parts import part
from app.what_ifs.schemas import WhatIfIn, WhatIfsOut
from app.what_ifs.service import WhatIfs
from app.wire import JsonResponse

router = APIRouter(prefix="/api", tags=["what-ifs"])

WhatIfsPart = Annotated[WhatIfs, part(WhatIfs)]
AccountsPart = Annotated[Accounts, part(Accounts)]
LobbyServicePart = Annotated[LobbyService, part(LobbyService)]


@router.post(
    "/matches/{match}/what-ifs", response_model=MatchOut, status_code=201, responses=answers(401, 403, 404, 409)
)
async def begin(
    match: MatchId,
    body: WhatIfIn,
    account: CallerAccount,
    accounts: AccountsPart,
    what_ifs: WhatIfsPart,
    lobby: LobbyServicePart,
) -> JsonResponse:
    """Try a moment of a match out, on a copy that is yours alone: you play all sides, and nothing of it counts.

    You sit in the match, or watch a side by its key. What you could not see is dealt by chance. Its dice are its own.
    Of a match that is over anyone who may look plays on: everything lies as it did, from its end just before that.
    It is made once however often you send it.
    """
    person = None if account is None else await accounts.get(account)
    if person is None:
        raise no_session()
    made = await what_ifs.begin(match, account, person.name, body)
    return JsonResponse(lobby.rows.match_json(await lobby.find(made), account), 201)


@router.get("/what-ifs", response_model=WhatIfsOut, responses=answers(401))
async def mine(account: CallerAccount, what_ifs: WhatIfsPart) -> JsonResponse:
    """What you try out now, or were let into. Each is gone a day after it was begun."""
    return JsonResponse(await what_ifs.mine(account))


@router.post("/what-ifs/{match}/guests", response_model=MatchOut, responses=answers(401, 404, 409))
async def let_in(
    match: MatchId, account: CallerAccount, what_ifs: WhatIfsPart, lobby: LobbyServicePart
) -> JsonResponse:
    """Let those into one that you began who see in the match what you see: your allies, and everyone who sits there
    once it is over. They move all seats as you do, and it counts as none of theirs."""
    return JsonResponse(lobby.rows.match_json(await what_ifs.let_in(match, account), account))


@router.delete("/what-ifs/{match}", response_model=WhatIfsOut, responses=answers(401, 404))
async def end(match: MatchId, account: CallerAccount, what_ifs: WhatIfsPart) -> JsonResponse:
    """Throw one away."""
    await what_ifs.end(match, account)
    return JsonResponse(await what_ifs.mine(account))

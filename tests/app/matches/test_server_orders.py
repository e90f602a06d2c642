"""What the server itself says in a match, without a server."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from app.errors import ApiError, moved_on, no_match
from app.matches.play.server_orders import ServerOrders


class Unread:
    """Live matches of which none can be had."""

    def __init__(self, error: ApiError) -> None:
        self.error = error

    async def get(self, _match: str, *, moving: bool) -> Any:
        raise self.error


async def announced(error: ApiError) -> None:
    """Days away are to be told in a match that is not there."""
    nobody: Any = None
    away: Any = Unread(error)
    await ServerOrders(nobody, away, nobody, nobody).announce(
        "m", "red", uuid.UUID(int=1), "away/1", {"kind": "go_away"}
    )


@pytest.mark.parametrize("error", [ApiError(503, "no_room", "No room."), ApiError(503, "moving", "Moved."), moved_on()])
async def test_what_cannot_be_said_yet_is_said_later(error: ApiError) -> None:
    """Else days away would be noted as told, and the clock of that match would run on."""
    with pytest.raises(ApiError):
        await announced(error)


@pytest.mark.parametrize("error", [no_match(), ApiError(409, "finished", "The match is over.")])
async def test_a_match_that_is_over_or_gone_need_not_hear_of_it(error: ApiError) -> None:
    await announced(error)

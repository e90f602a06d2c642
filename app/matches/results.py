"""The result of a match: for its players, for those with the spectators' key, and of a public one for all."""

from __future__ import annotations

import hmac
import uuid
from typing import TYPE_CHECKING

from app.errors import ApiError
from app.matches.facts import FINISHED, PUBLIC, Record
from rules.kernel.game import REFEREE, SPECTATOR
from rules.kernel.messages import Json, JsonObject

if TYPE_CHECKING:
    from app.context import Context


async def result(here: Context, match: str, account: uuid.UUID | None, key: str | None) -> JsonObject:
    """How a match ended and went. ApiError 401, 403 or 404 as for the match, 409 while it is in play."""
    seen = await here.hall.visible(match, account, None, key)
    if seen.status != FINISHED:
        raise ApiError(409, "not_over", "The match is not over.")
    table = await here.following.current(match)
    record, game = table.record, table.game
    begun, ended = await here.matches.chronicle.span(match)
    last = game.view(table.state, REFEREE)
    sides = {seat.id: seat.side for seat in table.seats}
    seats: list[Json] = [
        {
            "seat": chair.seat,
            "title": chair.title,
            "side": sides[chair.seat],
            "name": chair.name,
            "you": account is not None and chair.account == account,
        }
        for chair in record.chairs
    ]
    return {
        "id": match,
        "game": game.id,
        "scenario": record.scenario,
        "title": next((s.title for s in game.scenarios if s.id == record.scenario), record.scenario),
        "plan": record.options.get("plan", ""),
        "hotseat": record.hotseat,
        "public": record.listing == PUBLIC,
        "outcome": record.outcome,
        "seats": seats,
        "began": begun.isoformat(timespec="seconds"),
        "ended": ended.isoformat(timespec="seconds"),
        "turn": last["turn"],
        "key": record.spectate if _knows(record, account, key) else None,
        "rematch": record.rematch if any(chair.account == account for chair in record.chairs if account) else None,
        "charts": await here.charts.measured(table, SPECTATOR),
    }


def _knows(record: Record, account: uuid.UUID | None, key: str | None) -> bool:
    """Whether a caller is one of those who are told the spectators' key anyhow, or has it."""
    if record.listing == PUBLIC or (key is not None and hmac.compare_digest(key.encode(), record.spectate.encode())):
        return True
    return account is not None and any(chair.account == account for chair in record.chairs)

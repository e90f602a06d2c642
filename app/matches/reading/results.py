"""The result of a match: for its players, for those with the spectators' key, and of a public one for all."""

from __future__ import annotations

import hmac
import uuid
from collections.abc import Awaitable, Callable

from app.errors import ApiError
from app.matches.facts import FINISHED, PUBLIC, MatchRecord
from app.matches.play.current_matches import CurrentMatches
from app.matches.reading.charts import Charts
from app.matches.rows.repository import Matches
from rules.kernel.game import REFEREE, SPECTATOR
from rules.kernel.messages import Json, JsonObject

Visible = Callable[[str, uuid.UUID | None, str | None, str | None], Awaitable[MatchRecord]]
"""``visible(match, account, invite, key)``: the match, if the caller may know of it."""


class Results:
    """Tells how matches ended."""

    def __init__(self, matches: Matches, current: CurrentMatches, charts: Charts, visible: Visible) -> None:
        self._matches = matches
        self._current = current
        self._charts = charts
        self._visible = visible

    async def of(self, match: str, account: uuid.UUID | None, key: str | None) -> JsonObject:
        """How a match ended and went. ApiError 401, 403 or 404 as for the match, 409 while it is in play."""
        seen = await self._visible(match, account, None, key)
        if seen.status != FINISHED:
            raise ApiError(409, "not_over", "The match is not over.")
        live = await self._current.get(match)
        record, game = live.record, live.game
        begun, ended = await self._matches.chronicle.span(match)
        last = game.view(live.state, REFEREE)
        sides = {seat.id: seat.side for seat in live.seats}
        seats: list[Json] = [
            {
                "seat": seat_record.seat,
                "title": seat_record.title,
                "side": sides[seat_record.seat],
                "name": seat_record.name,
                "you": account is not None and seat_record.account == account,
            }
            for seat_record in record.seats
        ]
        return {
            "id": match,
            "game": game.id,
            "scenario": record.scenario,
            "title": next((s.title for s in game.scenarios if s.id == record.scenario), record.scenario),
            "plan": record.plan,
            "hotseat": record.hotseat,
            "public": record.listing == PUBLIC,
            "outcome": record.outcome,
            "seats": seats,
            "began": begun.isoformat(timespec="seconds"),
            "ended": ended.isoformat(timespec="seconds"),
            "turn": last["turn"],
            "key": record.spectate if _knows(record, account, key) else None,
            "rematch": record.rematch if any(s.account == account for s in record.seats if account) else None,
            "charts": await self._charts.charts_for(live, SPECTATOR),
        }


def _knows(record: MatchRecord, account: uuid.UUID | None, key: str | None) -> bool:
    """Whether a caller is one of those who are told the spectators' key anyhow, or has it."""
    if record.listing == PUBLIC or (key is not None and hmac.compare_digest(key.encode(), record.spectate.encode())):
        return True
    return account is not None and any(seat_record.account == account for seat_record in record.seats)

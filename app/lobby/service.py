"""The lobby: which matches there are, and who may know of one."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.errors import ApiError, no_match, no_session
from app.live.hub import Hub
from app.lobby import listing
from app.lobby.repository import Kind, Lobby
from app.lobby.rows import Rows, fits, has_room
from app.matches.access.admitting import admit
from app.matches.access.rights import side_keys
from app.matches.facts import (
    ACTIVE,
    PUBLIC,
    MatchRecord,
)
from app.matches.rows.repository import Matches
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject

Survey = Callable[[Sequence[str]], None]
"""Has it noted how matches in play stand of which nobody has noted it."""


class LobbyService:
    """Finds matches."""

    def __init__(
        self, repository: Lobby, matches: Matches, games: Mapping[str, Game[Any, Any]], hub: Hub, survey: Survey
    ) -> None:
        self._repository = repository
        self._matches = matches
        self._games = games
        self._survey = survey
        self.rows = Rows(games, hub)
        """How each person is shown a match."""

    async def find(self, match: str) -> MatchRecord:
        """The match. ApiError 404 when there is none."""
        record = await self._matches.records.find(match)
        if record is None or record.game not in self._games:
            raise no_match()
        return record

    async def visible(self, match: str, account: uuid.UUID | None, invite: str | None, key: str | None) -> MatchRecord:
        """The match, for callers with a seat or one of its tokens; a public one for all. ApiError 401, 403 or 404.

        An invitation is used up with the last seat: whoever finds an old one learns nothing by it.
        """
        record = await self.find(match)
        asked = any(fits(key, c.stand_in_key) for c in record.seats if c.stand_in_key is not None)
        if record.listing == PUBLIC or asked or fits(key, record.spectate):
            return record
        if key is not None and key in side_keys(record, self.rows.seats(record)).values():
            await admit(self._matches, record, account, None, key, self.rows.seats(record))
            return record
        if has_room(record) and fits(invite, record.invite):
            return record
        if account is None:
            raise no_session()
        if not any(account in (c.account, c.kept_for, c.stand_in, *c.guests) for c in record.seats):
            raise ApiError(403, "not_invited", "You need an invitation to this match.")
        return record

    async def mine(self, account: uuid.UUID | None) -> list[JsonObject]:
        """The matches in which the caller has a seat, as ``Lobby.mine`` orders them. ApiError 401 without a session."""
        if account is None:
            raise no_session()
        records = await self._matches.records.find_all(await self._repository.mine(account))
        self._ask_after(records)
        return [self.rows.match_json(r, account) for r in records if r.game in self._games]

    async def tables(
        self, account: uuid.UUID | None, game: str | None, scenario: str | None, kind: Kind, after: str | None
    ) -> JsonObject:
        """A page of the public tables of a kind; ``after`` is what the page before told."""
        places = await self._repository.public(
            game, scenario, kind, listing.decode_cursor(after), listing.PAGE_SIZE + 1
        )
        more, places = len(places) > listing.PAGE_SIZE, places[: listing.PAGE_SIZE]
        records = {r.id: r for r in await self._matches.records.find_all([p.match for p in places])}
        self._ask_after(list(records.values()))
        rows = [
            listing.row(record, place, self.rows.sides(record), account)
            for place in places
            if (record := records.get(place.match)) is not None and record.game in self._games
        ]
        return {"tables": [*rows], "after": listing.encode_cursor(places[-1]) if more else None}

    def _ask_after(self, records: Sequence[MatchRecord]) -> None:
        """Have it noted how matches stand of which nobody has noted it."""
        if unknown := [r.id for r in records if r.status == ACTIVE and r.glance is None and r.game in self._games]:
            self._survey(unknown)

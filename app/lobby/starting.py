"""How a match starts: words are sealed, then opened (docs/decisions/0016)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from app.happenings import Happenings, NoticesDue, SeatsChanged
from app.lobby.sealing import Sealing
from app.lobby.service import LobbyService
from app.matches.facts import (
    MatchRecord,
)
from rules.kernel.game import Game


class MatchStarter:
    """Takes seals and words, and has everyone hear of it."""

    def __init__(
        self, sealing: Sealing, lobby: LobbyService, games: Mapping[str, Game[Any, Any]], happenings: Happenings
    ) -> None:
        self._sealing = sealing
        self._lobby = lobby
        self._games = games
        self._happenings = happenings

    async def seal(self, match: str, account: uuid.UUID, seals: Mapping[str, str]) -> MatchRecord:
        """Hand in seals of the caller's seats. ApiError as ``Sealing.seal``, or 404."""
        await self._lobby.find(match)
        if await self._sealing.seal(match, account, seals):
            self._happenings.tell(SeatsChanged(match))
            self._happenings.tell(NoticesDue())
        return await self._lobby.find(match)

    async def seal_again(
        self, match: str, account: uuid.UUID, commitment: str, seals: Mapping[str, str]
    ) -> MatchRecord:
        """Make a round void, with new seals of the caller's seats. ApiError as ``Sealing.seal_again``, or 404."""
        await self._lobby.find(match)
        if await self._sealing.seal_again(match, account, commitment, seals):
            self._happenings.tell(SeatsChanged(match))
            self._happenings.tell(NoticesDue())
        return await self._lobby.find(match)

    async def open_ahead(self, match: str, account: uuid.UUID, words: Mapping[str, str]) -> MatchRecord:
        """Take words before the server commits itself. ApiError as ``Sealing.open_ahead``, or 404."""
        await self._lobby.find(match)
        if await self._sealing.open_ahead(match, account, words):
            self._happenings.tell(SeatsChanged(match))
        return await self._lobby.find(match)

    async def open(self, match: str, account: uuid.UUID, commitment: str, words: Mapping[str, str]) -> MatchRecord:
        """Open words of the caller's seats; the match starts with the last. ApiError as ``Sealing.open``, or 404."""
        record = await self._lobby.find(match)
        if await self._sealing.open(match, account, commitment, words, lambda: self._first_asks(record)):
            self._happenings.tell(SeatsChanged(match))
            self._happenings.tell(NoticesDue())
        return await self._lobby.find(match)

    def _first_asks(self, record: MatchRecord) -> Mapping[str, str]:
        """The seats that begin a match, and what each is asked."""
        game = self._games[record.game]
        state = game.new_match(record.scenario, record.options)
        return {seat: game.ask(state, seat) for seat in game.deciders(state)}

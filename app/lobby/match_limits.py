"""In how many matches one person may sit."""

from __future__ import annotations

import uuid

from app.errors import ApiError
from app.lobby import listing
from app.lobby.repository import Lobby


class MatchLimits:
    """``most``: unfinished matches in which a person may sit; ``most_offered``: those of them on offer to all;
    ``most_against_programs``: those with a program."""

    def __init__(self, lobby: Lobby, most: int, most_offered: int, most_against_programs: int) -> None:
        self._lobby = lobby
        self._most_against_programs = most_against_programs
        self._most = most
        self._most_offered = most_offered

    async def refuse_another(self, account: uuid.UUID) -> None:
        """Refuse to seat someone who sits in too many matches already. ApiError 409."""
        if await self._lobby.count_unfinished(account) >= self._most:
            raise ApiError(409, "too_many_matches", f"You are in {self._most} unfinished matches. Finish some first.")

    async def refuse_program(self, account: uuid.UUID) -> None:
        """Refuse another match with a program. ApiError 409."""
        most = self._most_against_programs
        if await self._lobby.count_against_programs(account) >= most:
            text = f"You have {most} unfinished matches against programs. Finish or give up one first."
            raise ApiError(409, "too_many_programs", text)

    async def refuse_offer(self, account: uuid.UUID, hotseat: bool) -> None:
        """Refuse another public table, at one screen or of someone who offers too many. ApiError."""
        listing.refuse_offer(hotseat, await self._lobby.count_open_tables(account), self._most_offered)

"""In how many matches one person may sit."""

from __future__ import annotations

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ApiError
from app.lobby import listing
from app.lobby.repository import Lobby
from app.matches.facts import Allowed


class MatchLimits:
    """``most``: unfinished matches in which a person may sit; ``most_offered``: those of them on offer to all;
    ``most_against_programs``: those with a program."""

    def __init__(self, lobby: Lobby, most: int, most_offered: int, most_against_programs: int) -> None:
        self._lobby = lobby
        self._most_against_programs = most_against_programs
        self._most = most
        self._most_offered = most_offered

    def another(self, account: uuid.UUID, *, program: bool, offered: bool = False) -> Allowed:
        """Refuses another match, one with a ``program`` or one ``offered`` to all, as it is stored: several that were
        asked for at the same moment are counted one after the other."""

        async def refuse(session: AsyncSession) -> None:
            await self._lobby.hold(account, session)
            await self.refuse_another(account, session)
            if program:
                await self.refuse_program(account, session)
            if offered:
                await self.refuse_offer(account, False, session)

        return refuse

    def another_program(self, account: uuid.UUID, match: str) -> Allowed:
        """Refuses a program in a match that someone plays already, as it is stored."""

        async def refuse(session: AsyncSession) -> None:
            await self._lobby.hold(account, session)
            await self.refuse_program(account, session, match)

        return refuse

    async def refuse_another(self, account: uuid.UUID, within: AsyncSession | None = None) -> None:
        """Refuse to seat someone who sits in too many matches already. ApiError 409."""
        if await self._lobby.count_unfinished(account, within) >= self._most:
            raise ApiError(409, "too_many_matches", f"You are in {self._most} unfinished matches. Finish some first.")

    async def refuse_program(
        self, account: uuid.UUID, within: AsyncSession | None = None, match: str | None = None
    ) -> None:
        """Refuse another match with a program, or one in a match of theirs. ApiError 409."""
        most = self._most_against_programs
        if await self._lobby.count_against_programs(account, within, match) >= most:
            text = f"You have {most} unfinished matches against programs. Finish or give up one first."
            raise ApiError(409, "too_many_programs", text)

    async def refuse_offer(self, account: uuid.UUID, hotseat: bool, within: AsyncSession | None = None) -> None:
        """Refuse another public table, at one screen or of someone who offers too many. ApiError."""
        listing.refuse_offer(hotseat, await self._lobby.count_open_tables(account, within), self._most_offered)

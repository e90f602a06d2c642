"""What someone does about what another has said: to mute them, or to tell whoever runs the server.

People are named by a message that the caller may read: nobody is told the number of another's account.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import Mute, Report
from app.chat.repository import Spoken
from app.chat.speakers import mark_of
from app.database import Database
from app.errors import ApiError

MAX_MUTED_PEOPLE = 500
"""People whom one account may have muted."""


class Manners:
    """Mutes, and reports of messages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_muted_marks(self, account: uuid.UUID | None, match: str, among: Sequence[uuid.UUID]) -> list[str]:
        """The marks of those among some speakers of a match whom an account has muted."""
        if account is None or not among:
            return []
        query = select(Mute.other).where(Mute.account == account, Mute.other.in_(among))
        async with self._database.session() as session:
            return sorted(mark_of(match, other) for other in await session.scalars(query))

    async def mute(self, account: uuid.UUID, other: uuid.UUID, *, yes: bool) -> None:
        """Mute a speaker, or hear them again. ApiError 409 for too many."""
        async with self._database.session.begin() as session:
            if not yes:
                await session.execute(delete(Mute).where(Mute.account == account, Mute.other == other))
                return
            count = select(func.count()).select_from(Mute).where(Mute.account == account)
            if (await session.scalars(count)).one() >= MAX_MUTED_PEOPLE:
                raise ApiError(409, "too_many_mutes", f"You have muted {MAX_MUTED_PEOPLE} people. Unmute one first.")
            await session.execute(insert(Mute).values(account=account, other=other).on_conflict_do_nothing())

    async def report(self, account: uuid.UUID, match: str, spoken: Spoken, text: str) -> None:
        """Tell whoever runs the server of a message, with its words as they stand now."""
        assert spoken.account is not None  # noqa: S101
        async with self._database.session.begin() as session:
            session.add(
                Report(
                    account=account,
                    about=spoken.account,
                    about_name=spoken.name,
                    match=match,
                    seat=spoken.seat or "",
                    text=text,
                    room=spoken.room,
                    number=spoken.number,
                    said=spoken.text,
                )
            )

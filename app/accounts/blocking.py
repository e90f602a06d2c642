"""People whom someone does not want at the table, and what they report to whoever runs the server.

Others are named by a match and a seat there: nobody is told the number of another's account.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, Block, Mute, Report
from app.database import Database
from app.errors import ApiError, no_match
from app.matches.rows.models import Seat

MAX_BLOCKS = 500
"""People whom one account may have blocked."""
ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Blocked:
    """Someone who was blocked, by the current name."""

    block: Block
    name: str


@dataclass(frozen=True, slots=True)
class Muted:
    """Someone who was muted, by the current name. ``id`` is the mute's, not the person's."""

    id: str
    name: str
    created_at: dt.datetime


def _mute_id(mute: Mute) -> str:
    """What names a mute to its owner, and tells nothing of the other account."""
    return hashlib.sha256(f"greatwar mute/{mute.account.hex}/{mute.other.hex}".encode()).hexdigest()[:ID_LENGTH]


class Blocking:
    """Blocks and reports."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, account: uuid.UUID) -> list[Blocked]:
        """Whom an account has blocked, the last first."""
        query = (
            select(Block, Account.name)
            .join(Account, Account.id == Block.other)
            .where(Block.account == account)
            .order_by(Block.created_at.desc(), Block.id)
        )
        async with self._database.session() as session:
            return [Blocked(row[0], row[1]) for row in await session.execute(query)]

    async def block(self, account: uuid.UUID, match: str, seat: str) -> None:
        """Block whoever sits there. ApiError 403, 404 or 409 when that cannot be."""
        async with self._database.session.begin() as session:
            other = await self._find_fellow_player(session, account, match, seat)
            count = select(func.count()).select_from(Block).where(Block.account == account)
            if (await session.scalars(count)).one() >= MAX_BLOCKS:
                raise ApiError(409, "too_many_blocks", f"You have blocked {MAX_BLOCKS} people. Unblock one first.")
            row = insert(Block).values(id=uuid.uuid4(), account=account, other=other)
            await session.execute(row.on_conflict_do_nothing())

    async def unblock(self, account: uuid.UUID, block: uuid.UUID) -> None:
        """Take a block back. ApiError 404 if the account has none."""
        async with self._database.session.begin() as session:
            gone = delete(Block).where(Block.id == block, Block.account == account).returning(Block.id)
            if (await session.scalars(gone)).first() is None:
                raise ApiError(404, "no_block", "None of your blocks has that number.")

    async def list_muted(self, account: uuid.UUID) -> list[Muted]:
        """Whose chat an account has muted, the last first."""
        query = (
            select(Mute, Account.name)
            .join(Account, Account.id == Mute.other)
            .where(Mute.account == account)
            .order_by(Mute.created_at.desc(), Mute.other)
        )
        async with self._database.session() as session:
            return [Muted(_mute_id(row[0]), row[1], row[0].created_at) for row in await session.execute(query)]

    async def unmute(self, account: uuid.UUID, mute: str) -> None:
        """Hear someone again. ApiError 404 when the account has muted nobody under that id."""
        async with self._database.session.begin() as session:
            for row in await session.scalars(select(Mute).where(Mute.account == account)):
                if _mute_id(row) == mute:
                    await session.delete(row)
                    return
        raise ApiError(404, "no_mute", "None of your mutes has that id.")

    async def keeps_out(self, seated: Iterable[uuid.UUID], newcomer: uuid.UUID) -> bool:
        """Whether someone at a table has blocked a newcomer."""
        query = select(Block.id).where(Block.account.in_([*seated]), Block.other == newcomer).limit(1)
        async with self._database.session() as session:
            return (await session.scalars(query)).first() is not None

    async def report(self, account: uuid.UUID, match: str, seat: str, text: str) -> None:
        """Report whoever sits there. ApiError 403, 404 or 409 when that cannot be."""
        async with self._database.session.begin() as session:
            other = await self._find_fellow_player(session, account, match, seat)
            name = (await session.scalars(select(Account.name).where(Account.id == other))).one()
            session.add(Report(account=account, about=other, about_name=name, match=match, seat=seat, text=text))

    @staticmethod
    async def _find_fellow_player(session: AsyncSession, account: uuid.UUID, match: str, seat: str) -> uuid.UUID:
        """Who sits there, told only to others of the match."""
        seats = {s.seat: s.account for s in await session.scalars(select(Seat).where(Seat.match == match))}
        if account not in seats.values():
            raise no_match() if not seats else ApiError(403, "not_your_match", "You do not play in that match.")
        if seat not in seats:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        other = seats[seat]
        if other is None or other == account:
            raise ApiError(409, "nobody_there", "No other player sits there.")
        return other

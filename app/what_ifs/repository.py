"""What-ifs in the database: matches of one account, with a row of their own that says what they came of."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, any_, delete, exists, literal, or_, select, update

from app.accounts.models import Account
from app.database import Database
from app.lobby.repository import store
from app.matches.facts import WHAT_IF_LIFE, MatchRecord
from app.matches.rows.models import Match, Seat, WhatIf
from rules.kernel.messages import JsonObject


class TooMany(Exception):
    """The account tries out as much as it may."""


class WhatIfRows:
    """Writes and finds them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, account: uuid.UUID, request: str) -> str | None:
        """The match that was made when an account asked with this id before."""
        async with self._database.session() as session:
            query = select(WhatIf.match).where(WhatIf.request == request, WhatIf.match.in_(_of(account)), _lasts())
            return (await session.scalars(query)).first()

    async def mine(self, account: uuid.UUID) -> list[str]:
        """The matches in which an account tries something out, or was let in to, the newest first."""
        async with self._database.session() as session:
            either = or_(WhatIf.match.in_(_of(account)), literal(account) == any_(WhatIf.let_in))
            query = select(WhatIf.match).where(either, _lasts())
            return [*await session.scalars(query.order_by(WhatIf.made_at.desc(), WhatIf.match))]

    async def begun_by(self, account: uuid.UUID) -> list[str]:
        """The matches in which an account tries something out that it began itself."""
        async with self._database.session() as session:
            return [*await session.scalars(select(WhatIf.match).where(WhatIf.match.in_(_of(account)), _lasts()))]

    async def let_in(self, match: str, accounts: Sequence[uuid.UUID]) -> None:
        """Note who is let into one."""
        async with self._database.session.begin() as session:
            await session.execute(update(WhatIf).where(WhatIf.match == match).values(let_in=[*accounts]))

    async def add(
        self, account: uuid.UUID, record: MatchRecord, rules_version: int, state: JsonObject, request: str, most: int
    ) -> str:
        """Store a new one; the one that the same request made before, if another process was quicker. TooMany.

        The account's row is locked: of several requests at the same time one counts after the other.
        """
        made = record.what_if
        if made is None:
            raise ValueError(f"{record.id} is no what-if")
        async with self._database.session.begin() as session:
            await session.execute(select(Account.id).where(Account.id == account).with_for_update())
            query = select(WhatIf.match, WhatIf.request).where(WhatIf.match.in_(_of(account)), _lasts())
            there = {asked: match for match, asked in await session.execute(query)}
            if request in there:
                return there[request]
            if len(there) >= most:
                raise TooMany
            await store(session, record, rules_version, state)
            session.add(
                WhatIf(
                    match=record.id,
                    request=request,
                    of=made.of,
                    seat=made.seat,
                    number=made.number,
                    turn=made.turn,
                    title=made.title,
                    dealt=[*made.dealt],
                    whole=made.whole,
                )
            )
            return record.id

    async def remove(self, account: uuid.UUID, match: str) -> bool:
        """Throw one away; False if the account has none of that id."""
        async with self._database.session.begin() as session:
            query = delete(Match).where(
                Match.id == match, Match.id.in_(_of(account)), exists().where(WhatIf.match == Match.id)
            )
            return (await session.execute(query.returning(Match.id))).first() is not None


def _of(account: uuid.UUID) -> Select[str]:
    """The matches at which an account sits."""
    return select(Seat.match).where(Seat.account == account)


def _lasts() -> ColumnElement[bool]:
    """Those whose day is not over."""
    return WhatIf.made_at > dt.datetime.now(dt.UTC) - WHAT_IF_LIFE

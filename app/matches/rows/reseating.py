"""Storing what changes who sits at a match, or plays for someone: the fact and the seat, or neither.

It happens rarely, so it takes its own transaction, and the statement of the moves (journal.py) knows nothing of it.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.chat.models import ChatSeen
from app.clocks.models import Vacation
from app.database import Database, raw_of
from app.drafts.models import Draft
from app.errors import ApiError, knows_too_much
from app.leases.lease import LeaseLost
from app.matches.agreements.handing_over import OPENED, TAKEN, of_seats
from app.matches.agreements.standing_in import AGREED, GONE, PLAYS, REPLACED, of_stand_ins
from app.matches.facts import ACTIVE, Newcomer
from app.matches.rows.journal import Entry, statement
from app.matches.rows.journals import Journals
from app.matches.rows.models import FormerSeat, Match, Seat, Watcher
from app.matches.rows.settling import follow_statement, seats_now
from app.opponents.identities import add_accounts, strength_of


class _MovedOn(Exception):
    """The shard did not take it: what was done about seats is taken back."""


class Reseating:
    """Stores orders of the house that open, close or hand over seats."""

    def __init__(self, database: Database, journals: Journals) -> None:
        self._database = database
        self._journals = journals
        self._held = journals.held

    async def append(self, entry: Entry, newcomer: Newcomer | None) -> bool:
        """Store a command with what it changes about seats. False and errors as ``Journal.append``.

        ApiError 409 when the newcomer has come to sit here otherwise or may have no more matches, 403 when they watch
        another side by now.
        """
        try:
            stored = await self._store(entry, newcomer)
        except _MovedOn:
            return False
        if stored and entry.shard:
            await self._journals.forget_reseated(entry)
        return stored

    async def _store(self, entry: Entry, newcomer: Newcomer | None) -> bool:
        async with self._database.session.begin() as session:
            # Its row serialises all who sit down, and those whose matches are brought along to another account.
            row = await session.scalar(select(Match).where(Match.id == entry.match).with_for_update())
            if row is None or row.moving:
                return False
            if (row.version, row.status, row.shard) != (entry.before, ACTIVE, entry.shard):
                return False
            if newcomer is not None and newcomer.allowed is not None:
                await newcomer.allowed(session)
            rows = await session.scalars(select(Seat).where(Seat.match == entry.match))
            seats = {s.seat: s for s in rows}
            if newcomer is not None and newcomer.program:
                await add_accounts(session)
                row.programs = True
            elif newcomer is not None:
                await _refuse_watcher(session, entry.match, newcomer)
            at = entry.facts[-1].at
            for payload in of_seats([f.payload for f in entry.facts]):
                seat = seats[str(payload["seat"])]
                if payload["kind"] == TAKEN and newcomer is not None:
                    await self._hand_over(session, seats, seat, newcomer.account, at)
                seat.opened_at = at if payload["kind"] == OPENED else None
            for payload in of_stand_ins([f.payload for f in entry.facts]):
                _stand_in(session, seats, seats[str(payload["seat"])], payload["kind"], newcomer, at)
            raw = await raw_of(session)
            if entry.shard:
                # How the seats stand now, with the fact, before the seats themselves: settling makes up for the rest.
                standing = await seats_now(raw, entry.match, entry.facts[-1].seq)
                query, sent = follow_statement(entry.shard, [entry])
                if not await raw.fetch(query, *sent) or not await self._journals.append_reseated(entry, standing):
                    raise _MovedOn
                return True
            query, sent = statement([entry], self._held)
            moved = bool(await raw.fetch(query, *sent))
            if not moved and self._held is not None:
                # Its version was looked at under lock: so it is the lease. What was done about seats is taken back.
                self._held.lost.set()
                raise LeaseLost(f"another process has taken the lease on {self._held.name}")
            return moved

    @staticmethod
    async def _hand_over(
        session: AsyncSession, seats: Mapping[str, Seat], seat: Seat, newcomer: uuid.UUID, at: dt.datetime
    ) -> None:
        if any(newcomer in (s.account, s.stand_in) for s in seats.values()):
            raise ApiError(409, "already_seated", "You already have a seat in this match.")
        session.add(FormerSeat(match=seat.match, seat=seat.seat, account=seat.account, since=seat.since, until=at))
        _end(session, seat, at)
        seat.stand_in, seat.stand_in_key = None, None
        await _void_draft(session, seat)
        # How far the one before had read is nobody else's to know.
        await session.execute(delete(ChatSeen).where(ChatSeen.match == seat.match, ChatSeen.seat == seat.seat))
        # The match hears of the days on which the newcomer is away.
        await session.execute(update(Vacation).where(Vacation.account == newcomer).values(told=False))
        # Whether people may watch is for each player to say.
        seat.account, seat.since, seat.shows = newcomer, at, None


async def _refuse_watcher(session: AsyncSession, match: str, newcomer: Newcomer) -> None:
    """ApiError 403 for someone who watches another side; whoever begins to now waits for the match's row."""
    here = (Watcher.match == match, Watcher.account == newcomer.account, Watcher.side != newcomer.side)
    if (await session.scalars(select(Watcher.side).where(*here).limit(1))).first() is not None:
        raise knows_too_much()


def _stand_in(
    session: AsyncSession,
    seats: Mapping[str, Seat],
    seat: Seat,
    kind: object,
    newcomer: Newcomer | None,
    at: dt.datetime,
) -> None:
    """Note who has agreed to stand in for a seat, or who plays it from now on."""
    if kind == AGREED and newcomer is not None:
        if not newcomer.program and any(newcomer.account in (s.account, s.stand_in) for s in seats.values()):
            raise ApiError(409, "already_seated", "You already have a seat in this match.")
        seat.stand_in, seat.stand_in_key = newcomer.account, None
    elif kind == REPLACED:
        if newcomer is not None and seat.stands_in_since is not None:
            seat.stand_in = newcomer.account
        elif newcomer is not None:
            seat.account = newcomer.account
    elif kind == PLAYS:
        seat.stands_in_since = at
        # Such a match is not rated (decisions/0058).
        seat.program = seat.program or strength_of(seat.stand_in) is not None
    else:
        _end(session, seat, at)
    if kind == GONE:
        seat.stand_in, seat.stand_in_key = None, None


def _end(session: AsyncSession, seat: Seat, at: dt.datetime) -> None:
    """Whoever stood in has seen what the seat sees, and does not play against it: as those who sat there before."""
    if seat.stands_in_since is not None:
        since = seat.stands_in_since
        if strength_of(seat.stand_in) is None:
            session.add(FormerSeat(match=seat.match, seat=seat.seat, account=seat.stand_in, since=since, until=at))
        seat.stands_in_since = None


async def _void_draft(session: AsyncSession, seat: Seat) -> None:
    """Empty the draft of a seat. ApiError 409 while it is being sent: to wait would hold up what it waits for."""
    here = (Draft.match == seat.match, Draft.seat == seat.seat)
    free = await session.scalar(select(Draft).where(*here).with_for_update(skip_locked=True))
    if free is not None:
        free.commands, free.revision, free.sending, free.sent, free.answer = [], free.revision + 1, None, None, None
        free.ahead, free.ahead_by, free.notice = None, None, None
    elif await session.scalar(select(Draft.revision).where(*here)) is not None:
        raise ApiError(409, "moved_on", "The seat is being played just now. Try again in a moment.")

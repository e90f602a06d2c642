"""Making matches and taking seats, in the database."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, and_, case, distinct, exists, false, func, not_, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.accounts.models import Account
from app.database import Database, raw_of
from app.matches.facts import ACTIVE, CALLED_OFF, FINISHED, OPEN, PUBLIC, Allowed, MatchRecord, SeatRecord
from app.matches.live_match.chit_locations import ChitLocation
from app.matches.rows.models import EventPool, Match, Seat, Snapshot, WhatIf
from app.notices.keys import REMATCH, TAKEN, SeatsKey
from app.notices.kinds import JOINED
from app.notices.outbox import Owed, owe
from app.opponents.identities import ACCOUNTS, add_accounts, strength_of
from rules.kernel.messages import JsonObject

MAX_MY_MATCHES = 200
KEPT_FOR_REMATCH = SeatsKey(REMATCH)


class Place(NamedTuple):
    """Where a match stands in the list of tables: when it was made, and its id."""

    made_at: dt.datetime
    match: str


Kind: TypeAlias = Literal["free", "left", "running"]
"""Tables with a free seat before they begin; in play with a seat that its player left; in play, to watch."""


class Lobby:
    """Writes new matches and seats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        record: MatchRecord,
        rules_version: int,
        state: JsonObject,
        lots: Sequence[ChitLocation] = (),
        rematch_of: str | None = None,
        key: SeatsKey = KEPT_FOR_REMATCH,
        allowed: Allowed | None = None,
    ) -> None:
        """A new match with its seats, its opening position and what is to be drawn from, if it is ``allowed``.

        ``key`` is of the notice for those for whom seats are kept. sqlalchemy's IntegrityError when there is a rematch
        of the same match already.
        """
        async with self._database.session.begin() as session:
            if allowed is not None:
                await allowed(session)
            await store(session, record, rules_version, state, lots, rematch_of)
            if kept := [Owed(c.seat, JOINED, str(key)) for c in record.seats if c.kept_for is not None]:
                await owe(await raw_of(session), record.id, kept, record.told_at)

    async def sit(self, match: str, seat: str, account: uuid.UUID, allowed: Allowed | None = None) -> bool:
        """Take a free seat, if it is ``allowed``.

        False when the seat was taken, there is no such seat, or the account sits at this match already.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            seat_record = seats.get(seat)
            if row.status != OPEN or seat_record is None or seat_record.account is not None:
                return False
            if any(s.account == account for s in seats.values()) or seat_record.kept_for not in (None, account):
                return False
            if allowed is not None:
                await allowed(session)
            seat_record.account = account
            # Someone still wants to play it: it is not swept away.
            await session.execute(
                update(Match).where(Match.id == match).values(changed_at=func.now(), told_at=func.now())
            )
            key = str(SeatsKey(TAKEN, seat, account.hex))
            waiting = [Owed(s, JOINED, key) for s, c in seats.items() if c.account != account]
            await owe(await raw_of(session), match, waiting, dt.datetime.now(dt.UTC))
            return True

    async def let_watch(self, match: str, seat: str, account: uuid.UUID, part: str | None) -> None:
        """Note what a seat adds to the key of those who watch its side, if it adds none yet; None takes it away."""
        shows = None if part is None else func.coalesce(Seat.shows, part)
        async with self._database.session.begin() as session:
            mine = (Seat.match == match, Seat.seat == seat, Seat.account == account)
            await session.execute(update(Seat).where(*mine).values(shows=shows))

    async def ask_stand_in(self, match: str, seat: str, account: uuid.UUID, key: str) -> None:
        """Note the key with which someone can agree to stand in for a seat's player."""
        async with self._database.session.begin() as session:
            mine = (Seat.match == match, Seat.seat == seat, Seat.account == account, Seat.stand_in.is_(None))
            await session.execute(update(Seat).where(*mine).values(stand_in_key=key))

    async def find_untouched(self, game: str) -> str | None:
        """A match of the game at which nobody sits, the newest; None if there is none."""
        async with self._database.session() as session:
            taken = select(Seat.match).where(Seat.account.is_not(None))
            query = select(Match.id).where(Match.game == game, Match.status == OPEN, Match.id.not_in(taken))
            return (await session.scalars(query.order_by(Match.created_at.desc()).limit(1))).first()

    @asynccontextmanager
    async def _session(self, within: AsyncSession | None) -> AsyncIterator[AsyncSession]:
        """The transaction that is given, or one of its own."""
        if within is not None:
            yield within
            return
        async with self._database.session() as session:
            yield session

    async def hold(self, account: uuid.UUID, within: AsyncSession) -> None:
        """Have whoever else would seat this person wait until the transaction is over: what is counted holds."""
        await within.execute(select(Account.id).where(Account.id == account).with_for_update(key_share=True))

    async def count_unfinished(self, account: uuid.UUID, within: AsyncSession | None = None) -> int:
        """In how many matches an account sits that are not over."""
        async with self._session(within) as session:
            query = (
                select(func.count(distinct(Match.id)))
                .join(Seat, Seat.match == Match.id)
                .where(Seat.account == account, Match.status.not_in((FINISHED, CALLED_OFF)), counts())
            )
            return (await session.scalars(query)).one()

    async def count_against_programs(
        self, account: uuid.UUID, within: AsyncSession | None = None, besides: str | None = None
    ) -> int:
        """In how many matches with a program an account sits that are not over, ``besides`` one of them."""
        other = aliased(Seat)
        here = other.match == Match.id, other.account.in_(ACCOUNTS.values())
        async with self._session(within) as session:
            query = (
                select(func.count(distinct(Match.id)))
                .join(Seat, Seat.match == Match.id)
                .where(Seat.account == account, Match.programs, Match.status.not_in((FINISHED, CALLED_OFF)))
                # A program that stands in for an opponent is not this player's.
                .where(or_(Seat.stand_in.in_(ACCOUNTS.values()), exists().where(*here)))
            )
            if besides is not None:
                query = query.where(Match.id != besides)
            return (await session.scalars(query)).one()

    async def count_open_tables(self, account: uuid.UUID, within: AsyncSession | None = None) -> int:
        """At how many public tables that have not begun an account sits."""
        async with self._session(within) as session:
            query = (
                select(func.count(distinct(Match.id)))
                .join(Seat, Seat.match == Match.id)
                .where(Seat.account == account, Match.listing == PUBLIC, Match.status == OPEN)
            )
            return (await session.scalars(query)).one()

    async def public(
        self, game: str | None, scenario: str | None, kind: Kind, before: Place, limit: int
    ) -> list[Place]:
        """Public matches of a kind made before a place in the list, the newest first.

        In the order in which they were made, and by nothing that a move changes.
        """
        query = select(Match.created_at, Match.id).where(
            Match.listing == PUBLIC,
            Match.status == (OPEN if kind == "free" else ACTIVE),
            tuple_(Match.created_at, Match.id) < tuple_(*before),
        )
        if kind == "free":
            query = query.where(exists().where(Seat.match == Match.id, Seat.account.is_(None)))
        if kind == "left":
            # Few of many: found by an index of their own, and not by looking through all that are in play.
            query = query.where(Match.id.in_(select(Seat.match).where(Seat.opened_at.is_not(None))))
        if game is not None:
            query = query.where(Match.game == game)
        if scenario is not None:
            query = query.where(Match.scenario == scenario)
        query = query.order_by(Match.created_at.desc(), Match.id.desc()).limit(limit)
        async with self._database.session() as session:
            return [Place(at, match) for at, match in await session.execute(query)]

    async def mine(self, account: uuid.UUID) -> list[str]:
        """The matches in which an account sits: those that wait for it by their deadlines, others, what is over last.

        Among them the one first of which everyone was told last, and not the last moved: a command of which
        someone is told nothing must not change the order of their list.
        """
        plays = or_(
            and_(Seat.account == account, Seat.stands_in_since.is_(None)),
            and_(Seat.stand_in == account, Seat.stands_in_since.is_not(None)),
        )
        other, kept = aliased(Match), aliased(Seat)
        begun_again = exists().where(
            other.rematch_of == Match.id,
            other.status == OPEN,
            kept.match == other.id,
            kept.kept_for == account,
            kept.account.is_(None),
        )
        asked = Match.told["deciders"].has_key(Seat.seat)
        waits = and_(Match.status == ACTIVE, not_(Match.hotseat), asked, plays)
        async with self._database.session() as session:
            query = (
                select(Match.id)
                .join(Seat, Seat.match == Match.id)
                .where(or_(Seat.account == account, Seat.stand_in == account), counts())
                # One that was called off leads to the one in which a seat is kept.
                .where(or_(Match.status != CALLED_OFF, begun_again))
                .group_by(Match.id)
                .order_by(
                    func.coalesce(func.bool_or(waits), false()).desc(),
                    Match.status == FINISHED,
                    # Of those the one first whose time is up first: others' clocks hurry nobody.
                    func.min(case((waits, Match.due))).asc().nulls_last(),
                    Match.told_at.desc(),
                    Match.id,
                )
                .limit(MAX_MY_MATCHES)
            )
            return list(await session.scalars(query))


async def store(
    session: AsyncSession,
    record: MatchRecord,
    rules_version: int,
    state: JsonObject,
    lots: Sequence[ChitLocation] = (),
    rematch_of: str | None = None,
) -> None:
    """The rows of a new match: itself, its seats, its opening position and what is to be drawn from."""
    programs = any(strength_of(c.account) for c in record.seats)
    if programs:
        await add_accounts(session)
    session.add(
        Match(
            id=record.id,
            game=record.game,
            scenario=record.scenario,
            options=record.options,
            plan=record.plan,
            status=record.status,
            hotseat=record.hotseat,
            version=0,
            secret=record.secret,
            commitment=record.commitment,
            invite=record.invite,
            spectate=record.spectate,
            outcome=None,
            rules=record.rules,
            link=record.link,
            told_at=record.told_at,
            told=None if record.told is None else record.told.json(),
            listing=record.listing,
            pace=record.pace,
            note=record.note,
            sides=record.sides,
            delay=record.delay,
            delay_turns=record.delay_turns,
            hints=record.hints,
            dice_stand=record.dice_stand,
            terms=None if record.timing is None else record.timing.terms.json(),
            rematch_of=rematch_of,
            programs=programs,
        )
    )
    await session.flush()
    session.add_all(_seat(record.id, n, c) for n, c in enumerate(record.seats))
    session.add(Snapshot(match=record.id, seq=0, rules_version=rules_version, state=state))
    session.add_all(EventPool(match=record.id, **lot._asdict()) for lot in lots)


def counts() -> ColumnElement[bool]:
    """Of matches: those that count, and do not only try something out."""
    return ~exists().where(WhatIf.match == Match.id)


async def lock_match(session: AsyncSession, match: str) -> tuple[Match, Mapping[str, Seat]]:
    """A match and its seats by id. Its row serialises all who sit down, seal or open a word there."""
    row = (await session.scalars(select(Match).where(Match.id == match).with_for_update())).one()
    seats = await session.scalars(select(Seat).where(Seat.match == match).order_by(Seat.position))
    return row, {s.seat: s for s in seats}


def _seat(match: str, position: int, seat_record: SeatRecord) -> Seat:
    return Seat(
        match=match,
        seat=seat_record.seat,
        position=position,
        title=seat_record.title,
        account=seat_record.account,
        kept_for=seat_record.kept_for,
        seal=seat_record.seal,
        word=seat_record.word,
        last_seen=seat_record.last_seen,
    )

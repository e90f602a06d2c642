"""How a match comes to its dice (decisions/0016): every seat seals a word, the server commits itself, every seat opens.

Each step is one transaction under the lock of the match's row. Sent again, it changes nothing and is answered the same.
"""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.clock import Clock, Terms, begun, thinking
from app.clocks.models import Vacation
from app.database import Database, raw_of
from app.errors import ApiError, not_yours
from app.lobby.repository import locked
from app.lobby.unbegun import called_off
from app.matches.facts import ACTIVE, CALLED_OFF, DRAWN, OPEN, OPENING
from app.matches.models import Match, Seat, Snapshot
from app.notices.kinds import BEGAN, CLOCK, TURN
from app.notices.outbox import Owed, owe
from app.proof import links
from rules.kernel import dice
from rules.kernel.game import Game

Seats = Mapping[str, Seat]
Asked = Callable[[], Mapping[str, str]]
"""The seats that begin a match, and what each is asked."""


def viewpoints_of(games: Mapping[str, Game[Any, Any]]) -> Callable[[Match], Mapping[str, str]]:
    """From where the seats of a match look, by seat, in order."""
    return lambda row: {s.id: s.viewpoint for s in games[row.game].seats(row.scenario, row.options)}


class Sealing:
    """Takes seals and words."""

    def __init__(self, database: Database, viewpoints: Callable[[Match], Mapping[str, str]]) -> None:
        self._database = database
        self._viewpoints = viewpoints
        """Of the seats of a match, in order."""

    async def seal(self, match: str, account: uuid.UUID, seals: Mapping[str, str]) -> bool:
        """Take seals of the caller's seats; whether anything is new.

        A seal may be replaced until the first word is open, since nobody has learnt anything by then; the server's
        commitment is void with it. ApiError 403 for a seat of somebody else, 409 when it is too late.
        """
        async with self._database.session.begin() as session:
            row, seats = await locked(session, match)
            _own(seats, account, seals)
            new = {seat: seal for seat, seal in seals.items() if seats[seat].seal != seal}
            if not new:
                return False
            if row.status == CALLED_OFF:
                raise called_off()
            if row.status not in (OPEN, OPENING) or any(s.word is not None for s in seats.values()):
                raise ApiError(409, "too_late", "A word of this match is already open, so no seal can be changed.")
            row.changed_at = row.told_at = dt.datetime.now(dt.UTC)
            for seat, seal in new.items():
                seats[seat].seal = seal
            if all(s.account is not None and s.seal is not None for s in seats.values()):
                _commit(row)
            return True

    async def open(
        self, match: str, account: uuid.UUID, commitment: str, words: Mapping[str, str], first: Asked
    ) -> bool:
        """Take words of the caller's seats; whether anything is new. The match starts with the last word.

        Then the others are called, ``first`` tells what for.

        ApiError 403 for a seat of somebody else, 409 when nothing is to be opened now or under another commitment, 422
        for a word that was not sealed. Then assume that the word is known, and seal another in time.
        """
        async with self._database.session.begin() as session:
            row, seats = await locked(session, match)
            _own(seats, account, words)
            new = {seat: word for seat, word in words.items() if seats[seat].word != word}
            if not new:
                return False
            if row.status != OPENING or any(seats[seat].word is not None for seat in new):
                raise ApiError(409, "not_opening", "There is nothing to open in this match now.")
            if row.commitment != commitment:
                raise ApiError(
                    409, "other_commitment", "The server has made a new commitment, because somebody changed a seal."
                )
            if any(dice.seal(match, seat, word) != seats[seat].seal for seat, word in new.items()):
                raise ApiError(422, "wrong_word", "That is not the word that was sealed.")
            row.changed_at = row.told_at = dt.datetime.now(dt.UTC)
            for seat, word in new.items():
                seats[seat].word = word
            if all(s.word is not None for s in seats.values()):
                row.status, row.link = ACTIVE, await _first_link(session, row, seats)
                if row.sides == DRAWN:
                    _deal(row, seats)
                clock = None if row.terms is None else await self._start(session, row, seats)
                asks = first()
                others = [s for s, chair in seats.items() if chair.account != account and not row.hotseat]
                owed = [Owed(s, TURN, asks[s]) if s in asks else Owed(s, BEGAN) for s in others]
                if clock is not None and not row.hotseat:
                    terms = Terms.read(row.terms or {})
                    low = ((s, clock.low_at(terms, s)) for s in clock.running)
                    owed += [Owed(s, CLOCK, asks[s], at=at) for s, at in low if at is not None and s in asks]
                await owe(await raw_of(session), match, owed, row.changed_at)
            return True

    async def _start(self, session: AsyncSession, row: Match, seats: Seats) -> Clock:
        """The clocks begin, for those who are to decide first."""
        if row.terms is None or row.told is None:
            raise RuntimeError(f"match {row.id} has no clocks to start")
        terms = Terms.read(row.terms)
        running = thinking(row.told["deciders"], self._viewpoints(row))
        now = dt.datetime.now(dt.UTC)
        clock = begun(terms, seats, running, now)
        if terms.over_days:
            players = {s.account: seat for seat, s in seats.items()}
            query = select(Vacation).where(Vacation.account.in_(players), Vacation.ends > now)
            for away in await session.scalars(query.where(Vacation.returned_at.is_(None))):
                clock = clock.leaves(terms, players[away.account], (away.begins, away.ends), now)
        row.clock, row.due = clock.json(), clock.due(terms)
        return clock


def _own(seats: Seats, account: uuid.UUID, asked: Iterable[str]) -> None:
    """ApiError 403 unless all the seats asked for are this account's, as it sealed if the sides were drawn since."""
    sealed = {s.sealed_as or s.seat: s.account for s in seats.values()}
    if any(seat not in sealed or sealed[seat] != account for seat in asked):
        raise not_yours()


def _deal(row: Match, seats: Seats) -> None:
    """Seat the players as the draw of secret and words has it. Seals and words stay with the seats they were for."""
    if row.secret is None:
        raise RuntimeError(f"match {row.id} has no secret to draw from")
    sat = {seat: s.account for seat, s in seats.items()}
    for before, seat in dice.sides(row.secret, row.id, {s: str(seats[s].word) for s in seats}).items():
        seats[seat].account, seats[seat].sealed_as = sat[before], before


async def _first_link(session: AsyncSession, row: Match, seats: Seats) -> bytes:
    """The link of a match that begins now."""
    opening = await session.scalar(select(Snapshot.state).where(Snapshot.match == row.id, Snapshot.seq == 0))
    if opening is None or row.secret is None or row.commitment is None:
        raise RuntimeError(f"match {row.id} cannot begin: it has no opening position or no secret")
    return links.first(
        links.key(row.secret, row.id),
        match=row.id,
        game=row.game,
        scenario=row.scenario,
        options=row.options,
        rules=row.rules,
        commitment=row.commitment,
        seats=[(s.seat, s.seal, s.word) for s in seats.values()],
        opening=opening,
        drawn=row.sides == DRAWN,
        clock=row.terms,
    )


def _commit(row: Match) -> None:
    """Draw the server's secret, now that it can no longer be fitted to anybody's word."""
    row.secret = secrets.token_bytes(dice.SECRET_BYTES)
    row.commitment = dice.commitment(row.secret)
    row.status = OPENING

"""How a match comes to its dice (decisions/0016): every seat seals a word, the server commits itself, every seat opens.

Until the last word is open the whole round may be made void, and all seal again (decisions/0047). Whoever lets a match
begin without them hands their word in before the server commits itself (decisions/0054).

Each step is one transaction under the lock of the match's row. Sent again, it changes nothing and is answered the same.
"""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.clock import Clock, Terms, seats_on_the_clock, start_clock
from app.clocks.models import Vacation
from app.database import Database, raw_of
from app.errors import ApiError, not_yours
from app.lobby.repository import lock_match
from app.lobby.unbegun import called_off
from app.matches.facts import ACTIVE, CALLED_OFF, DRAWN, OPEN, OPENING
from app.matches.rows.models import Match, Seat, Snapshot
from app.notices.keys import SEAL_WANTED, WAITED_FOR, WORD_WANTED, SeatsKey
from app.notices.kinds import BEGAN, CLOCK, JOINED, TURN
from app.notices.outbox import Owed, forget, owe
from app.opponents.identities import strength_of
from app.opponents.program_words import ProgramWords
from app.proof import links
from app.proof.rounds import MAX_VOID_ROUNDS, Sealed, Voided, digest
from rules.kernel import dice
from rules.kernel.game import Game

WORD_CALL_DELAY = dt.timedelta(minutes=1)
"""How long a word is waited for before its player is called: an open page needs a second."""

Seats = Mapping[str, Seat]
Asked = Callable[[], Mapping[str, str]]
"""The seats that begin a match, and what each is asked."""


def viewpoints_of(games: Mapping[str, Game[Any, Any]]) -> Callable[[Match], Mapping[str, str]]:
    """From where the seats of a match look, by seat, in order."""
    return lambda row: {s.id: s.viewpoint for s in games[row.game].seats(row.scenario, row.options)}


def sides_of(games: Mapping[str, Game[Any, Any]]) -> Callable[[Match], Mapping[str, str]]:
    """The sides of a match, by seat; of one whose game is no longer there none is known, and nobody plays it."""

    def sides(row: Match) -> Mapping[str, str]:
        game = games.get(row.game)
        return {} if game is None else {s.id: s.side for s in game.seats(row.scenario, row.options)}

    return sides


class Sealing:
    """Takes seals and words."""

    def __init__(
        self, database: Database, viewpoints: Callable[[Match], Mapping[str, str]], words: ProgramWords
    ) -> None:
        self._database = database
        self._words = words
        self._viewpoints = viewpoints
        """Of the seats of a match, in order."""

    async def seal(self, match: str, account: uuid.UUID, seals: Mapping[str, str]) -> bool:
        """Take seals of the caller's seats; whether anything is new.

        A seal may be replaced until the server has committed itself; after that ``seal_again`` makes the round void.
        ApiError 403 for a seat of someone else, 409 when it is too late or the seal is of a void round.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            _own(seats, account, seals)
            new = {seat: seal for seat, seal in seals.items() if seats[seat].seal != seal}
            if not new:
                return False
            if row.status == CALLED_OFF:
                raise called_off()
            if row.status != OPEN:
                raise ApiError(409, "too_late", "The server has committed itself to these seals: none can be changed.")
            await _take_seat(session, row, seats, new, account, self._words)
            return True

    async def seal_again(self, match: str, account: uuid.UUID, commitment: str, seals: Mapping[str, str]) -> bool:
        """Make the round of a commitment void, and take the caller's new seals; whether anything is new.

        A round that is void already stays so: then the seals are taken for seats that have none. ApiError 403 for a
        seat of someone else, 409 when the match has begun, has another commitment or was sealed too often.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            _own(seats, account, seals)
            if row.status == CALLED_OFF:
                raise called_off()
            voided = row.voided or []
            void = any(v["commitment"] == commitment for v in voided)
            if not void:
                if row.status not in (OPEN, OPENING):
                    raise ApiError(409, "begun", "The match has begun: words can no longer be sealed again.")
                if row.commitment != commitment:
                    raise ApiError(409, "other_commitment", "The words that are sealed now have another commitment.")
                if len(voided) >= MAX_VOID_ROUNDS:
                    often = f"Words were sealed again {MAX_VOID_ROUNDS} times. Begin another match with the same seats."
                    raise ApiError(409, "sealed_often", often)
                _void(row, seats, next(iter(seals)), account, self._words)
            new = {seat: seal for seat, seal in seals.items() if row.status == OPEN and seats[seat].seal is None}
            if new:
                await _take_seat(session, row, seats, new, account, self._words)
            return bool(new) or not void

    async def open_ahead(self, match: str, account: uuid.UUID, words: Mapping[str, str]) -> bool:
        """Take words of the caller's sealed seats before there is a commitment; whether anything is new.

        The match can then begin without them. One word at least is still closed when the server commits itself: that of
        whoever seals last. ApiError 403 for a seat of someone else, 409 when it is too late or nothing is sealed, 422
        for a word that was not sealed.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            _own(seats, account, words)
            new = {seat: word for seat, word in words.items() if seats[seat].word != word}
            if not new:
                return False
            if row.status == CALLED_OFF:
                raise called_off()
            if row.status != OPEN:
                raise ApiError(409, "too_late", "All have sealed: open your word under the server's commitment.")
            if row.hotseat:
                raise ApiError(409, "one_screen", "At one screen there is nobody else to wait for.")
            if any(seats[seat].seal is None for seat in new):
                raise ApiError(409, "not_sealed", "Seal the word first.")
            if any(dice.seal(match, seat, word) != seats[seat].seal for seat, word in new.items()):
                raise ApiError(422, "wrong_word", "That is not the word that was sealed.")
            row.changed_at = row.told_at = dt.datetime.now(dt.UTC)
            for seat, word in new.items():
                seats[seat].word, seats[seat].ahead = word, True
            return True

    async def note_program(self, match: str, account: uuid.UUID) -> None:
        """A token spoke for an account's seats before the match began: it stays so, whoever else plays there too."""
        async with self._database.session.begin() as session:
            mine = (Seat.match == match, Seat.account == account, Seat.program.is_(False))
            await session.execute(update(Seat).where(*mine).values(program=True))

    async def open(
        self, match: str, account: uuid.UUID, commitment: str, words: Mapping[str, str], first: Asked
    ) -> bool:
        """Take words of the caller's seats; whether anything is new. The match starts with the last word.

        Then the others are called, ``first`` tells what for.

        ApiError 403 for a seat of someone else, 409 when nothing is to be opened now or under another commitment, 422
        for a word that was not sealed. Then assume that the word is known, and seal another in time.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            _own(seats, account, words)
            new = {seat: word for seat, word in words.items() if seats[seat].word != word}
            if not new:
                return False
            if row.status != OPENING or any(seats[seat].word is not None for seat in new):
                raise ApiError(409, "not_opening", "There is nothing to open in this match now.")
            if row.commitment != commitment:
                raise ApiError(
                    409, "other_commitment", "The server has made a new commitment, because someone changed a seal."
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
                others = [s for s, seat_record in seats.items() if seat_record.account != account and not row.hotseat]
                owed = [Owed(s, TURN, asks[s]) if s in asks else Owed(s, BEGAN) for s in others]
                if clock is not None and not row.hotseat:
                    terms = Terms.read(row.terms or {})
                    low = ((s, clock.low_at(terms, s)) for s in clock.running)
                    owed += [Owed(s, CLOCK, asks[s], at=at) for s, at in low if at is not None and s in asks]
                raw = await raw_of(session)
                await forget(raw, match, WAITED_FOR)
                await owe(raw, match, owed, row.changed_at)
            return True

    async def _start(self, session: AsyncSession, row: Match, seats: Seats) -> Clock:
        """The clocks begin, for those who are to decide first."""
        if row.terms is None or row.told is None:
            raise RuntimeError(f"match {row.id} has no clocks to start")
        terms = Terms.read(row.terms)
        people = [s for s in row.told["deciders"] if strength_of(seats[s].account) is None]
        running = seats_on_the_clock(people, self._viewpoints(row))
        now = dt.datetime.now(dt.UTC)
        clock = start_clock(terms, seats, running, now)
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
    words = {s: str(seats[s].word) for s in seats}
    for before, seat in dice.sides(row.secret, row.id, words, _digest(row)).items():
        seats[seat].account, seats[seat].sealed_as = sat[before], before


async def _take_seat(
    session: AsyncSession,
    row: Match,
    seats: Seats,
    new: Mapping[str, str],
    account: uuid.UUID,
    program_words: ProgramWords,
) -> None:
    """Take seals; with the last the server commits itself. Whoever is waited for then is called, but not at once.

    Programs open their words at once: no person's word is open then.

    ApiError 409 for a seal of a void round, whose word may be known.
    """
    known = {sealed["seal"] for v in row.voided or () for sealed in v["seats"]}
    if known & {*new.values()}:
        raise ApiError(409, "used_seal", "That seal belongs to a void round. Draw another word.")
    row.changed_at = row.told_at = now = dt.datetime.now(dt.UTC)
    for seat, seal in new.items():
        # A word that was handed in ahead was the other's.
        seats[seat].seal, seats[seat].word, seats[seat].ahead = seal, None, False
    programs = {seat for seat, s in seats.items() if strength_of(s.account) is not None}
    others = [seat for seat, s in seats.items() if s.account not in (None, account) and seat not in programs]
    if all(s.account is not None and s.seal is not None for s in seats.values()):
        commitment = _commit(row)
        for seat in programs:
            seats[seat].word = program_words.word(row.id, seat, len(row.voided or ()))
        wanted, asked = SeatsKey(WORD_WANTED, commitment), others
    else:
        number = len(row.voided or ())
        wanted = SeatsKey(SEAL_WANTED, str(number))
        asked = [seat for seat in others if number and seats[seat].seal is None]
    if asked:
        owed = [Owed(seat, JOINED, str(wanted), at=now + WORD_CALL_DELAY) for seat in asked]
        await owe(await raw_of(session), row.id, owed, now)


def _void(row: Match, seats: Seats, asker: str, account: uuid.UUID, program_words: ProgramWords) -> None:
    """The round does not count: its secret, seals and words are put aside, and all seal again; programs at once."""
    if row.secret is None or row.commitment is None:
        raise RuntimeError(f"match {row.id} has no commitment that could be void")
    sealed = tuple(Sealed(seat, str(s.seal), s.word) for seat, s in seats.items())
    row.changed_at = row.told_at = now = dt.datetime.now(dt.UTC)
    at = now.isoformat(timespec="milliseconds")
    # Another list, for the database is told of what is assigned and not of what is appended.
    void = Voided(asker, at, row.commitment, row.secret.hex(), sealed, account.hex)
    row.voided = [*(row.voided or ()), void.stored_json()]
    row.secret, row.commitment, row.status = None, None, OPEN
    for seat, s in seats.items():
        s.seal, s.word, s.ahead = None, None, False
        if strength_of(s.account) is not None:
            s.seal = program_words.seal(row.id, seat, len(row.voided))


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
        voided=_digest(row),
        dice_stand=row.dice_stand,
    )


def _digest(row: Match) -> str:
    """Of the rounds that were void."""
    return digest([Voided.read(v) for v in row.voided or ()])


def _commit(row: Match) -> str:
    """Draw the server's secret, now that it can no longer be fitted to anyone's word; gives the commitment to it."""
    row.secret = secrets.token_bytes(dice.SECRET_BYTES)
    row.commitment = dice.commitment(row.secret)
    row.status = OPENING
    return row.commitment

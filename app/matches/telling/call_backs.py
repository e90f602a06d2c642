"""Whom a command calls back to the match: seats that it asks something, that should settle something, all at the end.

A seat hears only of what it is asked itself, and of what all its viewpoint is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.clocks.orders import TIME_OUT
from app.matches.agreements.handing_over import OPENED, TAKEN
from app.matches.agreements.standing_in import PLAYS
from app.matches.facts import SeatRecord
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.ruling import Ruling
from app.notices.keys import SEAT_OPEN, STANDING_IN, SeatsKey
from app.notices.keys import TAKEN as SEAT_TAKEN
from app.notices.kinds import CLOCK, ENDED, JOINED, PROPOSAL, TURN
from app.notices.outbox import Owed
from rules.kernel import lanes


def call_backs_of(live: LiveMatch, ruling: Ruling) -> tuple[Owed, ...]:
    """What others than the mover should hear of after a ruling; at one screen nobody is called."""
    if live.record.hotseat:
        return ()
    # What the clock says of a seat its player has not done; the host of the server sits nowhere. Then all are called.
    by_clock = ruling.order.body.get("kind") == TIME_OUT
    seat = None if by_clock else ruling.order.seat
    mover = next((c.account for c in live.record.seats if c.seat == seat), None)
    others = [c for c in live.record.seats if c.account is not None and c.account != mover]
    return (
        *_owed_for_questions(live, ruling, others),
        *_owed_for_proposals(live, ruling, others),
        *_owed_for_outcome(live, ruling, others),
        *_owed_for_seats(live, ruling, others),
        *_owed_for_clocks(live, ruling),
    )


def _owed_for_questions(live: LiveMatch, ruling: Ruling, others: list[SeatRecord]) -> Iterator[Owed]:
    """Seats that are to decide and were not, or now something else."""
    game, was, now = live.game, live.state, ruling.state
    waiting = game.deciders(now)
    for seat_record in others:
        if seat_record.seat in waiting:
            before = lanes.asks(game, was, seat_record.seat) if seat_record.seat in game.deciders(was) else ()
            new = next((ask for ask in lanes.asks(game, now, seat_record.seat) if ask not in before), None)
            if new is not None:
                yield Owed(seat_record.seat, TURN, new, _line(live, ruling, seat_record.seat))


def _owed_for_proposals(live: LiveMatch, ruling: Ruling, others: list[SeatRecord]) -> Iterator[Owed]:
    if ruling.agreements is None:
        return
    for proposal in ruling.agreements.proposals:
        if live.agreements.find(proposal.id) is None:
            for seat_record in others:
                if seat_record.seat in proposal.asked:
                    yield Owed(seat_record.seat, PROPOSAL, proposal.id, _line(live, ruling, seat_record.seat))


def _owed_for_outcome(live: LiveMatch, ruling: Ruling, others: list[SeatRecord]) -> Iterator[Owed]:
    if ruling.outcome is not None:
        for seat_record in others:
            yield Owed(seat_record.seat, ENDED, "", _line(live, ruling, seat_record.seat))


def _owed_for_clocks(live: LiveMatch, ruling: Ruling) -> Iterator[Owed]:
    """Seats whose clocks run from now on, or otherwise than they did: when little is left to them."""
    timing = ruling.timing
    if timing is None or timing.clock is None:
        return
    sat = {c.seat for c in live.record.seats if c.account is not None}
    for seat in timing.clock.running:
        low = timing.clock.low_at(timing.terms, seat)
        if low is not None and seat in sat:
            yield Owed(seat, CLOCK, live.game.ask(ruling.state, seat), at=low)


def _owed_for_seats(live: LiveMatch, ruling: Ruling, others: list[SeatRecord]) -> Iterator[Owed]:
    """Nobody disappears silently: a seat is open, or someone new sits there."""
    if ruling.agreements is None:
        return
    for fact in ruling.facts:
        seat = str(fact.payload.get("seat"))
        if fact.kind == OPENED:
            key = SeatsKey(SEAT_OPEN, seat, ruling.order.id)
        elif fact.kind == TAKEN and ruling.newcomer is not None:
            key = SeatsKey(SEAT_TAKEN, seat, ruling.newcomer.account.hex)
        elif fact.kind == PLAYS:
            # By now the seat's notices are the stand-in's.
            yield Owed(seat, JOINED, str(SeatsKey(STANDING_IN, seat, ruling.order.id)))
            continue
        else:
            continue
        for seat_record in others:
            yield Owed(seat_record.seat, JOINED, str(key), _line(live, ruling, seat_record.seat))


def _line(live: LiveMatch, ruling: Ruling, seat: str) -> int:
    """The number of the last log line of a ruling that a seat can read; if there is none, what it will have by then."""
    viewpoint = live.viewpoint(seat)
    read = [f.numbers[viewpoint] for f in ruling.facts if viewpoint in f.lines]
    return read[-1] if read else ruling.facts[-1].numbers[viewpoint]

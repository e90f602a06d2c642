"""Whom a command calls back to the match: seats that it asks something, that should settle something, all at the end.

A seat hears only of what it is asked itself, and of what all its viewpoint is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.clocks.orders import TIME_OUT
from app.matches.facts import Chair
from app.matches.handing import OPENED, TAKEN
from app.matches.ruling import Ruling
from app.matches.standing_in import PLAYS
from app.matches.table import Table
from app.notices.kinds import CLOCK, ENDED, JOINED, PROPOSAL, TURN, opening, standing_in
from app.notices.outbox import Owed


def owed(table: Table, ruling: Ruling) -> tuple[Owed, ...]:
    """What others than the mover should hear of after a ruling; at one screen nobody is called."""
    if table.record.hotseat:
        return ()
    # What the clock says of a seat its player has not done; the host of the server sits nowhere. Then all are called.
    by_clock = ruling.order.body.get("kind") == TIME_OUT
    seat = None if by_clock else ruling.order.seat
    mover = next((c.account for c in table.record.chairs if c.seat == seat), None)
    others = [c for c in table.record.chairs if c.account is not None and c.account != mover]
    return (
        *_asked(table, ruling, others),
        *_settling(table, ruling, others),
        *_ended(table, ruling, others),
        *_seats(table, ruling, others),
        *_timed(table, ruling),
    )


def _asked(table: Table, ruling: Ruling, others: list[Chair]) -> Iterator[Owed]:
    """Seats that are to decide and were not, or now something else."""
    game, was, now = table.game, table.state, ruling.state
    waiting = game.deciders(now)
    for chair in others:
        if chair.seat in waiting:
            ask = game.ask(now, chair.seat)
            if chair.seat not in game.deciders(was) or game.ask(was, chair.seat) != ask:
                yield Owed(chair.seat, TURN, ask, _line(table, ruling, chair.seat))


def _settling(table: Table, ruling: Ruling, others: list[Chair]) -> Iterator[Owed]:
    if ruling.house is None:
        return
    for proposal in ruling.house.proposals:
        if table.house.find(proposal.id) is None:
            for chair in others:
                if chair.seat in proposal.asked:
                    yield Owed(chair.seat, PROPOSAL, proposal.id, _line(table, ruling, chair.seat))


def _ended(table: Table, ruling: Ruling, others: list[Chair]) -> Iterator[Owed]:
    if ruling.outcome is not None:
        for chair in others:
            yield Owed(chair.seat, ENDED, "", _line(table, ruling, chair.seat))


def _timed(table: Table, ruling: Ruling) -> Iterator[Owed]:
    """Seats whose clocks run from now on, or otherwise than they did: when little is left to them."""
    timing = ruling.timing
    if timing is None or timing.clock is None:
        return
    sat = {c.seat for c in table.record.chairs if c.account is not None}
    for seat in timing.clock.running:
        low = timing.clock.low_at(timing.terms, seat)
        if low is not None and seat in sat:
            yield Owed(seat, CLOCK, table.game.ask(ruling.state, seat), at=low)


def _seats(table: Table, ruling: Ruling, others: list[Chair]) -> Iterator[Owed]:
    """Nobody disappears silently: a seat is open, or somebody new sits there."""
    if ruling.house is None:
        return
    for fact in ruling.facts:
        seat = str(fact.payload.get("seat"))
        if fact.kind == OPENED:
            key = opening(seat, ruling.order.id)
        elif fact.kind == TAKEN and ruling.newcomer is not None:
            key = f"{seat}:{ruling.newcomer.account.hex}"
        elif fact.kind == PLAYS:
            # By now the seat's notices are the stand-in's.
            yield Owed(seat, JOINED, standing_in(seat, ruling.order.id))
            continue
        else:
            continue
        for chair in others:
            yield Owed(chair.seat, JOINED, key, _line(table, ruling, chair.seat))


def _line(table: Table, ruling: Ruling, seat: str) -> int:
    """The number of the last log line of a ruling that a seat can read; if there is none, what it will have by then."""
    viewpoint = table.viewpoint(seat)
    read = [f.numbers[viewpoint] for f in ruling.facts if viewpoint in f.lines]
    return read[-1] if read else ruling.facts[-1].numbers[viewpoint]

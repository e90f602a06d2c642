"""The clocks of a match: a fold of which seats were asked when (decisions/0032).

A clock runs while its seat is among those that the match waits for, which everyone may know, and changes only when
they do: nothing that is hidden shows in it. Times are kept in milliseconds.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.clocks.still import Span, after, running_time, stops
from rules.kernel.messages import Json, JsonObject

RUN, STOP = "run", "stop"
"""What clocks do on weekends."""
REMIND, OPEN_SEAT, FORFEIT = "remind", "open", "forfeit"
"""What happens at zero: everyone is told, and the opponent may claim the win or give more time; the seat is open to a
new player; the match is lost."""

DAY_SECONDS = 24 * 3600
MAX_CLOCK_SECONDS = 90 * DAY_SECONDS
"""Seconds that a clock may hold."""
NOTICE_SECONDS, LIVE_NOTICE_SECONDS = DAY_SECONDS, 300
"""For how many seconds after a pause the clocks of the others stand still: where one plays over days, and live."""

MIN_LOW_SECONDS = 60
"""Seconds: whoever has so little time is at the board anyway."""

MS = dt.timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players of a match agreed on when they sat down. Times are seconds."""

    bank: int
    """What every clock holds at the beginning."""
    increment: int
    """What it gets each time its seat has answered."""
    most: int
    """What it holds at most."""
    weekends: str = RUN
    zone: str = "UTC"
    """Of the weekends."""
    at_zero: str = REMIND

    def json(self) -> JsonObject:
        """As it is stored and told."""
        return {
            "bank": self.bank,
            "increment": self.increment,
            "most": self.most,
            "weekends": self.weekends,
            "zone": self.zone,
            "at_zero": self.at_zero,
        }

    @staticmethod
    def read(stored: Mapping[str, Any]) -> Terms:
        """The inverse."""
        return Terms(**stored)

    @property
    def over_days(self) -> bool:
        """Whether players think for days: then they may be away."""
        return self.bank >= DAY_SECONDS

    @property
    def notice(self) -> int:
        """How many seconds the others have until a pause is over that someone ended alone."""
        return NOTICE_SECONDS if self.over_days else LIVE_NOTICE_SECONDS


def seats_on_the_clock(deciders: Collection[str], viewpoints: Mapping[str, str]) -> tuple[str, ...]:
    """The seats whose clocks run: those that decide, and of several who share one question the commander in chief.

    That is the first of those who share a viewpoint; the others only help, and whether they are ready is the side's
    affair. ``viewpoints`` are by seat, in order.
    """
    first: dict[str, str] = {}
    for seat, viewpoint in viewpoints.items():
        if seat in deciders:
            first.setdefault(viewpoint, seat)
    return tuple(first.values())


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat has left at ``since``, in milliseconds, and whose time runs from there."""

    left: Mapping[str, int]
    running: tuple[str, ...]
    since: dt.datetime
    paused: bool = False
    out: tuple[str, ...] = ()
    """Seats that let their time run out and have still to answer."""
    away: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    """When the clocks of some seats stand still."""
    gained: Mapping[str, int] = field(default_factory=dict)
    """What seats got for their last answer, so that it can be taken back with it."""
    expired: int = 0
    """How often time ran out in this match."""

    # --- reading -------------------------------------------------------------------------------------------------

    def left_at(self, terms: Terms, seat: str, at: dt.datetime) -> int:
        """What a seat has left at a moment after ``since``."""
        left = self.left.get(seat, 0)
        if self.paused or seat not in self.running:
            return left
        return max(0, left - running_time(self._stops(terms, seat), self.since, at) // MS)

    def zero_at(self, terms: Terms, seat: str) -> dt.datetime | None:
        """When a seat's time will be up; None if it does not run, or has run out."""
        if self.paused or seat not in self.running or seat in self.out:
            return None
        return after(self._stops(terms, seat), self.since, self.left.get(seat, 0) * MS)

    def low_at(self, terms: Terms, seat: str) -> dt.datetime | None:
        """When little of a seat's time will be left: a fifth of what it has now, a day at most; None as ``zero_at``.

        It is counted back from zero over nights and weekends, so that there is time to hear of it.
        """
        zero = self.zero_at(terms, seat)
        fifth = min(DAY_SECONDS * 1000, self.left.get(seat, 0) // 5)
        return None if zero is None or fifth < MIN_LOW_SECONDS * 1000 else zero - fifth * MS

    def due(self, terms: Terms) -> dt.datetime | None:
        """When the first will be out of time."""
        zeros = (self.zero_at(terms, seat) for seat in self.running)
        return min((zero for zero in zeros if zero is not None), default=None)

    def timed_out(self, terms: Terms, at: dt.datetime) -> str | None:
        """The first seat whose time is up and to whom nobody has said so."""
        return next((s for s in self.running if (zero := self.zero_at(terms, s)) is not None and zero <= at), None)

    def next_stop(self, terms: Terms, seat: str, at: dt.datetime) -> tuple[dt.datetime | None, dt.datetime | None]:
        """From when to when a seat's clock stands still next, or does now; nothing if it has run out before."""
        zero = self.zero_at(terms, seat)
        stop = next(stops(_zone(terms), self.away.get(seat, ()), at), None)
        return (None, None) if stop is None or zero is None or stop[0] >= zero else stop

    def stands_until(self, terms: Terms, seat: str, at: dt.datetime) -> dt.datetime | None:
        """Until when a seat's clock stands still, if it does at a moment."""
        now = next(stops(_zone(terms), self.away.get(seat, ()), at), None)
        return now[1] if now is not None and now[0] == at else None

    def _stops(self, terms: Terms, seat: str) -> Iterator[Span]:
        return stops(_zone(terms), self.away.get(seat, ()), self.since)

    # --- what happens --------------------------------------------------------------------------------------------

    def at(self, terms: Terms, now: dt.datetime) -> Clock:
        """The same, with what was used up to now taken off."""
        left = {seat: self.left_at(terms, seat, now) for seat in self.left}
        return replace(self, left=left, since=max(self.since, now), away=_ahead(self.away, now))

    def asks(
        self, terms: Terms, running: Sequence[str], now: dt.datetime, *, earned: bool = True, back: bool = False
    ) -> Clock:
        """Others are to decide from now on. Those who have answered get the increment, if it is ``earned``.

        ``back``: an answer was taken back, or the match went back. Nobody gets anything, and whoever is asked again
        gives back what the answer had brought.
        """
        then = self.at(terms, now)
        left, gained = {**then.left}, {**then.gained}
        if earned and not back:
            for seat in set(self.running) - set(running):
                left[seat] = max(left[seat], min(terms.most * 1000, left[seat] + terms.increment * 1000))
                gained[seat] = left[seat] - then.left[seat]
        if back:
            for seat in set(running) - set(self.running):
                left[seat] = max(0, left[seat] - gained.pop(seat, 0))
        out = tuple(seat for seat in self.out if seat in running)
        return replace(then, left=left, gained=gained, running=tuple(running), out=out)

    def pause(self, terms: Terms, now: dt.datetime) -> Clock:
        """All stand still until someone has them run."""
        return replace(self.at(terms, now), paused=True)

    def resume(self, terms: Terms, mine: Collection[str], now: dt.datetime) -> Clock:
        """The pause is over: at once for the seats of the one who ended it, for the others after notice."""
        until = now + dt.timedelta(seconds=terms.notice)
        then = replace(self.at(terms, now), paused=False)
        for seat in self.left:
            if seat not in mine:
                then = then.leaves(terms, seat, (now, until), now)
        return then

    def leaves(self, terms: Terms, seat: str, span: Span, now: dt.datetime) -> Clock:
        """A seat's clock will stand still for a while."""
        then = self.at(terms, now)
        return replace(then, away={**then.away, seat: (*then.away.get(seat, ()), span)})

    def returns(self, terms: Terms, seat: str, begins: dt.datetime, now: dt.datetime) -> Clock:
        """A while that was to begin at a moment, or did, is over."""
        then = self.at(terms, now)
        spans = ((b, min(e, max(b, now)) if b == begins else e) for b, e in then.away.get(seat, ()))
        return replace(then, away=_ahead({**then.away, seat: tuple(spans)}, now))

    def give_time(self, terms: Terms, seat: str, now: dt.datetime) -> Clock:
        """The others gave a seat as much time as it had at the beginning."""
        then = self.at(terms, now)
        left = {**then.left, seat: min(terms.most, MAX_CLOCK_SECONDS) * 1000}
        left[seat] = max(then.left[seat], min(left[seat], then.left[seat] + terms.bank * 1000))
        return replace(then, left=left, out=tuple(s for s in then.out if s != seat))

    def hand_over(self, terms: Terms, seat: str, now: dt.datetime) -> Clock:
        """Someone else sits there, with as much time as all had at the beginning, and is not away."""
        then = self.give_time(terms, seat, now)
        return replace(then, away={s: spans for s, spans in then.away.items() if s != seat})

    def stand_in(self, terms: Terms, seat: str, now: dt.datetime, *, more: bool) -> Clock:
        """Someone plays while the seat's player is away, so that it is not; with ``more`` time if it was up."""
        then = self.hand_over(terms, seat, now) if more else self.at(terms, now)
        return replace(then, away={s: spans for s, spans in then.away.items() if s != seat})

    def is_away(self, seat: str, now: dt.datetime) -> bool:
        """Whether a seat's player has said that they would be away at a moment."""
        return any(begins <= now < ends for begins, ends in self.away.get(seat, ()))

    def ran_out(self, terms: Terms, seat: str, now: dt.datetime) -> Clock:
        """Everyone was told that a seat's time is up."""
        then = self.at(terms, now)
        return replace(then, out=(*then.out, seat), expired=then.expired + 1)

    # --- stored --------------------------------------------------------------------------------------------------

    def json(self) -> JsonObject:
        """As it is stored."""
        away: dict[str, Json] = {
            s: [[b.isoformat(), e.isoformat()] for b, e in spans] for s, spans in self.away.items()
        }
        return {
            "left": {**self.left},
            "running": [*self.running],
            "since": self.since.isoformat(),
            "paused": self.paused,
            "out": [*self.out],
            "away": away,
            "gained": {**self.gained},
            "expired": self.expired,
        }

    @staticmethod
    def read(stored: Mapping[str, Any]) -> Clock:
        """The inverse."""
        moment = dt.datetime.fromisoformat
        return Clock(
            left=stored["left"],
            running=tuple(stored["running"]),
            since=moment(stored["since"]),
            paused=stored["paused"],
            out=tuple(stored["out"]),
            away={s: tuple((moment(b), moment(e)) for b, e in spans) for s, spans in stored["away"].items()},
            gained=stored["gained"],
            expired=stored["expired"],
        )


def start_clock(terms: Terms, seats: Iterable[str], running: Sequence[str], now: dt.datetime) -> Clock:
    """The clocks of a match that begins now."""
    return Clock(dict.fromkeys(seats, terms.bank * 1000), tuple(running), now)


def _zone(terms: Terms) -> str | None:
    return terms.zone if terms.weekends == STOP else None


def _ahead(away: Mapping[str, tuple[Span, ...]], now: dt.datetime) -> dict[str, tuple[Span, ...]]:
    """The part of some days away that is still to come."""
    left = {seat: tuple(span for span in spans if span[1] > now) for seat, spans in away.items()}
    return {seat: spans for seat, spans in left.items() if spans}

"""The clocks of one match with what was agreed about them, and what everyone is told of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.clocks.clock import Clock, Terms
from rules.kernel.messages import JsonObject


@dataclass(frozen=True, slots=True)
class Timing:
    """What was agreed, and where the clocks stand; they do not run before the match begins."""

    terms: Terms
    clock: Clock | None = None

    @staticmethod
    def read(terms: Mapping[str, Any] | None, clock: Mapping[str, Any] | None) -> Timing | None:
        """From what is stored; None of a match without clocks."""
        return None if terms is None else Timing(Terms.read(terms), None if clock is None else Clock.read(clock))

    @property
    def out(self) -> tuple[str, ...]:
        """The seats whose time is up and which have still to answer."""
        return () if self.clock is None else self.clock.out

    @property
    def due(self) -> dt.datetime | None:
        """When the first will be out of time."""
        return None if self.clock is None else self.clock.due(self.terms)

    def json(self, now: dt.datetime) -> JsonObject:
        """As it stands on the wire at a moment. The same for everyone."""
        return {
            "now": _moment(now),
            "terms": self.terms.json(),
            "paused": self.clock is not None and self.clock.paused,
            "seats": {} if self.clock is None else {s: _seat(self.terms, self.clock, s, now) for s in self.clock.left},
        }


def _seat(terms: Terms, clock: Clock, seat: str, now: dt.datetime) -> JsonObject:
    runs = seat in clock.running and not clock.paused and seat not in clock.out
    begins, ends = clock.next_stop(terms, seat, now) if runs else (None, None)
    return {
        "left": clock.left_at(terms, seat, now),
        "running": runs,
        "out": seat in clock.out,
        "zero": _moment(clock.zero_at(terms, seat)),
        "stops": _moment(begins),
        "resumes": _moment(ends),
    }


def _moment(at: dt.datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="milliseconds")

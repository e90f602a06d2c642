"""What facts of a match do to its clocks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.clocks.clock import Clock, Terms
from app.clocks.orders import AWAY, GIVEN, PAUSED, RESUMED, RETURNED
from app.clocks.timing import Timing
from app.matches.agreements.handing_over import TAKEN
from app.matches.agreements.settlement import REWOUND
from app.matches.agreements.standing_in import BACK_AGAIN, PLAYS, TIMED_OUT, ZERO
from app.matches.facts import UNDONE
from rules.kernel.messages import JsonObject
from rules.kernel.teams.state import Appointed, Ended, Lent

BACKWARDS = frozenset({UNDONE, REWOUND})


def timing_after(
    timing: Timing, facts: Iterable[JsonObject], running: Sequence[str], now: dt.datetime, *, earned: bool
) -> Timing | None:
    """The clocks after facts by which these seats are to decide; None if that changes nothing.

    Not ``earned``: nobody has thought about the answer.
    """
    clock = timing.clock
    if clock is None:
        return None
    back = lent = False
    for fact in facts:
        back = back or _takes_back(fact)
        # Units and duties that go from one commander to another and back again would else fill the clocks of both, as
        # would a seat that goes to a program, whose clock stands, and back.
        lent = lent or fact["kind"] in (Lent.kind, Appointed.kind, PLAYS, BACK_AGAIN)
        clock = _after(clock, timing.terms, fact, now)
    if set(running) != set(clock.running):
        clock = clock.asks(timing.terms, running, now, earned=earned and not lent, back=back)
    return None if clock is timing.clock else replace(timing, clock=clock)


def _takes_back(fact: JsonObject) -> bool:
    """Whether an answer is taken back by it: also that a commander had ended their part of a step (decisions/0049)."""
    return fact["kind"] in BACKWARDS or (fact["kind"] == Ended.kind and not fact["ask"])


def _after(clock: Clock, terms: Terms, fact: JsonObject, now: dt.datetime) -> Clock:
    seat, moment = str(fact.get("seat")), dt.datetime.fromisoformat
    match fact["kind"]:
        case k if k == PAUSED:
            return clock.pause(terms, now)
        case k if k == RESUMED:
            return clock.resume(terms, frozenset(map(str, fact["seats"])), now)  # type: ignore[arg-type]
        case k if k == TIMED_OUT:
            return clock.ran_out(terms, seat, now)
        case k if k == GIVEN:
            return clock.give_time(terms, seat, now)
        case k if k == TAKEN:
            return clock.hand_over(terms, seat, now)
        case k if k == PLAYS:
            return clock.stand_in(terms, seat, now, more=fact["why"] == ZERO)
        case k if k == AWAY:
            return clock.leaves(terms, seat, (moment(str(fact["begins"])), moment(str(fact["ends"]))), now)
        case k if k == RETURNED:
            return clock.returns(terms, seat, moment(str(fact["begins"])), now)
    return clock

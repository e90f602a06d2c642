"""Orders of the house about clocks (decisions/0032): pauses, time given and claimed, what the server says of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from app.clocks.clock import FORFEIT, OPEN_SEAT, Terms
from app.matches.company import Company, Said, ended
from app.matches.handing import TIME, opened
from app.matches.standing_in import ZERO, plays
from rules.kernel.messages import Refusal
from rules.kernel.wording import listing

PAUSED, RESUMED, GIVEN = "house.paused", "house.resumed", "house.given"
TIMED_OUT, AWAY, RETURNED = "house.timed_out", "house.away", "house.returned"
RESUME, CLAIM, GIVE = "house.resume", "house.claim", "house.give"
TIME_OUT, GO_AWAY, COME_BACK = "house.time_out", "house.go_away", "house.come_back"
"""Given by the server alone, of a seat: its time is up, its player will be away for some days, or is back."""
PAUSE = "pause"
"""What can be proposed: that the clocks stand still."""
LOST, HELPED, FREED, TOLD = "lost", "stand_in", "open", "told"
"""What came of running out of time: the match is lost, a stand-in plays on, the seat is open to others, or everybody is
told."""


@dataclass(frozen=True, slots=True)
class Times:
    """What such an order depends on: what was agreed, which seats have run out and still to answer, which are open to
    others already, and whether the clocks are paused."""

    terms: Terms
    out: Collection[str]
    free: Collection[str] = ()
    paused: bool = False
    stand_ins: Collection[str] = ()
    """Seats for which somebody can go on when their time is up."""


def can_lose(company: Company) -> bool:
    """Whether running out of time can lose the match: with allies it would be they who lose it."""
    return len(company.sides) == len(frozenset(company.sides.values())) == 2


def paused() -> Said:
    """All have agreed."""
    return Said({"kind": PAUSED}, "By consent of all, the clocks stand still.")


def _resumed(company: Company, seat: str, _: Mapping[str, Any], times: Times) -> list[Said] | Refusal:
    if not times.paused:
        return Refusal("not_paused", "", "The clocks are not paused.")
    mine = [s for s in company.sides if s == seat or s in company.mine]
    others = [company.titles[s] for s in company.sides if s not in mine]
    text = f"{company.titles[seat]} ended the pause."
    if others:
        wait = "a day" if times.terms.over_days else "five minutes"
        text += f" The clock of {listing(others)} starts in {wait}."
    return [Said({"kind": RESUMED, "seats": [*mine]}, text)]


def _claimed(company: Company, seat: str, _: Mapping[str, Any], times: Times) -> list[Said] | Refusal:
    late = [s for s in times.out if company.sides.get(s, company.sides[seat]) != company.sides[seat]]
    if not late:
        return Refusal("in_time", "", "Your opponent has not run out of time.")
    if not can_lose(company):
        return Refusal("has_allies", "", "With several players on a side, nobody loses the match for the others.")
    return [ended(company.sides[seat], f"{company.titles[late[0]]} ran out of time.")]


def _given(company: Company, seat: str, order: Mapping[str, Any], _: Times) -> list[Said] | Refusal:
    to = str(order.get("to"))
    if company.sides.get(to, company.sides[seat]) == company.sides[seat]:
        return Refusal("not_opponent", "", "You can give time to an opponent only.")
    return [Said({"kind": GIVEN, "seat": to}, f"{company.titles[seat]} gave {company.titles[to]} more time.")]


def _timed_out(company: Company, seat: str, _: Mapping[str, Any], times: Times) -> list[Said] | Refusal:
    foe, title = company.foe(seat), company.titles[seat]

    def said(so: str) -> Said:
        return Said({"kind": TIMED_OUT, "seat": seat, "so": so}, f"{title} ran out of time.")

    if times.terms.at_zero == FORFEIT and can_lose(company) and foe is not None:
        return [said(LOST), ended(foe, f"{title} ran out of time.")]
    if times.terms.at_zero == OPEN_SEAT and seat in times.stand_ins:
        return [said(HELPED), plays(company, seat, ZERO)]
    if times.terms.at_zero == OPEN_SEAT and seat not in times.free:
        return [said(FREED), opened(company, seat, TIME)]
    return [said(TOLD)]


def _went_away(company: Company, seat: str, order: Mapping[str, Any], _: Times) -> list[Said] | Refusal:
    begins, ends, first, last = (str(order[name]) for name in ("begins", "ends", "first", "last"))
    days = f"on {first}" if first == last else f"from {first} to {last}"
    text = f"{company.titles[seat]} will be away {days}; that clock stands still meanwhile."
    return [Said({"kind": AWAY, "seat": seat, "begins": begins, "ends": ends}, text)]


def _came_back(company: Company, seat: str, order: Mapping[str, Any], _: Times) -> list[Said] | Refusal:
    text = f"{company.titles[seat]} came back, or will not be away after all."
    return [Said({"kind": RETURNED, "seat": seat, "begins": str(order["begins"])}, text)]


Answering: TypeAlias = Callable[[Company, str, Mapping[str, Any], Times], "list[Said] | Refusal"]
OF_CLOCKS: Final[Mapping[object, Answering]] = {
    RESUME: _resumed,
    CLAIM: _claimed,
    GIVE: _given,
    TIME_OUT: _timed_out,
    GO_AWAY: _went_away,
    COME_BACK: _came_back,
}
"""What comes of each such order, but of proposing a pause."""


def needs_clocks(order: Mapping[str, Any]) -> bool:
    """Whether an order means nothing in a match without clocks."""
    return order.get("kind") in OF_CLOCKS or order.get("what") == PAUSE

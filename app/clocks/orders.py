"""Orders of the house about clocks (decisions/0032): pauses, time given and claimed, what the server says of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from app.clocks.clock import FORFEIT, OPEN_SEAT, Terms
from app.matches.agreements.handing_over import TIME, open_seat
from app.matches.agreements.seating import Said, Seating, end_match
from app.matches.agreements.standing_in import TIMED_OUT, ZERO, plays
from rules.kernel.messages import Refusal
from rules.kernel.wording import listing

PAUSED, RESUMED, GIVEN = "house.paused", "house.resumed", "house.given"
AWAY, RETURNED = "house.away", "house.returned"
RESUME, CLAIM, GIVE = "house.resume", "house.claim", "house.give"
TIME_OUT, GO_AWAY, COME_BACK = "house.time_out", "house.go_away", "house.come_back"
"""Given by the server alone, of a seat: its time is up, its player will be away for some days, or is back."""
PAUSE = "pause"
"""What can be proposed: that the clocks stand still."""
LOST, HELPED, FREED, TOLD = "lost", "stand_in", "open", "told"
"""What came of running out of time: the match is lost, a stand-in plays on, the seat is open to others, or everyone is
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
    """Seats for which someone can go on when their time is up."""


def can_lose(seating: Seating) -> bool:
    """Whether running out of time can lose the match: with allies it would be they who lose it."""
    return len(seating.sides) == len(frozenset(seating.sides.values())) == 2


def pause() -> Said:
    """All have agreed."""
    return Said({"kind": PAUSED}, "By agreement, the clocks stand still.")


def _resume(seating: Seating, seat: str, _: Mapping[str, Any], times: Times) -> list[Said] | Refusal:
    if not times.paused:
        return Refusal("not_paused", "", "The clocks are not paused.")
    mine = [s for s in seating.sides if s == seat or s in seating.mine]
    others = [seating.titles[s] for s in seating.sides if s not in mine]
    text = f"{seating.titles[seat]} ended the pause."
    if others:
        wait = "a day" if times.terms.over_days else "five minutes"
        text += f" The clock of {listing(others)} starts in {wait}."
    return [Said({"kind": RESUMED, "seats": [*mine]}, text)]


def _claim_win(seating: Seating, seat: str, _: Mapping[str, Any], times: Times) -> list[Said] | Refusal:
    late = [s for s in times.out if seating.sides.get(s, seating.sides[seat]) != seating.sides[seat]]
    if not late:
        return Refusal("in_time", "", "Your opponent has not run out of time.")
    if not can_lose(seating):
        return Refusal("has_allies", "", "With several players on a side, nobody loses the match for the others.")
    return [end_match(seating.sides[seat], f"{seating.titles[late[0]]} ran out of time.")]


def _give_time(seating: Seating, seat: str, order: Mapping[str, Any], _: Times) -> list[Said] | Refusal:
    to = str(order.get("to"))
    if seating.sides.get(to, seating.sides[seat]) == seating.sides[seat]:
        return Refusal("not_opponent", "", "You can give time to an opponent only.")
    return [Said({"kind": GIVEN, "seat": to}, f"{seating.titles[seat]} gave {seating.titles[to]} more time.")]


def _time_out(seating: Seating, seat: str, _: Mapping[str, Any], times: Times) -> list[Said] | Refusal:
    foe, title = seating.foe(seat), seating.titles[seat]

    def time_out_with(so: str) -> Said:
        return Said({"kind": TIMED_OUT, "seat": seat, "so": so}, f"{title} ran out of time.")

    if times.terms.at_zero == FORFEIT and can_lose(seating) and foe is not None:
        return [time_out_with(LOST), end_match(foe, f"{title} ran out of time.")]
    if times.terms.at_zero == OPEN_SEAT and seat in times.stand_ins:
        return [time_out_with(HELPED), plays(seating, seat, ZERO)]
    if times.terms.at_zero == OPEN_SEAT and seat not in times.free:
        return [time_out_with(FREED), open_seat(seating, seat, TIME)]
    return [time_out_with(TOLD)]


def _go_away(seating: Seating, seat: str, order: Mapping[str, Any], _: Times) -> list[Said] | Refusal:
    begins, ends, first, last = (str(order[name]) for name in ("begins", "ends", "first", "last"))
    days = f"on {first}" if first == last else f"from {first} to {last}"
    text = f"{seating.titles[seat]} will be away {days}; that clock stands still meanwhile."
    return [Said({"kind": AWAY, "seat": seat, "begins": begins, "ends": ends}, text)]


def _come_back(seating: Seating, seat: str, order: Mapping[str, Any], _: Times) -> list[Said] | Refusal:
    text = f"{seating.titles[seat]} came back, or will not be away after all."
    return [Said({"kind": RETURNED, "seat": seat, "begins": str(order["begins"])}, text)]


Settler: TypeAlias = Callable[[Seating, str, Mapping[str, Any], Times], "list[Said] | Refusal"]
OF_CLOCKS: Final[Mapping[object, Settler]] = {
    RESUME: _resume,
    CLAIM: _claim_win,
    GIVE: _give_time,
    TIME_OUT: _time_out,
    GO_AWAY: _go_away,
    COME_BACK: _come_back,
}
"""What comes of each such order, but of proposing a pause."""


def needs_clocks(order: Mapping[str, Any]) -> bool:
    """Whether an order means nothing in a match without clocks."""
    return order.get("kind") in OF_CLOCKS or order.get("what") == PAUSE

"""Limited resources of a side, divided among its commanders (decisions/0042).

A game says what can be shared out (``Capacity``): how much of it is left now, and which orders use it. The commander in
chief gives shares; nobody uses what is kept for another, and what is not given out is for whoever comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.kernel.messages import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Capacity:
    """Something of which a side can use only so much.

    ``left``: what can still be used. ``most``: how much there is at the best, and so can be given out. ``period``: a
    share is good for so much in each of them; its name changes when another one begins. ``orders``: what uses it.
    """

    id: str
    title: str
    left: int
    most: int
    period: str
    orders: frozenset[str]
    section: str
    each: str = "turn"
    """What a period is to a player."""


@dataclass(frozen=True, slots=True)
class SeatQuota:
    """What a commander has of a capacity in every period, and what of it was used in one."""

    given: int
    used: int = 0
    period: str = ""

    def unused(self, capacity: Capacity) -> int:
        """What is kept of it in the period that runs now."""
        return max(0, self.given - self.used_in(capacity.period))

    def used_in(self, period: str) -> int:
        """What was used in a period."""
        return self.used if self.period == period else 0

    def using(self, amount: int, period: str) -> SeatQuota:
        """The same after so much more was used."""
        return SeatQuota(self.given, self.used_in(period) + amount, period)


Shares = Mapping[str, Mapping[str, SeatQuota]]
"""By seat and capacity."""


def share(shares: Shares, seat: str, what: str) -> SeatQuota | None:
    """What a seat has of a capacity, if it was given any."""
    return shares.get(seat, {}).get(what)


def give(shares: Shares, seat: str, what: str, amount: int) -> Shares:
    """The shares after a seat has been given so much; what it used already counts on."""
    old = share(shares, seat, what) or SeatQuota(0)
    mine = {**shares.get(seat, {}), what: replace(old, given=amount)}
    if not amount:
        del mine[what]
    others = {s: own for s, own in shares.items() if s != seat}
    return {**others, seat: mine} if mine else others


def use(shares: Shares, seat: str, what: str, amount: int, period: str) -> Shares:
    """The shares after a seat has used so much of its own."""
    old = share(shares, seat, what) or SeatQuota(0)
    return {**shares, seat: {**shares.get(seat, {}), what: old.using(amount, period)}}


def amounts_kept(shares: Shares, seats: Iterable[str], capacity: Capacity) -> dict[str, int]:
    """What is kept for each seat. Where less is left than was given out, the first of them have theirs."""
    left, found = capacity.left, dict[str, int]()
    for seat in seats:
        own = share(shares, seat, capacity.id)
        amount = min(left, own.unused(capacity)) if own is not None else 0
        if amount > 0:
            found[seat] = amount
            left -= amount
    return found


def kept_from(shares: Shares, seats: Iterable[str], seat: str, capacity: Capacity) -> int:
    """What a seat must leave to others."""
    return sum(amount for other, amount in amounts_kept(shares, seats, capacity).items() if other != seat)


def most_for(shares: Shares, seats: Iterable[str], seat: str, capacity: Capacity) -> int:
    """What a seat can be given at most, as the others keep what they were given."""
    others = (share(shares, other, capacity.id) for other in seats if other != seat)
    return max(0, capacity.most - sum(own.given for own in others if own is not None))


def count_spent(rounds: Sequence[Sequence[Capacity]], what: str) -> int:
    """How much of a capacity went from one position to the next, as long as its period lasted."""
    found, period, left = 0, "", 0
    for n, capacities in enumerate(rounds):
        now = next((c for c in capacities if c.id == what), None)
        if now is None or (n and now.period != period):
            break
        found += max(0, left - now.left) if n else 0
        period, left = now.period, now.left
    return found


def shares_in_words(shares: Shares, seats: Sequence[str], capacities: Iterable[Capacity]) -> list[Json]:
    """What the commanders of a side are told of it: what there is, who was given how much, used it, and may use."""
    found: list[Json] = []
    for c in capacities:
        by_seat: JsonObject = {}
        for seat in seats:
            own = share(shares, seat, c.id) or SeatQuota(0)
            may = c.left - kept_from(shares, seats, seat, c)
            by_seat[seat] = {"given": own.given, "used": own.used_in(c.period), "may": may}
        if not c.most and not any(share(shares, seat, c.id) for seat in seats):
            continue
        found.append({"id": c.id, "title": c.title, "each": c.each, "left": c.left, "most": c.most, "seats": by_seat})
    return found

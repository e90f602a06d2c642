"""§11.22: who goes into the hex that the defender left."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.schlieffens_war.standing.seat_view import ANYWHERE, WHERE, SeatView

NOBODY, ONE, ALL = "nobody", "one", "all"

KIND = StandingKind(
    "advance",
    "Who advances into an empty hex",
    "11.22",
    ("advance",),
    (
        Choice(ALL, "as many as fit there"),
        Choice(ONE, "the strongest corps alone"),
        Choice(NOBODY, "no unit"),
    ),
    (WHERE,),
)


def follow(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§11.22, §6.2: the units that may advance together, one corps of them, or none."""
    order, offer = orders.get(KIND.key), seen.offer("advance")
    if order is None or offer is None or not seen.fits(order.on(WHERE.key, ANYWHERE), seen.target):
        return None
    units = seen.some(offer["together"])
    if order.answer == ONE:
        units = sorted((u for u in units if u.counter.is_corps), key=lambda u: -u.factor)[:1]
    return {"kind": "advance", "units": [] if order.answer == NOBODY else [u.id for u in units]}

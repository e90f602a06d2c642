"""§11.2: which two of more than two corps and forts defend."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.schlieffens_war.standing.seat_view import ANYWHERE, WHERE, SeatView, Unit

STRONGEST, WEAKEST = "strongest", "weakest"

KIND = StandingKind(
    "choose_defenders",
    "Who defends a hex of three",
    "11.2",
    ("choose_defenders",),
    (
        Choice(STRONGEST, "the two strongest, fatigued ones last"),
        Choice(WEAKEST, "the two weakest, to spare the best"),
    ),
    (WHERE,),
    sensible=STRONGEST,
)


def choose(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§11.2: as many as may defend; equals by their place in the stack."""
    order, offer = orders.get(KIND.key), seen.offer("defend")
    if order is None or offer is None or not seen.fits(order.on(WHERE.key, ANYWHERE), seen.target):
        return None

    def worth(unit: Unit) -> tuple[bool, int]:
        return unit.morale == "fatigued", -unit.factor

    units = seen.some(offer["units"])
    units.sort(key=worth if order.answer == STRONGEST else lambda u: (u.factor,))
    return {"kind": "defend", "units": [u.id for u in units[: offer["count"]]]}

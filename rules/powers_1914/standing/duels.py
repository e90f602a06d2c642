"""§3.3.14: whether a ship or a gun that is challenged fights."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.powers_1914.printed.pieces import SHIP
from rules.powers_1914.standing.seat_view import SeatView

FIGHT, DECLINE, GUNS = "fight", "decline", "guns"

KIND = StandingKind(
    "challenge",
    "When your ship or gun is challenged",
    "3.3.14",
    ("challenge",),
    (
        Choice(GUNS, "fight with a gun, decline with a ship"),
        Choice(DECLINE, "always decline"),
        Choice(FIGHT, "always fight"),
    ),
    sensible=GUNS,
)


def respond(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§3.3.14: a gun risks less than a ship, which costs more and carries others."""
    order = orders.get(KIND.key)
    if order is None or seen.offer("respond") is None:
        return None
    gun = seen.kind(seen.view["pending"]["attacker"]) == SHIP
    return {"kind": "respond", "accept": order.answer == FIGHT or (order.answer == GUNS and gun)}

"""§6.5: who leaves a hex that holds too many. No unit is ever given up without its owner's own word."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.schlieffens_war.standing.seat_view import SeatView, Unit

WEAKEST, STRONGEST = "weakest", "strongest"

KIND = StandingKind(
    "overstack",
    "Who leaves a hex that holds too many",
    "6.5",
    ("overstack",),
    (Choice(WEAKEST, "the weakest that can"), Choice(STRONGEST, "the strongest that can")),
)


def clear(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§6.5: a unit that has somewhere to go; towards the emptiest hex that is open to it."""
    order, offer = orders.get(KIND.key), seen.offer("displace")
    if order is None or offer is None:
        return None

    def rank(unit: Unit) -> tuple[bool, int]:
        return unit.is_hq, unit.factor if order.answer == WEAKEST else -unit.factor

    unit = min(seen.some([*offer["choices"]]), key=rank)
    there = [u.hex for u in seen.units.values()]
    hex_ = min(offer["choices"][unit.id], key=lambda h: (there.count(h), h))
    return {"kind": "displace", "unit": unit.id, "hex": hex_}

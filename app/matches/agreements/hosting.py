"""What whoever runs the server may do to a match (decisions/0035): go back, open a seat, end it.

Each is told to everyone with its reason, before what comes of it. That the host of the server gave the order is the
server's word; what follows from it is decided again by ``greatwar verify`` like any other order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.matches.agreements.handing_over import HOST, open_seat
from app.matches.agreements.seating import Said, Seating
from rules.kernel.messages import JsonObject, Refusal

BY_HOST = "host"
"""In place of the seat that gives an order: no game has one of this name."""
HOSTED = "house.hosted"
HOST_BACK, HOST_OPEN, HOST_END = "house.host-back", "house.host-open", "house.host-end"

Rewind = Callable[[str], Said]
"""Makes the fact that the match goes back, with these words."""
End = Callable[[str, str], Said]
"""Makes the fact that the match is over, by the side that wins, or none, and the reason."""

_WHAT: Mapping[str, str] = {
    HOST_BACK: "The host of this server took the match back to an earlier position.",
    HOST_OPEN: "The host of this server opened a seat.",
    HOST_END: "The host of this server ended the match.",
}


def is_hosts(kind: object) -> bool:
    """Whether only the host of the server gives such an order."""
    return kind in _WHAT


def decide_as_host(
    open_: Mapping[str, str], seating: Seating, order: Mapping[str, Any], rewind: Rewind | None, end: End
) -> list[Said] | Refusal:
    """What follows from an order of the host, or why it cannot be. ``rewind`` is None if there is nothing to go to."""
    kind, reason = str(order["kind"]), str(order["reason"])
    payload: JsonObject = {"kind": HOSTED, "what": kind, "reason": reason}
    told = Said(payload, f"{_WHAT[kind]} Reason: {reason}")
    if kind == HOST_BACK:
        if rewind is None:
            return Refusal("no_such_event", "", "There is no such event to go back to.")
        return [told, rewind("The match was rewound. New dice will be rolled.")]
    if kind == HOST_OPEN:
        seat = str(order["seat"])
        if seat not in seating.titles:
            return Refusal("no_seat", "", "The match has no such seat.")
        if seat in open_:
            return Refusal("open_already", "", "That seat is already open.")
        return [told, open_seat(seating, seat, HOST)]
    winner = str(order["winner"])
    if winner and winner not in seating.sides.values():
        sides = ", ".join(dict.fromkeys(seating.sides.values()))
        return Refusal("no_side", "", f"The match has no such side. It has: {sides}.")
    return [told, end(winner, f"Ended by the host of this server: {reason}")]

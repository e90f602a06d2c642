"""Seats that change hands (decisions/0031): a player leaves, the seat is open to others, someone takes over.

An open seat stays its player's until it is taken: whoever left may still move, and come back. The facts name no
people, since they stand for ever, and a name must be able to go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from app.matches.agreements.seating import Said, Seating
from rules.kernel.messages import JsonObject, Refusal

OPENED, CLOSED, TAKEN = "house.opened", "house.closed", "house.taken"
LEAVE, STAY, TAKE = "house.leave", "house.stay", "house.take"
OPEN = "open"
"""What can be proposed: that the seat of someone absent is opened."""

LEFT, ABSENT, TIME, HOST = "left", "absent", "time", "host"
"""Why a seat is open: its player has to stop; the others agreed; its clock ran out; the host opened it."""

SILENT_DAYS = 7
"""How long everyone must have waited for a seat before the others may open it."""

_WHY: Final[Mapping[str, str]] = {
    LEFT: "{who} has to stop: the seat is open to a new player.",
    ABSENT: "The others agreed: {who} has been away too long, and the seat is open to a new player.",
    TIME: "{who} ran out of time: the seat is open to a new player.",
    HOST: "The seat of {who} is open to a new player.",
}


def seats_open(before: Mapping[str, str], payload: Mapping[str, object]) -> Mapping[str, str]:
    """The open seats, and why each is, after a fact about an agreement."""
    seat = str(payload.get("seat"))
    if payload["kind"] == OPENED:
        return {**before, seat: str(payload["why"])}
    if payload["kind"] in (CLOSED, TAKEN):
        return {s: why for s, why in before.items() if s != seat}
    return before


def open_seat(seating: Seating, seat: str, why: str) -> Said:
    """The fact that a seat is open to others; for whatever decides that it is, as a clock that ran out."""
    payload: JsonObject = {"kind": OPENED, "seat": seat, "why": why}
    return Said(payload, _WHY[why].format(who=seating.titles[seat]))


def leave_seat(seats: Mapping[str, str], seating: Seating, seat: str) -> list[Said] | Refusal:
    """A player has to stop."""
    if seat in seats:
        return Refusal("open_already", "", "Your seat is already open.")
    if not seating.others(seat):
        return Refusal("nobody_else", "", "You play all seats of this match: nobody waits for you.")
    return [open_seat(seating, seat, LEFT)]


def stay(seats: Mapping[str, str], seating: Seating, seat: str) -> list[Said] | Refusal:
    """A player comes back before anyone has taken the seat."""
    if seat not in seats:
        return Refusal("not_open", "", "Your seat is not open.")
    return [Said({"kind": CLOSED, "seat": seat}, f"{seating.titles[seat]} is back and keeps the seat.")]


def take_seat(seats: Mapping[str, str], seating: Seating, seat: str) -> list[Said] | Refusal:
    """Someone takes over."""
    if seat not in seats:
        return Refusal("not_open", "", "That seat is no longer open.")
    return [Said({"kind": TAKEN, "seat": seat}, f"{seating.titles[seat]} has a new player.")]


def why_not_open(seats: Mapping[str, str], seating: Seating, seat: str, of: str | None) -> Refusal | None:
    """Why the others may not open a seat, if they may not."""
    if of not in seating.titles or of == seat or of in seating.mine:
        return Refusal("not_theirs", "", "Name a seat of another player. You can leave your own.")
    if of in seats:
        return Refusal("open_already", "", "That seat is already open.")
    if of not in seating.silent:
        days = f"{SILENT_DAYS} days"
        return Refusal("not_silent", "", f"You can open a seat only when everyone has waited {days} for its player.")
    return None


def of_seats(payloads: Sequence[JsonObject]) -> list[JsonObject]:
    """The facts among these that change who may sit down, or who sits."""
    return [p for p in payloads if p["kind"] in (OPENED, CLOSED, TAKEN)]

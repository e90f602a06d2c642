"""The list of public tables: where a page of it begins, and what it tells of each.

It is in the order in which the matches were made, so that no move, hidden or not, changes anything but what the
spectator sees.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

from app.clocks.clock import FORFEIT, Terms
from app.errors import ApiError
from app.lobby.repository import Place
from app.matches.facts import ACTIVE, MatchRecord
from rules.kernel.messages import JsonObject

PAGE_SIZE = 20
FIRST_PLACE = Place(dt.datetime(9999, 1, 1, tzinfo=dt.UTC), "")
"""Before everything that was ever made."""
CURSOR_PATTERN = r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,32}$"
_BEGINNING = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_TICK = dt.timedelta(microseconds=1)


def encode_cursor(place: Place) -> str:
    """A place as callers hand it back."""
    return f"{(place.made_at - _BEGINNING) // _TICK}.{place.match}"


def decode_cursor(after: str | None) -> Place:
    """The inverse of ``encode_cursor``; without one, the beginning."""
    if after is None:
        return FIRST_PLACE
    ticks, _, match = after.partition(".")
    return Place(_BEGINNING + int(ticks) * _TICK, match)


def glance(record: MatchRecord) -> JsonObject | None:
    """Turn, step and who is to decide, if that is known."""
    now = record.glance
    return None if now is None else {"turn": now.turn, "title": now.title, "deciders": [*now.deciders]}


def row(record: MatchRecord, place: Place, sides: Mapping[str, str], account: uuid.UUID | None) -> JsonObject:
    """A public match for whoever looks for a seat, or for something to watch."""
    running = record.status == ACTIVE
    return {
        "id": record.id,
        "game": record.game,
        "scenario": record.scenario,
        "options": record.options,
        "seats": [
            {
                "seat": c.seat,
                "title": c.title,
                "side": sides.get(c.seat, c.seat),
                "name": c.name,
                "you": account is not None and c.account == account,
                "free": c.account is None,
                "open": c.open and running,
            }
            for c in record.seats
        ],
        "pace": record.pace,
        "note": record.note,
        "sides": record.sides,
        "clock": None if record.timing is None else record.timing.terms.json(),
        "delay": record.delay,
        "delay_turns": record.delay_turns,
        "hints": record.hints,
        "dice_stand": record.dice_stand,
        "made_at": place.made_at.isoformat(timespec="seconds"),
        "key": record.spectate if running else None,
        # Whoever only watches is told later: of what is now the list says nothing.
        "glance": glance(record) if running and not record.delayed else None,
    }


def refuse_clock(terms: Terms, sides: Sequence[str], hotseat: bool) -> None:
    """Refuse clocks that mean nothing: at one screen, or where allies would lose by one who sleeps. ApiError 422."""
    if hotseat:
        raise ApiError(422, "one_screen", "A match at one screen has no clocks.")
    if terms.at_zero == FORFEIT and not len(sides) == len(set(sides)) == 2:
        raise ApiError(422, "has_allies", "With several players on a side, nobody loses the match for the others.")


def refuse_offer(hotseat: bool, offered: int, most: int) -> None:
    """Refuse a public match that nobody could join, or one more than a guest may offer. ApiError 409 or 422."""
    if hotseat:
        raise ApiError(422, "no_free_seat", "A match at one screen has no free seat to offer.")
    if offered >= most:
        raise ApiError(409, "too_many_tables", f"You are already at {most} open tables. Wait until one is full.")

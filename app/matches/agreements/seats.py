"""The seats of a match in memory, after a command that changes who sits there; reseating.py writes the rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.matches.agreements.handing_over import TAKEN, of_seats
from app.matches.agreements.standing_in import AGREED, GONE, PLAYS, REPLACED, of_stand_ins
from app.matches.facts import Newcomer, SeatRecord, StoredFact
from app.opponents.identities import strength_of

NO_STAND_IN: Mapping[str, Any] = {
    "stand_in": None,
    "stand_in_name": None,
    "stands_in_since": None,
    "stand_in_key": None,
}


def seats_after(
    seat_records: Sequence[SeatRecord], facts: Sequence[StoredFact], opened: Collection[str], newcomer: Newcomer | None
) -> tuple[SeatRecord, ...]:
    """The seats after the facts of a command; ``opened`` are the seats that anyone may take from then on."""
    payloads = [f.payload for f in facts]
    changed, at = of_seats(payloads), facts[-1].at
    if not changed and not of_stand_ins(payloads):
        return (*seat_records,)
    taken = {str(p["seat"]) for p in changed if p["kind"] == TAKEN}
    found = []
    for seat_record in seat_records:
        now = replace(seat_record, open=seat_record.seat in opened)
        if newcomer is not None and seat_record.seat in taken:
            now = replace(now, account=newcomer.account, name=newcomer.name, since=at, shows=None, **NO_STAND_IN)
        for payload in of_stand_ins([p for p in payloads if p.get("seat") == seat_record.seat]):
            now = _with_stand_in(now, payload["kind"], newcomer, at)
        found.append(now)
    return tuple(found)


def played_by_programs(seat_records: Iterable[SeatRecord]) -> frozenset[str]:
    """The seats whose moves programs make now. Their clocks stand: their time is the server's, and it may be away."""
    return frozenset(seat_record.seat for seat_record in seat_records if strength_of(seat_record.player) is not None)


def _with_stand_in(seat_record: SeatRecord, kind: object, newcomer: Newcomer | None, at: dt.datetime) -> SeatRecord:
    """A seat after a fact about its stand-in."""
    if kind == AGREED and newcomer is not None:
        return replace(seat_record, stand_in=newcomer.account, stand_in_name=newcomer.name, stand_in_key=None)
    if kind == GONE:
        return replace(seat_record, **NO_STAND_IN)
    if kind == REPLACED:
        if newcomer is None:
            return seat_record
        if seat_record.stands_in_since is not None:
            return replace(seat_record, stand_in=newcomer.account, stand_in_name=newcomer.name)
        return replace(seat_record, account=newcomer.account, name=newcomer.name)
    return replace(seat_record, stands_in_since=at if kind == PLAYS else None)

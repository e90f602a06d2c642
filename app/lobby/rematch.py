"""A match played once more with sides swapped: the seats of the new one."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from app.matches.facts import SeatRecord
from app.opponents.identities import strength_of


def rotate_seats(before: Sequence[SeatRecord], fresh: Sequence[SeatRecord], asker: uuid.UUID) -> tuple[SeatRecord, ...]:
    """The seats of a rematch: each player moves on by one. The asker and programs sit down, for the others theirs are
    kept.

    A seat that its player has left is free for anyone who is invited.
    """
    seat_records = []
    for n, seat_record in enumerate(fresh):
        was = before[n - 1]
        if was.account == asker or strength_of(was.account):
            seat_records.append(replace(seat_record, account=was.account, name=was.name))
        elif was.open:
            seat_records.append(seat_record)
        else:
            seat_records.append(replace(seat_record, kept_for=was.account, kept_name=was.name))
    return tuple(seat_records)


def same(before: Sequence[SeatRecord], fresh: Sequence[SeatRecord], asker: uuid.UUID) -> tuple[SeatRecord, ...]:
    """The seats of a match that is begun again: the asker sits as before, for the others theirs are kept."""
    return tuple(
        replace(seat_record, account=was.account, name=was.name)
        if was.account == asker or strength_of(was.account)
        else replace(seat_record, kept_for=was.account, kept_name=was.name)
        for seat_record, was in zip(fresh, before, strict=True)
    )


def again(before: Sequence[SeatRecord], fresh: Sequence[SeatRecord]) -> tuple[SeatRecord, ...]:
    """The seats of a rematch at one screen, all taken by the one who plays them."""
    return tuple(replace(seat, account=was.account, name=was.name) for seat, was in zip(fresh, before, strict=True))

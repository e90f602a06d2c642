"""A match played once more with sides swapped: the seats of the new one."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from app.matches.facts import Chair
from app.opponents.identities import strength_of


def rotate_seats(before: Sequence[Chair], fresh: Sequence[Chair], asker: uuid.UUID) -> tuple[Chair, ...]:
    """The seats of a rematch: each player moves on by one. The asker and programs sit down, for the others theirs are
    kept.

    A seat that its player has left is free for anyone who is invited.
    """
    chairs = []
    for n, chair in enumerate(fresh):
        was = before[n - 1]
        if was.account == asker or strength_of(was.account):
            chairs.append(replace(chair, account=was.account, name=was.name))
        elif was.open:
            chairs.append(chair)
        else:
            chairs.append(replace(chair, kept_for=was.account, kept_name=was.name))
    return tuple(chairs)


def same(before: Sequence[Chair], fresh: Sequence[Chair], asker: uuid.UUID) -> tuple[Chair, ...]:
    """The seats of a match that is begun again: the asker sits as before, for the others theirs are kept."""
    return tuple(
        replace(chair, account=was.account, name=was.name)
        if was.account == asker or strength_of(was.account)
        else replace(chair, kept_for=was.account, kept_name=was.name)
        for chair, was in zip(fresh, before, strict=True)
    )


def again(before: Sequence[Chair], fresh: Sequence[Chair]) -> tuple[Chair, ...]:
    """The seats of a rematch at one screen, all taken by the one who plays them."""
    return tuple(replace(chair, account=was.account, name=was.name) for chair, was in zip(fresh, before, strict=True))

"""Putting down what someone should hear of, in the transaction that brought it about.

A row is written only for a seat whose player (or the one for whom it is kept) has a channel. Nobody is notified inside
the transaction, since a NOTIFY would have all commits wait for one another; ``NoticesDue`` wakes the sender afterwards,
and it looks now and then anyway.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.database import Raw
from app.notices.kinds import Kind


@dataclass(frozen=True, slots=True)
class Owed:
    """Something to tell a seat's player.

    ``key`` says which of its kind (``SeatsKey`` where it is about seats), so that each is told once; whoever has read
    up to ``number`` knows it already.
    """

    seat: str
    kind: Kind
    key: str = ""
    number: int = 0
    at: dt.datetime | None = None
    """Not before then; None: now."""


PLAYER = "CASE WHEN s.stands_in_since IS NULL THEN COALESCE(s.account, s.kept_for) ELSE s.stand_in END"
"""Who hears what a seat is told: its stand-in while that one plays."""
SELECTED = f"""
SELECT o.match, o.seat, o.kind, o.key, o.number, o.at FROM owed o
JOIN seat s ON s.match = o.match AND s.seat = o.seat
WHERE EXISTS (SELECT 1 FROM channel c WHERE c.account = {PLAYER})
"""  # noqa: S608
INSERTED = f"""
INSERT INTO notice (match, seat, kind, key, number, at) {SELECTED}
ON CONFLICT (match, seat, kind, key) DO NOTHING RETURNING id
"""
"""Needs a query ``owed`` with those columns."""

_OWE = f"""
WITH owed AS (
    SELECT $1::text AS match, o.seat, o.kind, o.key, o.number, COALESCE(o.at, $2::timestamptz) AS at
    FROM unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::timestamptz[]) AS o (seat, kind, key, number, at)
) {INSERTED}
"""  # noqa: S608


async def owe(raw: Raw, match: str, owed: Iterable[Owed], at: dt.datetime) -> int:
    """Put down what is owed to seats of a match; how much of it is new. It may be part of a transaction."""
    told = list(owed)
    rows = await raw.fetch(
        _OWE,
        match,
        at,
        [o.seat for o in told],
        [o.kind for o in told],
        [o.key for o in told],
        [o.number for o in told],
        [o.at for o in told],
    )
    return len(rows)


_FORGET = """
DELETE FROM notice n WHERE n.match = $1 AND n.spread_at IS NULL
    AND EXISTS (SELECT FROM unnest($2::text[]) b (begins) WHERE starts_with(n.key, b.begins))
"""


async def forget(raw: Raw, match: str, begins: Sequence[str]) -> None:
    """Owe no more what was owed under keys that begin so, as far as nobody's channels have it yet."""
    await raw.execute(_FORGET, match, [*begins])

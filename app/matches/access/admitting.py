"""Admitting a caller to a match, and what someone has seen of it before (decisions/0031, 0037)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from app.matches.access.rights import viewer_of
from app.matches.facts import MatchRecord
from app.matches.rows.repository import Matches
from app.news import WATCH, watched_from
from rules.kernel.game import Seat


async def admit(
    matches: Matches,
    record: MatchRecord,
    account: uuid.UUID | None,
    seat: str | None,
    key: str | None,
    seats: Sequence[Seat],
) -> str:
    """From where a caller looks, as ``viewer_of``; ``seats`` are the game's.

    Whoever comes by the key of a side is noted, whatever the key is used for: a call that took it and noted nothing
    would let its caller play against that side.
    """
    viewer = viewer_of(record, account, seat, key, seats)
    if account is not None and viewer.startswith(WATCH):
        side = next(s.side for s in seats if s.viewpoint == watched_from(viewer))
        if (
            await matches.people.note_watcher(record.id, account, side)
            and (now := await matches.records.find(record.id)) is not None
        ):
            # They may have sat down on the other side in this very moment: one of the two finds what the other did.
            return viewer_of(now, account, seat, key, seats)
    return viewer


async def sides_seen(
    matches: Matches, record: MatchRecord, account: uuid.UUID, seats: Sequence[Seat]
) -> frozenset[str]:
    """The sides from which someone has seen a match: at a seat that others took over, or as one who watched."""
    sides = {s.id: s.side for s in seats}
    sat = [sides[seat] for seat in await matches.people.sat_at(record.id, account)]
    return frozenset((*sat, *await matches.people.watched_from(record.id, account)))

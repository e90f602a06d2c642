"""From where a caller may look at a match: one rule for its state, its log, its history and its chat."""

from __future__ import annotations

import hashlib
import hmac
import uuid
from collections.abc import Mapping, Sequence

from app.errors import ApiError, no_session, not_yours
from app.matches.facts import ACTIVE, FINISHED, MatchRecord
from app.news import WATCH
from rules.kernel.game import SPECTATOR, Seat

KEY_LENGTH = 24


def viewer_of(
    record: MatchRecord, account: uuid.UUID | None, seat: str | None, key: str | None, seats: Sequence[Seat] = ()
) -> str:
    """One of the caller's seats (the asked one, or the first), or what the key opens.

    ApiError 401 without a session, 403 for someone else's seat or key. ``seats`` are the game's, for keys of sides.
    """
    if record.what_if is not None:
        if record.what_if.over:
            raise what_if_over()
        # Nobody watches: it is for whoever tries something out, and those whom they let in.
        key = None
    if seat is None and key is not None:
        if hmac.compare_digest(key.encode(), record.spectate.encode()):
            return SPECTATOR
        return WATCH + _watched_from(record, account, key, seats)
    if account is None:
        raise no_session()
    mine = next((c.seat for c in record.seats if c.seen_by(account) and seat in (None, c.seat)), None)
    if mine is None:
        raise not_yours()
    return mine


def what_if_over() -> ApiError:
    """What was tried out a day ago is there no more."""
    return ApiError(404, "what_if_over", "This what-if was begun more than a day ago. Begin another from its match.")


def why_no_move(record: MatchRecord, account: uuid.UUID | None, seat: str) -> ApiError | None:
    """Why someone who sees what a seat sees may not move it now, as while another plays it, or None."""
    if record.what_if is not None and record.what_if.over:
        return what_if_over()
    seat_record = record.seat_record(seat)
    if seat_record.moved_by(account):
        return None
    text = "Your stand-in plays this seat now. Take it back first."
    return ApiError(409, "stand_in_plays", text) if seat_record.account == account else not_yours()


def why_not_standing_in(record: MatchRecord, account: uuid.UUID, seat: str) -> ApiError | None:
    """Why someone may not say that they stand in for a seat, or no longer do."""
    return None if any((c.seat, c.stand_in) == (seat, account) for c in record.seats) else not_yours()


def is_asked(record: MatchRecord, seat: str, key: str) -> bool:
    """Whether the key is that of someone whom a seat's player has asked to stand in."""
    asked = next((c.stand_in_key for c in record.seats if c.seat == seat), None)
    return asked is not None and hmac.compare_digest(key.encode(), asked.encode())


def side_keys(record: MatchRecord, seats: Sequence[Seat]) -> Mapping[str, str]:
    """By viewpoint, the keys to those whose side lets people watch: all its seats agree.

    A key follows from what each of them added, so that it is void as soon as one takes the consent back, for ever.
    """
    if record.hotseat or record.status not in (ACTIVE, FINISHED):
        return {}
    shows = {c.seat: c.shows for c in record.seats}
    keys: dict[str, str] = {}
    for viewpoint, side in {s.viewpoint: s.side for s in seats}.items():
        parts = [shows.get(s.id) for s in seats if s.side == side]
        if all(parts):
            text = "/".join(("greatwar watch", record.id, viewpoint, *(p or "" for p in parts)))
            keys[viewpoint] = hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
    return keys


def _watched_from(record: MatchRecord, account: uuid.UUID | None, key: str, seats: Sequence[Seat]) -> str:
    """The viewpoint to which someone has a key. ApiError 401 or 403: nobody watches a side who plays against it."""
    keys = side_keys(record, seats)
    found = [v for v, k in keys.items() if hmac.compare_digest(key.encode(), k.encode())]
    if not found:
        raise not_yours()
    if account is None:
        raise ApiError(401, "needs_name", "Enter your name before you watch from a side.")
    sides = {s.id: s.side for s in seats}
    side = next(s.side for s in seats if s.viewpoint == found[0])
    if any(c.known_to(account) and sides.get(c.seat) != side for c in record.seats):
        raise ApiError(403, "other_side", "You play on another side of this match.")
    return found[0]

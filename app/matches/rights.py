"""From where a caller may look at a match: one rule for its state, its log, its history and its chat."""

from __future__ import annotations

import hmac
import uuid

from app.errors import no_session, not_yours
from app.matches.facts import Record
from rules.kernel.game import SPECTATOR


def viewer_of(record: Record, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
    """One of the caller's seats (the asked one, or the first), or the spectator's place with the key.

    ApiError 401 without a session, 403 for somebody else's seat or key.
    """
    if seat is None and key is not None:
        if not hmac.compare_digest(key.encode(), record.spectate.encode()):
            raise not_yours()
        return SPECTATOR
    if account is None:
        raise no_session()
    mine = next((c.seat for c in record.chairs if c.account == account and seat in (None, c.seat)), None)
    if mine is None:
        raise not_yours()
    return mine

"""Before a match begins nobody is bound to it: players stand up, or call it off.

Each step is one transaction under the lock of the match's row.
"""

from __future__ import annotations

import datetime as dt
import uuid

from app.database import Database
from app.errors import ApiError, not_yours
from app.lobby.repository import lock_match
from app.matches.facts import CALLED_OFF, OPEN, OPENING
from app.matches.rows.models import Match
from app.opponents.identities import ACCOUNTS


def called_off() -> ApiError:
    """Nothing more happens in the match."""
    return ApiError(409, "called_off", "This match was called off before it began.")


class Unbegun:
    """Frees seats, and calls matches off."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stand_up(self, match: str, seat: str, account: uuid.UUID) -> None:
        """Free a seat of the caller's, and forget its seal, and its word if that came ahead.

        ApiError 403 for a seat of someone else, 409 once all have sealed or when nobody else sits there.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            if seat not in seats or seats[seat].account != account:
                raise not_yours()
            if row.status != OPEN:
                raise ApiError(409, "too_late", "All have sat down and sealed. You can call the match off instead.")
            if all(s.account in (None, account, *ACCOUNTS.values()) for s in seats.values()):
                raise ApiError(409, "last_one", "Nobody else sits here. You can call the match off instead.")
            seats[seat].account, seats[seat].seal, seats[seat].word = None, None, None
            seats[seat].ahead = seats[seat].program = False
            row.changed_at = row.told_at = dt.datetime.now(dt.UTC)

    async def call_off(self, match: str, account: uuid.UUID) -> bool:
        """Call a match off that has not begun; whether that is new.

        While seats are free or unsealed only the last one may, since others can stand up; after that, when someone may
        be keeping all waiting with a closed seal, anyone who sits there. ApiError 403 or 409 otherwise.
        """
        async with self._database.session.begin() as session:
            row, seats = await lock_match(session, match)
            if all(s.account != account for s in seats.values()):
                raise not_yours()
            if row.status == CALLED_OFF:
                return False
            if row.status not in (OPEN, OPENING):
                raise ApiError(409, "begun", "The match has begun: now you can only resign or agree on a draw.")
            if row.status == OPEN and any(s.account not in (None, account, *ACCOUNTS.values()) for s in seats.values()):
                raise ApiError(409, "others_wait", "Others sit here too. You can leave your seat instead.")
            _end(row)
            return True

    async def call_off_by_host(self, match: str) -> None:
        """Call a match off that has not begun, whoever sits there. ApiError 409 when it has."""
        async with self._database.session.begin() as session:
            row, _ = await lock_match(session, match)
            if row.status not in (OPEN, OPENING):
                raise ApiError(409, "begun", "The match has already begun, or was called off.")
            _end(row)


def _end(row: Match) -> None:
    row.status = CALLED_OFF
    # The match of which it was the rematch may have another.
    row.rematch_of = None
    row.changed_at = row.told_at = dt.datetime.now(dt.UTC)

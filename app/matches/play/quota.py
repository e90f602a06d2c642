"""How much may be written in a match, and by an account: every event is kept."""

from __future__ import annotations

import uuid

from app.errors import ApiError
from app.limits.rates import Rates


class Quota:
    """Events of a match for good, and of an account in a stretch of time."""

    def __init__(self, rates: Rates, per_match: int) -> None:
        self._rates = rates
        self._per_match = per_match

    def refusal(self, version: int, account: uuid.UUID | None) -> ApiError | None:
        """Why no more may be written in a match that has come to event ``version``, if so.

        ``account``: whose command it is; None for an order of the server itself.
        """
        if version >= self._per_match:
            return ApiError(409, "match_full", "This match has become too long to continue.")
        if account is not None and not self._rates.has_left("events", account.hex):
            return ApiError(429, "too_many_events", "You have reached today's limit of moves. Try again tomorrow.")
        return None

    def spend(self, account: uuid.UUID | None, events: int) -> None:
        """Count events that a command of an account led to."""
        if account is not None:
            self._rates.hit("events", account.hex, events)

"""How much a match and a guest may write: every event is kept."""

from __future__ import annotations

import uuid

from app.errors import ApiError
from app.limits.rates import Rates


class Quota:
    """Events by match for good, and by guest in a stretch of time."""

    def __init__(self, rates: Rates, per_match: int) -> None:
        self._rates = rates
        self._per_match = per_match

    def refusal(self, version: int, account: uuid.UUID | None) -> ApiError | None:
        """Why a guest may not add to a match that has come to this event, or None."""
        if version >= self._per_match:
            return ApiError(409, "match_full", "This match has become too long to continue.")
        if account is not None and not self._rates.has_left("events", account.hex):
            return ApiError(429, "too_many_events", "You have reached today's limit of moves. Try again tomorrow.")
        return None

    def spend(self, account: uuid.UUID | None, events: int) -> None:
        """Count events that a guest's command led to."""
        if account is not None:
            self._rates.hit("events", account.hex, events)

"""A match as it stands in the database now, for whoever looks at it."""

from __future__ import annotations

from app.errors import no_match
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.standing_order_runner import StandingOrderRunner
from app.matches.rows.repository import Matches


class CurrentMatches:
    """Live matches that are no older than the database."""

    def __init__(
        self,
        matches: Matches,
        live_matches: LiveMatches,
        following: Following,
        standing_orders: StandingOrderRunner,
    ) -> None:
        self._matches = matches
        self._live_matches = live_matches
        self._following = following
        self._standing_orders = standing_orders

    async def get(self, match: str) -> LiveMatch:
        """The live match, no older than the database when this was asked. ApiError 404 when there is none."""
        known = self._live_matches.find_cached(match) is not None
        live = await self._live_matches.get(match)
        if known:
            now = await self._matches.records.version(match)
            if now is None:
                # Swept away by another process, since nobody ever moved in it.
                self._live_matches.forget(match)
                raise no_match()
            if now != (live.version, live.record.status):
                await self._following.on_match_changed(match, None)
        self.looked_at(live)
        return live

    def looked_at(self, live: LiveMatch) -> None:
        """Someone looks at a match: what its standing orders should have answered is answered soon."""
        self._standing_orders.soon(live)

"""Giving standing orders and taking them back: each seat its own, whenever its player likes."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from app.errors import ApiError
from app.happenings import Happenings, StandingOrdersChanged
from app.live.hub import Hub
from app.matches.facts import CALLED_OFF, FINISHED
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.standing_orders import SeatStandingOrder, TurnAndPhase
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.standing_order_runner import StandingOrderRunner
from app.standing.book import StandingOrderBook
from app.standing.repository import StandingOrders
from rules.kernel.messages import JsonObject
from rules.kernel.standing import StandingOrder


class StandingOrderService:
    """Gives standing orders, takes them back, and hears of those that were changed elsewhere."""

    def __init__(
        self,
        orders: StandingOrders,
        book: StandingOrderBook,
        current: CurrentMatches,
        following: Following,
        runner: StandingOrderRunner,
        live_matches: LiveMatches,
        hub: Hub,
        happenings: Happenings,
    ) -> None:
        self._orders = orders
        self._book = book
        self._current = current
        self._following = following
        self._runner = runner
        self._live_matches = live_matches
        self._hub = hub
        self._happenings = happenings

    async def read(self, match: str, account: uuid.UUID | None, seat: str | None) -> JsonObject:
        """What a seat can answer beforehand, and what it does."""
        live = await self._live_matches.get(match)
        return await self._book.seat_json(live, await self._following.viewer(live, account, seat, None))

    async def set(
        self, match: str, account: uuid.UUID | None, seat: str, order: StandingOrder, ends: str
    ) -> JsonObject:
        """Give an order. If its question is open it is answered at once. ApiError when there is no such order."""
        live = await self._mine(match, account, seat)
        kind = next((k for k in self._book.kinds(live, seat) if k.key == order.kind), None)
        if kind is None:
            raise ApiError(404, "no_kind", "There is no such decision.")
        wrong = kind.wrong(order)
        if wrong is not None:
            raise ApiError(422, "unfit", wrong)
        await self._orders.set(match, SeatStandingOrder(seat, order, ends, TurnAndPhase.of(live.game, live.state)))
        return await self._announce_and_show(live, seat)

    async def remove(self, match: str, account: uuid.UUID | None, seat: str, kind: str) -> JsonObject:
        """Take an order back: the seat is asked again."""
        live = await self._mine(match, account, seat)
        await self._orders.remove(match, seat, kind)
        return await self._announce_and_show(live, seat)

    async def _mine(self, match: str, account: uuid.UUID | None, seat: str) -> LiveMatch:
        live = await self._current.get(match)
        await self._following.viewer(live, account, seat, None)
        if live.record.status in (FINISHED, CALLED_OFF):
            raise ApiError(409, "finished", "The match is over.")
        return live

    async def _announce_and_show(self, live: LiveMatch, seat: str) -> JsonObject:
        match = live.record.id
        await self._runner.answer_ahead(match, reread=True)
        self._happenings.tell(StandingOrdersChanged(match))
        told = await self._book.seat_json(live, seat)
        self._book.say(live, seat, told)
        return told

    async def on_orders_changed(self, match: str) -> None:
        """Orders of a match were changed at another process."""
        live = self._live_matches.find_cached(match)
        if live is None:
            return
        await self._runner.on_orders_changed(match)
        for seat in self._hub.viewpoints(match):
            if seat in {c.seat for c in live.record.seats}:
                self._book.say(live, seat, await self._book.seat_json(live, seat))

    async def review(self, watched: Sequence[str]) -> None:
        """Look whether orders of these matches were changed elsewhere without our hearing of it."""
        for match, standing in (await self._orders.of_matches(watched)).items():
            live = self._live_matches.find_cached(match)
            if live is not None and [*live.standing] != [s for s in standing if s.dropped is None]:
                await self._runner.on_orders_changed(match)

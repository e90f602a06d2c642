"""The standing orders of seats, as the matches in play use them and as their players are told of them."""

from __future__ import annotations

from collections.abc import Sequence

from app.happenings import Happenings, StandingOrdersChanged
from app.live.hub import Hub
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.standing_orders import SeatStandingOrder, TurnAndPhase
from app.standing.repository import StandingOrders
from rules.kernel.messages import Json, JsonObject
from rules.kernel.standing import StandingKind, of_side


class StandingOrderBook:
    """Keeps the standing orders of all seats."""

    def __init__(self, orders: StandingOrders, hub: Hub, happenings: Happenings) -> None:
        self._orders = orders
        self._hub = hub
        self._happenings = happenings

    async def orders(self, match: str) -> Sequence[SeatStandingOrder]:
        """Those of all seats of a match that were not dropped."""
        return [s for s in await self._orders.of_match(match) if s.dropped is None]

    async def drop(self, live: LiveMatch, seat: str, step: str, why: str) -> None:
        """From now on the seat is asked itself at such a step; its player is told why."""
        kinds = [k.key for k in self.kinds(live, seat) if step in k.steps]
        await self._orders.drop(live.record.id, seat, kinds, why)
        self._happenings.tell(StandingOrdersChanged(live.record.id))
        self.say(live, seat, await self.seat_json(live, seat))

    @staticmethod
    def kinds(live: LiveMatch, seat: str) -> tuple[StandingKind, ...]:
        """The small decisions that a seat can answer beforehand."""
        return of_side(live.game.standing(live.record.scenario, live.record.options), live.sides[seat])

    async def seat_json(self, live: LiveMatch, seat: str) -> JsonObject:
        """What a seat can answer beforehand, and what it does."""
        now = TurnAndPhase.of(live.game, live.state)
        mine = [s for s in await self._orders.of_match(live.record.id) if s.seat == seat]
        orders: list[Json] = [_order_json(s) for s in mine if s.dropped is not None or s.holds(now)]
        return {"kinds": [k.told() for k in self.kinds(live, seat)], "orders": orders}

    def say(self, live: LiveMatch, seat: str, told: JsonObject) -> None:
        """Tell the seat's own pages; nobody else hears that anything was ordered."""
        message: JsonObject = {"type": "standing", "orders": told["orders"]}
        self._hub.say(live.record.id, lambda viewer, _: viewer == seat, message)


def _order_json(standing: SeatStandingOrder) -> JsonObject:
    order = standing.order
    return {
        "kind": order.kind,
        "answer": order.answer,
        "conditions": {**order.conditions},
        "ends": standing.ends,
        "dropped": standing.dropped,
    }

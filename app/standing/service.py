"""Giving standing orders and taking them back: each seat its own, whenever its player likes."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

from app.errors import ApiError
from app.live.hub import Hub
from app.matches.ahead import Moment, Standing
from app.matches.answering import Answering
from app.matches.facts import CALLED_OFF, FINISHED
from app.matches.following import Following
from app.matches.table import Table
from app.matches.tables import Tables
from app.standing.repository import StandingOrders
from rules.kernel.messages import Json, JsonObject
from rules.kernel.standing import StandingKind, StandingOrder, of_side


class Beforehand:
    """The standing orders of seats. It keeps them for the matches in play, too."""

    def __init__(
        self, orders: StandingOrders, following: Following, answering: Answering, tables: Tables, hub: Hub
    ) -> None:
        self._orders = orders
        self._following = following
        self._answering = answering
        self._tables = tables
        self._hub = hub
        self.on_ordered: Callable[[str], None] = lambda match: None
        """Called with a match after orders were changed here."""

    # --- a seat's own --------------------------------------------------------------------------------------------

    async def read(self, match: str, account: uuid.UUID | None, seat: str | None) -> JsonObject:
        """What a seat can answer beforehand, and what it does."""
        table = await self._tables.get(match)
        return await self._told(table, await self._following.viewer(table, account, seat, None))

    async def set(
        self, match: str, account: uuid.UUID | None, seat: str, order: StandingOrder, ends: str
    ) -> JsonObject:
        """Give an order. If its question is open it is answered at once. ApiError when there is no such order."""
        table = await self._mine(match, account, seat)
        kind = next((k for k in self._kinds(table, seat) if k.key == order.kind), None)
        if kind is None:
            raise ApiError(404, "no_kind", "There is no such decision.")
        wrong = kind.wrong(order)
        if wrong is not None:
            raise ApiError(422, "unfit", wrong)
        await self._orders.set(match, Standing(seat, order, ends, Moment.of(table.game, table.state)))
        return await self._changed(table, seat)

    async def remove(self, match: str, account: uuid.UUID | None, seat: str, kind: str) -> JsonObject:
        """Take an order back: the seat is asked again."""
        table = await self._mine(match, account, seat)
        await self._orders.remove(match, seat, kind)
        return await self._changed(table, seat)

    async def _mine(self, match: str, account: uuid.UUID | None, seat: str) -> Table:
        table = await self._following.current(match)
        await self._following.viewer(table, account, seat, None)
        if table.record.status in (FINISHED, CALLED_OFF):
            raise ApiError(409, "finished", "The match is over.")
        return table

    async def _changed(self, table: Table, seat: str) -> JsonObject:
        match = table.record.id
        await self._answering.answer_ahead(match, reread=True)
        self.on_ordered(match)
        told = await self._told(table, seat)
        self._say(table, seat, told)
        return told

    @staticmethod
    def _kinds(table: Table, seat: str) -> tuple[StandingKind, ...]:
        record = table.record
        sides = {s.id: s.side for s in table.game.seats(record.scenario, record.options)}
        return of_side(table.game.standing(record.scenario, record.options), sides[seat])

    async def _told(self, table: Table, seat: str) -> JsonObject:
        now = Moment.of(table.game, table.state)
        mine = [s for s in await self._orders.of_match(table.record.id) if s.seat == seat]
        orders: list[Json] = [_told(s) for s in mine if s.dropped is not None or s.holds(now)]
        return {"kinds": [k.told() for k in self._kinds(table, seat)], "orders": orders}

    def _say(self, table: Table, seat: str, told: JsonObject) -> None:
        """Tell the seat's own pages; nobody else hears that anything was ordered."""
        message: JsonObject = {"type": "standing", "orders": told["orders"]}
        self._hub.say(table.record.id, lambda viewer, _: viewer == seat, message)

    # --- as matches in play use them -----------------------------------------------------------------------------

    async def orders(self, match: str) -> Sequence[Standing]:
        """Those of all seats of a match that were not dropped."""
        return [s for s in await self._orders.of_match(match) if s.dropped is None]

    async def drop(self, table: Table, seat: str, step: str, why: str) -> None:
        """From now on the seat is asked itself at such a step; its player is told why."""
        kinds = [k.key for k in self._kinds(table, seat) if step in k.steps]
        await self._orders.drop(table.record.id, seat, kinds, why)
        self.on_ordered(table.record.id)
        self._say(table, seat, await self._told(table, seat))

    async def heard(self, match: str) -> None:
        """Orders of a match were changed at another process."""
        table = self._tables.cached(match)
        if table is None:
            return
        await self._answering.reordered(match)
        for seat in self._hub.viewpoints(match):
            if seat in {c.seat for c in table.record.chairs}:
                self._say(table, seat, await self._told(table, seat))

    async def review(self, watched: Sequence[str]) -> None:
        """Look whether orders of these matches were changed elsewhere without our hearing of it."""
        for match, standing in (await self._orders.of_matches(watched)).items():
            table = self._tables.cached(match)
            if table is not None and [*table.standing] != [s for s in standing if s.dropped is None]:
                await self._answering.reordered(match)


def _told(standing: Standing) -> JsonObject:
    order = standing.order
    return {
        "kind": order.kind,
        "answer": order.answer,
        "conditions": {**order.conditions},
        "ends": standing.ends,
        "dropped": standing.dropped,
    }

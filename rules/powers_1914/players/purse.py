"""§3.5: seats of one program put their money together: the first plans for all of them and gives each its part.

An ally whom a person or another program plays gets nothing: nobody knows what they would do with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.kernel.messages import JsonObject
from rules.powers_1914.players import purchases, shelf
from rules.powers_1914.players.bot_view import BotView, allies
from rules.powers_1914.players.habits import Habits
from rules.powers_1914.printed.data import Printed


class Purse:
    """What a seat with partners does with its money in one step of purchases before it buys."""

    def __init__(self, view: Mapping[str, Any], seat: str, partners: Collection[str], habits: Habits) -> None:
        """The first of the partners that is not done keeps the money."""
        open_ = [seat, *_open(view, seat, partners)]
        self._seat = seat
        self._partners = partners
        self._habits = habits
        self._keeper = next(s for s in view["seats"] if s in open_)
        self._given = False
        self._parts: list[tuple[str, int]] | None = None

    def gift(self, view: Mapping[str, Any], printed: Printed) -> JsonObject | None:
        """Money to be given now, if any: all of it to the keeper, or from the keeper a partner's part."""
        if self._seat != self._keeper:
            money = 0 if self._given else int(view["seats"][self._seat]["money"])
            self._given = True
            return _give(self._keeper, money) if money and not _is_done(view, self._keeper) else None
        if self._parts is None and not self.waits(view):
            self._parts = parts(BotView(view, self._seat, printed, self._habits), self._partners)
        return _give(*self._parts.pop(0)) if self._parts else None

    def waits(self, view: Mapping[str, Any]) -> bool:
        """Whether the seat does not buy yet: the keeper until it has the money, the others until it is done."""
        if self._seat != self._keeper:
            return not _is_done(view, self._keeper)
        return self._parts is None and any(view["seats"][s]["money"] for s in _open(view, self._seat, self._partners))


def _open(view: Mapping[str, Any], seat: str, partners: Collection[str]) -> list[str]:
    """The partners that are not done."""
    return [s for s in allies(view, seat) if s in partners]


def _give(seat: str, money: int) -> JsonObject:
    return {"kind": "give", "to": seat, "amount": money}


def _is_done(view: Mapping[str, Any], seat: str) -> bool:
    return bool(view["seats"][seat]["done"])


def parts(table: BotView, partners: Collection[str]) -> list[tuple[str, int]]:
    """What each partner needs for its part of what they buy best together."""
    seats = [s for s in table.view["seats"] if s == table.seat or (s in table.allies and s in partners)]
    nations = shelf.buyers(table, seats)
    goods = {
        "buy": shelf.units(table, nations),
        "modernise": shelf.progress(table, nations),
        "use_card": shelf.cards(table),
    }
    found = dict.fromkeys((s for s in seats if s != table.seat), 0)
    for command in purchases.shopping_list(table, table.money, goods):
        seat = table.nations[str(command["nation"])]["seat"] if "nation" in command else table.seat
        if seat in found:
            found[seat] += purchases.cost(command, table)
    return [(seat, money) for seat, money in found.items() if money]

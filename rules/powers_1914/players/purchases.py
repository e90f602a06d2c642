"""§3.6 to §3.9: what to buy: garrisons, progress, men for the front, then guns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.messages import JsonObject
from rules.powers_1914.players import garrisons, worths
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, INFANTRY

JOINING = 4
"""With fewer turns left no neutral is bought into the war."""
PROGRESS = 4
"""Nor is anything modernised."""
RISINGS = 45
"""Money above which a rising is paid for."""


class Basket:
    """Money, and what the shop has left while a list is drawn up."""

    def __init__(self, table: BotView, money: int, goods: Mapping[str, list[dict[str, Any]]]) -> None:
        """``goods``: what can be bought, what can be modernised and what cards be used, by the kind of the offer."""
        self.table = table
        self.money = money
        self.items = [dict(i) for i in goods.get("buy", ())]
        self.commands: list[JsonObject] = []
        self.progress = [*goods.get("modernise", ())]
        self.cards = [i for i in goods.get("use_card", ()) if i["refusal"] is None]

    def most(self, nation: str, arm: str, area: str) -> int:
        """How many more could be had there."""
        for item in self.items:
            if (item["nation"], item["unit"], item["area"]) == (nation, arm, area):
                return max(0, min(int(item["most"]), self.money // int(item["price"]), self._counters(nation, arm)))
        return 0

    def _counters(self, nation: str, arm: str) -> int:
        used = sum(1 for there in self.table.units.values() for u in there if u.nation == nation and u.kind == arm)
        bought = sum(int(str(c["count"])) for c in self.commands if c.get("nation") == nation and c.get("unit") == arm
                     and c["kind"] == "buy")  # fmt: skip
        return self.table.printed.limit(nation, arm) - used - bought

    def buy(self, nation: str, arm: str, area: str, count: int) -> int:
        """Put units on the list, as many as can be had; gives how many."""
        count = min(count, self.most(nation, arm, area))
        if count > 0:
            self.commands.append({"kind": "buy", "nation": nation, "unit": arm, "area": area, "count": count})
            self.money -= count * self.table.price(arm)
            for item in self.items:
                if (item["nation"], item["unit"], item["area"]) == (nation, arm, area):
                    item["most"] -= count
        return max(0, count)


def shopping_list(table: BotView, money: int, goods: Mapping[str, list[dict[str, Any]]]) -> list[JsonObject]:
    """All commands of purchases with some money, in order; of one seat, or of several with one purse."""
    basket = Basket(table, money, goods)
    _join(basket)
    _progress(basket)
    _garrisons(basket)
    _aircraft(basket)
    _men(basket)
    _progress(basket, again=True)
    _guns(basket)
    return basket.commands


def cost(command: JsonObject, table: BotView) -> int:
    """What a command of purchases costs."""
    if command["kind"] == "use_card":
        return table.printed.cards[str(command["card"])].price
    nation, arm = str(command["nation"]), str(command["unit"])
    if command["kind"] == "modernise":
        return table.printed.modernise[table.level(nation, arm)]
    return table.printed.prices[arm] * int(str(command["count"]))


def _join(basket: Basket) -> None:
    """§3.14.9, §3.14.7: countries that can be paid for, and risings when there is money to spare."""
    for card in basket.cards:
        price = int(card["price"])
        rising = price <= 20
        if basket.table.left > JOINING and price <= basket.money and (not rising or basket.money >= RISINGS):
            basket.commands.append({"kind": "use_card", "card": card["card"]})
            basket.money -= price


def _garrisons(basket: Basket) -> None:
    """§3.7: men where a capital is in danger, raised there or within a move of it."""
    table = basket.table
    wants = garrisons.wants(table)
    for area in sorted(wants, key=lambda a: (-worths.country(table, a), a)):
        lack = wants[area]
        sites = [i for i in basket.items if i["unit"] == INFANTRY and
                 (i["area"] == area or area in table.ways(i["area"], table.side))]  # fmt: skip
        for site in sorted(sites, key=lambda i: (table.board.steps[area][i["area"]], i["area"])):
            if lack > 0:
                lack -= basket.buy(site["nation"], INFANTRY, site["area"], lack)


def _progress(basket: Basket, again: bool = False) -> None:
    """§3.9: modernise the infantry of nations that have much of it, then, with money left, their guns."""
    table = basket.table
    if table.left <= PROGRESS:
        return
    for item in sorted(basket.progress, key=lambda i: (i["price"], i["nation"])):
        arm = item["unit"]
        if arm not in (INFANTRY, ARTILLERY) or (arm == ARTILLERY and not again):
            continue
        if any(c.get("nation") == item["nation"] and c.get("unit") == arm and c["kind"] == "modernise"
               for c in basket.commands):  # fmt: skip
            continue
        have = sum(1 for there in table.units.values() for u in there if u.nation == item["nation"] and u.kind == arm)
        gain = have * table.price(INFANTRY) * table.habits.gain // 100 if arm == INFANTRY else have * table.left // 3
        if gain >= item["price"] <= basket.money:
            basket.commands.append({"kind": "modernise", "nation": item["nation"], "unit": arm})
            basket.money -= int(item["price"])


def _aircraft(basket: Basket) -> None:
    """§3.3.6: one for every nation that can make them and has none."""
    table = basket.table
    for item in [i for i in basket.items if i["unit"] == AIRCRAFT]:
        has = any(u.kind == AIRCRAFT and u.nation == item["nation"] for there in table.units.values() for u in there)
        bought = any(c.get("unit") == AIRCRAFT and c.get("nation") == item["nation"] for c in basket.commands)
        if not has and not bought and basket.money >= 3 * item["price"]:
            basket.buy(item["nation"], AIRCRAFT, item["area"], 1)


def _men(basket: Basket) -> None:
    """§3.7: infantry, nearest to the enemy first."""
    table = basket.table
    enemies = [a for a in table.control if table.holder(a) == table.enemy]
    sites = [i for i in basket.items if i["unit"] == INFANTRY]
    for site in sorted(
        sites, key=lambda i: (min((table.board.steps[i["area"]][e] for e in enemies), default=9), i["area"])
    ):
        basket.buy(site["nation"], INFANTRY, site["area"], 99)


def _guns(basket: Basket) -> None:
    """§3.6: guns for what is left."""
    for item in sorted((i for i in basket.items if i["unit"] == ARTILLERY), key=lambda i: i["area"]):
        basket.buy(item["nation"], ARTILLERY, item["area"], 2)

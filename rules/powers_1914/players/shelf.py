"""§3.6 to §3.9: what the nations of a side could buy now, as anyone reads it off the board; money is left out."""

from __future__ import annotations

from typing import Any

from rules.powers_1914.players.bot_view import FUNDED, BotView
from rules.powers_1914.printed.pieces import AIRCRAFT, ARMS, ARTILLERY, FACTORY, INFANTRY, USA

MAX_MADE = 99
"""A factory makes as many as can be paid."""


def units(table: BotView, nations: list[str]) -> list[dict[str, Any]]:
    """§3.6, §3.7: infantry in cities, guns and aircraft at factories, and how many at most."""
    return [
        {"nation": nation, "unit": arm, "area": area, "price": table.printed.prices[arm], "most": most}
        for nation in nations
        for arm in (INFANTRY, ARTILLERY, AIRCRAFT)
        if table.printed.limit(nation, arm)
        for area, flag in table.control.items()
        if flag == nation and (most := _most(table, nation, arm, area)) > 0
    ]


def _most(table: BotView, nation: str, arm: str, area: str) -> int:
    body = table.view["areas"][area]
    if arm == INFANTRY:
        return int(table.board.areas[area].city) - int(body.get("recruited", 0))
    made = any(w["kind"] == FACTORY and w["nation"] == nation for w in body.get("works", ()))
    return MAX_MADE if made else 0


def progress(table: BotView, nations: list[str]) -> list[dict[str, Any]]:
    """§3.9, §1.1: what can be modernised, and the price of the next level, while markers are left."""
    used = sum(table.level(n, arm) for n in table.nations if n != USA for arm in ARMS)
    prices = table.printed.modernise
    return [
        {"nation": n, "unit": arm, "price": prices[table.level(n, arm)]}
        for n in nations
        for arm in ARMS
        if used < table.printed.markers and table.printed.limit(n, arm) and table.level(n, arm) < len(prices)
    ]


def cards(table: BotView) -> list[dict[str, Any]]:
    """§3.14.7, §3.14.9: the cards in the side's hand that could be used now."""
    found = []
    for held in table.view["sides"][table.side]["hand"] or ():
        card = table.printed.cards[held["card"]]
        status = str(table.nations[card.nation]["status"])
        joins = card.effect == "join" and status == "neutral"
        rises = card.effect == "rising" and status == "closed"
        if joins or rises:
            found.append({"card": card.id, "price": card.price, "refusal": None})
    return found


def buyers(table: BotView, seats: list[str]) -> list[str]:
    """§3.12.2: the nations of some seats that may spend money."""
    return [n for n, now in table.nations.items() if now["seat"] in seats and now["status"] in FUNDED]

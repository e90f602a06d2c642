"""§3.14, §3.3.14, §5.1: answers to what cards and the enemy ask."""

from __future__ import annotations

from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.players import Rng, SeatClient, first_options
from rules.powers_1914.players import garrisons, worths
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.board import ATLANTIC
from rules.powers_1914.printed.pieces import AIRCRAFT, INFANTRY, SHIP, TROOPS

PAYING = 7
"""With this many turns left, the colonies are paid at once."""


def answer(table: BotView, client: SeatClient, step: str, rng: Rng) -> JsonObject:
    """The command for a question that interrupts a step."""
    offers: dict[str, Any] = {str(o["kind"]): o for o in _offers(client)}
    match step:
        case "lose":
            return _lose(table, offers["give_up"])
        case "colonies":
            pay = offers["pay"]["refusal"] is None and table.left >= PAYING
            return {"kind": "pay"} if pay else {"kind": "decline"}
        case "challenge":
            return {"kind": "respond", "accept": table.piece(str(table.view["pending"]["attacker"])).kind == SHIP}
        case _:
            return _other(table, client, offers, rng)


def _offers(client: SeatClient) -> list[dict[str, Any]]:
    found: Any = client.legal()["offers"]
    return list(found)


def _other(table: BotView, client: SeatClient, offers: dict[str, Any], rng: Rng) -> JsonObject:
    if "land_usa" in offers:
        return {"kind": "land_usa", "area": _sea_to_land_from(table, first_options(offers["land_usa"])["of"])}
    if "rise" in offers:
        areas = sorted(first_options(offers["rise"])["of"])
        best = max(areas, key=lambda a: (table.troops(a, table.side), -table.board.areas[a].coins, a))
        nations: list[str] = client.options("rise", "nation", area=best)["of"]
        weakest = min(nations, key=lambda n: (table.nations[n]["income"], n))
        return {"kind": "rise", "area": best, "nation": weakest}
    if "agree" in offers:
        return {"kind": "agree"}
    if "share" in offers:
        return {"kind": "share", "flags": offers["share"]["flags"]}
    if "flag" in offers:
        flyers: list[str] = first_options(offers["flag"])["of"]
        return {"kind": "flag", "nation": max(flyers, key=lambda n: (table.nations[n]["income"], n))}
    return client.some_command(rng)


def _sea_to_land_from(table: BotView, areas: list[str]) -> str:
    """§3.14.5: the Atlantic, or another sea if only there no enemy ships are."""
    return min(areas, key=lambda a: (table.count(a, table.enemy, SHIP) > 0, a != ATLANTIC, a))


def _lose(table: BotView, offer: dict[str, Any]) -> JsonObject:
    """§3.14.1: the unit that is missed least."""
    units: list[str] = first_options(offer)["of"]
    at = {u.id: u.at for there in table.units.values() for u in there}
    need = {a: garrisons.defenders_needed(table, a) for a in {at[u] for u in units} if a in table.control}

    def loss(unit: str) -> tuple[int, int, str]:
        area, kind = at[unit], table.piece(unit).kind
        short = kind in TROOPS and table.troops(area, table.side) <= need.get(area, 0)
        kept = worths.field_kept(table, area) if short else 0
        return table.price(kind) + kept, kind not in (INFANTRY, AIRCRAFT), unit

    return {"kind": "give_up", "units": [min(units, key=loss)]}

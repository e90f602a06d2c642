"""§16.4: what a program does with its aircraft once its units have moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.players.arriving import nearest
from rules.empires_alliances.players.sight import Sight, attack_of, defence_of
from rules.empires_alliances.printed.counters import FOOT
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

WORTH_A_FLIGHT = 1.2
"""Odds of ours from which aircraft are sent to help."""
BEYOND_SEA = 99
"""Hexes from the enemy that those count who have no way there over land."""
TOO_FAR = 5
"""Hexes from the enemy from which on an aircraft looks for a nearer base."""


def fly(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """The next aircraft that helps in an attack, or goes to a base nearer to the enemy."""
    return _send(client, sight, offers, tried) or _move_up(client, sight, offers, tried)


def _send(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§16.41, §16.42: an aircraft goes where ours are strongest against the enemy; two count in an attack."""
    index = sight.printed.board.index
    for unit in _open_to(offers, "send_aircraft"):
        if f"send {unit}" in tried:
            continue
        tried.add(f"send {unit}")
        hexes = client.options("send_aircraft", "hex", unit=unit)["of"]
        odds = {hex_: _odds(sight, index(hex_), unit) for hex_ in hexes if f"second {hex_}" not in tried}
        end = max(odds, key=lambda hex_: (odds[hex_], hex_), default="")
        if end and odds[end] >= WORTH_A_FLIGHT:
            tried.add(f"second {end}" if f"first {end}" in tried else f"first {end}")
            return {"kind": "send_aircraft", "unit": unit, "hex": end}
    return None


def _odds(sight: Sight, e: int, aircraft: str) -> float:
    """§16.42: what ours beside a hex could bring against it, if an infantry corps of that country is there."""
    beside = [u for i in sight.around(e) if i in sight.mine for u in sight.stacks[i]]
    nation = sight.printed.units[aircraft].nation
    if not any(u["nation"] == nation and u["kind"] in FOOT for u in beside):
        return 0.0
    defence = max(1.0, sum(map(defence_of, sight.stacks.get(e, ()))) * sight.cover(e))
    return sum(map(attack_of, beside)) / defence * (1.0 + 0.1 * sight.worth(e))


def _move_up(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§16.41: an aircraft that reaches no enemy goes to a nearer base."""
    where = {u["id"]: i for i in sight.stacks for u in sight.stacks[i]}
    where.update((name, i) for name, (_, i) in sight.standing.items())
    index = sight.printed.board.index
    for unit in _open_to(offers, "rebase"):
        far = sight.to_enemy.get(where[unit], BEYOND_SEA) if unit in where else 0
        if f"base {unit}" in tried or far < TOO_FAR:
            continue
        tried.add(f"base {unit}")
        base = nearest(sight, client.options("rebase", "base", unit=unit)["of"])
        if 1 < sight.to_enemy.get(index(base), far) < far:
            return {"kind": "rebase", "unit": unit, "base": base}
    return None


def _open_to(offers: Mapping[str, Any], kind: str) -> list[str]:
    offer = offers.get(kind)
    return [] if offer is None or offer["refusal"] is not None else [*first_options(offer)["of"]]

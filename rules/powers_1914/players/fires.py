"""§3.3.12, §3.15.2: guns and gas, before the men."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.messages import JsonObject
from rules.powers_1914.players import odds, worths
from rules.powers_1914.players.attacks import Attack, edge_of_attack, loss
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.pieces import INFANTRY, TROOPS

SPARE_GAS_FROM = 4
"""With this many turns left, gas is no longer saved."""


def gas(table: BotView, attack: Attack) -> JsonObject | None:
    """§3.15.2: gas before an attack, if it adds enough to its worth."""
    against = table.troops(attack.area, table.enemy)
    if not against or not table.gas_left(table.side):
        return None
    near = [u for a in table.board.land[attack.area] for u in table.units.get(a, ())
            if u.kind in TROOPS and table.mine(u.nation)]  # fmt: skip
    if not near:
        return None
    men = sum(1 for g in attack.groups for u in g if table.piece(u).kind in TROOPS) + attack.joining
    edge = edge_of_attack(table, attack.area, {a: [] for a in {_at(table, g[0]) for g in attack.groups}})[0] - int(
        not attack.tactic and table.tactics_left() > 0
    )
    cost, lost = table.price(INFANTRY), loss(table.printed.prices, table.habits)

    def after(dead: int) -> float:
        return dead * cost + odds.worth(men, against - dead, edge, attack.prize, lost, cost)

    gain = sum(after(min(die, against)) for die in odds.DIE) / 6 - after(0)
    margin = table.habits.gas_margin if table.left > SPARE_GAS_FROM else table.habits.gas_margin // 2
    if gain < margin:
        return None
    return {"kind": "gas", "unit": near[0].id, "area": attack.area, "first": INFANTRY}


def _at(table: BotView, unit: str) -> str:
    return next(a for a, there in table.units.items() for u in there if u.id == unit)


def shot(table: BotView, guns: Mapping[str, Any]) -> JsonObject | None:
    """§3.3.12: a gun that may hit shoots: at ships, then at guns, then at men, where the field is worth most."""
    able = [gun for gun, body in guns.items() if min(body["needed"].values()) <= max(odds.DIE)]
    if not able:
        return None
    gun = min(able)

    def gain(area: str) -> tuple[int, int, str]:
        there = worths.field(table, area) if area in table.control else 0
        return max(table.price(table.piece(u).kind) for u in fields[area]), there, area

    needed: Mapping[str, int] = guns[gun]["needed"]
    fields: Mapping[str, list[str]] = {a: its for a, its in guns[gun]["areas"].items() if needed[a] <= max(odds.DIE)}
    goal = max(fields, key=gain)
    return {
        "kind": "shoot",
        "unit": gun,
        "area": goal,
        "target": max(fields[goal], key=lambda u: (table.price(table.piece(u).kind), u)),
    }

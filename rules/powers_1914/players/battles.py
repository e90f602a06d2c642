"""§3.3: the battle under way, pair by pair, and when to stop it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient
from rules.powers_1914.players import odds
from rules.powers_1914.players.attacks import TWO_TO_ONE, loss, prize
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.players.habits import Habits
from rules.powers_1914.printed.board import Board
from rules.powers_1914.printed.data import Printed
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, SHIP, TROOPS


def stake(table: BotView) -> int:
    """What the field of the battle under way is worth to this seat."""
    battle = table.view["battle"]
    if table.board.is_sea(battle["area"]):
        return table.habits.sea_prize
    ours = sum(1 for u in battle["attackers"] if u["kind"] in TROOPS)
    return prize(table, battle["area"], ours - table.troops(battle["area"], table.enemy))


def fight(view: Mapping[str, Any], client: SeatClient, worth: int, habits: Habits) -> JsonObject:
    """§3.3.4: the next pair for a field that is worth so much, or an end of it."""
    battle = view["battle"]
    unit, target, edge = _pair(client, battle, _pairs(view, battle, client.printed.board))
    ours = sum(1 for u in battle["attackers"] if u["kind"] in (*TROOPS, SHIP))
    theirs = sum(1 for u in battle["defenders"] if u["kind"] in (*TROOPS, SHIP))
    printed: Printed = client.printed
    prices, kinds = printed.prices, {u: printed.pieces[u].kind for u in (unit, target)}
    at_sea = printed.board.is_sea(battle["area"])
    lost, won = (prices[SHIP],) * 2 if at_sea else (loss(prices, habits), prices[kinds[target]])
    gain = odds.going_on(ours, theirs, edge, worth, lost, won)
    if gain <= 0 and not battle["rising"] and ours:
        return {"kind": "withdraw"}
    bold = edge + (ours >= 2 * theirs) >= CAPTURING and AIRCRAFT not in kinds.values()
    return {"kind": "fight", "unit": unit, "target": target, "capture": bold}


CAPTURING = 3
"""§3.3.11: with such an edge a point is given away for a prisoner."""


def _pairs(view: Mapping[str, Any], battle: Mapping[str, Any], board: Board) -> list[tuple[str, str]]:
    """Pairs that may fight: of the main arm, or of aircraft where the own are more."""
    fliers = [u["id"] for u in battle["attackers"] if u["kind"] == AIRCRAFT]
    theirs = [u["id"] for u in battle["defenders"] if u["kind"] == AIRCRAFT]
    arms = (SHIP,) if board.is_sea(battle["area"]) else TROOPS
    men = [u for u in battle["attackers"] if u["kind"] in arms]
    marks = [u for u in battle["defenders"] if u["kind"] in arms]
    if theirs and fliers and (len(fliers) > len(theirs) or not men):
        return [(fliers[0], theirs[0])]
    if not men or not marks:
        return [(fliers[0], marks[0]["id"])] if fliers and marks else []

    def order(u: Mapping[str, Any]) -> tuple[bool, int, str]:
        return u["kind"] == ARTILLERY, -view["nations"][u["nation"]]["modern"].get(u["kind"], 0), u["id"]

    best_men = sorted(men, key=order)
    one_each = {(m["nation"], m["kind"]): m["id"] for m in marks}
    return [(best_men[0]["id"], mark) for mark in one_each.values()]


def _pair(client: SeatClient, battle: Mapping[str, Any], pairs: list[tuple[str, str]]) -> tuple[str, str, int]:
    """The pair with the best edge, and of those with the dearest enemy; the edge is without two to one."""
    found: list[tuple[int, int, str, str]] = []
    printed: Printed = client.printed
    for unit, target in pairs:
        answer: Any = client.consult({"kind": "fight", "unit": unit, "target": target, "capture": False})
        if isinstance(answer, Refusal):
            continue
        edge = sum(m["value"] for m in answer["attacker"] if m["section"] != TWO_TO_ONE) - answer["totals"][1]
        found.append((edge, printed.prices[printed.pieces[target].kind], unit, target))
    if not found:
        first = battle["attackers"][0]["id"]
        return first, battle["defenders"][0]["id"], 0
    edge, _, unit, target = max(found)
    return unit, target, edge

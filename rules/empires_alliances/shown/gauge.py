"""What is measured of a match turn by turn: §1.7 points, §4.2 ground, §17.2 replacement points, §17.24 losses."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.printed.data import AS_PRINTED, PLANS
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL, SIDES
from rules.empires_alliances.victory import HALVES, LEVELS
from rules.kernel.gauge import Figure, Gauge, Lead, Lost
from rules.kernel.messages import JsonObject
from rules.kernel.wording import attack_in_short

NATIONS = PLANS[AS_PRINTED].nations
ATTACK = "hex-attacked"
"""The kind of a line that begins an attack (§13.61)."""


def turn(line: JsonObject) -> int | None:
    """§7.5: the turn that a line opens."""
    opened = line.get("turn")
    return opened if isinstance(opened, int) else None


def units_lost(line: JsonObject) -> Lost:
    """§17.24: the units that a line tells to be lost, by country."""
    toll: Any = line.get("toll", {})
    return {nation: {NATIONS[nation].name: n} for nation, n in toll.items()}


def side(view: JsonObject, nation: str) -> str:
    """§18.0: for whom a country fights, or fought."""
    shown: Any = view
    war = shown["wars"].get(NATIONS[nation].power)
    return str(war["side"]) if war else NATIONS[nation].side


def fight(line: JsonObject) -> tuple[str, str] | None:
    """§13.61: the hex of an attack that is declared, and who attacks; a new phase ends the last."""
    if line["kind"] == "phase":
        return "", ""
    shown: Any = line
    if line["kind"] != ATTACK or not shown.get("hexes"):
        return None
    return shown["hexes"][0], attack_in_short(shown["text"], "attack", len(shown.get("attackers", ())))


def figures(view: JsonObject) -> tuple[Figure, ...]:
    """Points, ground, units and replacement points, as all see them."""
    shown: Any = view
    units = [unit["side"] for stack in shown["stacks"].values() for unit in stack["units"]]
    lost = [unit["side"] for unit in shown["boxes"]["pool"]]
    points = [(side(view, purse), sum(kinds)) for purse, kinds in shown["points"].items() if purse in NATIONS]
    return (
        Figure("Points, in halves", "1.7", {CENTRAL: shown["score"]["halves"]}),
        Figure("Hexes taken from the enemy", "4.2", {of: len(shown["control"][of]) for of in SIDES}),
        Figure("Units on the map", "", {of: units.count(of) for of in SIDES}),
        Figure("Units in the pool", "17.24", {of: lost.count(of) for of in SIDES}),
        Figure("Replacement points", "17.2", {of: sum(n for who, n in points if who == of) for of in SIDES}),
    )


def ahead(view: JsonObject) -> str:
    """§1.72, §2.73, §2.8, §3.72: who would win if the points were counted now."""
    shown: Any = view
    return LEVELS[shown["score"]["level"]][0]


AT_ONCE, A_TURN = 6, 4
"""Half points that a side which is behind may hope for in one turn, and in each besides: more than programs gained."""
COUNTED_BY = {
    "1.72": ("1914", "december-1914"),
    "2.8": ("campaign", "short"),
    "2.73": ("campaign", "december-1918"),
    "3.72": ("1918", "november-1918"),
}
"""Scenario and count whose levels a section has."""


def lead(view: JsonObject) -> Lead | None:
    """§1.72, §2.73, §2.8, §3.72: by how many half points the side that would win now is ahead of a draw."""
    shown: Any = view
    winner, halves = ahead(view), shown["score"]["halves"]
    if not winner:
        return None
    scenario, count = COUNTED_BY[shown["score"]["section"]]
    levels = dict(PLANS[AS_PRINTED].scenarios[scenario].counts[count].levels)
    if winner == ALLIED:
        return Lead(winner, round(HALVES * levels["draw"]) - halves, AT_ONCE, A_TURN)
    return Lead(winner, halves - round(HALVES * levels["central-minor"]) + 1, AT_ONCE, A_TURN)


GAUGE = Gauge(turn, figures, units_lost, ("Units lost", "17.24"), side, fight, ahead=ahead, lead=lead)

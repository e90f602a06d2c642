"""What is measured of a match turn by turn, from lines and views: §18.1 points, §5.1 means, §7.1 ground, §10.6 losses.

Concealed units are counted as what everyone sees of them: a unit of their side.
"""

from __future__ import annotations

from typing import Any

from rules.great_war.position.state import DEAD, DEAD_THERE
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF, NATIONS, SIDES
from rules.great_war.strategic.victory import LAST
from rules.kernel.gauge import Figure, Gauge, Lead, Lost
from rules.kernel.messages import JsonObject
from rules.kernel.wording import attack_in_short

PILES = (DEAD, DEAD_THERE)
"""§5.35: the dead piles; the second is the Near East's on six fronts."""
STARVED = "11.84"
"""The section of a line about units out of supply: it comes when the attacks are over, and belongs to none of them."""


def turn(line: JsonObject) -> int | None:
    """§4.1: the operational turn that a line opens."""
    opened = line.get("turn")
    return opened if isinstance(opened, int) else None


def steps_lost(line: JsonObject) -> Lost:
    """§10.6: the steps that a line tells to be lost, by nation."""
    told: Any = line.get("toll", {})
    return {nation: {NAME_OF[nation]: steps} for nation, steps in told.items()}


def side(view: JsonObject, nation: str) -> str:
    """§17.0: for whom a nation fights, or fought."""
    shown: Any = view
    return str(shown["tracks"]["sides"].get(nation) or NATIONS[nation][0])


def fight(line: JsonObject) -> tuple[str, str] | None:
    """§10.11: the hex of an attack that is declared, and who attacks; it ends before a new phase or attrition."""
    if line["kind"] == "phase" or line["section"] == STARVED:
        return "", ""
    shown: Any = line
    if line["kind"] != "attack" or not shown.get("hexes"):
        return None
    return shown["hexes"][-1], attack_in_short(shown["text"], "against", len(shown.get("attackers", ())))


def figures(view: JsonObject) -> tuple[Figure, ...]:
    """The map, the dead pile and the tracks, as far as they are shown."""
    shown: Any = view
    nations = shown["tracks"]["points"]
    units = [unit["side"] for stack in shown["stacks"].values() for unit in stack]
    fallen = [unit["side"] for box in PILES for unit in shown["boxes"].get(box, ())]
    by_hexes = "near_east" in shown and shown["ledger"]["score"] is None

    def each(count: Any) -> dict[str, int]:
        return {of: count(of) for of in SIDES}

    return (
        *(_of_the_near_east(shown) if by_hexes else _of_points(shown)),
        *([_of_turkey(shown)] if "near_east" in shown else []),
        Figure("Hexes taken from the enemy", "7.1", each(lambda of: len(shown["control"][of]))),
        Figure("Units on the map", "", each(units.count)),
        Figure("Units in the dead pile", "10.63", each(fallen.count)),
        Figure("Resource points", "5.1", each(lambda of: sum(n for c, n in nations.items() if side(view, c) == of))),
    )


def _of_points(shown: Any) -> tuple[Figure, ...]:
    """§18.1: by what the Central Powers win in Europe, and on six fronts."""
    held = {CENTRAL: len(shown["ledger"]["victory_hexes"]), ALLIED: len(shown["ledger"]["lost_cities"])}
    return (
        Figure("Victory points", "18.1", {CENTRAL: _points(shown)}),
        Figure("Victory hexes and enemy cities held", "18.1", held),
    )


def _of_the_near_east(shown: Any) -> tuple[Figure, ...]:
    """§18.4: by what they win the Near East alone, supply left aside."""
    return (Figure("Victory hexes", "18.4", {CENTRAL: len(shown["near_east"]["victory"]["hexes"])}),)


def _of_turkey(shown: Any) -> Figure:
    """§5.62: how near Turkey is to its surrender, supply left aside; nothing once it has surrendered, which on six
    fronts does not end the war."""
    surrender = shown["near_east"]["surrender"]
    added = sum(modifier["drm"] for modifier in surrender["modifiers"]) if surrender else 0
    return Figure("Added to the die for Turkey", "5.62", {ALLIED: added})


def _points(shown: Any) -> int:
    """§18.11, §18.13, §5.18: what everyone can count. Whether hexes of Russia are garrisoned (§5.47) is not looked at:
    what stands in them may be concealed."""
    ledger, events = shown["ledger"], shown["events"]
    hexes = len(ledger["victory_hexes"]) - len(ledger["lost_cities"])
    return int(hexes + ledger["emergencies"] + events["victory"] + bool(events["gun"]))


def ahead(view: JsonObject) -> str | None:
    """§18.11, §18.14, §18.15: who would win by the present points; None where hexes decide, or Moltke's plan."""
    shown: Any = view
    counted = shown["ledger"]["score"]
    if not counted or counted["needs"] is None:
        return None
    if counted["points"] >= counted["needs"]:
        return CENTRAL
    return ALLIED if counted["points"] < 0 or shown["scenario"] == LAST else ""


AT_ONCE, A_TURN = 4, 2
"""Points that a side which is behind may hope for in one turn, and in others besides: a guess on the safe side."""


def lead(view: JsonObject) -> Lead | None:
    """§18.11, §18.14: by how many points the side that would win now is ahead of a draw."""
    shown: Any = view
    winner, counted = ahead(view), shown["ledger"]["score"]
    if not winner or (shown["scenario"] == LAST and winner == ALLIED):
        return None
    by = counted["points"] - counted["needs"] + 1 if winner == CENTRAL else -counted["points"]
    return Lead(winner, by, AT_ONCE, A_TURN)


GAUGE = Gauge(turn, figures, steps_lost, ("Steps lost", "10.6"), side, fight, ahead=ahead, lead=lead)

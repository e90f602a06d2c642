"""§3.3: which fields to attack, with whom, and when to stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Chair
from rules.powers_1914.board import Board
from rules.powers_1914.pieces import AIRCRAFT, ARTILLERY, GENERAL, INFANTRY, SHIP, TROOPS
from rules.powers_1914.players import garrisons, odds, worths
from rules.powers_1914.players.table import GIBRALTAR, MARCH, Table, Unit
from rules.powers_1914.printed import Printed

MARGIN = 3
"""An attack must be worth this many coins."""
GAS_MARGIN = 40
"""Gas, of which there are two in the whole war, must be worth this many."""
SPARE_GAS_FROM = 4
"""With this many turns left, gas is no longer saved."""
SURE = 0.75
"""The chance of success at which a garrison goes for those who threaten it."""
SHAKY = 40
"""Percent of its worth that a conquest keeps which the enemy can take back."""
TWO_TO_ONE = "3.3.5"
SEA_PRIZE = 6
"""What it is worth to clear a sea."""


@dataclass(frozen=True)
class Attack:
    """A field to go for, and whom to bring, field by field; the first group begins."""

    area: str
    groups: tuple[tuple[str, ...], ...]
    tactic: bool
    prize: int
    value: float
    chance: float
    joining: int = 0
    """§3.3.2: infantry of allies that should come up as well."""


def loss(prices: Mapping[str, int]) -> int:
    """What it costs to lose an infantry unit far from home: its price, and a fifth for the way."""
    return prices[INFANTRY] * 6 // 5


def prize(table: Table, area: str, coming: int) -> int:
    """What a field is worth to whoever takes it with this many units, less what the enemy's answer costs."""
    worth = worths.field(table, area)
    if table.final and table.side == "entente":
        return worth
    around = sum(n for a, n in table.sources(area, table.enemy).items())
    return worth if around <= coming else worth * SHAKY // 100


def best(table: Table, chair: Chair, refused: set[str], reserves: Mapping[str, int]) -> Attack | None:
    """The attack that is worth most, confirmed by what the rules say of it; None if none is worth its losses."""
    found: list[Attack] = []
    for area in sorted(_goals(table)):
        if area not in refused:
            attack = _plan(table, area, reserves)
            if attack is not None:
                found.append(attack)
    for attack in sorted(found, key=lambda a: (-a.value, a.area)):
        if _confirmed(table, chair, attack):
            return attack
        refused.add(attack.area)
    return None


def _goals(table: Table) -> set[str]:
    """Land fields of the enemy that some unit of this seat can reach."""
    goals: set[str] = set()
    for area, there in table.units.items():
        if any(u.kind in TROOPS and not u.spent and table.mine(u.nation) for u in there):
            goals |= {
                a
                for a in table.ways(area, table.side)
                if not table.board.is_sea(a) and (table.holder(a) == table.enemy or table.troops(a, table.enemy)
                                              or table.holder(a) == "neutral")
            }  # fmt: skip
    return goals


def _plan(table: Table, area: str, reserves: Mapping[str, int]) -> Attack | None:
    """An attack on a field with whom can be spared, then one with the garrisons that it would relieve."""
    bound = _plan_with(table, area, reserves)
    if bound is not None or not table.troops(area, table.enemy):
        return bound
    relieved = {a: garrisons.needed(table, a, area) for a in table.sources(area, table.side) if reserves.get(a, 0) > 1}
    if not relieved:
        return None
    freed = _plan_with(table, area, {**reserves, **relieved})
    return freed if freed is not None and freed.chance >= SURE else None


def _plan_with(table: Table, area: str, reserves: Mapping[str, int]) -> Attack | None:
    against = table.troops(area, table.enemy)
    sources: dict[str, list[Unit]] = {}
    for start in sorted(table.sources(area, table.side)):
        spare = table.troops(start, table.side) - reserves.get(start, 0)
        if spare > 0 and area in table.ways(start, table.side):
            men = table.own(start, INFANTRY)[:spare]
            if men:
                sources[start] = men
    if not sources:
        return None
    own = sum(len(men) for men in sources.values())
    friends = _friends(table, area, sources, reserves) if against and table.allies else {}
    coming = own + sum(friends.values())
    edge, tactic = _edge(table, area, {**friends, **sources})
    cost, foe_cost = loss(table.printed.prices), table.price(INFANTRY)
    if not against:
        few = coming if _capital_of_enemy(area, table) else 1
        worth = prize(table, area, few)
        if table.sources(area, table.enemy) and not table.final:
            worth -= cost // 2
        if worth <= 0:
            return None
        return Attack(area, _groups(table, area, sources, few, False), False, worth, float(worth), 1.0)
    worth = prize(table, area, max(1, coming - against))
    value = odds.worth(coming, against, edge, worth, cost, foe_cost)
    plain = odds.worth(coming, against, edge - tactic, worth, cost, foe_cost)
    if plain > MARGIN and plain > value * 0.8:
        tactic, value, edge = False, plain, edge - tactic
    if value <= MARGIN:
        return None
    send = next(n for n in range(1, coming + 1) if odds.worth(n, against, edge, worth, cost, foe_cost) >= 0.95 * value)
    send = min(coming, send + 1)
    chance = odds.taken(send, against, edge)
    groups = _groups(table, area, sources, send, True)
    return Attack(area, groups, bool(tactic), worth, value, chance, max(0, send - own))


def _friends(table: Table, area: str, sources: Mapping[str, list[Unit]], reserves: Mapping[str, int]) -> dict[str, int]:
    """§3.3.2: how many infantry of allies could come up to a battle, field by field: those who can be spared."""
    found: dict[str, int] = {}
    for start, there in table.sources(area, table.side).items():
        spare = there - reserves.get(start, 0) - len(sources.get(start, ()))
        men = min(spare, table.friends(start, INFANTRY))
        if men > 0 and area in table.ways(start, table.side):
            found[start] = men
    return found


def _capital_of_enemy(area: str, table: Table) -> bool:
    return table.board.areas[area].capital and table.holder(area) == table.enemy


def _edge(table: Table, area: str, sources: Mapping[str, object]) -> tuple[int, bool]:
    """The edge over the defenders, and whether a tactical card is part of it."""
    tactic = table.tactics_left() > 0 and "tactics" not in table.view["areas"][area]
    laid = table.side in table.view["areas"][area].get("tactics", ())
    edge = garrisons.edge_of(table, table.side, area, sources, tactic or laid)
    if surrounded(table, area, sources):
        edge += 5
    return edge, tactic


def surrounded(table: Table, area: str, sources: Mapping[str, object]) -> bool:
    """§3.3.9: whether the defenders would be encircled by those who stand around and those who come."""
    sides = 0
    for near in table.board.land[area]:
        if table.troops(near, table.side) or near in sources:
            sides += 1
        elif table.holder(near) != "neutral":
            return False
    return sides >= MARCH


def _groups(
    table: Table, area: str, sources: Mapping[str, list[Unit]], send: int, helped: bool
) -> tuple[tuple[str, ...], ...]:
    """Whom to send, those from the fields with the most to spare first; a general and an aircraft come with them."""
    groups: list[tuple[str, ...]] = []
    for start in sorted(sources, key=lambda a: (-len(sources[a]), a)):
        men = sorted(sources[start], key=lambda u: -table.level(u.nation, u.kind))[:send]
        send -= len(men)
        if men:
            groups.append(tuple(u.id for u in men))
    if helped:
        groups += helpers(table, area)
    return tuple(groups)


def helpers(table: Table, area: str) -> list[tuple[str, ...]]:
    """A general of the infantry and an aircraft that can come up to a battle."""
    found: list[tuple[str, ...]] = []
    for start in sorted(table.units, key=lambda a: table.board.steps[area].get(a, 99)):
        far = table.board.steps[area].get(start, 99)
        if far <= garrisons.WING and far > 0 and not any(table.printed.flies(g[0]) for g in found):
            found += [(u.id,) for u in table.own(start, AIRCRAFT)[:1]]
        if far <= MARCH and not any(table.piece(g[0]).kind == GENERAL for g in found):
            chiefs = [u for u in table.own(start, GENERAL) if table.leads(u.id)]
            found += [(u.id,) for u in chiefs[:1]]
    return found


def _confirmed(table: Table, chair: Chair, attack: Attack) -> bool:
    """Ask the rules what the battle would look like: the totals may be others than this player thought."""
    against = table.troops(attack.area, table.enemy)
    if not against:
        return _open(chair, attack.groups[0], attack.area) is not None
    men = [u for group in attack.groups for u in group if table.piece(u).kind in TROOPS]
    answer: Any = chair.consult({"kind": "attack", "units": men, "area": attack.area})
    if isinstance(answer, Refusal):
        return False
    edge = total(answer["attackers"], max) - total(answer["defenders"], min) + int(attack.tactic)
    edge += int(len(attack.groups) > 0 and any(table.printed.flies(g[0]) for g in attack.groups))
    edge += int(any(table.piece(g[0]).kind == GENERAL and table.leads(g[0]) for g in attack.groups))
    coming = len(men) + attack.joining
    value = odds.worth(coming, against, edge, attack.prize, loss(table.printed.prices), table.price(INFANTRY))
    return value > MARGIN


def total(fighters: list[dict[str, Any]], pick: Any) -> int:
    """What the best or weakest land unit adds to its die, two to one left out."""
    found = [
        sum(m["value"] for m in f["modifiers"] if m["section"] != TWO_TO_ONE)
        for f in fighters
        if f["kind"] in (*TROOPS, SHIP)
    ]
    return int(pick(found)) if found else 0


def _open(chair: Chair, units: tuple[str, ...], area: str) -> list[str] | None:
    """The way of some units to a field, as the rules give it; None if there is none."""
    answer: Any = chair.consult({"kind": "move", "units": [*units]})
    if isinstance(answer, Refusal) or area not in answer["areas"]:
        return None
    return list(answer["areas"][area]["path"])


def march(chair: Chair, kind: str, units: tuple[str, ...], area: str) -> JsonObject | None:
    """The command that takes units to a field; None when the rules know no way."""
    path = _open(chair, units, area)
    return None if path is None else {"kind": kind, "units": [*units], "path": [*path]}


# --- gas ----------------------------------------------------------------------------------------------------------


def gas(table: Table, attack: Attack) -> JsonObject | None:
    """§3.15.2: gas before an attack, if it adds enough to its worth."""
    against = table.troops(attack.area, table.enemy)
    if not against or not table.gas_left(table.side):
        return None
    near = [u for a in table.board.land[attack.area] for u in table.units.get(a, ())
            if u.kind in TROOPS and table.mine(u.nation)]  # fmt: skip
    if not near:
        return None
    men = sum(1 for g in attack.groups for u in g if table.piece(u).kind in TROOPS) + attack.joining
    edge = _edge(table, attack.area, {a: [] for a in {_at(table, g[0]) for g in attack.groups}})[0] - int(
        not attack.tactic and table.tactics_left() > 0
    )
    cost = table.price(INFANTRY)

    def after(dead: int) -> float:
        return dead * cost + odds.worth(men, against - dead, edge, attack.prize, loss(table.printed.prices), cost)

    gain = sum(after(min(die, against)) for die in odds.DIE) / 6 - after(0)
    margin = GAS_MARGIN if table.left > SPARE_GAS_FROM else GAS_MARGIN // 2
    if gain < margin:
        return None
    return {"kind": "gas", "unit": near[0].id, "area": attack.area, "first": INFANTRY}


def _at(table: Table, unit: str) -> str:
    return next(a for a, there in table.units.items() for u in there if u.id == unit)


# --- guns ---------------------------------------------------------------------------------------------------------


def shot(table: Table, guns: Mapping[str, Any]) -> JsonObject:
    """§3.3.12: a gun that may shoot does so: at ships, then at guns, then at men, where the field is worth most."""
    gun = min(guns)

    def gain(area: str) -> tuple[int, int, str]:
        there = worths.field(table, area) if area in table.control else 0
        return max(table.price(table.piece(u).kind) for u in fields[area]), there, area

    fields: Mapping[str, list[str]] = guns[gun]["areas"]
    goal = max(fields, key=gain)
    return {
        "kind": "shoot",
        "unit": gun,
        "area": goal,
        "target": max(fields[goal], key=lambda u: (table.price(table.piece(u).kind), u)),
    }


# --- the battle ---------------------------------------------------------------------------------------------------


def stake(table: Table) -> int:
    """What the field of the battle under way is worth to this seat."""
    battle = table.view["battle"]
    if table.board.is_sea(battle["area"]):
        return SEA_PRIZE
    ours = sum(1 for u in battle["attackers"] if u["kind"] in TROOPS)
    return prize(table, battle["area"], ours - table.troops(battle["area"], table.enemy))


def fight(view: Mapping[str, Any], chair: Chair, worth: int) -> JsonObject:
    """§3.3.4: the next pair for a field that is worth so much, or an end of it."""
    battle = view["battle"]
    unit, target, edge = _pair(chair, battle, _pairs(view, battle, chair.printed.board))
    ours = sum(1 for u in battle["attackers"] if u["kind"] in (*TROOPS, SHIP))
    theirs = sum(1 for u in battle["defenders"] if u["kind"] in (*TROOPS, SHIP))
    printed: Printed = chair.printed
    prices, kinds = printed.prices, {u: printed.pieces[u].kind for u in (unit, target)}
    at_sea = printed.board.is_sea(battle["area"])
    lost, won = (prices[SHIP],) * 2 if at_sea else (loss(prices), prices[kinds[target]])
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


def _pair(chair: Chair, battle: Mapping[str, Any], pairs: list[tuple[str, str]]) -> tuple[str, str, int]:
    """The pair with the best edge, and of those with the dearest enemy; the edge is without two to one."""
    found: list[tuple[int, int, str, str]] = []
    printed: Printed = chair.printed
    for unit, target in pairs:
        answer: Any = chair.consult({"kind": "fight", "unit": unit, "target": target, "capture": False})
        if isinstance(answer, Refusal):
            continue
        edge = sum(m["value"] for m in answer["attacker"] if m["section"] != TWO_TO_ONE) - answer["totals"][1]
        found.append((edge, printed.prices[printed.pieces[target].kind], unit, target))
    if not found:
        first = battle["attackers"][0]["id"]
        return first, battle["defenders"][0]["id"], 0
    edge, _, unit, target = max(found)
    return unit, target, edge


# --- at sea -------------------------------------------------------------------------------------------------------


def sea_battle(table: Table, chair: Chair, refused: set[str]) -> JsonObject | None:
    """§3.3, §3.2: ships of one field go for enemy ships that are worth it."""
    for start in sorted(a for a in table.units if table.board.is_sea(a)):
        ships = table.own(start, SHIP)
        if not ships:
            continue
        chiefs = [u for u in table.own(start, GENERAL) if not table.leads(u.id)]
        for goal in sorted(_waters(table, start)):
            against = table.count(goal, table.enemy, SHIP)
            if not against or f"{start}>{goal}" in refused:
                continue
            levels = table.level(ships[0].nation, SHIP) - max(
                table.level(u.nation, SHIP) for u in table.units[goal] if u.kind == SHIP
            )
            edge = (
                levels
                + bool(chiefs)
                - any(u.kind == GENERAL and table.side_of(u.nation) == table.enemy for u in table.units[goal])
            )
            refused.add(f"{start}>{goal}")
            if odds.worth(len(ships), against, edge, SEA_PRIZE, table.price(SHIP), table.price(SHIP)) > MARGIN * 2:
                command = march(chair, "move", tuple(u.id for u in (*ships, *chiefs[:1])), goal)
                if command is not None:
                    return command
    return None


def _waters(table: Table, start: str) -> set[str]:
    near = set(table.board.seas[start])
    return {b for a in near for b in table.board.seas[a]} | near - {start}


__all__ = ["GIBRALTAR", "Attack", "best", "fight", "gas", "march", "prize", "sea_battle", "shot"]

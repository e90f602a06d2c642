"""§3.3: which fields to attack, and with whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient
from rules.powers_1914.players import garrisons, odds, worths
from rules.powers_1914.players.bot_view import MARCH, BotView, Unit
from rules.powers_1914.players.habits import Habits
from rules.powers_1914.printed.pieces import AIRCRAFT, GENERAL, INFANTRY, SHIP, TROOPS

TWO_TO_ONE = "3.3.5"


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
    against: int = 0
    """Land units that defend."""

    @property
    def odds(self) -> str:
        """Its chance as a player reads it; empty where nobody defends."""
        return f"{round(100 * self.chance)} %" if self.against else ""

    @property
    def measured(self) -> str:
        """Its value as a player reads it."""
        return f"{self.value:.1f} coins"


def loss(prices: Mapping[str, int], habits: Habits) -> int:
    """What it costs to lose an infantry unit far from home: its price, and something for the way."""
    return prices[INFANTRY] * habits.loss // 100


def prize(table: BotView, area: str, coming: int) -> int:
    """What taking a field with this many units is worth, less what the enemy's answer costs."""
    worth = worths.field(table, area)
    if table.final and table.side == "entente":
        return worth
    around = sum(n for a, n in table.sources(area, table.enemy).items())
    return worth if around <= coming else worth * table.habits.shaky // 100


def best(
    table: BotView, client: SeatClient, refused: set[str], reserves: Mapping[str, int], most: int = 1
) -> list[Attack]:
    """The attacks that are worth most, confirmed by what the rules say of them, as many as are asked for; none that is
    not worth its losses."""
    found: list[Attack] = []
    for area in sorted(_goals(table)):
        if area not in refused:
            attack = _plan(table, area, reserves)
            if attack is not None:
                found.append(attack)
    good: list[Attack] = []
    for attack in sorted(found, key=lambda a: (-a.value, a.area)):
        if len(good) == most:
            break
        if _confirm(table, client, attack):
            good.append(attack)
        elif not good:
            refused.add(attack.area)
    return good


def _goals(table: BotView) -> set[str]:
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


def _plan(table: BotView, area: str, reserves: Mapping[str, int]) -> Attack | None:
    """An attack on a field with whom can be spared, then one with the garrisons that it would relieve."""
    bound = _plan_with(table, area, reserves)
    if bound is not None or not table.troops(area, table.enemy):
        return bound
    relieved = {
        a: garrisons.defenders_needed(table, a, area) for a in table.sources(area, table.side) if reserves.get(a, 0) > 1
    }
    if not relieved:
        return None
    freed = _plan_with(table, area, {**reserves, **relieved})
    return freed if freed is not None and freed.chance >= table.habits.sure else None


def _plan_with(table: BotView, area: str, reserves: Mapping[str, int]) -> Attack | None:
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
    edge, tactic = edge_of_attack(table, area, {**friends, **sources})
    cost, foe_cost = loss(table.printed.prices, table.habits), table.price(INFANTRY)
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
    if plain > table.habits.margin and plain > value * 0.8:
        tactic, value, edge = False, plain, edge - tactic
    if value <= table.habits.margin:
        return None
    send = next(n for n in range(1, coming + 1) if odds.worth(n, against, edge, worth, cost, foe_cost) >= 0.95 * value)
    send = min(coming, send + 1)
    chance = odds.chance_to_take(send, against, edge)
    groups = _groups(table, area, sources, send, True)
    return Attack(area, groups, bool(tactic), worth, value, chance, max(0, send - own), against)


def _friends(
    table: BotView, area: str, sources: Mapping[str, list[Unit]], reserves: Mapping[str, int]
) -> dict[str, int]:
    """§3.3.2: how many infantry of allies could come up to a battle, field by field: those that can be spared."""
    found: dict[str, int] = {}
    for start, there in table.sources(area, table.side).items():
        spare = there - reserves.get(start, 0) - len(sources.get(start, ()))
        men = min(spare, table.friends(start, INFANTRY))
        if men > 0 and area in table.ways(start, table.side):
            found[start] = men
    return found


def _capital_of_enemy(area: str, table: BotView) -> bool:
    return table.board.areas[area].capital and table.holder(area) == table.enemy


def edge_of_attack(table: BotView, area: str, sources: Mapping[str, object]) -> tuple[int, bool]:
    """The edge over the defenders, and whether a tactical card is part of it."""
    tactic = table.tactics_left() > 0 and "tactics" not in table.view["areas"][area]
    laid = table.side in table.view["areas"][area].get("tactics", ())
    edge = garrisons.edge_of(table, table.side, area, sources, tactic or laid)
    if would_surround(table, area, sources):
        edge += 5
    return edge, tactic


def would_surround(table: BotView, area: str, sources: Mapping[str, object]) -> bool:
    """§3.3.9: whether the defenders would be encircled by units around them and units that come."""
    sides = 0
    for near in table.board.land[area]:
        if table.troops(near, table.side) or near in sources:
            sides += 1
        elif table.holder(near) != "neutral":
            return False
    return sides >= MARCH


def _groups(
    table: BotView, area: str, sources: Mapping[str, list[Unit]], send: int, helped: bool
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


def helpers(table: BotView, area: str) -> list[tuple[str, ...]]:
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


def _confirm(table: BotView, client: SeatClient, attack: Attack) -> bool:
    """Ask the rules what the battle would look like: the totals may be others than this player thought."""
    against = table.troops(attack.area, table.enemy)
    if not against:
        return _open(client, attack.groups[0], attack.area) is not None
    men = [u for group in attack.groups for u in group if table.piece(u).kind in TROOPS]
    answer: Any = client.consult({"kind": "attack", "units": men, "area": attack.area})
    if isinstance(answer, Refusal):
        return False
    edge = total(answer["attackers"], max) - total(answer["defenders"], min) + int(attack.tactic)
    edge += int(len(attack.groups) > 0 and any(table.printed.flies(g[0]) for g in attack.groups))
    edge += int(any(table.piece(g[0]).kind == GENERAL and table.leads(g[0]) for g in attack.groups))
    coming = len(men) + attack.joining
    value = odds.worth(
        coming, against, edge, attack.prize, loss(table.printed.prices, table.habits), table.price(INFANTRY)
    )
    return value > table.habits.margin


def total(fighters: list[dict[str, Any]], pick: Any) -> int:
    """What the best or weakest land unit adds to its die, two to one left out."""
    found = [
        sum(m["value"] for m in f["modifiers"] if m["section"] != TWO_TO_ONE)
        for f in fighters
        if f["kind"] in (*TROOPS, SHIP)
    ]
    return int(pick(found)) if found else 0


def _open(client: SeatClient, units: tuple[str, ...], area: str) -> list[str] | None:
    """The way of some units to a field, as the rules give it; None if there is none."""
    answer: Any = client.consult({"kind": "move", "units": [*units]})
    if isinstance(answer, Refusal) or area not in answer["areas"]:
        return None
    return list(answer["areas"][area]["path"])


def march(client: SeatClient, kind: str, units: tuple[str, ...], area: str) -> JsonObject | None:
    """The command that takes units to a field; None when the rules know no way."""
    path = _open(client, units, area)
    return None if path is None else {"kind": kind, "units": [*units], "path": [*path]}

"""§3.7, §3.10: how many must stay where they are, so that the next attack does not take what matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.powers_1914.players import odds
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.pieces import AIRCRAFT, CENTRAL, GENERAL, INFANTRY, foe

BASE = -3
"""§3.3.7: an attacker's edge on land."""
WING = 4
"""§3.2.1."""


def edge_of(table: BotView, side: str, area: str, sources: Mapping[str, object], tactic: bool) -> int:
    """The edge that a side's land units coming from these fields have over the defenders of a field (§3.3)."""
    enemy = foe(side)
    edge = BASE + int(tactic)
    edge += any(table.board.steps[area].get(a, 99) <= WING for a in table.wings[side])
    edge -= bool(table.count(area, enemy, AIRCRAFT))
    edge += any(helps_infantry(table, a, side) for a in (*sources, area))
    edge -= helps_infantry(table, area, enemy)
    edge += _level(table, side, sources)
    edge -= _level(table, enemy, {area: 1})
    edge += int(table.view["sides"][side]["captured"] >= 6) - int(table.view["sides"][enemy]["captured"] >= 6)
    return edge


def helps_infantry(table: BotView, area: str, side: str) -> bool:
    """§3.11.1: whether a general of the infantry is there."""
    return any(
        u.kind == GENERAL and table.side_of(u.nation) == side and table.leads(u.id) for u in table.units.get(area, ())
    )


def _level(table: BotView, side: str, fields: Iterable[str]) -> int:
    """§3.3.8: how modern the infantry of a side in some fields is, the greater part of it."""
    levels: dict[int, int] = {}
    for area in fields:
        for level, men in table.levels(area, side).items():
            levels[level] = levels.get(level, 0) + men
    return max(levels, key=lambda n: (levels[n], n), default=0)


def threat(table: BotView, area: str, bought: bool, but: str = "") -> tuple[int, int]:
    """How many enemies could attack a field in their next move, and with what edge.

    ``bought`` counts those they can still raise; those in the field ``but`` are left out.
    """
    weak = table.habits.weak if capital(table, area) else 0
    sources = {a: n for a, n in table.sources(area, table.enemy, weak).items() if a != but}
    coming = sum(sources.values())
    if bought:
        money = table.purse(table.enemy)
        if table.view["step"]["key"] != "purchase":
            money += table.income(table.enemy)
        coming += min(table.recruits(area, table.enemy, weak), money // table.price(INFANTRY))
    return coming, edge_of(table, table.enemy, area, sources, True)


def defenders_needed(table: BotView, area: str, but: str = "") -> int:
    """How many defenders a friendly field needs against the enemy's next move from elsewhere than ``but``."""
    shopping = table.view["step"]["key"] == "purchase"
    if table.final and table.side != CENTRAL and not shopping:
        return 0
    coming, edge = threat(table, area, shopping or table.side != CENTRAL, but)
    if capital(table, area):
        floor = min(table.habits.guard, _distant(table, area) // 2)
        gas = table.habits.gas_takes if coming and table.gas_left(table.enemy) else 0
        needed = odds.enough(min(coming, MAX_ATTACKERS), edge, table.habits.risk) + gas
        return max(floor, needed - (0 if shopping or not table.habits.raises else _raised_in_time(table, area)))
    if not coming:
        return 0
    if any(capital(table, near) for near in table.board.land[area]):
        return min(coming, table.habits.weak + 1)
    return 1


def _raised_in_time(table: BotView, area: str) -> int:
    """§3.1: the infantry that a capital can raise before the enemy moves again; nobody buys between the two moves of a
    turn, nor does a country that no seat plays."""
    purse = table.view["seats"].get(table.nations[table.board.areas[area].owner]["seat"])
    if table.side == CENTRAL or purse is None:
        return 0
    return min(table.board.areas[area].city, (int(purse["money"]) + int(purse["income"])) // table.price(INFANTRY))


def _distant(table: BotView, area: str) -> int:
    """The enemy's land units that could be there after next."""
    steps = table.board.steps[area]
    return sum(there for a, there in table.standing(table.enemy) if steps.get(a, FAR) < FAR)


FAR = 5
"""Twice a move, and one."""
MAX_ATTACKERS = 40
"""More attackers than this are not expected."""


def capital(table: BotView, area: str) -> bool:
    """Whether a friendly country would fall, or half fall, with the field."""
    place = table.board.areas[area]
    home = table.nations[place.owner]
    return bool(place.capital and home["side"] == table.side and home["status"] != "fallen")


def reserves(table: BotView) -> dict[str, int]:
    """§3.10: how many land units have to stay in every friendly field."""
    return {
        a: min(table.troops(a, table.side), defenders_needed(table, a))
        for a in table.control
        if table.holder(a) == table.side and table.troops(a, table.side)
    }


def wants(table: BotView) -> dict[str, int]:
    """Friendly capitals that have too few defenders, and how many too few."""
    found: dict[str, int] = {}
    for area in table.control:
        if capital(table, area) and table.holder(area) == table.side:
            lack = defenders_needed(table, area) - table.troops(area, table.side)
            if lack > 0:
                found[area] = lack
    return found

"""§3.3.2: units for the battles of allies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.powers_1914.players import attacks, garrisons, odds
from rules.powers_1914.players.bot_view import BotView, Unit
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, GENERAL, INFANTRY, TROOPS

SURROUNDED = 5
"""§3.3.9: what encircled defenders are worth to an attack, counted as die roll modifiers are."""
ENOUGH = 0.95
"""The share of what an attack can be worth for which units are sent; none are for the rest."""


def guns(table: BotView) -> int:
    """§3.3.12: how many guns of allies have an enemy beside them and have not shot yet."""
    return sum(
        table.friends(area, ARTILLERY)
        for area in table.units
        if any(table.has_units(near, table.enemy) for near in table.board.near[area])
    )


def whom_to_bring(table: BotView, battle: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """§3.3.2: whom to bring up to an ally's battle, field by field; none if they do not help enough."""
    if not any(u["kind"] in TROOPS for u in battle["attackers"]):
        return []
    area, reserves = battle["area"], garrisons.reserves(table)
    bound = _men(table, battle, _spare(table, area, reserves), 0.0)
    if bound:
        return bound
    relieved = {
        a: garrisons.defenders_needed(table, a, area) for a in table.sources(area, table.side) if reserves.get(a, 0) > 1
    }
    freed = _men(table, battle, _spare(table, area, {**reserves, **relieved}), table.habits.sure) if relieved else []
    return freed or _helpers(table, battle)


def _helpers(table: BotView, battle: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """§3.3.6, §3.11: a general, if the attackers have none; an aircraft only for own units, who have none either."""
    mine = {u["kind"] for u in battle["attackers"] if table.mine(u["nation"])}
    barred = {u["kind"] for u in battle["attackers"] if u["kind"] == GENERAL}
    if AIRCRAFT in mine or not mine & {*TROOPS}:
        barred.add(AIRCRAFT)
    return [group for group in attacks.helpers(table, battle["area"]) if table.piece(group[0]).kind not in barred]


def _men(
    table: BotView, battle: Mapping[str, Any], sources: Mapping[str, list[Unit]], sure: float
) -> list[tuple[str, ...]]:
    """The infantry to bring up, if it adds to what the battle is worth and takes the field with this chance."""
    area = battle["area"]
    ours = sum(u["kind"] in TROOPS for u in battle["attackers"])
    theirs = sum(u["kind"] in TROOPS for u in battle["defenders"])
    most = sum(len(men) for men in sources.values())
    if not most:
        return []
    laid = table.side in table.view["areas"][area].get("tactics", ())
    edge = garrisons.edge_of(table, table.side, area, {**dict.fromkeys(sources), area: None}, laid)
    edge += SURROUNDED * attacks.would_surround(table, area, sources)

    cost = attacks.loss(table.printed.prices, table.habits)
    prize = attacks.prize(table, area, max(1, ours + most - theirs))

    def worth(more: int) -> float:
        return odds.worth(ours + more, theirs, edge, prize, cost, table.price(INFANTRY))

    best = worth(most)
    if (
        best - worth(0) <= table.habits.margin
        or worth(0) >= ENOUGH * best
        or odds.chance_to_take(ours + most, theirs, edge) < sure
    ):
        return []
    send = min(most, 1 + next(n for n in range(1, most + 1) if worth(n) >= ENOUGH * best))
    found: list[tuple[str, ...]] = []
    for start in sorted(sources, key=lambda a: (-len(sources[a]), a)):
        men = sources[start][:send]
        send -= len(men)
        if men:
            found.append(tuple(u.id for u in men))
    return found


def _spare(table: BotView, area: str, reserves: Mapping[str, int]) -> dict[str, list[Unit]]:
    """The seat's infantry that can be spared and could come up, field by field."""
    found: dict[str, list[Unit]] = {}
    for start, there in table.sources(area, table.side).items():
        men = table.own(start, INFANTRY)[: max(0, there - reserves.get(start, 0))]
        if men and area in table.ways(start, table.side):
            found[start] = men
    return found

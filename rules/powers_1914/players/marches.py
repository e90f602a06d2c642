"""§3.2: where units go that do not attack: to capitals in danger, and to the front that promises most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.powers_1914.players import garrisons, worths
from rules.powers_1914.players.bot_view import MARCH, BotView
from rules.powers_1914.players.garrisons import WING
from rules.powers_1914.printed.board import GIBRALTAR
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, GENERAL, INFANTRY, SHIP, TROOPS

FAR = 12
"""Steps beyond which a place is not thought of."""


class Move(NamedTuple):
    """Units of one field and where they go."""

    units: tuple[str, ...]
    goal: str


def orders(table: BotView, reserves: Mapping[str, int]) -> list[Move]:
    """All marches after the attacks: to capitals in danger first, then to the fronts, then generals and aircraft."""
    wants = garrisons.wants(table)
    gone: set[str] = set()
    found = _relieve(table, wants, reserves, gone)
    goals = fronts(table, wants)
    for start in sorted(table.units):
        move = _march(table, start, goals, reserves, gone)
        if move is not None:
            found.append(move)
            goals[move.goal] = goals.get(move.goal, 0.0) * table.habits.filled
    return found + _chiefs(table, found)


def cover(table: BotView) -> list[Move]:
    """§3.3.6, §3.11.1: an aircraft and a general of the infantry for each capital in danger that has none: each counts
    for all who defend there."""
    found: list[Move] = []
    gone: set[str] = set()
    wants = garrisons.wants(table)
    for goal in sorted(wants, key=lambda a: (-worths.country(table, a), a)):
        needs = (
            (AIRCRAFT, WING, not table.count(goal, table.side, AIRCRAFT)),
            (GENERAL, MARCH, not table.count(goal, table.side, GENERAL)),
        )
        for kind, reach, lacks in needs:
            near = [
                unit
                for start in sorted(table.units, key=lambda a: (table.board.steps[goal].get(a, FAR), a))
                if table.board.steps[goal].get(start, FAR) <= reach and start not in wants
                for unit in table.own(start, kind)
                if unit.id not in gone and (kind == AIRCRAFT or table.leads(unit.id))
            ]
            if lacks and near:
                gone.add(near[0].id)
                found.append(Move((near[0].id,), goal))
    return found


def relief(table: BotView, reserves: Mapping[str, int]) -> list[Move]:
    """§3.7: those alone that go to capitals in danger."""
    return _relieve(table, garrisons.wants(table), reserves, set())


def _relieve(table: BotView, wants: Mapping[str, int], reserves: Mapping[str, int], gone: set[str]) -> list[Move]:
    """§3.7: units that can be spared go to the capital in danger that is worth most; allies' that are nearer will."""
    found: list[Move] = []
    for goal in sorted(wants, key=lambda a: (-worths.country(table, a), a)):
        lack = wants[goal]
        for start in sorted(table.sources(goal, table.side), key=lambda a: (table.board.steps[goal][a], a)):
            spare = table.troops(start, table.side) - reserves.get(start, 0)
            men = [u.id for u in (*table.own(start, INFANTRY), *table.own(start, ARTILLERY)) if u.id not in gone]
            men = men[: max(0, min(spare, lack))]
            if goal not in table.ways(start, table.side):
                continue
            if men:
                gone.update(men)
                lack -= len(men)
                found.append(Move(tuple(men), goal))
            if table.allies:
                lack -= max(0, min(spare - len(men), table.friends(start, INFANTRY) + table.friends(start, ARTILLERY)))
    return found


def fronts(table: BotView, wants: Mapping[str, int]) -> dict[str, float]:
    """Friendly fields that need more units, and how much they would help."""
    found: dict[str, float] = {}
    for area in table.control:
        if table.holder(area) != table.side or area == GIBRALTAR:
            continue
        use = 0.0
        for near in table.board.land[area]:
            if table.holder(near) == table.enemy:
                against = table.troops(near, table.enemy)
                use = max(use, worths.field(table, near) / (4 + against))
        if table.sources(area, table.enemy):
            kept = worths.field_kept(table, area) + _shielded(table, area)
            use = max(use, kept / (4 + table.troops(area, table.side)))
        if area in wants:
            use = max(use, 3.0 * wants[area])
        if use:
            found[area] = use
    return found


def _shielded(table: BotView, area: str) -> float:
    """§3.10.2: what a field counts for the capitals that the enemy could attack from there in one move."""
    if not table.habits.shield:
        return 0.0
    near = [a for a in table.ways(area, table.side) if a in table.control and table.holder(a) == table.side]
    worth = max((worths.country(table, a) for a in near if garrisons.capital(table, a)), default=0)
    return worth * table.habits.shield / 100


def _march(
    table: BotView, start: str, goals: Mapping[str, float], reserves: Mapping[str, int], gone: set[str]
) -> Move | None:
    """§3.2.1: the units of a field that are not needed there go towards the place that needs them most."""
    mine = [u.id for u in (*table.own(start, ARTILLERY), *table.own(start, INFANTRY))]
    left = [u for u in mine if u not in gone]
    spare = table.troops(start, table.side) - reserves.get(start, 0) - (len(mine) - len(left))
    if spare <= 0 or not left:
        return None
    steps = distances(table, start)
    here = goals.get(start, 0.0)
    goal = max(goals, key=lambda a: (_pull(goals[a], steps.get(a)), a), default=start)
    if goal == start or _pull(goals[goal], steps.get(goal)) <= here * 1.25:
        return None
    stop = _stop(table, start, goal, steps)
    if stop is None:
        return None
    if here:
        left = left[: max(1, len(left) // 2)]
    return Move(tuple(left[:spare]), stop)


def _pull(use: float, far: int | None) -> float:
    return 0.0 if far is None or far > FAR else use / (1 + far / 2)


def distances(table: BotView, start: str) -> dict[str, int]:
    """Steps to every field over friendly land and open sea."""
    found = {start: 0}
    queue = [start]
    for here in queue:
        for there in table.board.near[here]:
            if there in found or not _safe(table, there):
                continue
            found[there] = found[here] + 1
            queue.append(there)
    return found


def _safe(table: BotView, area: str) -> bool:
    if table.board.is_sea(area):
        return not table.count(area, table.enemy, SHIP)
    return table.holder(area) == table.side and area != GIBRALTAR


def _stop(table: BotView, start: str, goal: str, steps: Mapping[str, int]) -> str | None:
    """How far along the way to a distant field one gets in this turn: land, or a sea without enemies around."""
    back = {goal: 0}
    queue = [goal]
    for here in queue:
        for there in table.board.near[here]:
            if there in steps and there not in back:
                back[there] = back[here] + 1
                queue.append(there)
    reach = [a for a in table.ways(start, table.side) if a in back and _safe(table, a) and back[a] < back[start]]
    ashore = [a for a in reach if not table.board.is_sea(a)]
    afloat = [a for a in reach if table.board.is_sea(a) and _quiet(table, a)]
    return min(ashore or afloat, key=lambda a: (back[a], a), default=None)


def _quiet(table: BotView, sea: str) -> bool:
    """Whether no enemy ship could be there in the next turn."""
    near = {sea, *table.board.seas[sea], *(b for a in table.board.seas[sea] for b in table.board.seas[a])}
    return bool(table.count(sea, table.side, SHIP)) or not any(table.count(a, table.enemy, SHIP) for a in near)


def _chiefs(table: BotView, marching: list[Move]) -> list[Move]:
    """§3.11: generals and aircraft go where most units of their side are."""
    coming: dict[str, int] = {}
    for move in marching:
        coming[move.goal] = coming.get(move.goal, 0) + len(move.units)
    found: list[Move] = []
    for start in sorted(table.units):
        for unit in [*table.own(start, GENERAL), *table.own(start, AIRCRAFT)]:
            if table.board.is_sea(start) and any(table.count(start, table.side, kind) for kind in (SHIP, *TROOPS)):
                continue
            reach = WING if table.printed.flies(unit.id) else MARCH
            near = [a for a in table.control if table.board.steps[a].get(start, 99) <= reach and a != GIBRALTAR]
            crowd = {a: _crowd(table, a, unit.kind) + coming.get(a, 0) for a in near if _crowd(table, a, unit.kind)}
            goal = max(crowd, key=lambda a: (crowd[a], a), default=start)
            if goal != start and crowd[goal] > crowd.get(start, 0) + 1:
                found.append(Move((unit.id,), goal))
    return found


def _crowd(table: BotView, area: str, kind: str) -> int:
    men = table.troops(area, table.side)
    if not men or not table.sources(area, table.enemy):
        return 0
    return men if kind == AIRCRAFT else table.count(area, table.side, INFANTRY)

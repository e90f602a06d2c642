"""§3.2 Movement: field by field, once a turn; a move into a field with enemies is an attack on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914 import conquest
from rules.powers_1914.names import place_name, the_place, unit_name
from rules.powers_1914.pieces import AIRCRAFT, ARMS, ARTILLERY, FREE_LAND, GENERAL, NEUTRAL, SHIP, TROOPS, foe, piece
from rules.powers_1914.play import only, together, want_units
from rules.powers_1914.preparation import has_room
from rules.powers_1914.printed import board, flies, printed
from rules.powers_1914.state import POOL, SHUT, State, of_kind

FIGHTS_ALL = 2
"""§3.3.13: aircraft modernised so often attack any unit."""


def allowance(unit: str) -> int:
    """§3.2.1, §3.11.3: fields a turn."""
    p = piece(unit)
    return printed().generals[p.label].moves if p.kind == GENERAL else printed().moves[p.kind]


def neighbours(units: Sequence[str], area: str) -> list[str]:
    """§3.2.5, §3.2.6, §3.2.8: the fields that all of the units could go to next by the lie of the land."""
    b = board()
    ways = set(b.near[area])
    for unit in units:
        kind = piece(unit).kind
        if kind == SHIP:
            ways &= set(b.seas[area])
    return sorted(ways)


def movers(state: State, seat: str) -> list[str]:
    """§3.2.3, §3.2.4: the seat's units, new ones too, that may still move this turn."""
    known: dict[str, list[str]] = state.memo.setdefault("movers", {})
    if seat not in known:
        mine = (u for u, now in state.units.items() if not now.spent and now.at != POOL)
        known[seat] = [u for u in mine if state.seat_of(u) == seat]
    return known[seat]


def check_step(state: State, units: Sequence[str], here: str, there: str, last: bool) -> None:
    """§3.2.2, §3.2.5: refuse a step from a field to the next."""
    if there not in neighbours(units, here):
        raise Refused(
            "not-adjacent", "3.2.5", f"There is no route for these units from {the_place(here)} to {the_place(there)}."
        )
    side = state.side_of(units[0])
    if not board().is_sea(there):
        flag = state.control[there]
        now = state.nations[flag]
        if now.status == SHUT:
            raise Refused("closed-land", "3.12.4", f"{place_name(there)} is closed: it takes no part in this war.")
        if now.side == NEUTRAL and flag != FREE_LAND:
            raise Refused("neutral-land", "3.2.5", f"{place_name(there)} is neutral: announce an attack first.")
    _check_strait(state, units, here, there)
    if not has_room(state, tuple(units), there):
        raise Refused("no-room", "2.5", "Gibraltar holds one land unit.")
    if len({*of_kind(units, GENERAL), *state.generals(there, side)}) > 1:
        raise Refused("one-general", "3.11.2", f"Only one general may be in {place_name(there)}.")
    enemies = state.units_of(there, foe(side))
    if enemies and not last:
        raise Refused("enemy-there", "3.2.2", f"Enemies in {the_place(there)} bar the way.")


def _check_strait(state: State, units: Sequence[str], here: str, there: str) -> None:
    """§3.3.15: enemy guns on either side close a strait to ships."""
    strait = board().straits.get(frozenset((here, there)))
    if strait is None or not of_kind(units, SHIP):
        return
    enemy = foe(state.side_of(units[0]))
    for guard in strait.guards:
        if of_kind(state.units_of(guard, enemy), ARTILLERY):
            raise Refused(
                "strait-closed", "3.3.15", f"Enemy guns in {place_name(guard)} close the strait of {strait.name}."
            )


def check_end(state: State, units: Sequence[str], there: str) -> None:
    """§3.2, §3.3.13: refuse a field where these units may not end their move."""
    side = state.side_of(units[0])
    enemies = state.units_of(there, foe(side))
    sea = board().is_sea(there)
    chiefs = of_kind(units, GENERAL)
    on_foot = TROOPS if of_kind(units, SHIP) else (*TROOPS, GENERAL)
    if sea and of_kind(units, *on_foot) and state.ships(there, foe(side)):
        raise Refused(
            "enemy-ships", "3.2.7", f"Enemy ships are in the {place_name(there)}: land units cannot go there."
        )
    friends = state.units_of(there, side)
    if of_kind(units, SHIP if sea else "", *TROOPS):
        return
    if of_kind(friends, *((SHIP, *TROOPS) if sea else TROOPS)):
        return
    wing = of_kind(units, AIRCRAFT)
    if chiefs and not (enemies and wing and all(flies(u) for u in units)):
        if sea and not enemies and not wing:
            return
        if sea or enemies or state.holder(there) != side:
            raise Refused("alone", "3.11.2", f"{unit_name(chiefs[0])} cannot go alone to a field without friends.")
        return
    if enemies:
        level = min(state.level(piece(u).nation, AIRCRAFT) for u in wing)
        if not of_kind(enemies, *(ARMS if level >= FIGHTS_ALL else (AIRCRAFT,))):
            raise Refused("nothing-to-fight", "3.3.13", f"Aircraft can fight nobody in {the_place(there)}.")
        return
    if sea or state.holder(there) != side:
        raise Refused("no-landing", "3.3.13", "Aircraft cannot end a move alone at sea or on foreign land.")


def check_fresh(state: State, units: Sequence[str]) -> None:
    """§3.2.3: a unit moves once a turn."""
    for unit in units:
        if state.units[unit].spent:
            raise Refused("has-moved", "3.2.3", f"{unit_name(unit)} has already moved, shot or fought this turn.")


def check_path(state: State, units: Sequence[str], path: Sequence[str]) -> str:
    """§3.2: refuse a move that breaks a rule; gives the field where the units stand."""
    here = together(state, units)
    check_fresh(state, units)
    for unit in units:
        if len(path) > allowance(unit):
            raise Refused("too-far", "3.2.1", f"{unit_name(unit)} can move {allowance(unit)} fields at most.")
    if here in path or len(set(path)) != len(path):
        raise Refused("malformed", "3.2", "A move cannot enter the same field twice.")
    frame = state.battle
    if frame is not None and path[-1] != frame.area:
        raise Refused(
            "battle-first",
            "3.3.2",
            f"Only reinforce the battle of {the_place(frame.area)} until it is over.",
        )
    step = here
    for n, there in enumerate(path):
        check_step(state, units, step, there, n == len(path) - 1)
        step = there
    check_end(state, units, path[-1])
    return here


def check_goal(state: State, there: str) -> None:
    """§3.3.2: while a battle goes on units may only come up to it."""
    frame = state.battle
    if frame is not None and there != frame.area:
        raise Refused(
            "battle-first",
            "3.3.2",
            f"Only reinforce the battle of {the_place(frame.area)} until it is over.",
        )


def reach(state: State, units: Sequence[str], goal: str = "") -> JsonObject:
    """§3.2: every field that the units can go to with the shortest way, and why near ones are closed to them.

    With a ``goal`` only ways that can still lead there are followed.
    """
    here = together(state, units)
    most = min(allowance(u) for u in units)
    enemy = foe(state.side_of(units[0]))
    check_fresh(state, units)
    steps_to = board().steps[goal] if goal else {}
    open_: JsonObject = {}
    closed: JsonObject = {}
    ways: dict[str, tuple[str, ...]] = {here: ()}
    queue = [here]
    while queue:
        area = queue.pop(0)
        path = ways[area]
        if len(path) == most or (path and state.units_of(area, enemy)):
            continue
        for there in _ways(state, units, area):
            if there in ways or (goal and len(path) + 1 + steps_to[there] > most):
                continue
            try:
                check_step(state, units, area, there, True)
            except Refused as refused:
                closed.setdefault(there, refused.refusal.json())
                continue
            way = ways[there] = (*path, there)
            queue.append(there)
            try:
                check_goal(state, there)
                check_end(state, units, there)
            except Refused as refused:
                closed[there] = refused.refusal.json()
                continue
            steps: list[Json] = [*way]
            open_[there] = {
                "path": steps,
                "moves": len(way),
                "attack": bool(state.units_of(there, enemy)),
                "falls": _fall_on_the_way(state, units, way),
            }
    return {"areas": open_, "refused": {a: r for a, r in closed.items() if a not in open_}}


def _ways(state: State, units: Sequence[str], area: str) -> list[str]:
    """§3.7, §3.10.1: the neighbouring fields, those first that fall to land units on their way."""
    side, found = state.side_of(units[0]), neighbours(units, area)
    if not of_kind(units, *TROOPS):
        return found
    return sorted(found, key=lambda there: not conquest.falls_in_passing(state, there, side))


def _fall_on_the_way(state: State, units: Sequence[str], way: Sequence[str]) -> list[Json]:
    """§3.7, §3.10.1: the fields that the units would take by marching through them."""
    if not of_kind(units, *TROOPS):
        return []
    side = state.side_of(units[0])
    return [area for area in way[:-1] if conquest.falls_in_passing(state, area, side)]


def consult_move(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.2: the answer to a planner: how far some units go."""
    only(question, "units")
    units = want_units(question, state, seat)
    return {"units": [*units], "allowance": min(allowance(u) for u in units), **reach(state, units)}


def reinforcements(state: State, seat: str) -> list[str]:
    """§3.3.2: the seat's units that could come up to the battle, each by itself."""
    frame = state.battle
    if frame is None or state.seats.get(seat) != frame.side or frame.rising:
        return []
    known: dict[str, list[str]] = state.memo.setdefault("reinforcements", {})
    if seat not in known:
        known[seat] = _coming(state, seat, frame.area)
    return known[seat]


def _coming(state: State, seat: str, area: str) -> list[str]:
    steps_to = board().steps[area]
    answers: dict[tuple[str, str, int], bool] = {}
    found = []
    for unit in movers(state, seat):
        p, at = piece(unit), state.units[unit].at
        if steps_to[at] > allowance(unit):
            continue
        alike = (at, p.label if p.kind == GENERAL else p.kind, state.level(p.nation, p.kind))
        if alike not in answers:
            areas = reach(state, (unit,), area)["areas"]
            answers[alike] = isinstance(areas, dict) and area in areas
        if answers[alike]:
            found.append(unit)
    return found

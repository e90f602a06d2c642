"""§3.2 Movement: field by field, once a turn; a move into a field with enemies is an attack on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914.conquest import conquest
from rules.powers_1914.play import only, together, want_units
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import POOL, RISEN, SHUT, State
from rules.powers_1914.printed.board import GIBRALTAR
from rules.powers_1914.printed.pieces import (
    AIRCRAFT,
    ARMS,
    ARTILLERY,
    FREE_LAND,
    GENERAL,
    NEUTRAL,
    SHIP,
    TROOPS,
    USA,
    foe,
)
from rules.powers_1914.setup.preparation import has_room

FIGHTS_ALL = 2
"""§3.3.13: aircraft modernised so often attack any unit."""


def allowance(state: State, unit: str) -> int:
    """§3.2.1, §3.11.3: fields a turn."""
    printed = state.printed
    kind = printed.pieces[unit].kind
    return printed.general(unit).moves if kind == GENERAL else printed.moves[kind]


def neighbours(state: State, units: Sequence[str], area: str) -> list[str]:
    """§3.2.5, §3.2.6, §3.2.8: the fields that all of the units could go to next by the lie of the land."""
    printed = state.printed
    ways = set(printed.board.near[area])
    if any(printed.pieces[unit].kind == SHIP for unit in units):
        ways &= set(printed.board.seas[area])
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
    names = state.names
    if there not in neighbours(state, units, here):
        raise Refused(
            "not-adjacent",
            "3.2.5",
            f"There is no route for these units from {names.the_place(here)} to {names.the_place(there)}.",
        )
    side = state.side_of(units[0])
    if not state.printed.board.is_sea(there):
        flag = state.control[there]
        now = state.nations[flag]
        if now.status == SHUT:
            raise Refused("closed-land", "3.12.4", f"{names.place(there)} is closed: it takes no part in this war.")
        if now.side == NEUTRAL and flag != FREE_LAND:
            raise Refused("neutral-land", "3.2.5", f"{names.place(there)} is neutral: announce an attack first.")
    _check_strait(state, units, here, there)
    if not has_room(state, tuple(units), there):
        raise Refused("no-room", "2.5", "Gibraltar holds one land unit.")
    if len({*state.of_kind(units, GENERAL), *state.generals(there, side)}) > 1:
        raise Refused("one-general", "3.11.2", f"Only one general may be in {names.the_place(there)}.")
    enemies = state.units_of(there, foe(side))
    if enemies and not last:
        raise Refused("enemy-there", "3.2.2", f"Enemies in {names.the_place(there)} bar the way.")


def _check_strait(state: State, units: Sequence[str], here: str, there: str) -> None:
    """§3.3.15: enemy guns on either side close a strait to ships."""
    names = state.names
    strait = state.printed.board.straits.get(frozenset((here, there)))
    if strait is None or not state.of_kind(units, SHIP):
        return
    enemy = foe(state.side_of(units[0]))
    for guard in strait.guards:
        if state.of_kind(state.units_of(guard, enemy), ARTILLERY):
            called = "the Strait of Gibraltar" if strait.name == names.place(GIBRALTAR) else f"the {strait.name}"
            text = f"Enemy guns in {names.the_place(guard)} close {called} to ships: destroy them first."
            raise Refused("strait-closed", "3.3.15", text)


def check_end(state: State, units: Sequence[str], there: str) -> None:
    """§3.2, §3.3.13: refuse a field where these units may not end their move."""
    names = state.names
    side = state.side_of(units[0])
    enemies = state.units_of(there, foe(side))
    sea = state.printed.board.is_sea(there)
    chiefs = state.of_kind(units, GENERAL)
    if sea and state.ships(there, foe(side)):
        _check_among_ships(state, units, there)
    friends = state.units_of(there, side)
    if state.of_kind(units, SHIP if sea else "", *TROOPS):
        return
    if state.of_kind(friends, *((SHIP, *TROOPS) if sea else TROOPS)):
        return
    wing = state.of_kind(units, AIRCRAFT)
    if chiefs and not (enemies and _fly(state, units, there)):
        if sea and not enemies:
            return
        if sea or enemies or state.holder(there) != side:
            raise Refused("alone", "3.11.3", f"{names.unit(chiefs[0])} cannot go alone where your side has no units.")
        return
    if enemies:
        if wing and not prey(state, units, there):
            raise Refused(
                "nothing-to-fight", "3.3.13", f"Aircraft have no enemy they can fight in {names.the_place(there)}."
            )
        return
    if not sea and state.holder(there) != side:
        raise Refused("no-landing", "3.3.13", "Aircraft cannot end a move alone on foreign land.")


def _check_among_ships(state: State, units: Sequence[str], there: str) -> None:
    """§3.2.7, §3.11.3: land units stay clear of enemy ships; a general comes with ships, to ships, or flies.

    §3.3.1: ships fight before guns shoot.
    """
    place = state.names.place(there)
    if there in state.shelled and state.of_kind(units, SHIP):
        raise Refused("too-late", "3.3.1", f"Your guns have already fired into the {place}: ships must fight first.")
    if state.of_kind(units, *TROOPS):
        raise Refused("enemy-ships", "3.2.7", f"Enemy ships are in the {place}: land units cannot go there.")
    escort = state.of_kind(units, SHIP) or state.ships(there, state.side_of(units[0]))
    chiefs = state.of_kind(units, GENERAL)
    if chiefs and not escort and not _fly(state, units, there):
        text = f"Enemy ships are in the {place}: {state.names.unit(chiefs[0])} cannot go there without ships."
        raise Refused("enemy-ships", "3.2.7", text)


def _fly(state: State, units: Sequence[str], there: str) -> bool:
    """§3.3.13, §3.3.2: whether all of the units fly, with aircraft among them or, an ally's too, in that battle."""
    frame = state.battle
    fighting = frame.attackers if frame is not None and frame.area == there else ()
    return all(state.printed.flies(u) for u in units) and bool(state.of_kind((*units, *fighting), AIRCRAFT))


def prey(state: State, units: Sequence[str], area: str) -> list[str]:
    """§3.3.13: the enemies in a field that every one of the aircraft among the units may fight."""
    levels = [state.level(state.piece(u).nation, AIRCRAFT) for u in state.of_kind(units, AIRCRAFT)]
    kinds = ARMS if min(levels) >= FIGHTS_ALL else (AIRCRAFT,)
    return state.of_kind(state.units_of(area, foe(state.side_of(units[0]))), *kinds)


def starts_battle(state: State, units: Sequence[str], area: str) -> bool:
    """§3.3, §3.3.13: whether a battle begins when these units are in a field.

    Land units fight land units, ships ships; what else is there falls to them without a fight. Aircraft attack where
    none of those that hold the field are with them, if they have an enemy whom they can fight.
    """
    arms = (SHIP,) if state.printed.board.is_sea(area) else TROOPS
    side = state.side_of(units[0])
    if state.of_kind(units, *arms):
        return bool(state.of_kind(state.units_of(area, foe(side)), *arms))
    alone = not state.of_kind(state.units_of(area, side), *arms)
    return alone and bool(state.of_kind(units, AIRCRAFT)) and bool(prey(state, units, area))


def check_fresh(state: State, units: Sequence[str]) -> None:
    """§3.2.3: a unit moves once a turn."""
    names = state.names
    for unit in units:
        if state.units[unit].spent:
            raise Refused("has-moved", "3.2.3", f"{names.unit(unit)} has already moved, shot or fought this turn.")


def check_path(state: State, units: Sequence[str], path: Sequence[str]) -> str:
    """§3.2: refuse a move that breaks a rule; gives the field where the units are."""
    names = state.names
    here = together(state, units)
    check_fresh(state, units)
    for unit in units:
        if len(path) > allowance(state, unit):
            raise Refused("too-far", "3.2.1", f"{names.unit(unit)} can move at most {allowance(state, unit)} fields.")
    if here in path or len(set(path)) != len(path):
        raise Refused("malformed", "3.2", "A move cannot enter the same field twice.")
    check_goal(state, path[-1])
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
            f"Units can only reinforce the battle of {state.names.the_place(frame.area)} until it is over.",
        )


def reach(state: State, units: Sequence[str], goal: str = "") -> JsonObject:
    """§3.2: every field that the units can go to with the shortest way, and why near ones are closed to them.

    With a ``goal`` only ways that can still lead there are followed.
    """
    here = together(state, units)
    most = min(allowance(state, u) for u in units)
    enemy = foe(state.side_of(units[0]))
    check_fresh(state, units)
    steps_to = state.printed.board.steps[goal] if goal else {}
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
                "attack": state.battle is not None or starts_battle(state, units, there),
                "falls": _fall_on_the_way(state, units, way),
            }
    return {"areas": open_, "refused": {a: r for a, r in closed.items() if a not in open_}}


def _ways(state: State, units: Sequence[str], area: str) -> list[str]:
    """§3.7, §3.10.1: the neighbouring fields, those first that fall to land units on their way."""
    side, found = state.side_of(units[0]), neighbours(state, units, area)
    if not state.of_kind(units, *TROOPS):
        return found
    return sorted(found, key=lambda there: not conquest.falls_in_passing(state, there, side))


def _fall_on_the_way(state: State, units: Sequence[str], way: Sequence[str]) -> list[Json]:
    """§3.7, §3.10.1: the fields that the units would take by marching through them."""
    if not state.of_kind(units, *TROOPS):
        return []
    side = state.side_of(units[0])
    return [area for area in way[:-1] if conquest.falls_in_passing(state, area, side)]


def consult_move(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.2: the answer to a planner: how far some units go."""
    only(question, "units")
    units = want_units(question, state, seat)
    return {"units": [*units], "allowance": min(allowance(state, u) for u in units), **reach(state, units)}


def section_of_rising(state: State, frame: BattleFrame) -> str:
    """§3.14.5, §3.14.7, §3.14.10: by which card the attackers came into the field for which they fight."""
    nation = state.piece(frame.attackers[0]).nation
    return "3.14.5" if nation == USA else "3.14.7" if state.nations[nation].status == RISEN else "3.14.10"


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
    steps_to = state.printed.board.steps[area]
    answers: dict[tuple[str, str, int], bool] = {}
    found = []
    for unit in movers(state, seat):
        p, at = state.piece(unit), state.units[unit].at
        if steps_to[at] > allowance(state, unit):
            continue
        alike = (at, p.label if p.kind == GENERAL else p.kind, state.level(p.nation, p.kind))
        if alike not in answers:
            areas = reach(state, (unit,), area)["areas"]
            answers[alike] = isinstance(areas, dict) and area in areas
        if answers[alike]:
            found.append(unit)
    return found

"""§3.2 Movement: field by field, once a turn; a move into a field with enemies is an attack on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from rules.kernel import wire
from rules.kernel.game import Rng
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914 import conquest
from rules.powers_1914.events.battle import BattleBegan, BattleJoined
from rules.powers_1914.events.movement import UnitsMoved
from rules.powers_1914.names import place_name, the_place, unit_name
from rules.powers_1914.pieces import AIRCRAFT, ARMS, ARTILLERY, FREE_LAND, GENERAL, NEUTRAL, SHIP, TROOPS, foe, piece
from rules.powers_1914.play import Play, only, together, want_path, want_units
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


GARRISON = 3
"""A program leaves this many in a capital, so that no war is over at once."""
LARGEST = 8
"""A program sends this many units at a time at most."""
STROLLS = 6
"""A program tries this many ways at random before it looks for all."""


@dataclass(frozen=True, slots=True)
class Company:
    """§3.2: units of one field that go together."""

    state: State
    seat: str
    movers: Callable[[], Sequence[str]]
    """Those who could go now, wherever they stand."""
    spares_capitals: bool = False

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units."""
        units = want_units({"units": raw}, self.state, self.seat)
        together(self.state, units)
        check_fresh(self.state, units)
        return units

    def wire(self) -> wire.SomeOf:
        """As of ``SomeOf``; that they must stand together is said when they do not."""
        return SomeOf(self.movers()).wire()

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some of those who stand in one field."""
        groups: dict[str, list[str]] = {}
        for unit in self.movers():
            groups.setdefault(self.state.units[unit].at, []).append(unit)
        if self.spares_capitals:
            groups = {a: units[:-GARRISON] if board().areas[a].capital else units for a, units in groups.items()}
        ready = [u for units in groups.values() for u in units]
        if not ready:
            return None
        first = ready[rng.randrange(len(ready))]
        group = [u for u in groups[self.state.units[first].at] if rng.randrange(4)][:LARGEST]
        return [*group] if group and rng.randrange(4) else [first]

    def empty(self) -> bool:
        """Whether nobody could go."""
        return not self.movers()


@dataclass(frozen=True, slots=True)
class March:
    """§3.2: the way of some units. Any that keeps the rules is taken; the shortest to each field is offered."""

    state: State
    units: tuple[str, ...]

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The fields in turn."""
        path = want_path({"path": raw})
        check_path(self.state, self.units, path)
        return path

    def wire(self) -> wire.Path:
        """As of ``Path``."""
        found = self._found()
        return {
            "ways": {area: way["path"] for area, way in found["areas"].items()},
            "costs": {area: way["moves"] for area, way in found["areas"].items()},
            "refused": found["refused"],
        }

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some way, to an enemy rather than elsewhere: a few are tried before all are looked for."""
        for _ in range(STROLLS):
            path = self._stroll(rng)
            if path and self._takes(path):
                return [*path]
        areas = self._found()["areas"]
        goals = [*areas]
        return [*areas[goals[rng.randrange(len(goals))]]["path"]] if goals else None

    def empty(self) -> bool:
        """Whether they can go nowhere."""
        return not self._found()["areas"]

    def _takes(self, path: Sequence[str]) -> bool:
        try:
            check_path(self.state, self.units, path)
        except Refused:
            return False
        return True

    def _stroll(self, rng: Rng) -> list[str]:
        """From field to field at random, as far as the way is open; to one with enemies where there is one."""
        state, here = self.state, self.state.units[self.units[0]].at
        enemy = foe(state.side_of(self.units[0]))
        path: list[str] = []
        for _ in range(1 + rng.randrange(min(allowance(u) for u in self.units))):
            near = [a for a in neighbours(self.units, here) if a not in path]
            if rng.randrange(3):
                near = [a for a in near if state.units_of(a, enemy)] or near
            if not near:
                break
            here = near[rng.randrange(len(near))]
            path.append(here)
            if state.units_of(here, enemy):
                break
        return path

    def _found(self) -> dict[str, Any]:
        battle = self.state.battle
        return cast("dict[str, Any]", reach(self.state, self.units, battle.area if battle else ""))


def marchers(at: At[State], _: Choices) -> Company:
    """§3.2.3: units that have not moved."""
    return Company(at.state, at.seat, lambda: movers(at.state, at.seat), True)


def ways(at: At[State], chosen: Choices) -> March:
    """§3.2: their ways."""
    return March(at.state, chosen.names("units"))


def _go(play: Play, chosen: Choices) -> tuple[str, ...]:
    units, path = chosen.names("units"), chosen.names("path")
    play.emit(UnitsMoved(units, (play.state.units[units[0]].at, *path)))
    return units


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.2, §3.1.4: move units of one field along a path; among enemies the battle begins."""
    units, path = _go(play, chosen), chosen.names("path")
    shared = conquest.march_through(play, units, path[:-1])
    arrive(play, at.seat, units, path[-1])
    conquest.ask_flags(play, at.seat, shared, units)


def _units_hand(units: Sequence[str]) -> JsonObject | None:
    return {"units": [*units]} if units else None


MOVE: Order[State] = Order(
    "move", "Move", "3.2", move, (Slot("units", "units", marchers), Slot("path", "path", ways)),
    hand=lambda at: _units_hand(movers(at.state, at.seat)), weight=120,
)  # fmt: skip


def no_reserves(at: At[State]) -> Refusal | None:
    """§3.14.7: those who rose fight alone."""
    battle = at.state.battle
    return (
        Refusal("rising", "3.14.7", "A rising cannot be reinforced.") if battle is not None and battle.rising else None
    )


def reserves(at: At[State], _: Choices) -> Company:
    """§3.3.2: units that could come up to the battle."""
    return Company(at.state, at.seat, lambda: reinforcements(at.state, at.seat))


def reinforce(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.2: bring units up to a battle that goes on, your own or an ally's."""
    units = _go(play, chosen)
    play.emit(BattleJoined(units))
    conquest.ask_flags(play, at.seat, conquest.march_through(play, units, chosen.names("path")[:-1]), units)


REINFORCE: Order[State] = Order(
    "reinforce", "Bring up units", "3.3.2", reinforce, (Slot("units", "units", reserves), Slot("path", "path", ways)),
    no_reserves, hand=lambda at: _units_hand(reinforcements(at.state, at.seat)), weight=8,
)  # fmt: skip


def arrive(play: Play, seat: str, units: tuple[str, ...], area: str, rising: bool = False) -> None:
    """§3.3, §3.10: what comes of units that are now in a field: a battle, a new flag, or nothing."""
    state = play.state
    side = state.side_of(units[0])
    enemy = foe(side)
    sea = board().is_sea(area)
    strong = of_kind(units, SHIP) if sea else of_kind(units, *TROOPS)
    opposed = state.ships(area, enemy) if sea else state.troops(area, enemy)
    if strong and opposed:
        play.emit(BattleBegan(area, side, seat, units, False, rising, not sea))
        return
    if strong:
        if sea:
            conquest.abandon(play, area, enemy)
        else:
            conquest.enter(play, seat, area, strong)
        return
    friends = state.ships(area, side) if sea else state.troops(area, side)
    if of_kind(units, AIRCRAFT) and not friends and state.units_of(area, enemy):
        crew = tuple(u for u in units if flies(u))
        play.emit(BattleBegan(area, side, seat, crew, True, rising, False))


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

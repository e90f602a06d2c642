"""§22.61, §22.62: the Austro-Hungarian Second Army leaves Serbia for Galicia, where this option is played.

Six units have to go, and while it is possible no order may make it impossible (docs/rulings): where a unit ends its
move, and how many others take trains, is judged by what would be left of the promise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.empires_alliances.facts.movement import TRAIN, SecondArmyMoved
from rules.empires_alliances.movement.allowance import why_not_move
from rules.empires_alliances.movement.on_foot import Group, group_of, half_corps, step_cost
from rules.empires_alliances.movement.trains import AUSTRIA, capacity, net_of
from rules.empires_alliances.movement.ways import Way, Ways, free_ways, free_ways_on_foot
from rules.empires_alliances.play import Duty, Play, name_of, place_name
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.position.usage import by_rail
from rules.empires_alliances.printed.counters import Spec
from rules.empires_alliances.printed.sides import CENTRAL
from rules.empires_alliances.printed.steps import MOVE
from rules.empires_alliances.restrictions.ban import AUGUST_1, AUGUST_2, SEPTEMBER
from rules.empires_alliances.terrain.zones import ground_unit_hexes, zone
from rules.kernel.fast_replace import replace
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

LEFT, RAILED = "second-army", "second-army-railed"
"""Deeds: units that left for the railway in August-1, and those that were railed in August-2."""
SERBIA = "SE"
CODE = "second-army"


def is_in_force(state: State, *turns: str) -> bool:
    """§22.61, §22.62: whether the option is played, and it is one of these turns."""
    return bool(state.option(CODE)) and state.date.id in turns


def second_army(state: State) -> tuple[str, ...]:
    """§22.61: the units of the Second Army that are on the map."""
    group = state.card.groups.get(state.printed.optional_rules.second_army.group)
    return tuple(u for u in group.units if state.units[u].at not in state.off_map) if group is not None else ()


def is_promised(state: State, units: Iterable[str]) -> bool:
    """§22.61, §22.62: whether the promise is about some of these units this turn."""
    return is_in_force(state, AUGUST_1, AUGUST_2, SEPTEMBER) and not frozenset(second_army(state)).isdisjoint(units)


# --- 22.61 ------------------------------------------------------------------------------------------------------------


@kept
def serbian_zone(state: State) -> frozenset[int]:
    """§22.61: the zones of control of Serbian units; the zone of a side is taken where only they stand near."""
    board = state.board
    near: set[int] = set()
    for hex_ in state.hexes:
        if any(state.counter(u).nation == SERBIA for u in state.stacks[hex_]):
            near.update(b for b in board.lattice.neighbours[board.index(hex_)] if b >= 0)
    return zone(state, FOE[CENTRAL]) & near


def stands_ready(state: State, i: int) -> bool:
    """§22.61: whether a hex is an Austro-Hungarian rail hex outside Serbian zones of control."""
    board = state.board
    return i in board.on_rail and board.country[i] == AUSTRIA and i not in serbian_zone(state)


def on_rails(state: State) -> tuple[str, ...]:
    """§22.61: the units of the Second Army that stand as they should."""
    return tuple(u for u in second_army(state) if stands_ready(state, state.board.index(state.units[u].at)))


@kept
def _able_to_leave(state: State) -> tuple[str, ...]:
    """§22.61: those that stand as they should, or can still come to."""
    ready = frozenset(on_rails(state))
    return tuple(u for u in second_army(state) if u in ready or _comes_to_rails(state, u))


def _comes_to_rails(state: State, unit: str) -> bool:
    if why_not_move(state, unit) is not None:
        return False
    return any(stands_ready(state, i) for i in free_ways_on_foot(state, group_of(state, [unit])))


def places_filled(state: State, units: Iterable[str]) -> int:
    """§22.61: how many of the six units that must go these are: one named, two and one of some figures, others."""
    plan = state.printed.optional_rules.second_army
    left = [*units]
    filled = 0
    for named in plan.named:
        if named in left:
            left.remove(named)
            filled += 1
    wanted: list[Spec] = [*plan.of_figures]
    for unit in [*left]:
        fit = next((spec for spec in wanted if spec.fits(state.counter(unit))), None)
        if fit is not None:
            wanted.remove(fit)
            left.remove(unit)
            filled += 1
    others = plan.leave - len(plan.named) - len(plan.of_figures)
    return filled + min(len(left), others)


def _must_stand_ready(state: State, units: Sequence[str]) -> bool:
    """§22.61: whether the six cannot be found without these."""
    able = _able_to_leave(state)
    others = [u for u in able if u not in units]
    return len(others) < len(able) and places_filled(state, others) < places_filled(state, able)


def leave_serbia(state: State, side: str) -> Iterator[Duty]:
    """§22.61: six units of the Second Army go to the railway in August-1, if they can."""
    if side != CENTRAL or not is_in_force(state, AUGUST_1):
        return
    ready = on_rails(state)
    filled = places_filled(state, ready)
    for unit in _able_to_leave(state):
        if unit not in ready and places_filled(state, (*ready, unit)) > filled:
            text = (
                f"Six units of the Second Army must move to Austro-Hungarian railway hexes outside Serbian zones of "
                f"control. Next: {name_of(state, unit)} in {place_name(state, state.units[unit].at)}."
            )
            yield Duty((unit,), Refusal(CODE, "22.61", text))


# --- 22.62 ------------------------------------------------------------------------------------------------------------


class Owed(NamedTuple):
    """§22.62: what is left of the promise this turn. ``done``: units that were railed and stand where they should;
    ``able``: those that trains can still take there; ``number``: how many go in all, as many as can."""

    done: tuple[str, ...]
    able: tuple[str, ...]
    number: int


def chosen_to_leave(state: State) -> tuple[str, ...]:
    """§22.62: the six that left, or as many as did."""
    return tuple(u for u in second_army(state) if f"{LEFT}.{u}" in state.deeds)


def _cities(state: State) -> tuple[str, ...]:
    plan = state.printed.optional_rules.second_army
    return plan.first_near if state.date.id == AUGUST_2 else plan.then_near


@kept
def _goals(state: State) -> frozenset[int]:
    """§22.62: where those who are railed this turn end their move."""
    return _near(state, _cities(state))


def _near(state: State, cities: Iterable[str]) -> frozenset[int]:
    within, board = state.printed.optional_rules.second_army.within, state.board
    places = state.printed.places.cities
    found = frozenset().union(*(board.lattice.within(places[city].hex, within) for city in cities))
    return frozenset(map(board.index, found))


def is_railed(state: State, unit: str) -> bool:
    """§22.62: whether a unit was railed in this phase and stands where it should."""
    now = state.units[unit]
    return now.carried in ("rail", "both") and state.board.index(now.at) in _goals(state)


def _due(state: State) -> tuple[tuple[str, ...], int]:
    """§22.62: of which units how many are railed this turn: four of the six in August-2, then all others."""
    six = chosen_to_leave(state)
    if state.date.id == AUGUST_2:
        return six, state.printed.optional_rules.second_army.railed
    left = tuple(u for u in six if f"{RAILED}.{u}" not in state.deeds)
    return left, len(left)


@kept
def rest_of_promise(state: State) -> Owed:
    """§22.62: what is left of the promise: never more than can be done (docs/rulings)."""
    units, number = _due(state)
    done = tuple(u for u in units if is_railed(state, u))
    able: tuple[str, ...] = ()
    if len(done) < number:
        able = tuple(u for u in units if u not in done and _by_train(state, _single(state, u)))
    left, more = _trains_left(state), 0
    for halves in sorted(half_corps(state, u) for u in able):
        left -= halves
        more += left >= 0
    return Owed(done, able, min(number, len(done) + more))


def _single(state: State, unit: str) -> Group | None:
    return None if why_not_move(state, unit) is not None else group_of(state, [unit])


def _by_train(state: State, group: Group | None) -> dict[int, Way]:
    """§22.62: the ways by which trains take a group to where it should go."""
    if group is None:
        return {}
    ways, board = free_ways(state, group), state.board
    start, found = board.index(group.at), dict[int, Way]()
    for i in _goals(state):
        for way in (ways.others.get(i), ways.best.get(i)):
            if way is not None and TRAIN in way.words(board.lattice.ids, start):
                found[i] = way
                break
    return found


def _trains_left(state: State) -> int:
    """§9.5: half corps that Austro-Hungarian railways carry besides."""
    return capacity(state, AUSTRIA) - state.used.get(by_rail(AUSTRIA), 0)


def _trains_to_keep(state: State, units: Iterable[str], *, arrive: bool) -> int | None:
    """§22.62: the half corps of trains that the rest of the promise needs once these units have moved; ``arrive``:
    by train to where they should go. None when it could not be kept any more."""
    now, moving = rest_of_promise(state), frozenset(units)
    done = len(now.done) if arrive else len([u for u in now.done if u not in moving])
    done += sum(u in moving for u in now.able) if arrive else 0
    rest = sorted(half_corps(state, u) for u in now.able if u not in moving)
    number = max(0, now.number - done)
    return sum(rest[:number]) if number <= len(rest) else None


def _keeps(state: State, units: Iterable[str], trains: int, *, arrive: bool) -> bool:
    """§22.62: whether the promise can be kept after these units have moved, with that many half corps by train."""
    reserved = _trains_to_keep(state, units, arrive=arrive)
    return reserved is not None and (not reserved or trains + reserved <= _trains_left(state))


def _could_not_matter(state: State, units: Iterable[str], trains: int) -> bool:
    """§22.62: whether these are none of the six, and leave trains enough for all: nothing need be looked for."""
    six, number = _due(state)
    return not frozenset(six).intersection(units) and trains + 2 * number <= _trains_left(state)


# --- waiting for September --------------------------------------------------------------------------------------------


@kept
def _near_trains(state: State, factor: int) -> frozenset[int]:
    """§22.62: from where a unit of that movement factor comes to trains for Galicia in one turn, as things stand."""
    board, net = state.board, net_of(state, CENTRAL)
    goals = _near(state, state.printed.optional_rules.second_army.then_near)
    parts = {net.part[i] for i in net.open if i in goals}
    most = factor - state.printed.charts.movement.entrain
    cost = {i: 0 for i in net.open if net.part[i] in parts}
    closed = ground_unit_hexes(state, FOE[CENTRAL])
    buckets: list[list[int]] = [[*cost], *([] for _ in range(most))]
    for spent, bucket in enumerate(buckets):
        for b in bucket:
            for a in board.lattice.neighbours[b] if cost[b] == spent else ():
                if a not in board.land or a in closed or not board.passable[a][board.lattice.neighbours[a].index(b)]:
                    continue
                total = spent + step_cost(state, CENTRAL, a, b)
                if total <= most and total < cost.get(a, most + 1):
                    cost[a] = total
                    buckets[total].append(a)
    return frozenset(cost)


def _strays(state: State, units: Iterable[str], end: int) -> str | None:
    """§22.62: in August-2 a unit that is to be railed in September and would come too far from trains there."""
    if state.date.id != AUGUST_2:
        return None
    for unit in chosen_to_leave(state):
        if unit in units and not is_railed(state, unit):
            near = _near_trains(state, state.counter(unit).figures.movement)
            if end not in near and state.board.index(state.units[unit].at) in near:
                return unit
    return None


# --- what is forbidden ------------------------------------------------------------------------------------------------


def _to_rails(state: State, unit: str) -> Refusal:
    text = f"Six units of the Second Army must be on Austro-Hungarian rails outside Serbian zones of control, and \
{name_of(state, unit)} is needed for it."
    return Refusal(CODE, "22.61", text)


def _to_galicia(state: State) -> Refusal:
    number = rest_of_promise(state).number
    units = "one unit" if number == 1 else f"{number} units"
    where = " or ".join(_cities(state))
    return Refusal(CODE, "22.62", f"This move leaves too few: {units} of the Second Army must be railed to {where}.")


def why_not_end_in(
    state: State, units: Sequence[str], end: int, *, by_train: bool, used: Mapping[str, int]
) -> Refusal | None:
    """§22.61, §22.62: why units may not end a journey in a hex: the promise could not be kept after it. ``used``: what
    the journey adds to the capacities used."""
    if is_in_force(state, AUGUST_1):
        if stands_ready(state, end) or not _must_stand_ready(state, units):
            return None
        return _to_rails(state, next(u for u in units if u in second_army(state)))
    if not is_in_force(state, AUGUST_2, SEPTEMBER):
        return None
    trains = used.get(by_rail(AUSTRIA), 0)
    arrive = end in _goals(state) and _all_railed(state, units, by_train=by_train)
    if not _could_not_matter(state, units, trains) and not _keeps(state, units, trains, arrive=arrive):
        return _to_galicia(state)
    stray = None if arrive else _strays(state, units, end)
    return None if stray is None else _too_far(state, stray)


def _all_railed(state: State, units: Iterable[str], *, by_train: bool) -> bool:
    return by_train or all(state.units[u].carried in ("rail", "both") for u in units)


def _too_far(state: State, unit: str) -> Refusal:
    text = f"{name_of(state, unit)} must stay near the railway: it goes to Galicia in September."
    return Refusal(CODE, "22.62", text)


@kept
def _ways(state: State, group: Group) -> Ways:
    free = free_ways(state, group)
    found = Ways()
    if is_in_force(state, AUGUST_1):
        found.best = {i: way for i, way in free.best.items() if stands_ready(state, i)}
        return found
    reserved = _trains_to_keep(state, group.units, arrive=False)
    if reserved is not None and reserved <= _trains_left(state):
        kept_back = free_ways(state, replace(group, reserved=reserved)) if reserved else free
        found.best = {i: w for i, w in kept_back.best.items() if _strays(state, group.units, i) is None}
        found.others = {i: w for i, w in kept_back.others.items() if i in found.best}
    railed = _all_railed(state, group.units, by_train=False)
    arriving = {i: w for i, w in free.best.items() if i in _goals(state)} if railed else _by_train(state, group)
    if arriving and _keeps(state, group.units, sum(group.loads.values()) * (not railed), arrive=True):
        found.best |= {i: w for i, w in arriving.items() if i not in found.best}
        found.best = {i: found.best[i] for i in sorted(found.best)}
    return found


def promised_ways(state: State, group: Group) -> Ways | None:
    """§22.61, §22.62: the ways of a group by which the promise can still be kept; None where all of them do."""
    if not is_in_force(state, AUGUST_1, AUGUST_2, SEPTEMBER):
        return None
    if is_in_force(state, AUGUST_1):
        return _ways(state, group) if _must_stand_ready(state, group.units) else None
    if _could_not_matter(state, group.units, sum(group.loads.values())):
        return None
    return _ways(state, group)


def why_not_overrun(state: State, unit: str) -> Refusal | None:
    """§22.62, §12.2: why a unit takes no part in an automatic victory before enough of the six have been railed: it
    could not move any more."""
    if not is_in_force(state, AUGUST_2, SEPTEMBER) or unit not in chosen_to_leave(state):
        return None
    now = rest_of_promise(state)
    if unit not in now.able or len(now.done) >= now.number:
        return None
    text = f"{name_of(state, unit)} may have to go to Galicia by rail: move the others by rail first."
    return Refusal(CODE, "22.62", text)


def why_not_advance(state: State, unit: str, hex_: str) -> Refusal | None:
    """§22.62: why a unit does not advance into a hex: it was railed and stays, or is to be railed in September."""
    if not is_in_force(state, AUGUST_2, SEPTEMBER) or unit not in chosen_to_leave(state):
        return None
    end = state.board.index(hex_)
    if unit in rest_of_promise(state).done and end not in _goals(state) and not _keeps(state, (unit,), 0, arrive=False):
        return _to_galicia(state) if state.phase.name == MOVE else None
    return None if _strays(state, (unit,), end) is None else _too_far(state, unit)


# --- as the phase ends ------------------------------------------------------------------------------------------------


def rail_to_galicia(state: State, side: str) -> Iterator[Duty]:
    """§22.62: four of them are railed to Lemberg in August-2, and the others to Lemberg or Cracow in September."""
    if side != CENTRAL or not is_in_force(state, AUGUST_2, SEPTEMBER):
        return
    now = rest_of_promise(state)
    if len(now.done) >= now.number:
        return
    for unit in now.able:
        at = place_name(state, state.units[unit].at)
        text = f"{name_of(state, unit)} of the Second Army, in {at}, must be railed to {' or '.join(_cities(state))}."
        yield Duty((unit,), Refusal(CODE, "22.62", text))


def remember_second_army(play: Play, _: PhaseFrame) -> None:
    """§22.62: who left for the railway, and who was railed first, is remembered as the phase ends."""
    state = play.state
    if state.player != CENTRAL:
        return
    if is_in_force(state, AUGUST_1):
        play.emit(SecondArmyMoved(_six(state, on_rails(state)), LEFT))
    elif is_in_force(state, AUGUST_2):
        railed = tuple(u for u in chosen_to_leave(state) if is_railed(state, u))
        if railed:
            play.emit(SecondArmyMoved(railed, RAILED))


def _six(state: State, ready: Sequence[str]) -> tuple[str, ...]:
    """§22.61: six of those that stand ready, who fill as many places as can be."""
    chosen: list[str] = []
    for unit in ready:
        if places_filled(state, (*chosen, unit)) > len(chosen):
            chosen.append(unit)
    return tuple(chosen)

"""§8.1 to §8.4: where units that move together can go, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.great_war import control, first_turns
from rules.great_war.allowance import left_of
from rules.great_war.board import HOLLAND, Prices
from rules.great_war.chits_played.bans import TYPHUS, cut_off
from rules.great_war.control import barred, beside_enemy, blocked, closed
from rules.great_war.fronts import FRONTS
from rules.great_war.keeping import kept
from rules.great_war.nations import ALLIED
from rules.great_war.restrictions import crowds, off_limits_of
from rules.great_war.state import BOXES, State
from rules.great_war.supply import by_a_port, would_supply
from rules.great_war.weather import weather_places
from rules.hexes.by_hex import Noted, touched_hexes
from rules.kernel.altering import altered
from rules.kernel.floods import Cost, Reach, flood
from rules.kernel.memory import Earlier
from rules.kernel.messages import Refusal, Refused

LEAST_COST = 1


@dataclass(frozen=True, slots=True)
class Group:
    """Units that move as one: ``left`` MP of the slowest; ``apart`` as long as their cavalry keeps off the enemy.

    ``fresh``: none has moved in this phase, so a step is always open to them (§8.13).
    """

    units: tuple[str, ...]
    at: str
    side: str
    left: int
    apart: int
    mountain: bool
    fresh: bool


def group_of(state: State, units: Sequence[str], side: str, theatre: str) -> Group:
    """§8.16: the group of these units, each checked to be able to move. Refused otherwise."""
    return _group_of(state, tuple(units), side, theatre)


@kept
def _group_of(state: State, units: tuple[str, ...], side: str, theatre: str) -> Group:
    places = {state.units[u].at for u in units}
    starts = {state.units[u].began or state.units[u].at for u in units}
    if len(places) != 1 or len(starts) != 1 or places & {*BOXES}:
        raise Refused("not-together", "8.16", "Choose units that began the phase in one hex and stand together.")
    for unit in units:
        check_may_move(state, unit, theatre)
    return Group(
        units=units,
        at=places.pop(),
        side=side,
        left=min(left_of(state, u) for u in units),
        apart=min(left_of(state, u, apart=True) for u in units),
        mountain=all(state.counter(u).kind == "mountain" for u in units),
        fresh=not any(state.units[u].began for u in units),
    )


def check_may_move(state: State, unit: str, theatre: str) -> None:
    """§8.11, §8.17, §17.11: refuse a unit that cannot move now."""
    refusal = stays_because(state, unit, theatre)
    if refusal is not None:
        raise Refused(refusal.code, refusal.section, refusal.text)


OFF_MAP = Refusal("not-on-map", "8.11", "The unit is not on the map.")
ELSEWHERE = Refusal("other-theatre", "8.11", "You move in the other theater in this phase.")
ENTERED = Refusal("just-entered", "17.11", "Units of a nation that has just entered the war stay where they are.")
RAZING = Refusal("razing", "14.62", "The unit devastates its hex on this turn: it neither moves nor attacks.")
AT_PEACE = Refusal("at-peace", "5.46", "The war in Russia is over: Russian units stay where they are.")
OVER_HOLLAND = Refusal("over-holland", "19.56", "Belgians who go through Holland end their move in supply to a port.")
AMONG_OTHERS = Refusal("stands-alone", "15.93", "The Red Army neither joins other Allied units nor moves through them.")
IMMOBILE = Refusal("immobile", "8.13", "The unit has no movement allowance.")
MOVED_ON = Refusal("moved-on", "8.17", "You have moved units of another hex since: this one has ended its move.")
SPENT = Refusal("spent", "8.12", "The unit has no MP left.")


def stays_because(state: State, unit: str, theatre: str) -> Refusal | None:
    """§8.11, §8.17, §11.82, §17.11: why a unit cannot move now."""
    now, printed = state.units[unit], state.printed
    nation, board = printed.counters[unit].nation, printed.board
    if now.at in BOXES:
        return OFF_MAP
    if board.theatre[board.index[now.at]] != theatre:
        return ELSEWHERE
    if nation in state.frozen:
        return ENTERED
    if nation == "RU" and state.ledger.treaty:
        return AT_PEACE
    if unit in state.razing:
        return RAZING
    early = first_turns.stays(state, unit)
    if early is not None:
        return early
    if not state.face(unit).ma:
        return IMMOBILE
    if not now.began:
        return None
    if state.phase.origins.get(state.sides[nation]) != now.began:
        return MOVED_ON
    return SPENT if left_of(state, unit, apart=True) <= 0 else None


@kept
def out_of_place(state: State, side: str) -> frozenset[Noted]:
    """§8.17: the hexes with units that have moved in this phase and may go on, each with where those began."""
    moved, origin = _moved(state, side), state.phase.origins.get(side, "")

    def find(_: object) -> frozenset[Noted]:
        return frozenset([(i, origin) for i, starts in moved.items() if origin in starts])

    return state.memory.recall(("out-of-place", side), (moved, origin), find)


def _moved(state: State, side: str) -> Mapping[int, frozenset[str]]:
    """§8.17: by hex, in no order, where units of a side began that have moved in this phase."""
    index = state.printed.board.index

    def starts(hex_: str) -> frozenset[str]:
        units = state.stacks.get(hex_, ())
        if not units or state.side(units[0]) != side:
            return frozenset()
        return frozenset(state.units[u].began for u in units if state.units[u].began)

    def find(earlier: Earlier[tuple[Any, ...], Mapping[int, frozenset[str]]] | None) -> Mapping[int, frozenset[str]]:
        known = earlier is not None and earlier.source[2] is state.sides
        was: Mapping[int, frozenset[str]] = earlier.value if earlier is not None and known else {}
        touched = touched_hexes(state, *earlier.source[:2]) if earlier is not None and known else state.stacks
        made = {index[hex_]: starts(hex_) for hex_ in touched if hex_ in index}
        made = {i: found for i, found in made.items() if was.get(i, frozenset()) != found}
        if known and not made:
            return was
        return altered(was, {i: found for i, found in made.items() if found}, [i for i in made if not made[i]])

    source: tuple[Any, ...] = (state.stacks, state.units, state.sides)
    return state.memory.recall(("moved", side), source, find)


def _enemies(state: State, group: Group) -> frozenset[int]:
    """§8.22, §15.63: combat units go where headquarters are alone, a headquarters where no enemy is."""
    staffed = any(not state.counter(u).is_combat for u in group.units)
    return blocked(state, group.side) if staffed else closed(state, group.side)


@kept
def _closed_to(state: State, group: Group) -> frozenset[int]:
    """§8.22, §17.0: the hexes that the group cannot enter for what or who is in them."""
    found = _enemies(state, group) | barred(state, group.side) | off_limits_of(state, group.units)
    if first_turns.through_holland(state, group.units):
        found -= state.printed.board.by_country[HOLLAND]
    found |= cut_off(state, state.printed.board.index[group.at]) | not_for_reds(state, group.units)
    return found.union(*(area for area, _ in crowds(state, group.units)))


def not_for_reds(state: State, units: Iterable[str]) -> frozenset[int]:
    """§15.93: where other Allied units stand, for units of the Red Army."""
    if "RU" not in state.ledger.collapsed or not any(state.is_red(u) for u in units):
        return frozenset()
    index = state.printed.board.index
    return frozenset(index[h] for h, stack in state.stacks.items() if state.side(stack[0]) == ALLIED
                     and not all(state.is_red(u) for u in stack))  # fmt: skip


def _prices(state: State, mountain: bool) -> Prices:
    west, east = weather_places(state)
    return state.printed.board.prices(west, east, mountain)


def price(state: State, mountain: bool, a: int, side: int) -> int:
    """§8.25, §14.63: MP over a side of a hex, 0 where there is no way."""
    board = state.printed.board
    found = _prices(state, mountain)[a][side]
    if found and board.ids[board.neighbours[a][side]] in state.devastated:
        return max(found, _devastated_price(state, a, side))
    return found


def _devastated_price(state: State, a: int, side: int) -> int:
    """§8.25, §14.63: MP into a devastated hex: its own two, and the river's besides."""
    board, features = state.printed.board, state.printed.charts.features
    river = features.river_mp[weather_places(state)[FRONTS[board.front[a]].weather]] if board.wades(a, side) else 0
    return features.devastated_mp + river


@dataclass(frozen=True, slots=True)
class Ways:
    """What a group reaches: the cost of every hex, and which flood came there, none for a single step."""

    cost: Mapping[int, int]
    floods: Mapping[int, Reach]

    def way(self, i: int) -> tuple[int, ...]:
        """The way to a hex, without the start."""
        return tuple(self.floods[i].path(i)[1:]) if i in self.floods else (i,)


def ways_of(state: State, group: Group) -> Ways:
    """§8.12 to §8.15: every hex that the group's MP reach, with the cheapest way."""
    board, shut, near = state.printed.board, _closed_to(state, group), beside_enemy(state, group.side)
    prices = _prices(state, group.mountain)
    devastated = {board.index[h] for h in state.devastated}
    start = board.index[group.at]

    def cost(avoided: frozenset[int]) -> Cost:
        def step(a: int, side: int, b: int) -> int | None:
            found = prices[a][side]
            if not found or b in shut or b in avoided:
                return None
            return max(found, _devastated_price(state, a, side)) if devastated and b in devastated else found

        return step

    best: dict[int, int] = {}
    floods: dict[int, Reach] = {}
    trips = [(group.left, frozenset[int]())]
    if group.apart > group.left:
        trips.insert(0, (group.apart, near))
    for budget, avoided in trips:
        if budget <= 0:
            continue
        reach = flood(board.neighbours, [start], cost(avoided), budget, least=LEAST_COST)
        for i, spent in reach.cost.items():
            if i != start and spent < best.get(i, budget + 1):
                best[i], floods[i] = spent, reach
    if group.fresh:
        for side, b in enumerate(board.neighbours[start]):
            found = price(state, group.mountain, start, side) if b >= 0 else 0
            if found and b not in shut and b not in best:
                best[b] = found
    return Ways(best, floods)


def ends_of(state: State, group: Group, ways: Ways) -> Iterable[int]:
    """§8.26, §8.34: the hexes in reach where all units of the group may end: in supply, and on land."""
    board = state.printed.board
    # Supply tells no more of them apart, so it is asked for one of each sort.
    sorts = {state.printed.sorts[u]: u for u in group.units}.values()
    are_fed = tuple(would_supply(state, u, group.units) for u in sorts)
    dutch = not board.by_country[HOLLAND].isdisjoint(ways.cost)
    for i in ways.cost:
        if dutch and why_not_over_holland(state, group, ways.way(i)) is not None:
            continue
        if board.land[i] and all(is_fed(i) for is_fed in are_fed):
            yield i


def why_not_over_holland(state: State, group: Group, path: Sequence[int]) -> Refusal | None:
    """§19.56: why a march may not end where it does: nobody stays in Holland, and who has gone through it must be near
    a Channel port."""
    dutch = state.printed.board.by_country[HOLLAND]
    if HOLLAND in state.sides or dutch.isdisjoint(path):
        return None
    fed = all(by_a_port(state, state.counter(u).nation, path[-1]) for u in group.units)
    return None if path[-1] not in dutch and fed else OVER_HOLLAND


def check_path(state: State, group: Group, path: Sequence[str]) -> int:
    """§8.1 to §8.4: the MP of this very path. Refused where it breaks a rule; supply at its end is another check."""
    board = state.printed.board
    shut, near = _closed_to(state, group), beside_enemy(state, group.side)
    a, spent, touched = board.index[group.at], 0, False
    for hex_ in path:
        b = board.index.get(hex_, -1)
        if b < 0 or b not in board.neighbours[a]:
            raise Refused("skips-hexes", "8.1", "A move goes from one hex to a neighboring hex.")
        refusal = _entry_refusal(state, group, a, b, shut)
        if refusal is not None:
            raise Refused(refusal.code, refusal.section, refusal.text)
        spent += price(state, group.mountain, a, board.neighbours[a].index(b))
        touched = touched or b in near
        a = b
    stranded = why_not_over_holland(state, group, [board.index[h] for h in path])
    if stranded is not None:
        raise Refused(stranded.code, stranded.section, stranded.text)
    most = group.left if touched else group.apart
    if spent > most and not (group.fresh and len(path) == 1):
        raise Refused("too-far", "8.21", f"The move costs {spent} MP and the units have {max(0, most)}.")
    return spent


def not_open(state: State, side: str, b: int) -> Refusal:
    """§17.11, §5.46, §20.2: why a side's units may not move into barred land."""
    if b in control.shut(state, side):
        return Refusal("not-open", "17.11", "Your units may not enter that country now.")
    if b in control.beside_russians(state):
        return Refusal("at-peace", "5.46", "The war in Russia is over: nobody goes beside Russian units there.")
    return Refusal("map-edge", "20.2", "The Allies never enter the hexes at the edge of Germany on this map.")


def _entry_refusal(state: State, group: Group, a: int, b: int, shut: frozenset[int]) -> Refusal | None:
    """§8.22, §8.24, §8.32, §17.0: why the group may not go from one hex into the next, MP aside."""
    board = state.printed.board
    if b in shut:
        if b in _enemies(state, group):
            return Refusal("enemy-there", "8.22", "Enemy combat units or an intact enemy fort are there.")
        if b in barred(state, group.side):
            return not_open(state, group.side, b)
        if b in cut_off(state, board.index[group.at]):
            return TYPHUS
        for area, refusal in crowds(state, group.units):
            if b in area:
                return refusal
        if b in not_for_reds(state, group.units):
            return AMONG_OTHERS
        return Refusal("off-limits", "17.2", "Units of this nation do not go there.")
    if not price(state, group.mountain, a, board.neighbours[a].index(b)):
        if b in board.alpine:
            return Refusal("alpine", "8.32", "Only mountain units enter alpine hexes.")
        return Refusal("closed", "8.24", "Units do not cross sea, lakes that are not frozen, or the edge of the map.")
    return None


def why_not_near(state: State, group: Group, ways: Ways, allowed: Iterable[int]) -> dict[str, Refusal]:
    """Why the group cannot end in each hex beside what it reaches."""
    board, shut, open_ = state.printed.board, _closed_to(state, group), {*allowed}
    found: dict[str, Refusal] = {}
    start = board.index[group.at]
    for a in (start, *ways.cost):
        for b in board.neighbours[a]:
            if b < 0 or b == start or b in open_ or board.ids[b] in found:
                continue
            refusal = _entry_refusal(state, group, a, b, shut)
            if refusal is None and b in ways.cost:
                refusal = why_not_over_holland(state, group, ways.way(b))
            if refusal is None and b in ways.cost:
                refusal = Refusal("unsupplied", "8.26", "The units would be out of supply there.")
                if not board.land[b]:
                    refusal = Refusal("on-ice", "8.34", "Nobody stays on a frozen lake.")
            found[board.ids[b]] = refusal or Refusal("too-far", "8.21", "Not enough MP.")
    return dict(sorted(found.items()))

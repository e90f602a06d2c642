"""§8.0 Ground movement: who marches together, what a hex costs them, and where they can go on foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from rules.empires_alliances.movement.allowance import check_may_move, left_of
from rules.empires_alliances.position.control import is_neutral
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.charts import Weather
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.restrictions.areas import home_of
from rules.empires_alliances.restrictions.august_plans import heads_west
from rules.empires_alliances.restrictions.ban import FOOT_STEP, power_of
from rules.empires_alliances.restrictions.bans import closed_to, why_entry_forbidden
from rules.empires_alliances.restrictions.entry import greece_is_open
from rules.empires_alliances.supply.sources import all_sources
from rules.empires_alliances.terrain.argonne import CLEAR, FOREST, hexes_of_argonne, over_argonne
from rules.empires_alliances.terrain.weather import is_frozen, weather_in
from rules.empires_alliances.terrain.zones import fort_in, ground_unit_hexes, zone
from rules.kernel.floods import spread
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal, Refused

DEMORALISED = Refusal("demoralised", "13.85", "Demoralised units may not enter an enemy zone of control.")
NOT_EAST = Refusal("schlieffen-plan", "22.41", "Germans of the Western Front cannot go east in August-1.")
NOT_TOGETHER = Refusal("not-together", "8.0", "Choose units from one hex.")
Rows = tuple[tuple[tuple[int, int, int], ...], ...]
"""For each hex where one marches from it: side, neighbour, MP."""


@dataclass(frozen=True)
class Group:
    """Units that move as one. ``fresh``: none has moved in this phase; ``entered``: weather zones of any of them."""

    units: tuple[str, ...]
    at: str
    side: str
    shaken: bool
    fresh: bool
    entered: int
    trains: bool
    """Whether all may still go by rail in this phase."""
    ships: bool
    """Whether all may still go by sea."""
    west_only: bool
    """§22.41."""
    hungry: bool
    """§8.4: some are out of supply."""
    halves: tuple[tuple[str, int], ...]
    """§9.5, §11.6: half corps of each power."""
    reserved: int = 0
    """§22.62: half corps on Austro-Hungarian trains that these units leave to others."""
    abroad: bool = False
    """§22.31: whether they do not end their move in France."""

    def left(self, state: State, weather: Weather) -> int:
        """§8.1: the MP that all have left in a weather."""
        return min(left_of(state, unit, weather) for unit in self.units)

    def left_of_best(self, state: State, weather: Weather) -> int:
        """§8.1: the MP that one of them has left who has most: a price is paid by each who can."""
        return max(left_of(state, unit, weather) for unit in self.units)

    @cached_property
    def loads(self) -> dict[str, int]:
        """§9.5, §11.6: half corps by power."""
        return dict(self.halves)


def group_of(state: State, units: Sequence[str]) -> Group:
    """§8.0: the group of these units, each checked to be able to move. Refused otherwise."""
    return _group_of(state, tuple(units))


@kept
def _group_of(state: State, units: tuple[str, ...]) -> Group:
    places = {state.units[unit].at for unit in units}
    if len(places) != 1:
        raise NOT_TOGETHER.raised()
    at = places.pop()
    for unit in units:
        check_may_move(state, unit)
    now = [state.units[unit] for unit in units]
    entered = 0
    for unit_state in now:
        entered |= unit_state.entered
    halves: dict[str, int] = {}
    for unit in units:
        power = power_of(state, unit)
        halves[power] = halves.get(power, 0) + half_corps(state, unit)
    return Group(
        units,
        at,
        state.side_of(units[0]),
        any(u.shaken for u in now),
        not any(u.spent or u.began for u in now),
        entered,
        all(u.carried not in ("rail", "both") for u in now),
        all(u.carried not in ("sea", "both") for u in now),
        any(heads_west(state, u) for u in units),
        any(u.unsupplied for u in now),
        tuple(sorted(halves.items())),
    )


def half_corps(state: State, unit: str) -> int:
    """§9.5, §11.6: what a unit counts for trains and ships."""
    return 1 if state.counter(unit).half else 2


def one_hex_only(state: State) -> bool:
    """§1.61, §2.61: whether a unit moves one hex this turn, whatever it costs."""
    rule = state.turn_rule
    return rule is not None and rule.most_hexes == 1


# --- who bars the way -------------------------------------------------------------------------------------------------


def why_not_enter(state: State, group: Group, a: int, side: int, b: int) -> Refusal | None:
    """§2.2, §2.8, §8.0, §13.85, §13.651, §18.11 and what restricts units: why the group may not march from ``a`` over
    that side into ``b``."""
    board, barred = state.board, _why_barred(state, a, side, b)
    if barred is not None:
        return barred
    if is_neutral(state, b) and not (board.country[b] == "GK" and greece_is_open(state, group.side)):
        return Refusal("neutral", "18.11", "Units cannot enter a neutral country.")
    if b in ground_unit_hexes(state, FOE[group.side]):
        return Refusal("enemy-there", "8.0", "Enemy units are there.")
    if b in enemy_forts(state, group.side):
        return Refusal("enemy-fort", "13.651", "An enemy fort is there: it must be attacked.")
    if group.shaken and b in zone(state, FOE[group.side]):
        return DEMORALISED
    if group.west_only and side in board.east_sides:
        return NOT_EAST
    for unit in group.units:
        refusal = why_entry_forbidden(state, unit, b, FOOT_STEP)
        if refusal is not None:
            return refusal
    return None


def why_not_over_side(state: State, group: Group, a: int, side: int, b: int) -> Refusal | None:
    """As ``why_not_enter``, of a hex that is not ``shut_hexes``: only the side over which one comes can bar the way."""
    east = group.west_only and side in state.board.east_sides
    return _why_barred(state, a, side, b) or (NOT_EAST if east else None)


def _why_barred(state: State, a: int, side: int, b: int) -> Refusal | None:
    """§2.8, §8.0, §20.23: what bars that side to everyone."""
    board = state.board
    if not board.passable[a][side]:
        if board.rail_only[a][side]:
            return Refusal("rail-only", "2.8", "Only trains may cross there.")
        return Refusal("closed", "8.0", "Units cannot march there.")
    if board.lake_sides[a][side] and not is_frozen(state, b):
        return Refusal("lake", "20.23", "The lake is not frozen.")
    return None


def enemy_forts(state: State, side: str) -> frozenset[int]:
    """§13.651: the hexes that a fort of the enemy's bars (docs/rulings)."""

    def find(_: Previous[Any, frozenset[int]] | None) -> frozenset[int]:
        forts = state.printed.forts
        mine = {forts[id_] for id_ in state.forts if state.allegiance.get(forts[id_].nation) == FOE[side]}
        return frozenset(state.board.index(fort.hex) for fort in mine)

    return state.memory.recall(("enemy forts", side), (state.forts, state.wars), find)


def enemy_fort(state: State, index: int, side: str) -> bool:
    """§13.651: whether a fort of the enemy's bars a hex (docs/rulings)."""
    return fort_in(state, state.board.lattice.ids[index]) is not None and index in enemy_forts(state, side)


def neutral_hexes(state: State, side: str) -> frozenset[int]:
    """§18.11, §2.64: the hexes of neutral countries that a side may not enter."""

    def find(_: Previous[Any, frozenset[int]] | None) -> frozenset[int]:
        board = state.board
        neutral = [hexes for country, hexes in board.home.items() if country not in state.allegiance]
        found: frozenset[int] = frozenset().union(*neutral)
        found -= {board.index(hex_) for hex_ in state.control}
        return found - home_of(board, "GK") if open_ else found

    open_ = greece_is_open(state, side)
    return state.memory.recall(("neutral", side), (state.wars, state.control, open_), find)


def shut_hexes(state: State, group: Group) -> frozenset[int]:
    """All hexes that the group may not enter on foot, whichever side it comes over."""
    closed, banned = _closed_to_all(state, group.side), closed_to(state, group.units, FOOT_STEP)
    # Most groups may go wherever their side may: for them nothing is put together.
    closed = closed | banned if banned else closed
    return closed | zone(state, FOE[group.side]) if group.shaken else closed


def _closed_to_all(state: State, side: str) -> frozenset[int]:
    """§18.11, §8.0, §13.651: what nobody of a side may enter on foot."""
    closed = (neutral_hexes(state, side), ground_unit_hexes(state, FOE[side]), enemy_forts(state, side))
    return state.memory.recall(("closed to all", side), closed, lambda _: frozenset().union(*closed))


# --- what it costs ----------------------------------------------------------------------------------------------------


@cache
def rows(printed: Printed, frozen: tuple[bool, bool], argonne: bool) -> Rows:
    """§8.1, §20.23, §22.11: where one marches from each hex and for how many MP, zones of control aside.

    ``frozen``: whether lakes are, in the west and in the east.
    """
    board = printed.board
    return tuple(
        tuple(
            (side, b, terrain_cost(printed, a, b, argonne))
            for side, b in enumerate(around)
            if board.passable[a][side] and (not board.lake_sides[a][side] or frozen[board.zone[b]])
        )
        for a, around in enumerate(board.lattice.neighbours)
    )


def terrain_cost(printed: Printed, a: int, b: int, argonne: bool) -> int:
    """§8.1, §22.11: MP from a hex into its neighbour for the ground."""
    terrain = printed.board.terrain[b]
    if argonne:
        west, _ = hexes_of_argonne(printed)
        if over_argonne(printed, a, b):
            terrain = FOREST
        elif b == west:
            terrain = CLEAR
    return printed.terrain[terrain].mp


def rows_now(state: State) -> Rows:
    """The rows in the weather of this turn."""
    weathers = state.printed.charts.weathers
    west, east = (weathers[word].freezes for word in state.weather)
    return rows(state.printed, (west, east), bool(state.option("argonne")))


def step_cost(state: State, side: str, a: int, b: int) -> int:
    """§8.1, §8.3: MP from a hex into its neighbour; one more from one enemy zone of control to another."""
    hostile = zone(state, FOE[side])
    extra = state.printed.charts.movement.zone_to_zone if a in hostile and b in hostile else 0
    return terrain_cost(state.printed, a, b, bool(state.option("argonne"))) + extra


# --- how far ----------------------------------------------------------------------------------------------------------


class Walk:
    """Cost and way back, hex by hex; ``before`` leaves the starts out."""

    __slots__ = ("before", "cost")

    def __init__(self, cost: dict[int, int], before: dict[int, int]) -> None:
        self.cost = cost
        self.before = before


def walk(
    state: State,
    group: Group,
    starts: Mapping[int, int],
    most: int,
    closed: AbstractSet[int],
    known: Mapping[int, int],
) -> Walk:
    """§8.1, §8.3: where the group can march with ``most`` MP in all, from hexes where it has spent some already.

    Only where that is cheaper than what is ``known``.
    """
    table, hostile = rows_now(state), zone(state, FOE[group.side])
    extra = state.printed.charts.movement.zone_to_zone
    no_sides = state.board.east_sides if group.west_only else frozenset()
    best = [most + 1] * len(table)
    for i, spent in known.items():
        best[i] = spent
    buckets: list[list[int]] = [[] for _ in range(most + 1)]
    for i, spent in starts.items():
        best[i] = spent
        if spent <= most:
            buckets[spent].append(i)
    cost: dict[int, int] = {}
    before: dict[int, int] = {}
    for spent, bucket in enumerate(buckets):
        for a in bucket:
            if best[a] != spent or a in cost:
                continue
            cost[a] = spent
            if spent == most:
                continue
            dear = extra if a in hostile else 0
            for side, b, price in table[a]:
                total = spent + price
                if best[b] <= total or b in closed:
                    continue
                if dear and b in hostile:
                    total += dear
                    if best[b] <= total:
                        continue
                if total > most or side in no_sides:
                    continue
                best[b] = total
                before[b] = a
                buckets[total].append(b)
    for i, spent in starts.items():
        cost.setdefault(i, spent)
    return Walk(cost, before)


def single_steps(state: State, group: Group) -> dict[int, int]:
    """§8.4, §1.61: the neighbouring hexes that units may enter however few MP they have, for all that are left."""
    board, start = state.board, state.board.index(group.at)
    found: dict[int, int] = {}
    if not group.fresh:
        return found
    for side, b in enumerate(board.lattice.neighbours[start]):
        if b == OFF_BOARD or why_not_enter(state, group, start, side, b) is not None:
            continue
        near = not group.hungry or not is_farther(state, group, start, b)
        if near or step_cost(state, group.side, start, b) <= group.left(state, weather_in(state, b)):
            found[b] = price_of_one_hex(state, group, start, b)
    return found


def price_of_one_hex(state: State, group: Group, a: int, b: int) -> int:
    """§8.4: what the one hex costs that is always possible: all MP, and its price where some of the group have more."""
    weather = weather_in(state, b)
    price = min(step_cost(state, group.side, a, b), group.left_of_best(state, weather))
    return max(1, price, group.left(state, weather))


def is_farther(state: State, group: Group, a: int, b: int) -> bool:
    """§8.4: whether a hex lies further from the nearest source of the side (docs/rulings)."""
    distance = _from_sources(state, group.side)
    return distance.get(b, len(distance)) > distance.get(a, len(distance))


def _from_sources(state: State, side: str) -> Mapping[int, int]:
    """§14.3, §14.4: hexes over land to the nearest source of supply of a side."""
    board, sources = state.board, all_sources(state, side)
    around = board.lattice.neighbours

    def find(_: Previous[Any, Mapping[int, int]] | None) -> Mapping[int, int]:
        starts = [i for i in sources if i in board.land]
        return spread(around, starts, lambda a, b: board.passable[a][around[a].index(b)])

    return state.memory.recall(("from sources", side), (sources,), find)


def check_step(state: State, group: Group, a: int, b: int) -> int:
    """§8.0, §8.1: the MP of one step of a march. Refused where it breaks a rule."""
    around = state.board.lattice.neighbours[a]
    if b not in around:
        raise Refused("skips-hexes", "8.0", "A march must go from hex to neighbouring hex.")
    refusal = why_not_enter(state, group, a, around.index(b), b)
    if refusal is not None:
        raise refusal.raised()
    return step_cost(state, group.side, a, b)

"""§9.3: where trains run: from a town over any number of hexes, and off one map at its edge onto another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.great_war.movement.reach import not_for_reds
from rules.great_war.position.arabs import raided_towns
from rules.great_war.position.control import (
    barred_hexes,
    blocked_hexes,
    controlled_hexes,
    controller,
    forts,
    occupied_hexes,
)
from rules.great_war.position.state import TRANSFER, State
from rules.great_war.printed.charts import Capacity
from rules.great_war.printed.fronts import CAUCASUS, EAST, THREE
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.restrictions.event_bans import cut_off
from rules.great_war.restrictions.national import off_limits_of, over_cap
from rules.hexes.journeys import Journeys, journeys_from
from rules.kernel.kept import kept

EDGES = {CENTRAL: "CP", ALLIED: "AL"}
"""§9.0: the sources of supply at whose map edges trains leave and enter."""


RUSSIAN = "RU"
"""§9.24: the word at the edges by which Russians go between the east and the Caucasus."""


def capacity_of(state: State, unit: str) -> Capacity:
    """§9.11, §9.21, §9.22: against which capacity a unit counts where it stands."""
    board, here = state.printed.board, state.printed.board.index.get(state.units[unit].at)
    return capacity_on(state, unit, board.front[here] if here is not None else "")


def capacity_on(state: State, unit: str, front: str) -> Capacity:
    nation = state.counter(unit).nation
    return state.printed.trains[state.sides[nation], nation, front]


def on_lines(state: State, unit: str, here: int) -> bool:
    """§9.11, §9.21, §9.22: whether a unit's side has trains on the front of a hex. The Russians' stay in Russia."""
    board, front = state.printed.board, state.printed.board.front[here]
    capacity = capacity_on(state, unit, front)
    served, area = bool(front) and board.fronts[front].sheet in capacity.fronts, _area(state, capacity)
    return served and (area is None or here in area) and has_come(state, capacity)


def has_come(state: State, capacity: Capacity) -> bool:
    """§6.33, §9.23: whether these trains run yet: those of Iraq after Maude."""
    transport = state.printed.transports[capacity.id]
    return not transport.after or transport.after in state.chits[f"{transport.side}.play"]


def _area(state: State, capacity: Capacity) -> frozenset[int] | None:
    """§9.22N, §9.23: the hexes that these trains do not leave; None where they go anywhere on their fronts."""
    transport = state.printed.transports[capacity.id]
    if not transport.within:
        return None
    board = state.printed.board

    def find(_: object) -> frozenset[int]:
        inside = {i for i in board.by_country[transport.within] if board.column[i] > transport.south_of}
        return frozenset(inside | {board.index[hex_] for hex_ in transport.besides})

    return state.memory.recall(("where trains run", capacity.id), (), find)


# --- the enemy beside the line (§9.32) --------------------------------------------------------------------------------


@kept
def beside_foe(state: State, side: str) -> frozenset[int]:
    """§9.32: the hexes next to enemy units of any kind, or to an intact enemy fort."""
    return _around(state, blocked_hexes(state, side))


@kept
def closed_to_trains(state: State, side: str) -> frozenset[int]:
    """§9.32: where no journey ends. The units of a nation that entered this turn do not count."""
    enemy = blocked_hexes(state, side)
    if not state.frozen:
        return beside_foe(state, side)
    new = {i for i in occupied_hexes(state, foe(side)) if state.counter(_top(state, i)).nation in state.frozen}
    return _around(state, enemy - (new - forts(state, foe(side))))


def _top(state: State, i: int) -> str:
    return state.stacks[state.printed.board.ids[i]][0]


def _around(state: State, hexes: Iterable[int]) -> frozenset[int]:
    board = state.printed.board
    return frozenset(b for a in hexes for b in board.neighbours[a] if b >= 0 and board.land[b])


# --- journeys ---------------------------------------------------------------------------------------------------------


@kept
def journeys(state: State, units: tuple[str, ...]) -> Journeys:
    """§9.31, §9.32: where units of one hex can be carried, on their front and over the edges onto others.

    A way over hexes of their own side goes before one through the enemy's, which pass to them on the way (§7.13).
    """
    board, side = state.printed.board, state.side(units[0])
    start = board.index[state.units[units[0]].at]
    shut, last = _in_the_way(state, units)
    shut = shut | cut_off(state, start)
    mine = controlled_hexes(state, side)
    found = journeys_from(board.walks, [start], mine, shut, last)
    gate = _gate(state, side, start, found, last)
    if gate is None:
        return found
    capacity, spent = capacity_of(state, units[0]), found.cost[gate]
    # §9.13: between the fronts of the Near East units go by the transit box alone (movement/transit.py).
    for front in board.fronts:
        if front != board.front[start] and board.fronts[front].sheet in capacity.fronts and front not in THREE:
            edge_towns = [i for i in _edge(state, side, front) if i in mine and i not in shut]
            found = found.onward(gate, edge_towns, journeys_from(board.walks, edge_towns, mine, shut, last, spent))
    return found


def _in_the_way(state: State, units: tuple[str, ...]) -> tuple[frozenset[int], frozenset[int]]:
    """§9.31, §9.32, §6.25: the hexes that trains with these units do not enter, and those that they enter and do not
    leave."""
    shut, last = _closed_hexes(state, state.side(units[0]))
    return shut | _kept_out(state, units), last


@kept
def _closed_hexes(state: State, side: str) -> tuple[frozenset[int], frozenset[int]]:
    """§9.31, §9.32, §6.25: the same for whoever it may be of a side."""
    friends = occupied_hexes(state, side) | forts(state, side)
    near = beside_foe(state, side)
    last = near - closed_to_trains(state, side) - friends
    shut = blocked_hexes(state, side) | barred_hexes(state, side) | state.printed.board.alpine | raided_towns(state)
    return shut | (near - friends - last), last


def _kept_out(state: State, units: tuple[str, ...]) -> frozenset[int]:
    """§9.11, §9.22, §17.2: the hexes that these units do not enter, or to which their trains do not run."""
    found = off_limits_of(state, units) | not_for_reds(state, units)
    for area, _ in over_cap(state, units):
        found |= area
    return found | _not_served(state, capacity_of(state, units[0]))


def _not_served(state: State, capacity: Capacity) -> frozenset[int]:
    """§9.22N, §9.23: the hexes that these trains do not enter."""
    served = _area(state, capacity)
    if served is None:
        return frozenset()

    def find(_: object) -> frozenset[int]:
        return frozenset(range(len(state.printed.board.ids))) - served

    return state.memory.recall(("where no trains run", capacity.id), (), find)


def _gate(state: State, side: str, start: int, found: Journeys, last: frozenset[int], word: str = "") -> int | None:
    """§9.0: the source of supply at the edge of the map by which units leave it, if they come to one; of those that
    bear a ``word`` where it is given."""
    mine = controlled_hexes(state, side)
    gates = [
        i
        for i in _edge(state, side, state.printed.board.front[start], word)
        if i in found.cost and i in mine and (i not in last or i == start)
    ]
    return min(gates, key=lambda i: (found.cost[i], i)) if gates else None


def way_off(state: State, units: tuple[str, ...], word: str = "") -> tuple[int, ...] | None:
    """§9.0, §9.13, §9.24: the hexes by which units of one hex leave their map for a box; None where no line is open."""
    board, found = state.printed.board, journeys(state, units)
    start = board.index[state.units[units[0]].at]
    gate = _gate(state, state.side(units[0]), start, found, _in_the_way(state, units)[1], word)
    return None if gate is None else found.path(gate)


def leads_off(state: State, unit: str, word: str = "") -> bool:
    """§9.0, §9.13, §9.24: whether a unit can leave its map: as ``way_off`` has it, found for all of a kind at once by
    the lines that come in from the edge."""
    board, side = state.printed.board, state.side(unit)
    start = board.index[state.units[unit].at]
    shut, _ = _in_the_way(state, (unit,))
    if start in shut or start in board.edges or cut_off(state, start):
        return way_off(state, (unit,), word) is not None
    return start in _joined_to_the_edge(state, side, board.front[start], word, shut)


@kept
def _joined_to_the_edge(state: State, side: str, front: str, word: str, shut: frozenset[int]) -> Mapping[int, int]:
    """§9.0: the hexes of a front from which a line leads to its edge: lines run both ways."""
    mine, last = controlled_hexes(state, side), _closed_hexes(state, side)[1]
    gates = [i for i in _edge(state, side, front, word) if i in mine and i not in last and i not in shut]
    return journeys_from(state.printed.board.walks, gates, mine, shut, last).cost


def enemy_hexes(state: State, path: Iterable[int], side: str) -> list[str]:
    """§7.13: the hexes of a journey that pass to the side that rides through."""
    ids = state.printed.board.ids
    return [ids[i] for i in path if controller(state, ids[i]) == foe(side)]


@kept
def journeys_in(state: State, units: tuple[str, ...]) -> Journeys:
    """§9.0, §9.13, §9.24: where units of a box can be carried: onto every front of the Near East, or back to the east;
    Russians to the Caucasus or the east."""
    board, side = state.printed.board, state.side(units[0])
    shut, last = _in_the_way(state, units)
    mine = controlled_hexes(state, side)
    served = [f for f in THREE if f in board.fronts] + ([EAST] if state.printed.variant.combined else [])
    word = ""
    if state.units[units[0]].at == TRANSFER:
        served, word = [CAUCASUS, EAST], RUSSIAN
    edge_towns = [i for front in served for i in _edge(state, side, front, word) if i in mine and i not in shut]
    return journeys_from(board.walks, edge_towns, mine, shut, last)


def _edge(state: State, side: str, front: str, word: str = "") -> tuple[int, ...]:
    """§9.0: the sources of supply of a side at the edge of a front map, or those of a ``word``."""
    board = state.printed.board
    return tuple(i for i in board.supply.get(word or EDGES[side], ()) if i in board.edges and board.front[i] == front)

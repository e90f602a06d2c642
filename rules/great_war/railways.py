"""§9.3: where trains run: from a town over any number of hexes, and off one map at its edge onto another."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from rules.great_war.board import Board
from rules.great_war.charts import Capacity
from rules.great_war.chits_played.bans import cut_off
from rules.great_war.control import barred, blocked, controlled, forts, occupied
from rules.great_war.fronts import FRONTS
from rules.great_war.keeping import kept
from rules.great_war.nations import ALLIED, CENTRAL, foe
from rules.great_war.reach import not_for_reds
from rules.great_war.restrictions import crowds, off_limits_of
from rules.great_war.state import State

RUSSIANS = "RU"
EDGES = {CENTRAL: "CP", ALLIED: "AL"}
"""§9.0: the sources of supply at whose map edges trains leave and enter."""


def capacity_of(state: State, unit: str) -> Capacity:
    """§9.11, §9.21, §9.22: against which capacity a unit counts."""
    nation = state.counter(unit).nation
    found = state.printed.charts.capacity
    if state.sides[nation] == CENTRAL:
        return found["central"]
    return found["russian" if nation == RUSSIANS else "allied"]


def on_lines(state: State, unit: str, here: int) -> bool:
    """§9.11, §9.21, §9.22: whether a unit's side has trains on the front of a hex. The Russians' stay in Russia."""
    board, front = state.printed.board, state.printed.board.front[here]
    capacity = capacity_of(state, unit)
    served = bool(front) and FRONTS[front].sheet in capacity.fronts
    return served and (capacity.id != "russian" or board.country[here] == RUSSIANS)


# --- the enemy beside the line (§9.32) --------------------------------------------------------------------------------


@kept
def beside_foe(state: State, side: str) -> frozenset[int]:
    """§9.32: the hexes next to enemy units of any kind, or to an intact enemy fort."""
    return _around(state, blocked(state, side))


@kept
def no_end(state: State, side: str) -> frozenset[int]:
    """§9.32: where no journey ends. The units of a nation that entered on this turn do not count."""
    enemy = blocked(state, side)
    if not state.frozen:
        return beside_foe(state, side)
    new = {i for i in occupied(state, foe(side)) if state.counter(_top(state, i)).nation in state.frozen}
    return _around(state, enemy - (new - forts(state, foe(side))))


def _top(state: State, i: int) -> str:
    return state.stacks[state.printed.board.ids[i]][0]


def _around(state: State, hexes: Iterable[int]) -> frozenset[int]:
    board = state.printed.board
    return frozenset(b for a in hexes for b in board.neighbours[a] if b >= 0 and board.land[b])


# --- journeys ---------------------------------------------------------------------------------------------------------


class Journeys:
    """§9.31: every hex that trains reach from one, and over how many hexes of the enemy's."""

    __slots__ = ("_before", "cost")

    def __init__(self, cost: Mapping[int, int], before: Mapping[int, int]) -> None:
        self.cost = cost
        self._before = before

    def path(self, to: int) -> tuple[int, ...]:
        """The hexes to one, the start left out."""
        way = [to]
        while way[-1] in self._before:
            way.append(self._before[way[-1]])
        return tuple(reversed(way[:-1]))


@kept
def journeys(state: State, units: tuple[str, ...]) -> Journeys:
    """§9.31, §9.32: where units of one hex can be carried, on their front and over the edges onto others.

    A way over hexes of their own side goes before one through the enemy's, which pass to them on the way (§7.13).
    """
    board, side = state.printed.board, state.side(units[0])
    start = board.index[state.units[units[0]].at]
    friends = occupied(state, side) | forts(state, side)
    near = beside_foe(state, side)
    last = near - no_end(state, side) - friends
    shut = {*blocked(state, side), *barred(state, side), *off_limits_of(state, units), *board.alpine}
    shut.update(near - friends - last)
    shut |= cut_off(state, start) | not_for_reds(state, units)
    for area, _ in crowds(state, units):
        shut |= area
    capacity = capacity_of(state, units[0])
    if capacity.id == "russian":
        shut.update(i for i, country in enumerate(board.country) if country != RUSSIANS)
    mine = controlled(state, side)
    cost, before = _spread(board, [start], 0, shut, last, mine)
    gates = [
        i for i in _edge(state, side, board.front[start]) if i in cost and i in mine and (i not in last or i == start)
    ]
    if not gates:
        return Journeys(cost, before)
    gate = min(gates, key=lambda i: (cost[i], i))
    for front in FRONTS:
        if front != board.front[start] and FRONTS[front].sheet in capacity.fronts:
            doors = [i for i in _edge(state, side, front) if i in mine and i not in shut]
            found, back = _spread(board, doors, cost[gate], shut, last, mine)
            cost |= found
            before |= dict.fromkeys(doors, gate) | back
    return Journeys(cost, before)


def _edge(state: State, side: str, front: str) -> tuple[int, ...]:
    """§9.0: the sources of supply of a side at the edge of a front map."""
    board = state.printed.board
    return tuple(i for i in board.supply.get(EDGES[side], ()) if i in board.edges and board.front[i] == front)


def _spread(
    board: Board,
    starts: Iterable[int],
    cost: int,
    shut: AbstractSet[int],
    last: Collection[int],
    mine: AbstractSet[int],
) -> tuple[dict[int, int], dict[int, int]]:
    """All that is reached, by the fewest hexes that are not ``mine``; hexes of ``last`` are entered and not left."""
    begun = dict.fromkeys(starts, cost)
    found, before = dict(begun), dict[int, int]()
    queue, abroad = deque(begun), list[int]()
    home = mine - shut
    while queue:
        a = queue.popleft()
        if a not in last or a in begun:
            for b in board.beside(a):
                # Whoever comes first comes over the fewest: those abroad wait until nobody is left at home.
                if b in found:
                    continue
                if b in home:
                    found[b], before[b] = found[a], a
                    queue.append(b)
                elif b not in shut and b not in mine:
                    found[b], before[b] = found[a] + 1, a
                    abroad.append(b)
        if not queue:
            queue, abroad = deque(abroad), []
    return found, before

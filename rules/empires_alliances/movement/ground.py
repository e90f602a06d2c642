"""§8.0 Ground movement: where units that march together can go, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.empires_alliances.movement.allowance import check_may_move, left_of
from rules.empires_alliances.position.control import is_neutral
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.charts import Weather
from rules.empires_alliances.weather import is_frozen, weather_in, worse
from rules.empires_alliances.zones import fort_in, occupied_hexes, zone
from rules.hexes import choosing
from rules.hexes.marching import steps_along
from rules.kernel.floods import flood
from rules.kernel.messages import Refusal, Refused

NOT_TOGETHER = Refusal("not-together", "8.0", "Choose units that stand in one hex.")


@dataclass(frozen=True, slots=True)
class Group:
    """Units that march as one. ``least`` of them has the fewest MP; ``began``: none has moved in this phase."""

    units: tuple[str, ...]
    at: str
    side: str
    shaken: bool
    fresh: bool

    def left(self, state: State, weather: Weather) -> int:
        """§8.1: the MP that all have left in a weather."""
        return min(left_of(state, unit, weather) for unit in self.units)


def group_of(state: State, units: Sequence[str]) -> Group:
    """§8.0: the group of these units, each checked to be able to march. Refused otherwise."""
    at = choosing.hex_of(units, lambda unit: state.units[unit].at, state.stacks, NOT_TOGETHER)
    for unit in units:
        check_may_move(state, unit)
    return Group(
        tuple(units),
        at,
        state.side_of(units[0]),
        any(state.units[u].shaken for u in units),
        not any(state.units[u].spent or state.units[u].began for u in units),
    )


def one_hex_only(state: State) -> bool:
    """§1.61, §2.61: whether a unit moves one hex on this turn, whatever it costs."""
    rule = state.turn_rule
    return rule is not None and rule.most_hexes == 1


def entry_refusal(state: State, group: Group, a: int, side: int, b: int) -> Refusal | None:
    """§2.2, §2.8, §8.0, §13.2, §13.85, §18.11: why the group may not march from ``a`` over that side into ``b``."""
    board = state.board
    if not board.passable[a][side]:
        if board.rail_only[a][side]:
            return Refusal("rail-only", "2.8", "Only trains cross there.")
        return Refusal("closed", "8.0", "Nobody marches there.")
    if board.lake_sides[a][side] and not is_frozen(state, b):
        return Refusal("lake", "20.23", "The lake is not frozen.")
    if is_neutral(state, b):
        return Refusal("neutral", "18.11", "No unit may enter a neutral country.")
    if b in occupied_hexes(state, FOE[group.side]):
        return Refusal("enemy-there", "8.0", "Enemy units are there.")
    if enemy_fort(state, b, group.side):
        return Refusal("enemy-fort", "13.651", "An enemy fort is there: it must be attacked.")
    if group.shaken and b in zone(state, FOE[group.side]):
        return Refusal("demoralised", "13.85", "Demoralised units may not enter an enemy zone of control.")
    return None


def enemy_fort(state: State, index: int, side: str) -> bool:
    """§13.651: whether a fort of the enemy's bars a hex (docs/rulings)."""
    fort = fort_in(state, state.board.lattice.ids[index])
    return fort is not None and state.allegiance.get(state.printed.forts[fort].nation) == FOE[side]


def step_cost(state: State, side: str, a: int, b: int) -> int:
    """§8.1, §8.3: MP from a hex into its neighbour; one more from one enemy zone of control to another."""
    hostile = zone(state, FOE[side])
    extra = state.printed.charts.movement.zone_to_zone if a in hostile and b in hostile else 0
    return state.printed.ground[state.board.terrain[b]].mp + extra


class Ways:
    """§8.1: where a group can march: cost and path by hex, the cheapest of those that the weather allows."""

    def __init__(self) -> None:
        self.cost: dict[int, int] = {}
        self._paths: dict[int, tuple[int, ...]] = {}

    def add(self, index: int, cost: int, path: Sequence[int]) -> None:
        """A way, kept if it is the cheapest to its end."""
        if index not in self.cost or cost < self.cost[index]:
            self.cost[index] = cost
            self._paths[index] = tuple(path)

    def path(self, index: int) -> tuple[int, ...]:
        """The hexes to an end, the start left out."""
        return self._paths[index]


def ways_of(state: State, group: Group) -> Ways:
    """§8.1 to §8.4, §20.23: every hex in reach. The hexes entered decide the weather: one flood stays in the milder
    zone with its MP, the other goes everywhere with the MP of the worse."""
    found = Ways()
    board = state.board
    start = board.index(group.at)
    weathers = state.printed.charts.weathers
    west, east = (weathers[word] for word in state.weather)
    bad = worse(west, east)
    if not one_hex_only(state):
        _flood(state, group, found, start, group.left(state, bad), None)
        if west.id != east.id:
            mild = 1 if bad.id == west.id else 0
            _flood(state, group, found, start, group.left(state, weathers[state.weather[mild]]), mild)
    if group.fresh:
        # §8.4: one hex is always possible.
        for side, b in enumerate(board.lattice.neighbours[start]):
            if b >= 0 and b not in found.cost and entry_refusal(state, group, start, side, b) is None:
                found.add(b, _whole(state, group, b), (b,))
    return found


def _whole(state: State, group: Group, b: int) -> int:
    """§8.4: what the one hex costs that is always possible: all MP."""
    return max(1, group.left(state, weather_in(state, b)))


def _flood(state: State, group: Group, found: Ways, start: int, most: int, zone_only: int | None) -> None:
    board = state.board

    def cost(a: int, side: int, b: int) -> int | None:
        if zone_only is not None and board.zone[b] != zone_only:
            return None
        if entry_refusal(state, group, a, side, b) is not None:
            return None
        return step_cost(state, group.side, a, b)

    reach = flood(board.lattice.neighbours, [start], cost, most, least=1)
    for index, spent in reach.cost.items():
        if index != start:
            found.add(index, spent, reach.path(index)[1:])


def check_path(state: State, group: Group, path: Sequence[str]) -> int:
    """§8.1 to §8.4: the MP of this very path. Refused where it breaks a rule."""
    board = state.board
    lattice = board.lattice
    start = b = board.index(group.at)
    spent, worst = 0, None
    for a, side, b in steps_along(path, start, lattice.index, lattice.neighbours, "8.0"):
        refusal = entry_refusal(state, group, a, side, b)
        if refusal is not None:
            raise refusal.raised()
        spent += step_cost(state, group.side, a, b)
        here = weather_in(state, b)
        worst = here if worst is None else worse(worst, here)
    if worst is None or path[-1] == group.at:
        raise Refused("no-move", "8.0", "The march ends where it began.")
    if one_hex_only(state):
        if len(path) > 1:
            raise Refused("one-hex", "1.61", "On this turn a unit moves one hex at most.")
        return _whole(state, group, b)
    left = group.left(state, worst)
    if spent > left:
        if len(path) == 1 and group.fresh:
            return _whole(state, group, b)
        raise Refused("too-far", "8.1", f"The march costs {spent} MP and the units have {left}.")
    return spent


def ends_of(state: State, ways: Ways, group: Group) -> Mapping[str, int]:
    """§8.1: the hexes in reach, as indexes. §6.2: stacking counts at the end of the phase alone."""
    ids = state.board.lattice.ids
    return {ids[i]: i for i in sorted(ways.cost) if ids[i] != group.at}

"""§9.0 Rail movement: the rails that carry a side now, how far trains go, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from rules.empires_alliances.movement.on_foot import Group, half_corps
from rules.empires_alliances.position.control import rail_side
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.position.usage import by_plain_rail, by_rail
from rules.empires_alliances.printed.charts import Weather
from rules.empires_alliances.restrictions.areas import western_front
from rules.empires_alliances.restrictions.august_plans import leaves_the_west, why_not_leave_west
from rules.empires_alliances.restrictions.ban import BY_TRAIN, BY_TRAIN_ABROAD
from rules.empires_alliances.restrictions.bans import closed_to, why_entry_forbidden
from rules.empires_alliances.supply.rails import friendly_rails
from rules.empires_alliances.supply.sources import all_sources
from rules.empires_alliances.terrain.zones import ground_unit_hexes, zone
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused

THIRDS = 3
AUSTRIA = "AH"


class Net(NamedTuple):
    """§9.0, §9.2: the rails that carry a side: hexes, the connected part that each belongs to, and the powers of which
    a source of supply lies on each part (§9.52)."""

    open: frozenset[int]
    part: Mapping[int, int]
    powers: tuple[frozenset[str], ...]


def net_of(state: State, side: str) -> Net:
    """§9.0, §9.2, §9.52: the rails that carry a side in this phase, outside all enemy zones of control."""

    def find(_: Previous[Any, Net] | None) -> Net:
        board = state.board
        held = {board.index(hex_) for hex_ in state.held_rails}
        open_ = frozenset((friendly & held) - hostile - enemy)
        part: dict[int, int] = {}
        count = 0
        for first in sorted(open_):
            if first in part:
                continue
            part[first] = count
            front = [first]
            while front:
                a = front.pop()
                for b, _price in board.rails[a]:
                    if b in open_ and b not in part:
                        part[b] = count
                        front.append(b)
            count += 1
        powers: list[set[str]] = [set() for _ in range(count)]
        for i in sources:
            if i in part:
                powers[part[i]].add(rail_power(state, i))
        return Net(open_, part, tuple(frozenset(found) for found in powers))

    friendly, hostile, enemy, sources = (
        friendly_rails(state, side),
        zone(state, FOE[side]),
        ground_unit_hexes(state, FOE[side]),
        all_sources(state, side),
    )
    return state.memory.recall(("net", side), (state.held_rails, friendly, hostile, enemy, sources), find)


def _lines_of(state: State, side: str) -> Mapping[tuple[str, int], frozenset[int]]:
    """§9.51, §9.52: the rails that carry a side by what their capacity depends on: whose railways, and which part."""
    net = net_of(state, side)

    def find(_: Previous[Any, Mapping[tuple[str, int], frozenset[int]]] | None) -> Any:
        found: dict[tuple[str, int], set[int]] = {}
        for i in net.open:
            found.setdefault((rail_power(state, i), net.part[i]), set()).add(i)
        return {key: frozenset(hexes) for key, hexes in found.items()}

    return state.memory.recall(("lines", side), (net,), find)


# --- how many ---------------------------------------------------------------------------------------------------------


def capacity(state: State, power: str) -> int:
    """§9.5, §1.62, §2.62: half corps that a country's rails carry this turn."""
    return _reduce(state, 2 * state.printed.capacity[power].rail)


def raised_capacity(state: State) -> int:
    """§9.52: half corps on a minor country's rails when major powers are connected with it."""
    return _reduce(state, 2 * state.printed.charts.movement.rail_of_minor_raised)


def _reduce(state: State, halves: int) -> int:
    rule = state.turn_rule
    return halves if rule is None else halves * rule.rail_thirds // THIRDS


def rail_power(state: State, index: int) -> str:
    """§9.51: whose railways a hex belongs to: those of Luxembourg are German."""
    return state.printed.nations[state.board.country[index]].power


def plain_load(state: State, loads: Mapping[str, int], power: str, backing: AbstractSet[str]) -> int:
    """§9.52: the half corps of ``loads`` that count against a minor country's own capacity: all but those of major
    powers whose sources the railway reaches (``backing``)."""
    rows = state.printed.capacity
    return sum(load for by, load in loads.items() if by == power or by not in backing or not rows[by].major)


def is_full(state: State, loads: Mapping[str, int], power: str, backing: AbstractSet[str], reserved: int = 0) -> bool:
    """§9.5, §9.51, §9.52: whether the rails of a country cannot carry these as well; ``reserved``: §22.62."""
    total, used = sum(loads.values()), state.used.get(by_rail(power), 0) + (reserved if power == AUSTRIA else 0)
    if state.printed.capacity[power].major:
        return used + total > capacity(state, power)
    plain = plain_load(state, loads, power, backing)
    if plain and state.used.get(by_plain_rail(power), 0) + plain > capacity(state, power):
        return True
    return used + total > raised_capacity(state)


def is_spent(state: State, group: Group) -> bool:
    """§9.51: whether a country of these units has no capacity left for them, wherever they go."""
    return any(is_full(state, {power: load}, power, frozenset(), group.reserved) for power, load in group.loads.items())


def charges(state: State, loads: Mapping[str, int], route: Iterable[int], backing: AbstractSet[str]) -> dict[str, int]:
    """§9.51: what a train over a route adds to ``used``: the units' own countries, and those that it runs through."""
    crossed = {rail_power(state, i) for i in route}
    found: dict[str, int] = {}
    for power in sorted(crossed | loads.keys()):
        here = loads if power in crossed else {power: loads[power]}
        found[by_rail(power)] = sum(here.values())
        if not state.printed.capacity[power].major and (plain := plain_load(state, here, power, backing)):
            found[by_plain_rail(power)] = plain
    return found


def left_beside(state: State, power: str, used: Mapping[str, int]) -> int:
    """§9.5, §9.52: half corps that the rails of a country can still carry of the same kind beside a journey that uses
    so much: where it counts against a minor country's own capacity, no more than is left of that."""
    words = [(by_rail(power), raised_capacity(state)), (by_plain_rail(power), capacity(state, power))]
    if state.printed.capacity[power].major:
        words = [(by_rail(power), capacity(state, power))]
    return min(most - state.used.get(word, 0) - used[word] for word, most in words if word in used)


# --- how far ----------------------------------------------------------------------------------------------------------


def rail_hexes(state: State, weather: Weather) -> int:
    """§9.1, §9.3, §1.62, §2.62: how many hexes a train goes."""
    rule = state.turn_rule
    return min(weather.rail_hexes, rule.rail_hexes) if rule is not None and rule.rail_hexes else weather.rail_hexes


@kept
def _open_to(state: State, group: Group) -> frozenset[int]:
    net, loads = net_of(state, group.side), group.loads
    if not group.trains or is_spent(state, group):
        return frozenset()
    full = [
        hexes
        for (power, part), hexes in _lines_of(state, group.side).items()
        if is_full(state, loads, power, net.powers[part], group.reserved)
    ]
    found = net.open.difference(closed_to(state, group.units, _way_of(group)), *full)
    return found & western_front(state.printed) if why_not_out_of_west(state, group) is not None else found


def _way_of(group: Group) -> str:
    """§22.31: how a group enters hexes by train."""
    return BY_TRAIN_ABROAD if group.abroad else BY_TRAIN


def open_to(state: State, group: Group) -> frozenset[int]:
    """§9.0 to §9.5: the rail hexes over which trains can take a group now."""
    return _open_to(state, group)


def bound_west(state: State, group: Group) -> int:
    """§22.42: the half corps of a group that count as leaving the Western Front if a train takes them out of it."""
    return sum(half_corps(state, u) for u in group.units if leaves_the_west(state, u))


def why_not_out_of_west(state: State, group: Group) -> Refusal | None:
    """§22.42, §22.43: why trains keep a group on the Western Front."""
    halves = bound_west(state, group)
    return why_not_leave_west(state, halves) if halves else None


class Rides(NamedTuple):
    """Where trains go from any of several hexes: the MP spent when units get off, and where they got on."""

    cost: dict[int, int]
    origin: dict[int, int]


def rides(
    state: State, starts: Mapping[int, int], most: int, fullest: int, limit: int, open_: AbstractSet[int]
) -> Rides:
    """§9.1, §9.4: all hexes in which units can get off that have spent so much when they stand in each of ``starts``,
    where trains are.

    A unit gets on for one MP, and off for one or for none when none is left. All have ``most``, one has ``fullest``.
    """
    figures = state.printed.charts.movement
    links = state.board.rails
    by_cost: dict[int, list[int]] = {}
    for i, spent in starts.items():
        if spent + figures.entrain <= most:
            by_cost.setdefault(spent, []).append(i)
    distance: dict[int, int] = {}
    came: dict[int, int] = {}
    cost: dict[int, int] = {}
    origin: dict[int, int] = {}
    for spent in sorted(by_cost):
        off = min(fullest, spent + figures.entrain + figures.detrain)
        buckets: list[list[int]] = [[] for _ in range(limit + 1)]
        for i in by_cost[spent]:
            if distance.get(i, 1):
                distance[i], came[i] = 0, i
                buckets[0].append(i)
        for steps, bucket in enumerate(buckets):
            for a in bucket:
                if distance[a] != steps:
                    continue
                first = came[a]
                for b, price in links[a]:
                    total = steps + price
                    if total > limit or b not in open_ or distance.get(b, limit + 1) <= total:
                        continue
                    distance[b], came[b] = total, first
                    buckets[total].append(b)
                    if b not in cost:
                        cost[b], origin[b] = off, first
    return Rides(cost, origin)


def route(state: State, a: int, b: int, limit: int, open_: AbstractSet[int]) -> tuple[int, ...] | None:
    """§9.1: the shortest line from a hex to another, the start left out; None when there is none so short."""
    links = state.board.rails
    distance, before = {a: 0}, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    buckets[0].append(a)
    for steps, bucket in enumerate(buckets):
        for i in bucket:
            if distance[i] != steps:
                continue
            if i == b:
                found = [b]
                while found[-1] in before:
                    found.append(before[found[-1]])
                return tuple(reversed(found[:-1]))
            for j, price in links[i]:
                total = steps + price
                if total <= limit and j in open_ and distance.get(j, limit + 1) > total:
                    distance[j], before[j] = total, i
                    buckets[total].append(j)
    return None


def line_for(state: State, group: Group, a: int, b: int, limit: int, open_: AbstractSet[int]) -> tuple[int, ...] | None:
    """§9.1, §9.51: the line that a train takes: the shortest without rails of third countries, or else the shortest."""
    own = {*group.loads, rail_power(state, a), rail_power(state, b)}
    few = frozenset(i for i in open_ if rail_power(state, i) in own)
    return route(state, a, b, limit, few) or route(state, a, b, limit, open_)


def why_no_train(state: State, group: Group, a: int, b: int, limit: int) -> Refused:
    """§9.0 to §9.5: the refusal of a train from a hex to another, when there is no line that carries it."""
    side, board = group.side, state.board
    net = net_of(state, side)
    if not group.trains:
        return Refused("carried-already", "9.1", "A unit may go by train only once a phase.")
    if not raised_capacity(state):
        return Refused("no-trains", "3.67", "No trains run this turn.")
    for i in (a, b):
        if i not in board.on_rail:
            return Refused("no-rails", "9.0", "No railway runs there.")
        if i in zone(state, FOE[side]):
            return Refused("rail-zone", "9.2", "Trains may not stop or run in an enemy zone of control.")
        for unit in group.units:
            refusal = why_entry_forbidden(state, unit, i, _way_of(group))
            if refusal is not None:
                return refusal.raised()
        if i not in net.open:
            if i in friendly_rails(state, side):
                return Refused("rail-taken", "9.0", "Trains use only lines that were held when the phase began.")
            return _why_not_friendly(state, side, i)
    refusal = why_not_out_of_west(state, group)
    if refusal is not None and b not in western_front(state.printed):
        return refusal.raised()
    line = route(state, a, b, limit, net.open)
    if line is None:
        return Refused("rail-too-far", "9.1", f"No open line goes there within {limit} hexes.")
    for i in line:
        for unit in group.units:
            refusal = why_entry_forbidden(state, unit, i, _way_of(group))
            if refusal is not None:
                return refusal.raised()
    return Refused("no-rail-capacity", "9.5", "The railways can carry no more corps there this turn.")


def _why_not_friendly(state: State, side: str, i: int) -> Refused:
    """§9.0, §10.0, §18.11: the refusal of a rail hex that is not a side's."""
    hex_ = state.board.lattice.ids[i]
    if not rail_side(state, hex_):
        return Refused("neutral", "18.11", "Units cannot enter a neutral country.")
    why = "you do not control it" if rail_side(state, hex_) == side else "it is beyond the railhead"
    return Refused("rail-not-friendly", "9.0", f"That line is not friendly: {why}.")

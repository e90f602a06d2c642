"""§8.1 to §8.4: where units that move together can go, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from rules.great_war.movement.allowance import left_of
from rules.great_war.movement.eligibility import check_may_move
from rules.great_war.play import Play
from rules.great_war.position.control import barred_hexes, beside_enemy, blocked_hexes, closed_hexes
from rules.great_war.position.state import BOXES, State
from rules.great_war.printed.board import HOLLAND, Board
from rules.great_war.printed.charts import Features
from rules.great_war.printed.nations import ALLIED
from rules.great_war.restrictions import first_turns
from rules.great_war.restrictions.event_bans import cut_off, halts
from rules.great_war.restrictions.national import off_limits_of, over_cap
from rules.great_war.supply.tracing import by_a_port, comes_from, opened_by_entry, would_supply
from rules.great_war.turn.weather import weather_places
from rules.great_war.units.mounted import rides
from rules.kernel.floods import Reach, roam
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.players import Rng


class Group(NamedTuple):
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
        raise Refused("not-together", "8.16", "Choose units that began the phase in one hex and are still together.")
    for unit in units:
        check_may_move(state, unit, theatre)
    left = {u: left_of(state, u) for u in units}
    return Group(
        units=units,
        at=places.pop(),
        side=side,
        left=min(left.values()),
        # To keep off the enemy gains those alone that ride.
        apart=min([left_of(state, u, apart=True) if rides(state, u) else left[u] for u in units]),
        mountain=all(state.counter(u).kind == "mountain" for u in units),
        # §13.25: for units that come in at the edge the first hex is that at the edge itself.
        fresh=not any(state.units[u].began or u in state.strategic_state.coming_in for u in units),
    )


OVER_HOLLAND = Refusal(
    "over-holland", "19.56", "Belgians crossing Holland must end their move supplied through a port."
)


def enemy_hexes(state: State, group: Group) -> frozenset[int]:
    """§8.22, §15.63: combat units go where headquarters are alone, a headquarters where no enemy is."""
    with_hq = any(not state.counter(u).is_combat for u in group.units)
    return blocked_hexes(state, group.side) if with_hq else closed_hexes(state, group.side)


@kept
def obstacles(state: State, group: Group) -> frozenset[int]:
    """§8.22, §17.0: the hexes that the group cannot enter because of units in them, or of what comes and goes."""
    found = enemy_hexes(state, group)
    if first_turns.through_holland(state, group.units):
        found -= state.printed.board.by_country[HOLLAND]
    others = cut_off(state, state.printed.board.index[group.at]) | not_for_reds(state, group.units)
    others = others.union(*(area for area, _ in over_cap(state, group.units)))
    return found | others if others else found


def not_for_reds(state: State, units: Iterable[str]) -> frozenset[int]:
    """§15.93: where other Allied units are, for units of the Red Army."""
    if "RU" not in state.strategic_state.collapsed or not any(state.is_red(u) for u in units):
        return frozenset()
    index = state.printed.board.index
    return frozenset(index[h] for h, stack in state.stacks.items() if state.side(stack[0]) == ALLIED
                     and not all(state.is_red(u) for u in stack))  # fmt: skip


def price(state: State, mountain: bool, a: int, side: int) -> int:
    """§8.25, §14.63: MP over a side of a hex, 0 where there is no way."""
    board, weathers = state.printed.board, weather_places(state)
    found = board.prices(weathers, mountain)[a][side]
    if found and board.ids[board.neighbours[a][side]] in state.devastated:
        return max(found, devastated_price(board, state.printed.charts.features, weathers, a, side))
    return found


def devastated_price(board: Board, features: Features, weathers: tuple[int, ...], a: int, side: int) -> int:
    """§8.25, §14.63: MP into a devastated hex: its own two, and the river's besides."""
    river = features.river_mp[weathers[board.zone_of[board.front[a]]]] if board.wades(a, side) else 0
    return features.devastated_mp + river


class _Rows(dict[int, tuple[tuple[int, int], ...]]):
    """By hex the steps out of it, each (hex, MP): worked out when a unit first comes there."""

    def __init__(self, find: Callable[[int], tuple[tuple[int, int], ...]]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, a: int) -> tuple[tuple[int, int], ...]:
        found = self[a] = self._find(a)
        return found


class PassableSteps:
    """§8.3, §17.0: the steps that some units may take by the terrain, whatever units are there, and their MP. It

    is the same for all that ``source`` is the same for.
    """

    __slots__ = ("rows", "source")

    def __init__(self, source: tuple[object, ...], find: Callable[[int], tuple[tuple[int, int], ...]]) -> None:
        self.source, self.rows = source, _Rows(find)

    def __eq__(self, other: object) -> bool:
        """Whether both lead the same ways, as far as anyone has come."""
        if not isinstance(other, PassableSteps) or self.source != other.source:
            return False
        return all(self.rows[a] == other.rows[a] for a in {**self.rows, **other.rows})

    __hash__ = None  # type: ignore[assignment]


@kept
def passable_steps(state: State, group: Group) -> PassableSteps:
    """§8.3, §17.0: the land as it lies for these units."""
    nations = frozenset(state.counter(u).nation for u in group.units)
    dutch, shut = first_turns.through_holland(state, group.units), barred_hexes(state, group.side)
    ends = halts(state, group.side)
    ends = ends - {state.printed.board.index[group.at]} if ends else ends
    source = (shut, off_limits_of(state, group.units), weather_places(state), state.devastated, dutch, ends)
    board, features, mountain = state.printed.board, state.printed.charts.features, group.mountain

    def find(_: object) -> PassableSteps:
        never, off, weathers, devastated, _, last = source
        prices, dear_hexes = board.prices(weathers, mountain), {board.index[h] for h in devastated}
        holland = board.by_country[HOLLAND] if dutch else ()

        def steps(a: int) -> tuple[tuple[int, int], ...]:
            if a in last:
                return ()
            found = []
            for side, b in enumerate(board.neighbours[a]):
                cost = prices[a][side]
                if cost and ((b not in never and b not in off) or b in holland):
                    dear = devastated_price(board, features, weathers, a, side) if b in dear_hexes else 0
                    found.append((b, max(cost, dear)))
            return tuple(found)

        return PassableSteps(source, steps)

    return state.memory.recall(("ground", group.side, nations, mountain), source, find)


@dataclass(frozen=True, slots=True)
class Ways:
    """What a group reaches: the cost of every hex, and which flood came there, none for a single step."""

    cost: dict[int, int]
    floods: Mapping[int, Reach]

    def way(self, i: int) -> tuple[int, ...]:
        """The way to a hex, without the start."""
        return tuple(self.floods[i].path(i)[1:]) if i in self.floods else (i,)


@kept
def ways_of(state: State, group: Group) -> Ways:
    """§8.12 to §8.15: every hex that the group's MP reach, with the cheapest way."""
    return _ways(state, group, frozenset())


def _ways(state: State, group: Group, around: frozenset[int]) -> Ways:
    """§8.12 to §8.15: what the group reaches without going through some hexes."""
    rows, shut = passable_steps(state, group).rows, obstacles(state, group) | around
    start = state.printed.board.index[group.at]
    trips = [(group.left, shut)]
    if group.apart > group.left:
        trips.insert(0, (group.apart, shut | beside_enemy(state, group.side)))
    found = _flood(rows, len(state.printed.board.ids), start, trips)
    if group.fresh:
        for b, cost in rows[start]:
            if b not in shut and b not in found.cost:
                found.cost[b] = cost
    return found


def _flood(rows: _Rows, size: int, start: int, trips: Iterable[tuple[int, frozenset[int]]]) -> Ways:
    """§8.12: what is reached from a hex by trips, each with its MP and the hexes that it keeps out of."""
    best: dict[int, int] = {}
    floods: dict[int, Reach] = {}
    for budget, avoided in trips:
        if budget <= 0:
            continue
        reach = roam(rows, size, start, budget, avoided)
        for i, spent in reach.cost.items():
            if i != start and spent < best.get(i, budget + 1):
                best[i], floods[i] = spent, reach
    return Ways(best, floods)


class March(NamedTuple):
    """A way to an end, the start left out, and its MP."""

    way: tuple[int, ...]
    cost: int


def ends_of(state: State, group: Group, ways: Ways) -> Iterator[tuple[int, March]]:
    """§8.26, §8.34: the hexes in reach where all units of the group may end, each with a way that leads there.

    Those come first that are in supply as things are; then those to which only the march itself opens a line.
    """
    stays, board = may_stay(state, group), state.printed.board
    dutch = not board.by_country[HOLLAND].isdisjoint(ways.cost)
    left: set[int] = set()
    for i, cost in ways.cost.items():
        if stays(i) and not (dutch and why_not_over_holland(state, group, ways.way(i)) is not None):
            yield i, March(ways.way(i), cost)
        elif board.land[i]:
            left.add(i)
    if dutch:
        yield from _around_holland(state, group, left)
    if left:
        yield from _ends_opened(state, group, ways, left)


def _around_holland(state: State, group: Group, left: set[int]) -> Iterator[tuple[int, March]]:
    """§19.56: those of these ends to which a dearer way keeps out of Holland; they are no longer ``left``."""
    stays, around = may_stay(state, group), _ways(state, group, state.printed.board.by_country[HOLLAND])
    for i in sorted(left & around.cost.keys()):
        if stays(i):
            left.discard(i)
            yield i, March(around.way(i), around.cost[i])


def _ends_opened(state: State, group: Group, ways: Ways, left: set[int]) -> Iterator[tuple[int, March]]:
    """§8.26, §8.22: those of these ends to which a march opens a line: over towns, sources and headquarters of the
    enemy, entered one after the other in any order."""
    keys = opened_by_entry(state, group.side).intersection(ways.cost)
    if not keys:
        return
    # More hexes entered never feed less, so what all of them together do not feed need not be looked for.
    best = stays_after(state, group, keys)
    left = {i for i in left if best(i)}
    near = beside_enemy(state, group.side)
    # The cheapest first, and of those that cost as much the one that came last.
    stages: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, state.printed.board.index[group.at], ())]
    numbers = count(-1, -1)
    seen: set[tuple[int, frozenset[int], bool]] = set()
    while left and stages:
        spent, _, a, before = heappop(stages)
        entered, touched = keys.intersection(before), not near.isdisjoint(before)
        if (a, entered, touched) in seen:
            continue
        seen.add((a, entered, touched))
        for legs in _legs(state, group, a, before, spent) if before else _first_legs(state, group, ways):
            for i in sorted(left & legs.cost.keys()):
                path = (*before, *legs.way(i))
                fed = stays_after(state, group, keys.intersection(path))(i)
                if fed and why_not_over_holland(state, group, path) is None:
                    left.discard(i)
                    yield i, March(path, spent + legs.cost[i])
            for k in keys - entered:
                if k in legs.cost:
                    heappush(stages, (spent + legs.cost[k], next(numbers), k, (*before, *legs.way(k))))


def _first_legs(state: State, group: Group, ways: Ways) -> list[Ways]:
    """§8.12: the same from the start, where the first step is open to all."""
    if group.apart <= group.left:
        return [ways]
    return [ways, *_legs(state, group, state.printed.board.index[group.at], (), 0)]


def _legs(state: State, group: Group, a: int, before: Sequence[int], spent: int) -> list[Ways]:
    """§8.12 to §8.15: what is reached from a hex of a march, after these hexes and MP.

    Units that go further while they keep away from the enemy have two answers: the shorter way to a hex beside the
    enemy may leave them too little for what follows, where a longer one does not.
    """
    rows, shut, near = passable_steps(state, group).rows, obstacles(state, group), beside_enemy(state, group.side)
    trips = [(group.left - spent, shut)]
    if group.apart > group.left and near.isdisjoint(before):
        trips.insert(0, (group.apart - spent, shut | near))
    return [_flood(rows, len(state.printed.board.ids), a, [trip]) for trip in trips]


def may_stay(state: State, group: Group) -> Callable[[int], bool]:
    """§8.26, §8.34: tells of each hex whether all units of the group could stay there: in supply, and on land."""
    return stays_after(state, group, frozenset())


@kept
def stays_after(state: State, group: Group, entered: frozenset[int]) -> Callable[[int], bool]:
    """§8.26: as ``may_stay``, once the group has entered these hexes of the enemy on its way."""
    board = state.printed.board
    after, land = _enter(state, group.side, entered) if entered else state, board.land
    # Supply tells no more of them apart, so it is asked for one of each sort.
    sorts = {state.printed.sorts[u]: u for u in group.units}.values()
    first, *others = [would_supply(after, u, group.units) for u in sorts]
    if not others:
        return lambda i: land[i] and first(i)
    return lambda i: land[i] and first(i) and all(is_fed(i) for is_fed in others)


@kept
def _enter(state: State, side: str, hexes: frozenset[int]) -> State:
    """§7.13, §8.22: a state in which a side has entered these hexes."""
    trial = Play(state, no_dice)
    trial.enter(sorted(state.printed.board.ids[i] for i in hexes), side)
    return trial.state


def no_dice(draw: int, sides: int) -> int:
    raise AssertionError("no die is rolled for a move")


def feeds_after(state: State, group: Group, path: Sequence[int]) -> bool:
    """§8.26: whether a march along this very path ends where its units are not out of supply; what is offered is
    judged in the same way. Hexes entered on the way never feed less, so they are looked at only where it matters."""
    if may_stay(state, group)(path[-1]):
        return True
    return stays_after(state, group, opened_by_entry(state, group.side).intersection(path))(path[-1])


def goes_nowhere(state: State, group: Group) -> bool:
    """§8.1: whether the group can go to no hex at all."""
    source = (
        group, passable_steps(state, group), obstacles(state, group), beside_enemy(state, group.side),
        *comes_from(state, group.side),
    )  # fmt: skip

    def find(_: object) -> bool:
        return next(iter(ends_of(state, group, ways_of(state, group))), None) is None

    # Kept for a unit alone and for those that it leads: a question asked before is asked again.
    return state.memory.recall(("goes nowhere", group.units[0], len(group.units) == 1), source, find)


def can_step(state: State, group: Group) -> bool:
    """§8.1: whether the group may end in a hex beside its own; nearly always it can, and then it goes somewhere."""
    start, stays = state.printed.board.index[group.at], may_stay(state, group)
    beside = _open_steps(state, group)([start], 0, False)
    return any(stays(b) and why_not_over_holland(state, group, (b,)) is None for b, _ in beside)


Steps = Callable[[Sequence[int], int, bool], list[tuple[int, int]]]


def _open_steps(state: State, group: Group) -> Steps:
    """§8.12 to §8.15: tells the steps, with their MP, that the group can go on with when it has been in some hexes, the
    start first, has spent some MP, and was beside the enemy in one of them."""
    rows, shut, near = passable_steps(state, group).rows, obstacles(state, group), beside_enemy(state, group.side)
    _, _, _, most, apart, _, fresh = group

    def steps(been: Sequence[int], spent: int, touched: bool) -> list[tuple[int, int]]:
        left, away = most - spent, apart - spent
        always = fresh and len(been) == 1
        return [
            (b, cost)
            for b, cost in rows[been[-1]]
            if b not in shut and b not in been and (always or cost <= (left if touched or b in near else away))
        ]

    return steps


TURNS_ONE_STEP_IN = 4
"""A program that wanders goes straight on, as far as it can, in all but one of that many steps."""


def random_way(state: State, group: Group, rng: Rng, walks: int, *, to_enemy: bool) -> tuple[int, ...]:
    """§8.1: a way at random that the group may take, the start left out; empty when none came to anything.

    ``to_enemy``: as far as there are MP, and back to the last hex beside the enemy; of some ``walks`` the first that
    gets there. There is no way that it could not be.
    """
    board, near, stays = state.printed.board, beside_enemy(state, group.side), may_stay(state, group)
    open_steps, start, neighbours = _open_steps(state, group), board.index[group.at], board.neighbours

    def walk() -> tuple[int, ...]:
        been, spent, touched = [start], 0, False
        while steps := open_steps(been, spent, touched):
            if len(been) > 1 and rng.randrange(TURNS_ONE_STEP_IN):
                behind = neighbours[been[-2]]
                steps = [step for step in steps if step[0] not in behind] or steps
            b, cost = steps[rng.randrange(len(steps))]
            been.append(b)
            spent, touched = spent + cost, touched or b in near
            if not to_enemy and not rng.randrange(TURNS_ONE_STEP_IN):
                break
        for end in range(len(been) - 1, 0, -1):
            if to_enemy and touched and been[end] not in near:
                continue
            if stays(been[end]) and why_not_over_holland(state, group, been[1 : end + 1]) is None:
                return tuple(been[1 : end + 1])
        return ()

    path: tuple[int, ...] = ()
    for _ in range(walks):
        path = walk() or path
        if path and (not to_enemy or path[-1] in near):
            break
    return path


def why_not_over_holland(state: State, group: Group, path: Sequence[int]) -> Refusal | None:
    """§19.56: why a march may not end where it does: no unit stays in Holland, and units that have crossed it must be
    near a Channel port."""
    dutch = state.printed.board.by_country[HOLLAND]
    if HOLLAND in state.sides or dutch.isdisjoint(path):
        return None
    fed = all(by_a_port(state, state.counter(u).nation, path[-1]) for u in group.units)
    return None if path[-1] not in dutch and fed else OVER_HOLLAND

"""§8.1 to §8.4: where units that move together can go, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.great_war import control, first_turns
from rules.great_war.allowance import left_of
from rules.great_war.board import HOLLAND, Board
from rules.great_war.charts import Features
from rules.great_war.chits_played.bans import TYPHUS, cut_off
from rules.great_war.control import barred, beside_enemy, blocked, closed
from rules.great_war.fronts import FRONTS
from rules.great_war.keeping import kept
from rules.great_war.mounted import rides
from rules.great_war.nations import ALLIED
from rules.great_war.restrictions import crowds, off_limits_of
from rules.great_war.state import BOXES, State
from rules.great_war.supply import by_a_port, comes_from, would_supply
from rules.great_war.weather import weather_places
from rules.hexes.by_hex import Noted, touched_hexes
from rules.kernel.altering import altered
from rules.kernel.floods import Reach, roam
from rules.kernel.game import Rng
from rules.kernel.memory import Earlier
from rules.kernel.messages import Refusal, Refused


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
        raise Refused("not-together", "8.16", "Choose units that began the phase in one hex and stand together.")
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
def _in_the_way(state: State, group: Group) -> frozenset[int]:
    """§8.22, §17.0: the hexes that the group cannot enter because of units in them, or of what comes and goes."""
    found = _enemies(state, group)
    if first_turns.through_holland(state, group.units):
        found -= state.printed.board.by_country[HOLLAND]
    others = cut_off(state, state.printed.board.index[group.at]) | not_for_reds(state, group.units)
    others = others.union(*(area for area, _ in crowds(state, group.units)))
    return found | others if others else found


def not_for_reds(state: State, units: Iterable[str]) -> frozenset[int]:
    """§15.93: where other Allied units stand, for units of the Red Army."""
    if "RU" not in state.ledger.collapsed or not any(state.is_red(u) for u in units):
        return frozenset()
    index = state.printed.board.index
    return frozenset(index[h] for h, stack in state.stacks.items() if state.side(stack[0]) == ALLIED
                     and not all(state.is_red(u) for u in stack))  # fmt: skip


def price(state: State, mountain: bool, a: int, side: int) -> int:
    """§8.25, §14.63: MP over a side of a hex, 0 where there is no way."""
    board, weathers = state.printed.board, weather_places(state)
    found = board.prices(*weathers, mountain)[a][side]
    if found and board.ids[board.neighbours[a][side]] in state.devastated:
        return max(found, devastated_price(board, state.printed.charts.features, weathers, a, side))
    return found


def devastated_price(board: Board, features: Features, weathers: tuple[int, int], a: int, side: int) -> int:
    """§8.25, §14.63: MP into a devastated hex: its own two, and the river's besides."""
    river = features.river_mp[weathers[FRONTS[board.front[a]].weather]] if board.wades(a, side) else 0
    return features.devastated_mp + river


class _Rows(dict[int, tuple[tuple[int, int], ...]]):
    """By hex the steps out of it, each (hex, MP): looked for when somebody comes there."""

    def __init__(self, find: Callable[[int], tuple[tuple[int, int], ...]]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, a: int) -> tuple[tuple[int, int], ...]:
        found = self[a] = self._find(a)
        return found


class Ground:
    """§8.3, §17.0: the steps that some units may take as the land lies, whoever stands on it, and their MP.

    It is the same for all that ``source`` is the same for.
    """

    __slots__ = ("rows", "source")

    def __init__(self, source: tuple[object, ...], find: Callable[[int], tuple[tuple[int, int], ...]]) -> None:
        self.source, self.rows = source, _Rows(find)

    def __eq__(self, other: object) -> bool:
        """Whether both lead the same ways, as far as anybody has come."""
        if not isinstance(other, Ground) or self.source != other.source:
            return False
        return all(self.rows[a] == other.rows[a] for a in {**self.rows, **other.rows})

    __hash__ = None  # type: ignore[assignment]


@kept
def _ground(state: State, group: Group) -> Ground:
    """§8.3, §17.0: the land as it lies for these units."""
    nations = frozenset(state.counter(u).nation for u in group.units)
    dutch, shut = first_turns.through_holland(state, group.units), barred(state, group.side)
    source = (shut, off_limits_of(state, group.units), weather_places(state), state.devastated, dutch)
    board, features, mountain = state.printed.board, state.printed.charts.features, group.mountain

    def find(_: object) -> Ground:
        never, off, weathers, devastated, _ = source
        prices, razed = board.prices(*weathers, mountain), {board.index[h] for h in devastated}
        holland = board.by_country[HOLLAND] if dutch else ()

        def steps(a: int) -> tuple[tuple[int, int], ...]:
            found = []
            for side, b in enumerate(board.neighbours[a]):
                cost = prices[a][side]
                if cost and ((b not in never and b not in off) or b in holland):
                    dear = devastated_price(board, features, weathers, a, side) if b in razed else 0
                    found.append((b, max(cost, dear)))
            return tuple(found)

        return Ground(source, steps)

    return state.memory.recall(("ground", group.side, nations, mountain), source, find)


@dataclass(frozen=True, slots=True)
class Ways:
    """What a group reaches: the cost of every hex, and which flood came there, none for a single step."""

    cost: Mapping[int, int]
    floods: Mapping[int, Reach]

    def way(self, i: int) -> tuple[int, ...]:
        """The way to a hex, without the start."""
        return tuple(self.floods[i].path(i)[1:]) if i in self.floods else (i,)


@kept
def ways_of(state: State, group: Group) -> Ways:
    """§8.12 to §8.15: every hex that the group's MP reach, with the cheapest way."""
    rows, shut = _ground(state, group).rows, _in_the_way(state, group)
    start, size = state.printed.board.index[group.at], len(state.printed.board.ids)
    best: dict[int, int] = {}
    floods: dict[int, Reach] = {}
    trips = [(group.left, shut)]
    if group.apart > group.left:
        trips.insert(0, (group.apart, shut | beside_enemy(state, group.side)))
    for budget, avoided in trips:
        if budget <= 0:
            continue
        reach = roam(rows, size, start, budget, avoided)
        for i, spent in reach.cost.items():
            if i != start and spent < best.get(i, budget + 1):
                best[i], floods[i] = spent, reach
    if group.fresh:
        for b, cost in rows[start]:
            if b not in shut and b not in best:
                best[b] = cost
    return Ways(best, floods)


def ends_of(state: State, group: Group, ways: Ways) -> Iterable[int]:
    """§8.26, §8.34: the hexes in reach where all units of the group may end: in supply, and on land."""
    stays, board = may_stay(state, group), state.printed.board
    dutch = not board.by_country[HOLLAND].isdisjoint(ways.cost)
    for i in ways.cost:
        if stays(i) and not (dutch and why_not_over_holland(state, group, ways.way(i)) is not None):
            yield i


def may_stay(state: State, group: Group) -> Callable[[int], bool]:
    """§8.26, §8.34: tells of each hex whether all units of the group could stay there: in supply, and on land."""
    land = state.printed.board.land
    # Supply tells no more of them apart, so it is asked for one of each sort.
    sorts = {state.printed.sorts[u]: u for u in group.units}.values()
    first, *others = [would_supply(state, u, group.units) for u in sorts]
    if not others:
        return lambda i: land[i] and first(i)
    return lambda i: land[i] and first(i) and all(is_fed(i) for is_fed in others)


def goes_nowhere(state: State, group: Group) -> bool:
    """§8.1: whether the group can go to no hex at all."""
    source = (
        group, _ground(state, group), _in_the_way(state, group), beside_enemy(state, group.side),
        *comes_from(state, group.side),
    )  # fmt: skip

    def find(_: object) -> bool:
        return next(iter(ends_of(state, group, ways_of(state, group))), None) is None

    # Kept for a unit alone and for those that it leads: those who asked before are asked again.
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
    rows, shut, near = _ground(state, group).rows, _in_the_way(state, group), beside_enemy(state, group.side)
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


AHEAD = 4
"""Who wanders goes straight on, as far as he can, in all but one of that many steps."""


def wandered(state: State, group: Group, rng: Rng, walks: int, *, to_enemy: bool) -> tuple[int, ...]:
    """§8.1: a way at random that the group may take, the start left out; empty when none came to anything.

    ``to_enemy``: as far as there are MP, and back to the last hex beside the enemy; of some ``walks`` the first that
    gets there. There is no way that it could not be.
    """
    board, near, stays = state.printed.board, beside_enemy(state, group.side), may_stay(state, group)
    open_steps, start, neighbours = _open_steps(state, group), board.index[group.at], board.neighbours

    def walk() -> tuple[int, ...]:
        been, spent, touched = [start], 0, False
        while steps := open_steps(been, spent, touched):
            if len(been) > 1 and rng.randrange(AHEAD):
                behind = neighbours[been[-2]]
                steps = [step for step in steps if step[0] not in behind] or steps
            b, cost = steps[rng.randrange(len(steps))]
            been.append(b)
            spent, touched = spent + cost, touched or b in near
            if not to_enemy and not rng.randrange(AHEAD):
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
    """§19.56: why a march may not end where it does: nobody stays in Holland, and who has gone through it must be near
    a Channel port."""
    dutch = state.printed.board.by_country[HOLLAND]
    if HOLLAND in state.sides or dutch.isdisjoint(path):
        return None
    fed = all(by_a_port(state, state.counter(u).nation, path[-1]) for u in group.units)
    return None if path[-1] not in dutch and fed else OVER_HOLLAND


def check_path(state: State, group: Group, path: Sequence[str]) -> int:
    """§8.1 to §8.4: the MP of this very path. Refused where it breaks a rule; supply at its end is another check."""
    board, rows = state.printed.board, _ground(state, group).rows
    shut, near = _in_the_way(state, group), beside_enemy(state, group.side)
    a, spent, touched = board.index[group.at], 0, False
    for hex_ in path:
        b = board.index.get(hex_, -1)
        if b < 0 or b not in board.neighbours[a]:
            raise Refused("skips-hexes", "8.1", "A move goes from one hex to a neighboring hex.")
        cost = 0 if b in shut else next((cost for c, cost in rows[a] if c == b), 0)
        if not cost:
            refusal = _entry_refusal(state, group, a, b)
            raise Refused(refusal.code, refusal.section, refusal.text)
        spent += cost
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


def _entry_refusal(state: State, group: Group, a: int, b: int) -> Refusal:
    """§8.22, §8.24, §8.32, §17.0: why the group may not go from one hex into the next, MP aside."""
    board = state.printed.board
    passing = first_turns.through_holland(state, group.units) and b in board.by_country[HOLLAND]
    if not passing and b in _enemies(state, group):
        return Refusal("enemy-there", "8.22", "Enemy combat units or an intact enemy fort are there.")
    if not passing and b in barred(state, group.side):
        return not_open(state, group.side, b)
    if b in cut_off(state, board.index[group.at]):
        return TYPHUS
    for area, refusal in crowds(state, group.units):
        if b in area:
            return refusal
    if b in not_for_reds(state, group.units):
        return AMONG_OTHERS
    if not passing and b in off_limits_of(state, group.units):
        return Refusal("off-limits", "17.2", "Units of this nation do not go there.")
    if b in board.alpine:
        return Refusal("alpine", "8.32", "Only mountain units enter alpine hexes.")
    return Refusal("closed", "8.24", "Units do not cross sea, lakes that are not frozen, or the edge of the map.")


def why_not_near(state: State, group: Group, ways: Ways, allowed: Iterable[int]) -> dict[str, Refusal]:
    """Why the group cannot end in each hex beside what it reaches."""
    board, rows, shut, open_ = state.printed.board, _ground(state, group).rows, _in_the_way(state, group), {*allowed}
    found: dict[str, Refusal] = {}
    start = board.index[group.at]
    for a in (start, *ways.cost):
        steps = {b for b, _ in rows[a] if b not in shut}
        for b in board.neighbours[a]:
            if b < 0 or b == start or b in open_ or board.ids[b] in found:
                continue
            if b not in steps:
                found[board.ids[b]] = _entry_refusal(state, group, a, b)
            elif b in ways.cost:
                found[board.ids[b]] = why_not_over_holland(state, group, ways.way(b)) or (
                    UNFED if board.land[b] else ON_ICE
                )
            else:
                found[board.ids[b]] = TOO_FAR
    return dict(sorted(found.items()))


UNFED = Refusal("unsupplied", "8.26", "The units would be out of supply there.")
ON_ICE = Refusal("on-ice", "8.34", "Nobody stays on a frozen lake.")
TOO_FAR = Refusal("too-far", "8.21", "Not enough MP.")

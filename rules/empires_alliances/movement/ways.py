"""§8.0, §9.0, §11.0: everywhere that a group can go: on foot, by train, by ship and on foot again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.empires_alliances.facts.movement import SHIP, TRAIN
from rules.empires_alliances.movement import ships, trains
from rules.empires_alliances.movement.on_foot import Group, one_hex_only, shut_hexes, single_steps, walk
from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions.areas import far_from_germany
from rules.empires_alliances.restrictions.endings import may_stay
from rules.empires_alliances.restrictions.out_of_austria import is_bound, why_not_beyond_border
from rules.empires_alliances.restrictions.western_allies import is_abroad, is_to_go_back, may_pass_south
from rules.empires_alliances.terrain.weather import worse
from rules.kernel.fast_replace import replace
from rules.kernel.kept import kept

BITS = (1, 2)
"""§20.1: the bit of each weather zone."""


class Weathers(NamedTuple):
    """§20.23: a way to look at the weather: a journey stays in one zone, or goes everywhere. ``most`` MP are left to
    all, and ``fullest`` to one of them."""

    most: int
    fullest: int
    rail: int
    zone: int | None


def weathers_for(state: State, group: Group) -> tuple[Weathers, ...]:
    """§20.23: the milder zone by itself, then the whole board with the worse weather. The hexes entered decide."""
    west, east = (state.printed.charts.weathers[word] for word in state.weather)
    bad = worse(west, east)
    everywhere = Weathers(group.left(state, bad), group.left_of_best(state, bad), trains.rail_hexes(state, bad), None)
    if west.id == east.id:
        return (everywhere,)
    mild, weather = (1, east) if bad.id == west.id else (0, west)
    if group.entered & BITS[1 - mild]:
        return (everywhere,)
    mildly = Weathers(
        group.left(state, weather), group.left_of_best(state, weather), trains.rail_hexes(state, weather), mild
    )
    return (mildly, everywhere)


# --- everywhere at once -----------------------------------------------------------------------------------------------


class Layer:
    """What is reached with some means: on foot; with a train; with a ship; with both. ``before`` says how one came to
    a hex and from where; with a train or ship one came from the layer that has it not."""

    __slots__ = ("before", "cost", "foot_from", "from_")

    def __init__(self, from_: Mapping[str, Layer]) -> None:
        self.cost: dict[int, int] = {}
        self.before: dict[int, tuple[str, int]] = {}
        self.foot_from: Mapping[int, int] = {}
        self.from_ = from_


class Way(NamedTuple):
    """A journey to a hex: its places in turn as an order names them, and the MP that it costs."""

    cost: int
    layer: Layer
    to: int

    def words(self, ids: Sequence[str], start: int) -> list[str]:
        """The places, with ``train`` and ``ship`` before those at which units get off."""
        found: list[str] = []
        layer, here = self.layer, self.to
        while True:
            foot = layer.foot_from.get(here)
            if foot is not None:
                found.append(ids[here])
                here = foot
                continue
            came = layer.before.get(here)
            if came is None:
                break
            mode, origin = came
            found += (ids[here], mode)
            layer, here = layer.from_[mode], origin
        found.reverse()
        return found


class Ways:
    """§8.1, §9.1, §11.1: where a group can go. ``best`` has a way to each end, on foot where that is possible;
    ``others`` ways by train or ship to ends that are within a march, cheaper or in milder weather."""

    def __init__(self) -> None:
        self.best: dict[int, Way] = {}
        self.others: dict[int, Way] = {}


@kept
def free_ways_on_foot(state: State, group: Group) -> Mapping[int, Way]:
    """§8.1, §8.4: the ends in reach to which ``free_ways`` goes on foot. Most who ask need no others."""
    if not state.board.is_hex(group.at):
        return {}
    found = open_ways_on_foot(state, group)
    if found is None:
        return {i: way for i, way in free_ways(state, group).best.items() if not way.layer.from_}
    return near_germany(state, group, {i: found[i] for i in sorted(may_stay(state, group.units, found))})


@kept
def open_ways_on_foot(state: State, group: Group) -> Mapping[int, Way] | None:
    """§8.1, §8.4: all hexes to which ways lead on foot, those too in which the group may not stay. None where trains
    decide what is an end, and on a turn on which nobody marches far."""
    return _foot_alone(state, group)


def _foot_alone(state: State, group: Group) -> dict[int, Way] | None:
    """The ends on foot, found without trains and ships; None where a train could take back to their sector who would
    not reach it on foot (§18.43), and on a turn on which nobody marches far."""
    if one_hex_only(state) or any(is_to_go_back(state, unit) for unit in group.units):
        return None
    board, start = state.board, state.board.index(group.at)
    found: dict[int, Way] = {}
    closed = shut_hexes(state, group)
    for weathers in weathers_for(state, group):
        foot = _march(state, group, weathers, start, closed)
        found |= {i: Way(spent, foot, i) for i, spent in foot.cost.items() if i != start and i not in found}
    pairs = zip(board.lattice.neighbours[start], board.passable[start], strict=True)
    if any(passes and b not in closed and b not in found for b, passes in pairs):
        step = _one_hex(state, group, start)
        found |= {i: Way(spent, step, i) for i, spent in step.cost.items() if i not in found}
    return found


@kept
def free_ways(state: State, group: Group) -> Ways:
    """§8.1 to §8.4, §9.0, §11.0, §20.23: every end in reach."""
    open_ = open_ways(state, group)
    return ways_to(state, group, may_stay(state, group.units, open_.best))


def ways_to(state: State, group: Group, ends: Iterable[int]) -> Ways:
    """§1.66: of all ways those to some ends."""
    open_, found = open_ways(state, group), Ways()
    found.best = near_germany(state, group, {i: open_.best[i] for i in sorted({*ends})})
    others = {i: way for i, way in open_.others.items() if i in found.best}
    found.others = near_germany(state, group, others)
    return found


@kept
def open_ways(state: State, group: Group) -> Ways:
    """§8.1 to §8.4, §9.0, §11.0, §20.23: a way to every hex in reach, those too in which the group may not stay.

    §22.31: British units that do not end in France pass its south by rail.
    """
    found = _open_ways(state, group)
    if not may_pass_south(state, group.units):
        return found
    abroad, every = _open_ways(state, replace(group, abroad=True)), Ways()
    more = {i: way for i, way in abroad.best.items() if is_abroad(state, i)}
    every.best = {**more, **found.best}
    every.others = found.others
    return every


def _open_ways(state: State, group: Group) -> Ways:
    found = Ways()
    start = state.board.index(group.at)
    on_map = state.board.is_hex(group.at)
    closed = shut_hexes(state, group)
    for weathers in weathers_for(state, group):
        if on_map and not one_hex_only(state):
            layers = _layers(state, group, weathers, start, closed)
        else:
            layers = _by_sea_alone(state, group, weathers, start)
        _settle(found, layers, start)
    if on_map:
        _settle(found, [_one_hex(state, group, start)], start)
    return found


def near_germany(state: State, group: Group, ways: dict[int, Way]) -> dict[int, Way]:
    """§1.66: of ways those by which no German comes out of Austria-Hungary too far from Germany."""
    if not is_bound(state, group.units):
        return ways
    board = state.board
    start = board.index(group.at)

    def goes(way: Way) -> list[int]:
        return [board.index(word) for word in way.words(board.lattice.ids, start) if word not in (TRAIN, SHIP)]

    far = far_from_germany(board, state.card.germans_in_austria)
    return {
        i: w
        for i, w in ways.items()
        if i not in far or why_not_beyond_border(state, group.units, group.at, goes(w)) is None
    }


def _settle(found: Ways, layers: Sequence[Layer], start: int) -> None:
    """Ways of one look at the weather, to ends that none before has reached: what a milder zone allows stands, but for
    a train or ship to where another look leads on foot."""
    settled = frozenset(found.best)
    foot, *carried = layers
    for i, spent in foot.cost.items():
        known = found.best.get(i)
        if i == start or (known is not None and not known.layer.from_):
            continue
        if known is not None:
            found.others[i] = known
        found.best[i] = Way(spent, foot, i)
    for layer in carried:
        for i, spent in layer.cost.items():
            if i == start or i in settled:
                continue
            known = found.best.get(i)
            if known is None or (known.layer is not foot and spent < known.cost):
                found.best[i] = Way(spent, layer, i)
            elif known.layer is foot and spent < known.cost:
                rival = found.others.get(i)
                if rival is None or spent < rival.cost:
                    found.others[i] = Way(spent, layer, i)


@kept
def _one_hex(state: State, group: Group, start: int) -> Layer:
    layer = Layer({})
    layer.cost = single_steps(state, group)
    layer.foot_from = dict.fromkeys(layer.cost, start)
    return layer


def _by_sea_alone(state: State, group: Group, weathers: Weathers, start: int) -> list[Layer]:
    """§1.61: ways on a turn on which nobody marches far, or from a box."""
    foot = Layer({})
    foot.cost = {start: 0}
    sailed = _sail(state, group, weathers, foot)
    if not sailed.before or one_hex_only(state):
        return [foot, sailed]
    closed = _closed_hexes(state, shut_hexes(state, group), weathers)
    _march_on(state, group, sailed, weathers.most, closed, {})
    railed = _ride(state, group, weathers, sailed)
    _march_on(state, group, railed, weathers.most, closed, sailed.cost)
    return [foot, sailed, railed]


def _closed_hexes(state: State, closed: frozenset[int], weathers: Weathers) -> frozenset[int]:
    return closed if weathers.zone is None else closed | other_zone(state, weathers.zone)


def other_zone(state: State, zone: int) -> frozenset[int]:
    return state.board.in_zone[1 - zone]


def _layers(state: State, group: Group, weathers: Weathers, start: int, shut_: frozenset[int]) -> list[Layer]:
    """§11.9: on foot; by train from there; by ship from there; and with both, in either order."""
    most = weathers.most
    closed = _closed_hexes(state, shut_, weathers)
    foot = _march(state, group, weathers, start, shut_)
    layers = [foot]
    railed = _ride(state, group, weathers, foot)
    if railed.before:
        _march_on(state, group, railed, most, closed, foot.cost)
        layers.append(railed)
    sailed = _sail(state, group, weathers, foot)
    if sailed.before:
        _march_on(state, group, sailed, most, closed, _least(foot, railed))
        layers.append(sailed)
    known = _least(foot, railed, sailed)
    for second in (
        _sail(state, group, weathers, railed) if railed.before else None,
        _ride(state, group, weathers, sailed) if sailed.before else None,
    ):
        if second is not None and second.before:
            _march_on(state, group, second, most, closed, known)
            layers.append(second)
    return layers


@kept
def _march(state: State, group: Group, weathers: Weathers, start: int, shut_: frozenset[int]) -> Layer:
    """§8.1: on foot alone."""
    foot = Layer({})
    _march_on(state, group, foot, weathers.most, _closed_hexes(state, shut_, weathers), {}, {start: 0})
    return foot


def _least(*layers: Layer) -> dict[int, int]:
    found: dict[int, int] = {}
    for layer in layers:
        for i, spent in layer.cost.items():
            if spent < found.get(i, spent + 1):
                found[i] = spent
    return found


def _march_on(
    state: State,
    group: Group,
    layer: Layer,
    most: int,
    closed: frozenset[int],
    known: Mapping[int, int],
    starts: Mapping[int, int] | None = None,
) -> None:
    """§9.1, §11.1: on foot from wherever a layer begins, as far as that is cheaper than what is known."""
    begin = {i: c for i, c in (starts or layer.cost).items() if c < known.get(i, c + 1)}
    found = walk(state, group, begin, most, closed, known)
    layer.cost, layer.foot_from = found.cost, found.before


def _ride(state: State, group: Group, weathers: Weathers, from_: Layer) -> Layer:
    layer = Layer({TRAIN: from_})
    open_ = trains.open_to(state, group)
    if not open_:
        return layer
    # The hex where units get on is not entered, so it may lie in the other zone.
    starts = {i: spent for i, spent in from_.cost.items() if i in open_}
    within = inside(state, open_, weathers)
    found = trains.rides(state, starts, weathers.most, weathers.fullest, weathers.rail, within)
    layer.cost = dict(found.cost)
    layer.before = {i: (TRAIN, origin) for i, origin in found.origin.items()}
    return layer


def inside(state: State, hexes: frozenset[int], weathers: Weathers) -> frozenset[int]:
    return hexes if weathers.zone is None else hexes - other_zone(state, weathers.zone)


def _sail(state: State, group: Group, weathers: Weathers, from_: Layer) -> Layer:
    layer, most = Layer({SHIP: from_}), weathers.most
    abroad = frozenset[int]() if weathers.zone is None else other_zone(state, weathers.zone)
    figures = state.printed.charts.movement
    start = state.board.index(group.at)
    for i, spent in from_.cost.items():
        if not ships.sails_from(state, group, i) or spent + figures.embark > most:
            continue
        for j, voyage in ships.voyages(state, group, i).items():
            if j in abroad or (voyage.whole and (spent or i != start or not group.fresh)):
                continue
            ashore = min(weathers.fullest, spent + figures.embark + figures.debark)
            cost = most if voyage.whole or voyage.last else ashore
            if cost < layer.cost.get(j, cost + 1):
                layer.cost[j], layer.before[j] = cost, (SHIP, i)
    return layer

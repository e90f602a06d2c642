"""§14.0: sources of supply, and who is fed from them, by the plainest search there is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from rules.empires_alliances.position.state import State
from rules.empires_alliances.supply.feeding import fully_fed, ways_by_hex
from rules.empires_alliances.supply.sources import sources_of
from tests.games.empires_alliances.oracle.ground import FOES, around, fights_on, weather, zone_of

OVERLAND = {"clear": 5, "mud": 4, "snow": 3}
"""§14.51, §20.2: hexes of a path on foot."""
FEEDS = {"major": 12, "minor": 6}
"""§14.41, §14.42: half corps that a city feeds by itself."""
TOGETHER = 3
"""§14.3: major cities of a country, joined by rail, that feed everyone."""


@dataclass
class Supplies:
    """§14.3, §14.4: the sources of a side on the map, and how its rails hang together."""

    full: set[int] = field(default_factory=set)
    limited: dict[int, int] = field(default_factory=dict)
    net: dict[int, int] = field(default_factory=dict)
    """§14.2: held rail hexes, each with the number of its net."""

    def goals(self) -> set[int]:
        """§14.3: where a path on foot ends well: a full source, or rails that lead to one."""
        good = {self.net[i] for i in self.full if i in self.net}
        return self.full | {i for i, number in self.net.items() if number in good}


def holder(state: State, i: int) -> str:
    """§4.1, §4.2: who controls a hex."""
    return state.control.get(state.board.lattice.ids[i]) or state.allegiance.get(state.board.country[i], "")


def enemies(state: State, side: str) -> frozenset[int]:
    """The hexes with enemies in them."""
    return frozenset(state.board.index(h) for h, us in state.stacks.items() if state.side_of(us[0]) == FOES[side])


def rail_side(state: State, i: int) -> str:
    """§10.1, §10.3: whose railhead has passed a hex last."""
    hex_ = state.board.lattice.ids[i]
    if hex_ in state.central_rails:
        return "central"
    return "allied" if hex_ in state.allied_rails else state.allegiance.get(state.board.country[i], "")


def _nets(state: State, side: str) -> dict[int, int]:
    """§14.2: held rails with no enemy and no enemy zone, by net."""
    zone, foes = zone_of(state, FOES[side]), enemies(state, side)
    held = {
        i for i in state.board.on_rail
        if rail_side(state, i) == side == holder(state, i) and i not in zone and i not in foes
    }  # fmt: skip
    net: dict[int, int] = {}
    for number, start in enumerate(sorted(held)):
        waiting = [] if start in net else [start]
        while waiting:
            i = waiting.pop()
            net[i] = number
            waiting += [j for j, _ in state.board.rails[i] if j in held and j not in net]
    return net


def supplies(state: State, side: str) -> Supplies:
    """§14.3, §14.4: three joined major cities of a nation feed all; any other city some."""
    board, zone, foes = state.board, zone_of(state, FOES[side]), enemies(state, side)
    found = Supplies(net=_nets(state, side))

    def at_war(nation: str) -> bool:
        war = state.wars.get(state.printed.nations[nation].power)
        return war is not None and war.side == side and not war.conquered

    cities = [
        city for city in state.printed.places.cities.values()
        if city.kind in FEEDS and city.hex and city.country in state.printed.nations
        and holder(state, board.index(city.hex)) == side and at_war(city.country)
    ]  # fmt: skip
    joined = defaultdict[tuple[str, int], list[int]](list)
    for city in cities:
        i = board.index(city.hex)
        if city.kind == "major" and i in found.net:
            joined[city.country, found.net[i]].append(i)
    for together in joined.values():
        if len(together) >= TOGETHER:
            found.full |= {*together}
    for city in cities:
        i = board.index(city.hex)
        land = [j for _, j in around(state, i) if j in board.land and board.country[j] in state.allegiance]
        shut_in = bool(land) and all(j in foes or j in zone for j in land)
        if i not in found.full and not shut_in:
            found.limited[i] = FEEDS[city.kind]
    return found


def on_foot(state: State, side: str, start: int, sky: Collection[int]) -> set[int]:
    """§14.51, §5.3, §20.2: the hexes of paths overland in some zones of weather: a zone of the enemy ends a path unless
    a friendly unit on the ground stands there."""
    board, zone, foes = state.board, zone_of(state, FOES[side]), enemies(state, side)
    longest = min(OVERLAND[state.weather[z]] for z in sky)
    mine = {
        board.index(h) for h, us in state.stacks.items()
        if state.side_of(us[0]) == side and any(state.counter(u).kind != "air" for u in us)
    }  # fmt: skip
    far, row = {start: 0}, [start]
    for i in row:
        for k, j in around(state, i) if far[i] < longest else ():
            if j in far or not board.passable[i][k] or board.zone[j] not in sky or not fights_on(state, j):
                continue
            if board.lake_sides[i][k] and weather(state, j) != "snow":
                continue
            if j in foes or (j in zone and j not in mine):
                continue
            far[j] = far[i] + 1
            row.append(j)
    return {*far}


def is_supplied_city(state: State, side: str, hex_: str, found: Supplies) -> bool:
    """§17.23 (docs/rulings): whether a city is one of the sources found, or a unit there could trace a path to one."""
    i, every = state.board.index(hex_), found.full | {*found.limited}
    feeding = {found.net[j] for j in every if j in found.net}
    if i in every or found.net.get(i, -1) in feeding:
        return True
    near = set[int]().union(*(on_foot(state, side, i, sky) for sky in ({0}, {1}, {0, 1})))
    return not near.isdisjoint(every) or any(found.net.get(j, -1) in feeding for j in near)


def wrong_supply(state: State, side: str) -> Iterator[str]:
    """§14.0: where the sources of a side, and who is fed from them, are not what they should be."""
    board, mine, theirs = state.board, supplies(state, side), sources_of(state, side)
    if {i for i in theirs.full if board.is_hex(board.lattice.ids[i])} != mine.full:
        yield f"14.3 full sources of {side}: {mine.full ^ theirs.full}"
    if dict(theirs.limited) != mine.limited:
        yield f"14.4 limited sources of {side}: {mine.limited.items() ^ theirs.limited.items()}"
    goals, fed = mine.goals(), fully_fed(state, side)
    for hex_ in (h for h in state.hexes if state.stack_side(h) == side):
        i = board.index(hex_)
        near = set[int]().union(*(on_foot(state, side, i, sky) for sky in ({0}, {1}, {0, 1})))
        if bool(near & goals) != (i in fed):
            yield f"14.5 {hex_} is {'not ' * (i in fed)}fed"
        if near & goals:
            continue
        nets = {mine.net[j] for j in near if j in mine.net}
        cities = {j for j in mine.limited if j in near or mine.net.get(j, -1) in nets}
        ways = {way[0] for way in ways_by_hex(state, side, hex_) if len(way) == 1 and board.is_hex(way[0])}
        if {board.lattice.ids[j] for j in cities} != ways:
            yield f"14.4 cities that feed {hex_}: {sorted(ways)}, not {sorted(board.lattice.ids[j] for j in cities)}"

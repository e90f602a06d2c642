"""§14.1 to §14.5: which units are in supply, and what feeds those that no full source reaches.

All allies feed each other (§14.3), so a side is one problem. Full sources feed everyone whom they reach. What is left
is allotted: limited sources to units, the largest first, those that hungered longest before the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import is_
from typing import Any

from rules.empires_alliances.position.control import cities_of, controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.supply.paths import closed_bits, limits_of_paths, reached_by, supplied_bits
from rules.empires_alliances.supply.rails import networks, rail_bits
from rules.empires_alliances.supply.sea import (
    WESTERN,
    capacity_kept,
    fleet_capacity,
    has_fleet,
    is_port_shut,
    links_seas,
    serves,
)
from rules.empires_alliances.supply.sources import (
    HALVES,
    Sources,
    all_sources,
    bits_around_towns,
    box_room,
    sources_of,
)
from rules.empires_alliances.terrain.zones import lie_as_bits
from rules.kernel.allotting import Way, allot
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept

FULL: Way = ()
"""§14.3: the way of a unit that draws on nothing limited."""
_SHIPS = "ships."


def ships_of(country: str) -> str:
    """§14.53: the capacity of a country's ships, as a thing that is drawn on."""
    return f"{_SHIPS}{country}"


def sailing_for(thing: str) -> str | None:
    """§14.53: the country whose ships a thing is that is drawn on; None for any other."""
    return thing.removeprefix(_SHIPS) if thing.startswith(_SHIPS) else None


@kept
def fully_fed(state: State, side: str) -> frozenset[int]:
    """§14.2, §14.3: the hexes whose units are fed by a full source, over land or by rail."""
    fed, layout = _fed_from(state, side, sources_of(state, side).full, "full"), state.board.bits
    return state.memory.recall(("fed", side), (fed,), lambda _: layout.hexes(fed))


def _fed_from(state: State, side: str, sources: frozenset[int], word: str) -> int:
    """§14.2: the hexes, as bits, from which a path over land and rail leads to one of these sources; ``word`` names
    them."""
    pieces, layout = networks(state, side), state.board.bits

    def ends(_: Previous[tuple[Any, ...], int] | None) -> int:
        return layout.bits(sources.union(*(piece for piece in pieces if not piece.isdisjoint(sources))))

    targets = state.memory.recall(("paths lead to", word, side), (pieces, sources), ends)
    return supplied_bits(state, side, targets, word)


@kept
def over_land(state: State, side: str, start: int) -> frozenset[int]:
    """§14.2: all hexes to which a path over land leads from one."""

    def find(_: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        return frozenset(reached_by(state, side, start))

    return state.memory.recall(("over land", side, start), limits_of_paths(state, side), find)


@kept
def in_reach(state: State, side: str, start: int) -> frozenset[int]:
    """§14.2: all hexes that supply could come from: those of paths over land, and of the rails that they lead to."""
    pieces, here = networks(state, side), over_land(state, side, start)

    def find(_: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        return here.union(*(piece for piece in pieces if not piece.isdisjoint(here)))

    return state.memory.recall(("reach", side, start), (pieces, here), find)


@kept
def _fed_by_land(state: State, side: str) -> int:
    """§14.2: the hexes, as bits, from which a path leads to any source of the side, whatever it can feed."""
    if state.option("supply-paths"):
        return _fed_from(state, side, all_sources(state, side), "any")
    foe = lie_as_bits(state, FOE[side])
    others = (state.control, state.wars, state.central_rails, state.allied_rails, state.weather)

    def find(earlier: Previous[tuple[Any, ...], tuple[int, int]] | None) -> tuple[int, int]:
        if earlier is not None and all(map(is_, earlier.source[2:], others)):
            moved = (earlier.source[0] ^ shut) | (earlier.source[1] ^ hostile)
            if not moved & earlier.value[1]:
                return earlier.value
        fed = _fed_from(state, side, all_sources(state, side), "any")
        return fed, fed | rail_bits(state, side) | bits_around_towns(state, side)

    # Most moves change nothing of all this: what could change it lies in reach, on a line of the side, or by a town.
    shut, hostile = closed_bits(state, side), foe.held | foe.zone
    return state.memory.recall(("fed by land", side), (shut, hostile, *others), find)[0]


def is_city_supplied(state: State, hex_: str, side: str) -> bool:
    """§17.12, §1.71 (docs/rulings): whether a city of the side is a source, or a unit there could trace a path."""
    return state.board.bits.has(_fed_by_land(state, side), state.board.index(hex_))


def cities_in_supply(state: State, side: str) -> int:
    """§1.71: the cities of both sides, as bits, from which a path leads to a source of this one."""
    return _fed_by_land(state, side) & state.printed.city_bits


@kept
def supplied_cities(state: State, side: str) -> frozenset[str]:
    """§17.12, §17.23: the cities on the map that a side controls, in supply, by name."""
    cities, layout, at = cities_of(state, side), state.board.bits, state.printed.city_at

    def all_of(_: Previous[tuple[Any, ...], int] | None) -> int:
        return layout.bits(at[name] for name in cities if name in at)

    held = state.memory.recall(("cities as bits", side), (cities,), all_of)
    supplied = held & _fed_by_land(state, side)

    def find(_: Previous[tuple[Any, ...], frozenset[str]] | None) -> frozenset[str]:
        return frozenset(name for name in cities if name in at and layout.has(supplied, at[name]))

    return state.memory.recall(("supplied cities", side), (cities, supplied), find)


def half_corps(state: State, unit: str) -> int:
    """§14.4: what a unit counts, in half corps."""
    return 1 if state.counter(unit).half else HALVES


@kept
def ways_by_hex(state: State, side: str, place: str) -> tuple[Way, ...]:
    """§14.4, §14.5: the ways in which units in a hex or box can be fed that no full source reaches, the best first."""
    board, sources = state.board, sources_of(state, side)
    if place in board.boxes:
        own = [(place,)] if box_room(state, place) else []
        return (*own, *_over_sea(state, side, frozenset((board.index(place),)), sources))
    reach = in_reach(state, side, board.index(place))
    cities = sorted((i for i in reach if i in sources.limited), key=lambda i: (-sources.limited[i], i))
    shores = frozenset(shores_in_reach(state, side, board.index(place)))
    return (*((board.lattice.ids[i],) for i in cities), *_over_sea(state, side, shores, sources))


def shores_in_reach(state: State, side: str, start: int) -> Iterator[int]:
    """§14.51: the ports that a path over land, or by rail, leads to, and the beaches over land alone."""
    board = state.board
    yield from in_reach(state, side, start) & board.ports
    yield from board.beaches & over_land(state, side, start)


def _over_sea(state: State, side: str, shores: frozenset[int], sources: Sources) -> Iterator[Way]:
    """§14.51 to §14.53: from a port or beach in reach across the sea to a source at a port, by a country's ships."""
    for country in _fleets(state, side):
        landings = sorted(shores & _landings(state, side, country))
        for end in _sources_at_ports(state, side, country):
            if any(_sails_between(state, country, a, end) for a in landings):
                limited = (state.board.lattice.ids[end],) if end in sources.limited else ()
                yield (ships_of(country), *limited)
                if not limited:
                    break


def _fleets(state: State, side: str) -> list[str]:
    """§14.52: the countries whose ships supply a side."""
    return [country for country in state.printed.capacity if has_fleet(state, country, side)]


@kept
def _sources_at_ports(state: State, side: str, country: str) -> list[int]:
    """§14.51: the sources at which a country's ships load, the full ones first."""
    sources, open_to = sources_of(state, side), _landings(state, side, country)
    return [i for i in (*sorted(sources.full), *sorted(sources.limited)) if i in state.board.ports and i in open_to]


def _sails_between(state: State, country: str, a: int, b: int) -> bool:
    seas = state.board.seas
    return a != b and links_seas(state, country, seas[a], seas[b])


@kept
def fed_shores(state: State, side: str) -> frozenset[int]:
    """§14.51: the ports and beaches to which ships of the side could bring supply from a source, however much."""
    return frozenset(
        a
        for country in _fleets(state, side)
        if fleet_capacity(state, country)
        for a in _landings(state, side, country)
        if any(_sails_between(state, country, a, end) for end in _sources_at_ports(state, side, country))
    )


@kept
def _landings(state: State, side: str, country: str) -> frozenset[int]:
    """§11.1, §11.4, §11.5: the ports, beaches and boxes where a country's ships may land or feed units of the side."""
    board = state.board
    places = (*board.ports, *board.beaches, *map(board.index, board.boxes))

    def find(_: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        return frozenset(i for i in places if _may_land(state, side, country, i))

    antwerp = is_port_shut(state, state.printed.charts.sailing.antwerp, side)
    return state.memory.recall(("landings", side, country), (state.control, state.wars, antwerp), find)


def _may_land(state: State, side: str, country: str, index: int) -> bool:
    hex_ = state.board.lattice.ids[index]
    if hex_ in state.board.boxes:
        return country in WESTERN
    if controller(state, hex_) != side or is_port_shut(state, hex_, side):
        return False
    return serves(state, country, index)


@kept
def hungry(state: State, side: str) -> tuple[str, ...]:
    """§14.1: the side's units that no full source feeds, those that went without longest first."""
    board, fed = state.board, fully_fed(state, side)
    on_map = [u for u in state.on_map(side) if board.index(state.units[u].at) not in fed]
    beside = [
        u
        for box in board.boxes
        if board.index(box) not in sources_of(state, side).full
        for u in state.in_box(box, side)
    ]
    return tuple(sorted((*on_map, *beside), key=lambda u: -state.units[u].unsupplied))


@kept
def allot_supply(state: State, side: str) -> Mapping[str, Way]:
    """§14.4, §14.53: by unit what feeds it, for those of the hungry that are fed; what the owner chose stays."""
    return allotted_with(state, side, state.fed)


def allotted_with(state: State, side: str, fed: Mapping[str, str]) -> Mapping[str, Way]:
    """As ``allot_supply``, with other choices of the owner's. One without room is passed over."""
    units = hungry(state, side)
    if not units:
        return {}
    ways = {u: ways_by_hex(state, side, state.units[u].at) for u in units}
    sources = sources_of(state, side)
    ids = state.board.lattice.ids
    room = {ids[i]: most for i, most in sources.limited.items()}
    room |= {box: box_room(state, box) for box in state.board.boxes if box_room(state, box)}
    room |= {ships_of(c): capacity_kept(state, c) for c in state.printed.capacity}
    sizes = {u: half_corps(state, u) for u in units}
    named: dict[str, Way] = {}
    for unit in sorted(fed):
        way = _way_named(fed[unit], ways[unit]) if unit in ways else None
        if way is not None and all(_count_drawn(named, sizes, thing) + sizes[unit] <= room[thing] for thing in way):
            named[unit] = way
    return allot(sizes, ways, room, named)


def _count_drawn(named: Mapping[str, Way], sizes: Mapping[str, int], thing: str) -> int:
    """Half corps that the owner's choices draw from something."""
    return sum(sizes[unit] for unit, way in named.items() if thing in way)


def _way_named(wanted: str, ways: tuple[Way, ...]) -> Way | None:
    """The way that the owner named for a unit, if it still leads there."""
    return next((way for way in ways if " ".join(way) == wanted), None) if wanted else None


def is_supplied(state: State, unit: str) -> bool:
    """§14.0: whether a unit is in supply now."""
    side, at = state.side_of(unit), state.units[unit].at
    if at in state.board.boxes:
        return state.board.index(at) in sources_of(state, side).full or unit in allot_supply(state, side)
    return state.board.index(at) in fully_fed(state, side) or unit in allot_supply(state, side)


@kept
def starving_units(state: State, side: str) -> frozenset[str]:
    """§14.1: the side's units that nothing feeds."""
    return frozenset(u for u in hungry(state, side) if u not in allot_supply(state, side))

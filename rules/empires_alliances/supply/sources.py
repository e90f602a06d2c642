"""§14.3, §14.4: where supply comes from."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.empires_alliances.position.control import cities_of
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.places import MAJOR, City
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.terrain.zones import lie_as_bits, occupied_hexes, zone
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD

HALVES = 2
"""Half corps in a corps."""
LONDON = "britain"
"""§14.31: the box in which London lies."""


class Sources(NamedTuple):
    """§14.3, §14.4: a side's sources. ``full`` are places that feed anyone; ``limited`` feed a number of half corps."""

    full: frozenset[int]
    limited: dict[int, int]
    cities: dict[int, str]
    """The name of each source."""


class _Town(NamedTuple):
    """§14.3, §14.4: a city that can feed its side, and the land around it that is not neutral."""

    city: City
    at: int
    around: frozenset[int]


@kept
def sources_of(state: State, side: str) -> Sources:
    """§14.3 to §14.4: all that can feed units of a side now. Conquered countries feed nobody (docs/rulings)."""
    pieces, towns, foe = networks(state, side), _towns(state, side), lie_as_bits(state, FOE[side])

    def find(_: Previous[tuple[Any, ...], Sources] | None) -> Sources:
        enemy, hostile = occupied_hexes(state, FOE[side]), zone(state, FOE[side])
        supply, full = state.printed.charts.supply, {*_full_sources(state, side)}
        limited = {
            town.at: HALVES * (supply.major if town.city.kind == MAJOR else supply.minor)
            for town in towns
            if town.at not in full and not is_shut_off(town, enemy, hostile)
        }
        names = {town.at: town.city.name for town in towns}
        if is_at_war(state, "GB", side):
            london = state.board.index(LONDON)
            full.add(london)
            names[london] = "London"
        return Sources(frozenset(full), limited, names)

    # What could shut a town off: enemy units in one, or next to one with their zones.
    beside = (foe.held | foe.zone) & bits_around_towns(state, side)
    return state.memory.recall(("sources", side), (pieces, towns, beside, state.wars), find)


def bits_around_towns(state: State, side: str) -> int:
    """§14.4: the land, as bits, around the cities that can feed a side: an enemy elsewhere shuts none off."""
    towns = _towns(state, side)

    def find(_: Previous[tuple[Any, ...], int] | None) -> int:
        return state.board.bits.bits(b for town in towns for b in town.around)

    return state.memory.recall(("around towns", side), (towns,), find)


def all_sources(state: State, side: str) -> frozenset[int]:
    """§14.3, §14.4: a side's sources, whatever they can feed."""
    found = sources_of(state, side)
    return state.memory.recall(("all sources", side), (found,), lambda _: found.full.union(found.limited))


def _towns(state: State, side: str) -> tuple[_Town, ...]:
    """§14.3, §14.4: the cities that a side controls and whose countries fight on it, a country after the other."""
    cities = cities_of(state, side)

    def find(_: Previous[tuple[Any, ...], tuple[_Town, ...]] | None) -> tuple[_Town, ...]:
        by_country: dict[str, list[_Town]] = {}
        for city in state.printed.places.cities.values():
            if city.kind and city.hex and city.name in cities and is_at_war(state, city.country, side):
                index = state.board.index(city.hex)
                town = _Town(city, index, _land_around(state, index))
                by_country.setdefault(city.country, []).append(town)
        return tuple(town for towns in by_country.values() for town in towns)

    return state.memory.recall(("towns", side), (cities, state.wars), find)


def _land_around(state: State, index: int) -> frozenset[int]:
    board = state.board
    return frozenset(
        b
        for b in board.lattice.neighbours[index]
        if b != OFF_BOARD and b in board.land and board.country[b] in state.allegiance
    )


def _full_sources(state: State, side: str) -> frozenset[int]:
    """§14.3: the major cities of one country that enough of them are joined to by rail."""
    pieces, towns = networks(state, side), _towns(state, side)

    def find(_: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        by_country: dict[str, list[int]] = {}
        for town in towns:
            if town.city.kind == MAJOR:
                by_country.setdefault(town.city.country, []).append(town.at)
        joined = ([i for i in majors if i in piece] for majors in by_country.values() for piece in pieces)
        return frozenset().union(*(some for some in joined if len(some) >= state.printed.charts.supply.full_network))

    return state.memory.recall(("full sources", side), (pieces, towns), find)


def is_at_war(state: State, country: str, side: str) -> bool:
    """§14.3, §18.21: whether a country fights on a side and is not conquered."""
    nation = state.printed.nations.get(country)
    war = state.wars.get(nation.power) if nation is not None else None
    return war is not None and war.side == side and not war.conquered


def is_shut_off(town: _Town, enemy: frozenset[int], hostile: frozenset[int]) -> bool:
    """§14.4: whether all land around a city that is not neutral is occupied or watched by the enemy."""
    return bool(town.around) and all(b in enemy or b in hostile for b in town.around)


def box_room(state: State, box: str) -> int:
    """§14.43: half corps of each side that an Off-Board Box feeds (docs/rulings); 0 for another place."""
    return HALVES * state.printed.charts.supply.box if state.board.boxes[box]["supply"] == "limited" else 0

"""§18.2: when a country is conquered, and what becomes of its units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.empires_alliances.countries.conditions import is_conquered
from rules.empires_alliances.facts.politics import Conquered, ForcesRemoved
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.control import cities_of, city_controller
from rules.empires_alliances.position.start_line import central_hexes
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import OUT
from rules.empires_alliances.printed.nations import ALL, MAJORS, NAMED, Nation
from rules.empires_alliances.printed.places import MAJOR
from rules.kernel.incremental import Previous


def falls(state: State, nation: Nation) -> bool:
    """§18.2: whether the enemy controls the cities whose loss conquers a country."""
    foe = FOE[state.allegiance[nation.id]]
    return _is_lost(state, nation, lambda name: city_controller(state, name) == foe)


def began_lost(state: State, nation: Nation) -> bool:
    """§3.44: whether a country fights on without any of these cities: it begins the scenario so (docs/rulings)."""
    held = central_hexes(state.plan, state.scenario)
    return _is_lost(state, nation, lambda name: state.printed.places.cities[name].hex in held)


def _is_lost(state: State, nation: Nation, lost: Callable[[str], bool]) -> bool:
    places = state.printed.places
    if nation.conquest == NAMED:
        return all(lost(name) for name in nation.cities)
    if nation.conquest == MAJORS:
        majors = [city.name for city in places.of(nation.id, MAJOR) if city.hex]
        return all(lost(name) for name in nation.cities) and sum(map(lost, majors)) >= nation.majors
    if nation.conquest == ALL:
        cities = [city.name for city in places.of(nation.id) if city.hex and city.name not in nation.spared]
        return bool(cities) and all(lost(name) for name in cities)
    return False


def countries_that_fall(state: State) -> tuple[str, ...]:
    """§18.2: the countries that are conquered now and were not before."""

    def find(_: Previous[tuple[Any, ...], tuple[str, ...]] | None) -> tuple[str, ...]:
        at_war = (n for n in state.printed.nations.values() if n.id in state.wars and not is_conquered(state, n.id))
        return tuple(nation.id for nation in at_war if falls(state, nation) and not began_lost(state, nation))

    return state.memory.recall("falling", (state.wars, *(cities_of(state, side) for side in FOE)), find)


def conquer(play: Play) -> None:
    """§18.2: countries whose cities are lost are conquered at once."""
    for nation in countries_that_fall(play.state):
        play.emit(Conquered(nation))


def remove_forces(play: Play) -> None:
    """§18.21: at the end of a player segment the units of conquered countries are removed; not who fights for the other
    side (§2.64)."""
    state = play.state
    for nation, war in state.wars.items():
        if not war.conquered:
            continue
        units = tuple(
            u
            for u, now in state.units.items()
            if now.at != OUT
            and state.printed.nations[state.counter(u).nation].power == nation
            and state.side_of(u) == war.side
        )
        if units:
            play.emit(ForcesRemoved(nation, units))

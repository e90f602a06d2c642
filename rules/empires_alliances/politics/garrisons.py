"""§18.3: cities of the enemy that must be garrisoned."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.countries.economy import income, purses_of, total
from rules.empires_alliances.facts.politics import GarrisonsShort
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.cities import units_in_cities
from rules.empires_alliances.position.control import cities_of, city_controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.printed.places import MAJOR, City
from rules.empires_alliances.supply.sources import HALVES
from rules.kernel.incremental import Previous


def needs_garrison(state: State, city: City, side: str) -> bool:
    """§18.31: whether a side must garrison a city: one of the enemy's that it controls, major or named."""
    if not city.hex or state.allegiance.get(city.country) != FOE[side]:
        return False
    named = city.name in state.printed.nations[city.country].garrisons
    return (city.kind == MAJOR or named) and city_controller(state, city.name) == side


def is_garrisoned(state: State, city: City) -> bool:
    """§18.31: whether a corps or two divisions of infantry or cavalry stand there."""
    units = (u for u in state.stacks.get(city.hex, ()) if state.counter(u).kind in RANKS)
    return sum(1 if state.counter(u).paired else HALVES for u in units) >= HALVES


def missing_garrisons(state: State, side: str) -> tuple[str, ...]:
    """§18.32: the cities that a side must garrison and does not."""
    cities = to_garrison(state, side)

    def find(_: Previous[tuple[Any, ...], tuple[str, ...]] | None) -> tuple[str, ...]:
        return tuple(c.name for c in cities if not is_garrisoned(state, c))

    return state.memory.recall(("missing garrisons", side), (cities, units_in_cities(state)), find)


def to_garrison(state: State, side: str) -> tuple[City, ...]:
    """§18.31: the cities that a side must garrison."""

    def find(_: Previous[tuple[Any, ...], tuple[City, ...]] | None) -> tuple[City, ...]:
        return tuple(city for city in state.printed.places.cities.values() if needs_garrison(state, city, side))

    return state.memory.recall(("to garrison", side), (cities_of(state, side), state.wars), find)


def count_garrisons(play: Play, side: str) -> None:
    """§18.32: each garrison that is missing at the end of the segment costs an infantry point of the next turn.

    It is taken from the country that makes the most of them (docs/rulings).
    """
    missing = missing_garrisons(play.state, side)
    if missing:
        state = play.state
        richest = max(purses_of(state, side), key=lambda purse: total(income(state, purse)).infantry)
        play.emit(GarrisonsShort(missing, richest))

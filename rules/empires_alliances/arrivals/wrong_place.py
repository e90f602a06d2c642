"""§17.12, §17.13, §17.25, §17.26, §17.31, §17.33: why a unit does not arrive, or come back, in a place."""

from __future__ import annotations

from rules.empires_alliances.arrivals.places import (
    GUNS,
    LODZ,
    NEW,
    has_airfield,
    is_open,
    makes,
    makes_any,
    place_of,
    places_for,
    room_in,
    size_of,
)
from rules.empires_alliances.play import name_of, place_name
from rules.empires_alliances.position.forces import entry_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.appearance import PORTS
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.printed.places import MINOR, City
from rules.kernel.messages import Refusal

CODE = "wrong-city"
FROM_ABROAD = frozenset(("US", "CA", "AU", "IN"))
"""§17.31: countries that are not on the board."""


def why_not_there(state: State, unit: str, place: str, way: str) -> Refusal:
    """§17.12 to §17.33: why a unit is not placed in one of the places that ``places_for`` leaves out."""
    counter = state.counter(unit)
    named = entry_of(state, unit).place if way == NEW else ""
    if named in PORTS or counter.nation in FROM_ABROAD:
        return Refusal(CODE, "17.31", f"{name_of(state, unit)} comes from overseas and cannot land there.")
    open_to = places_for(state, unit, way)
    if named and len(open_to) == 1:
        return Refusal(CODE, "17.13", f"{name_of(state, unit)} arrives in {place_name(state, open_to[0])}.")
    power = state.printed.nations[counter.nation].power
    cities = state.printed.places.cities.values()
    city = next((c for c in cities if c.kind and c.country == power and place_of(c) == place), None)
    if city is None:
        return Refusal(CODE, _base(way), f"{name_of(state, unit)} is placed in a city of its own country.")
    return _why_closed(state, unit, city, way) or _why_later(city, way)


def _base(way: str) -> str:
    """The section that says where units are placed: new ones, and those that come back."""
    return "17.12" if way == NEW else "17.25"


def _why_closed(state: State, unit: str, city: City, way: str) -> Refusal | None:
    """§17.12, §17.25, §17.33: why nothing of its kind is placed in a city of its country now."""
    counter, place, power = state.counter(unit), place_of(city), city.country
    if not is_open(state, city):
        return Refusal(CODE, _base(way), "Units can be placed only in cities that you control and that are in supply.")
    if way == NEW and city.name == LODZ:
        return Refusal(CODE, "17.122", "Russian reinforcements cannot be placed in Lodz.")
    if way != NEW and not makes_any(state, city.name, power):
        return Refusal(CODE, "17.25", f"{city.name} is no replacement city.")
    if counter.kind in GUNS and not makes(state, city.name, "artillery", power):
        return Refusal(CODE, "17.33", f"{city.name} makes no artillery points: guns and tanks cannot be placed there.")
    if counter.kind == AIR and not has_airfield(state, place):
        return Refusal(CODE, "6.3", f"No more aircraft can be based in {city.name}.")
    if room_in(state, place, way) < size_of(state, unit):
        section = "17.121" if way == NEW and place in state.board.boxes else _base(way)
        return Refusal(CODE, section, f"No more units can be placed in {city.name} this turn.")
    return None


def _why_later(city: City, way: str) -> Refusal:
    """§17.12, §17.13, §17.26: other cities come before this one."""
    if way != NEW:
        return Refusal(CODE, "17.26", f"Other replacement cities come before {city.name}, and have room.")
    if city.kind == MINOR:
        return Refusal(CODE, "17.12", f"Cities that come before {city.name} have room.")
    return Refusal(CODE, "17.13", f"The capital, and then cities that make artillery points, come before {city.name}.")

"""§17.12, §17.13, §17.25, §17.31, §17.33: where units arrive and come back."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.countries.conditions import is_conquered
from rules.empires_alliances.position.control import city_controller, controller
from rules.empires_alliances.position.dates import date_for
from rules.empires_alliances.position.forces import entry_of
from rules.empires_alliances.position.state import FOE, SALONIKA_CORPS, State
from rules.empires_alliances.printed.appearance import PORTS
from rules.empires_alliances.printed.counters import AIR, FIELD, SIEGE, TANK
from rules.empires_alliances.printed.places import MAJOR, MINOR, City
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.printed.turns import is_between
from rules.empires_alliances.stacking import air_limit
from rules.empires_alliances.supply.feeding import is_city_supplied
from rules.empires_alliances.supply.sources import HALVES
from rules.empires_alliances.terrain.zones import occupied_hexes
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

GUNS = (FIELD, SIEGE, TANK)
"""§17.33: what is placed only where artillery points are made."""
LODZ = "Lodz"
CALAIS = "Calais"
LONDON = "britain"
NEW, BACK = "new", "back"
FULL = "full"
"""§14.31: what the box of London says of its supply."""


def place_of(city: City) -> str:
    """The hex of a city, or the box that it lies in."""
    return city.hex or city.box


def makes(state: State, city: str, kind: str, nation: str) -> bool:
    """§17.13, §17.25: whether a city makes points of a kind for a country now."""
    rows = state.printed.makers.get((city, kind, nation), ())
    return any(is_between(date_for(state, nation), row.first, row.last) for row in rows)


def makes_any(state: State, city: str, nation: str) -> bool:
    """§17.25: whether a city is a replacement city of a country."""
    return any(makes(state, city, kind, nation) for kind in ("infantry", "artillery", "tank"))


@kept
def ranks_of(state: State, nation: str, way: str) -> tuple[tuple[City, ...], ...]:
    """§17.12, §17.13, §17.26 (docs/rulings): the cities in their order: the capital, those that make artillery points,
    other major ones, minor ones; of replacements only cities that make points."""
    power = state.printed.nations[nation].power
    cities = [c for c in state.printed.places.cities.values() if c.kind and c.country == power and is_open(state, c)]
    if way == BACK:
        cities = [c for c in cities if makes_any(state, c.name, power)]
    if power == "RU" and way == NEW:
        # §17.122
        cities = [c for c in cities if c.name != LODZ]
    capital = [c for c in cities if is_capital(state, c)]
    guns = [c for c in cities if c not in capital and makes(state, c.name, "artillery", power)]
    rest = [c for c in cities if c not in capital and c not in guns]
    major, minor = [c for c in rest if c.kind == MAJOR], [c for c in rest if c.kind == MINOR]
    ranks = (capital, guns, rest) if way == BACK else (capital, guns, major, minor)
    return tuple(tuple(rank) for rank in ranks if rank)


def is_capital(state: State, city: City) -> bool:
    """§17.13: whether a city is its country's capital."""
    if city.box:
        return state.board.boxes[city.box]["capital"] == city.name
    return city.hex in state.board.capitals


def is_open(state: State, city: City) -> bool:
    """§17.12, §17.25: whether a city is controlled and in supply, and no enemy stands in it."""
    side = state.allegiance.get(city.country, "")
    if not side or city_controller(state, city.name) != side:
        return False
    if not city.hex:
        # §2.4, §14.4 (docs/rulings): London is a source, and Algiers is none.
        return state.board.boxes[city.box]["supply"] == FULL
    index = state.board.index(city.hex)
    return index not in occupied_hexes(state, FOE[side]) and is_city_supplied(state, city.hex, side)


def room_in(state: State, place: str, way: str) -> int:
    """§17.12, §17.121, §17.25: half corps for which a city or box has room left in this phase."""
    arrivals = state.printed.charts.arrivals
    most = arrivals.in_london_or_box if place in state.board.boxes else arrivals.in_city
    return HALVES * most - state.used.get(f"{way}.{place}", 0)


def size_of(state: State, unit: str) -> int:
    """§17.12, §17.25: the room for a unit, in halves: a division or artillery of one factor takes one."""
    return 1 if state.counter(unit).paired else HALVES


def places_for(state: State, unit: str, way: str) -> tuple[str, ...]:
    """§17.12 to §17.33: where a unit may be placed now, whatever it costs: hexes and boxes."""
    counter = state.counter(unit)
    # §17.13, §17.31: a place is printed for the arrival alone; who is rebuilt comes as the others of its country.
    named = entry_of(state, unit).place if way == NEW else ""

    def has_room(place: str) -> bool:
        based = counter.kind != AIR or has_airfield(state, place)
        return based and room_in(state, place, way) >= size_of(state, unit)

    special = _special(state, unit, named)
    if special is not None:
        return tuple(filter(has_room, special))
    for rank in ranks_of(state, counter.nation, way):
        open_ = [c for c in rank if has_room(place_of(c))]
        if counter.kind in GUNS:
            power = state.printed.nations[counter.nation].power
            open_ = [c for c in open_ if makes(state, c.name, "artillery", power)]
        if open_:
            return tuple(place_of(c) for c in open_)
    return ()


def has_airfield(state: State, place: str) -> bool:
    """§6.3: whether another aircraft can be based in a city, London too."""
    if place in state.board.boxes:
        based = sum(state.counter(u).kind == AIR for u in state.boxes[place])
        return based < state.printed.charts.stacking.air_in_major
    based = sum(state.counter(u).kind == AIR for u in state.stacks.get(place, ()))
    return based < air_limit(state, place)


def _special(state: State, unit: str, named: str) -> tuple[str, ...] | None:
    """§17.13, §17.31: the places that are printed for a unit or its country; None where §17.12 counts."""
    counter = state.counter(unit)
    if named in PORTS:
        return tuple(_ports(state, named))
    if named in state.board.boxes:
        return (named,)
    if named:
        city = state.printed.places.cities[named]
        if unit == SALONIKA_CORPS:
            # §2.64 asks for control alone: nothing feeds a city of a neutral country.
            return (city.hex,) if city_controller(state, named) == ALLIED else ()
        return (place_of(city),) if is_open(state, city) else None
    match counter.nation:
        case "US":
            return tuple(_ports(state, "us-port"))
        case "CA":
            return tuple(_ports(state, "british-port"))
        case "AU" | "IN":
            return ("middle-east",)
        case _:
            return None


def _ports(state: State, word: str) -> Iterable[str]:
    """§17.31: British ports lie in the box of Britain; Americans may land in French ones but for Calais. Those of a
    country that is out of the war are closed (docs/rulings)."""
    if not is_conquered(state, "GB"):
        yield LONDON
    if word == "british-port" or is_conquered(state, "FR"):
        return
    board = state.board
    for i in sorted(board.ports):
        hex_ = board.lattice.ids[i]
        if board.country[i] != "FR" or hex_ in board.boxes or controller(state, hex_) != "allied":
            continue
        if word == "us-port" and state.printed.city_in.get(hex_) == CALAIS:
            continue
        if is_city_supplied(state, hex_, "allied"):
            yield hex_


def why_nowhere(state: State, unit: str, way: str) -> Refusal:
    """§17.12, §17.25, §17.33: why a unit can be placed nowhere now."""
    if state.counter(unit).kind in GUNS:
        return Refusal("no-place", "17.33", "No city that makes artillery points has room for it.")
    if way == BACK:
        text = "No replacement city of its country that is controlled and in supply has room for it."
        return Refusal("no-place", "17.25", text)
    return Refusal("no-place", "17.12", "No city of its country that is controlled and in supply has room for it.")

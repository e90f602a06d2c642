"""§14.3, §14.4: where supply comes from."""

from __future__ import annotations

from typing import NamedTuple

from rules.empires_alliances.position.control import city_controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.places import MAJOR, City
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.zones import occupied_hexes, zone
from rules.hexes.kept import kept
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


@kept
def sources_of(state: State, side: str) -> Sources:
    """§14.3 to §14.4: all that can feed units of a side now. Conquered countries feed nobody (docs/rulings)."""
    board, supply = state.board, state.printed.charts.supply
    pieces = networks(state, side)
    full: set[int] = set()
    limited: dict[int, int] = {}
    names: dict[int, str] = {}
    by_country: dict[str, list[City]] = {}
    for city in state.printed.places.cities.values():
        if (
            city.kind
            and city.hex
            and is_at_war(state, city.country, side)
            and city_controller(state, city.name) == side
        ):
            by_country.setdefault(city.country, []).append(city)
    for cities in by_country.values():
        majors = [board.index(city.hex) for city in cities if city.kind == MAJOR]
        for piece in pieces:
            linked = [i for i in majors if i in piece]
            if len(linked) >= supply.full_network:
                full.update(linked)
        for city in cities:
            i = board.index(city.hex)
            names[i] = city.name
            if i not in full and not is_shut_off(state, i, side):
                limited[i] = HALVES * (supply.major if city.kind == MAJOR else supply.minor)
    if state.allegiance.get("GB") == side:
        full.add(board.index(LONDON))
        names[board.index(LONDON)] = "London"
    return Sources(frozenset(full), limited, names)


def is_at_war(state: State, country: str, side: str) -> bool:
    """§14.3, §18.21: whether a country fights on a side and is not conquered."""
    nation = state.printed.nations.get(country)
    war = state.wars.get(nation.power) if nation is not None else None
    return war is not None and war.side == side and not war.conquered


def is_shut_off(state: State, index: int, side: str) -> bool:
    """§14.4: whether all land around a city that is not neutral is occupied or watched by the enemy."""
    board, enemy, hostile = state.board, occupied_hexes(state, FOE[side]), zone(state, FOE[side])
    around = [
        b
        for b in board.lattice.neighbours[index]
        if b != OFF_BOARD and b in board.land and board.country[b] in state.allegiance
    ]
    return bool(around) and all(b in enemy or b in hostile for b in around)


def box_room(state: State, box: str) -> int:
    """§14.43: half corps of each side that an Off-Board Box feeds (docs/rulings); 0 for another place."""
    return HALVES * state.printed.charts.supply.box if state.board.boxes[box]["supply"] == "limited" else 0

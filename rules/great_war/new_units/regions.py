"""§13.28, §13.29: where new units come in on the fronts of the Near East."""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.position.state import ARABIA, AVAILABLE, AVAILABLE_THERE, RESERVE, TRANSFER, TRANSIT, State
from rules.great_war.printed.counters import PERSIANS
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, IRAQ, THREE
from rules.great_war.printed.near_east_places import NearEastPlaces
from rules.great_war.restrictions import near_east
from rules.great_war.restrictions.national import VARIOUS, bound_to
from rules.kernel.messages import Refusal

FRONT_OF = {"caucasus": CAUCASUS, "egypt": EGYPT, "iraq": IRAQ, "syria": EGYPT}
"""§13.28, §13.29: the regions that are fronts."""
ANYWHERE = "any"
"""§13.29: the region of the Yilderim Army Group, which comes in in any of them."""
REGIONS_OF_BOXES = {"arabia": ARABIA, "turkey": RESERVE}
"""§13.29: those that are boxes."""
BOX_NAMES = {
    RESERVE: "the Turkish Required Reserve",
    ARABIA: "Arabia",
    TRANSIT: "the transit box",
    TRANSFER: "the transfer box",
}
"""§5.38, §9.16, §9.13, §9.24: as sentences call them."""


def entry_hexes_there(state: State, places: NearEastPlaces, nation: str) -> frozenset[int]:
    """§13.28, §13.29, §13.11: the hexes where units of a nation come in without headquarters, whoever controls them."""
    board = state.printed.board
    if nation in ("BR", "FR"):
        ports = {board.index[places.basra], board.index[places.abadan]} if nation == "BR" else set[int]()
        return board.west_of_the_canal | ports
    if nation == "RU":
        return board.cities & board.by_country["RU"]
    if nation in ("TU", "GE"):
        cities = board.cities & board.by_country["TU"] - board.by_front[EGYPT]
        return cities | {board.index[places.damascus]} | frozenset(board.supply.get("CP", ()))
    return frozenset()


def entry_hexes_for(state: State, places: NearEastPlaces, unit: str) -> frozenset[int]:
    """§13.28, §13.29: where a unit comes in: Persians in towns of their country on their own front, whoever of the
    other side might be beside them; all others where their nation does."""
    counter, board = state.counter(unit), state.printed.board
    if counter.people != PERSIANS:
        return entry_hexes_there(state, places, counter.nation)
    return board.towns & board.by_country[PERSIANS] & board.by_front[near_east.FRONTS_OF[counter.limits][0]]


def why_no_headquarters(state: State, unit: str) -> Refusal | None:
    """§13.3, §13.28, §13.29: why no headquarters brings a unit to a map of the Near East, or None."""
    counter = state.counter(unit)
    if counter.people == PERSIANS:
        return Refusal("no-headquarters", "13.28", "Persian units come in only at towns in Persia.")
    if counter.nation == "TU" and unit not in state.returned:
        return Refusal("no-headquarters", "13.3", "New Turkish units cannot arrive at headquarters; rebuilt ones may.")
    return None


def kin_of(state: State, unit: str) -> str:
    """§13.3, §13.28, §13.29: what else tells units of one nation apart that come in together."""
    if state.printed.near_east is None:
        return ""
    return f"{region_of(state, unit)}.{state.counter(unit).people}.{unit in state.returned}"


def region_of(state: State, unit: str) -> str:
    """§13.28, §13.29: the region that is printed on a unit, empty for any, as it is when the unit comes to Europe
    (§17.31), or has been destroyed before. A British one has a front of its own even then: that of its end (§5.36), and
    the printed one where nobody knows where that was, as in the dead pile of a scenario."""
    to_europe = state.printed.variant.combined and state.units[unit].at == AVAILABLE
    counter = state.counter(unit)
    fell_unseen = counter.nation == "BR" and counter.limits != VARIOUS and not bound_to(state, unit)
    if to_europe or (unit in state.returned and not fell_unseen):
        return ""
    return state.printed.arrivals[unit].region


def box_of(state: State, unit: str) -> str:
    """§13.29, §9.15: the box to which a new unit goes by itself, empty for none: that of its region; the transit box
    for German divisions, where there is no Europe for them to come from."""
    if _is_german_division(state, unit):
        return TRANSIT
    region = region_of(state, unit)
    return REGIONS_OF_BOXES.get(region, "")


def _is_german_division(state: State, unit: str) -> bool:
    counter = state.counter(unit)
    return counter.nation == "GE" and counter.is_division and not state.printed.variant.europe


def why_not_on_front(state: State, unit: str, front: str) -> Refusal | None:
    """§13.23: in the combined game why a unit in one of the two boxes does not come in on a front. §3.26, §5.36: those
    that come back anywhere may come to Europe and to Egypt out of either."""
    there = state.units[unit].at == AVAILABLE_THERE
    anywhere = state.counter(unit).limits == VARIOUS
    if there and front not in THREE and not anywhere:
        return Refusal("other-map", "13.23", "Units in the Near East box arrive on the Near East maps.")
    if not there and front in THREE and not (anywhere and front == EGYPT):
        return Refusal("other-map", "13.23", "Units in the box of Europe come in on the maps of Europe.")
    return None


def why_not_there(state: State, unit: str, front: str) -> Refusal | None:
    """§13.23, §13.28, §13.29: why a unit may not come in on a front, or None."""
    region = region_of(state, unit)
    if (box := box_of(state, unit)) != "":
        return Refusal("for-a-box", "13.29", f"The unit goes to {BOX_NAMES[box]}, not onto a map.")
    counter = state.counter(unit)
    if counter.limits == VARIOUS and front not in THREE:
        return None
    if FRONT_OF.get(region, front) != front:
        if counter.nation == "BR":
            return Refusal("other-region", "13.28", "New British units come in on their own front: Iraq or Egypt.")
        return Refusal("other-region", "13.29", "A unit comes in first in the region that is printed on it.")
    if counter.limits == VARIOUS and front == IRAQ:
        return Refusal("other-region", "13.23", "In the Near East this unit enters, and returns, only in Egypt.")
    return None


WHERE: Mapping[str, str] = {
    "BR": "British units enter west of the canal, at Basra or at Abadan.",
    "FR": "French units enter west of the canal.",
    "RU": "Russian units enter in cities of Russia.",
    "GE": "German units smaller than a division arrive at cities and supply sources of the Ottoman Empire.",
    "TU": "Turkish units enter in cities and sources of supply of their region.",
}
"""§13.28, §13.29: what a refusal says."""
SECTION_OF = {"BR": "13.28", "FR": "13.28", "GE": "13.29", "TU": "13.29"}
"""§13.28, §13.29: the rule that says it, where it is not §13.11."""

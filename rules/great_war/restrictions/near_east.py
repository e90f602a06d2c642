"""§17.2, §17.3, §17.4, §3.26: where units of the Near East never go, by what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.great_war.position.control import beside_russians
from rules.great_war.position.kut import siege_of_kut
from rules.great_war.position.near_east_state import OUT_IN_PERSIA
from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, IRAQ, THREE
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.near_east_places import NearEastPlaces
from rules.great_war.units.cooperation import SMALL
from rules.great_war.units.peoples import is_turkish
from rules.kernel.messages import Refusal
from rules.kernel.wording import listing

FRONTS_OF = {
    "C": (CAUCASUS,), "C/P": (CAUCASUS,), "E": (EGYPT,), "E/I": (EGYPT, IRAQ), "E/O": (EGYPT,), "I/P": (IRAQ,),
    "NE": THREE,
}  # fmt: skip
"""§3.26: by the letters in the corner of a unit the fronts on which it may be."""
WITHIN = {"C/P": "PN", "I/P": "PN", "E/O": "TU"}
"""§3.26: the country in which it stays there."""
COMPANY = "CO"
"""§17.21: the size of the Canal Defence Companies, which stay west of it."""
PEACE = Refusal("at-peace", "5.46", "The war in Russia is over: only Turks move next to Russian units or forts there.")
MAX_TURKS_IN_EGYPT = 3
"""§17.31: Turkish units in Egypt with Sinai."""


def is_abroad(state: State, unit: str) -> bool:
    """§17.21: whether a unit is one of the Russian expedition to Persia, and there."""
    if state.near_east.expedition != OUT_IN_PERSIA or state.counter(unit).nation != "RU":
        return False
    board = state.printed.board
    here = board.index.get(state.units[unit].at)
    return here is not None and board.front[here] == IRAQ


class Closed(NamedTuple):
    """§17.2, §17.3: hexes that some units never enter, and the rule that keeps them out."""

    area: frozenset[int]
    refusal: Refusal


class Kind(NamedTuple):
    """What decides where a unit never goes: its letters, its people, whether it is a canal company or a headquarters,
    whether it stays in Europe, and whether it waits for the Turks there."""

    limits: str
    people: str
    company: bool
    headquarters: bool
    european: bool
    waits: bool


def kind_of(state: State, counter: Counter) -> Kind:
    """§17.21, §17.31: the same for all units of a kind."""
    waits = state.printed.variant.combined and not state.turkey and _waits_for_turkey(state, counter)
    company, headquarters = counter.size == COMPANY, counter.kind == "hq"
    return Kind(counter.limits, counter.people, company, headquarters, _stays_in_europe(counter), waits)


def closed_to(state: State, places: NearEastPlaces, kind: Kind) -> tuple[Closed, ...]:
    """§17.21, §17.31, §17.4: what units of a kind never enter. Of a hex that several rules close the first is meant."""
    found = _closed_to(state.printed.board, kind)
    if state.near_east.expedition:
        return found
    # §17.4: nobody goes there before the expedition to Persia.
    return (Closed(_hamadan(state.printed.board, places.hamadan), NOT_BEFORE_PERSIA), *found)


@lru_cache(maxsize=8)
def _hamadan(board: Board, hex_: str) -> frozenset[int]:
    return frozenset({board.index[hex_]})


@lru_cache(maxsize=512)
def join_areas(*areas: frozenset[int]) -> frozenset[int]:
    """All hexes of some areas: the same set for the same areas, in every state."""
    return frozenset[int]().union(*areas)


def _stays_in_europe(counter: Counter) -> bool:
    """§17.21, §17.31, §15.64: whether a unit never comes to these maps: headquarters of Europe, German above all, and
    the French but for the one division that is marked for Egypt."""
    return (counter.kind == "hq" or counter.nation == "FR") and counter.limits not in FRONTS_OF


COMPANIES = Refusal("off-limits", "17.21", "The Canal Defence Companies stay west of the Suez Canal.")
ARMENIANS = Refusal("off-limits", "17.21", "Armenian units do not enter Persia.")
ONE_DIVISION = Refusal("off-limits", "17.21", "The only French unit outside Europe is the division for Palestine.")
ARABS = Refusal("off-limits", "17.21", "The Arab army stays in the Ottoman Empire, on the Egyptian Front.")
NOT_BEFORE_PERSIA = Refusal("off-limits", "17.4", "No unit enters Hamadan before the Russian expedition to Persia.")
WAITING = Refusal(
    "off-limits", "17.31",
    "Until the Turks of Europe are set up, only Turks and German brigades and battalions enter the Ottoman Empire.",
)  # fmt: skip


HEADQUARTERS_STAY = Refusal("off-limits", "15.64", "Headquarters cannot go between Europe and the Near East.")


def _waits_for_turkey(state: State, counter: Counter) -> bool:
    """§17.31, §9.15: whether a unit may not go to the Ottoman Empire before the Turks of Europe are set up: all of the
    Central Powers' but Turks and German brigades and battalions."""
    small = counter.nation == "GE" and counter.size in SMALL
    return state.sides.get(counter.nation) == CENTRAL and counter.nation != "TU" and not small


@lru_cache(maxsize=64)
def _closed_to(board: Board, kind: Kind) -> tuple[Closed, ...]:
    """§17.21, §17.31, §17.4, §15.64: the same in all matches."""
    found: list[Closed] = []
    there = join_areas(*(board.by_front[front] for front in THREE))
    if kind.european:
        found.append(Closed(there, HEADQUARTERS_STAY if kind.headquarters else ONE_DIVISION))
    if kind.waits:
        found.append(Closed(board.by_country["TU"], WAITING))
    if kind.company:
        found.append(Closed(board.by_front[EGYPT] - board.west_of_the_canal, COMPANIES))
    if kind.people == "AM":
        found.append(Closed(board.by_country["PN"], ARMENIANS))
    if kind.limits in FRONTS_OF:
        beyond = _beyond_its_fronts(board, kind.limits)
        if kind.people == "AB":
            found.append(Closed(beyond, ARABS))
        elif kind.headquarters and kind.people != "AM":
            found.append(Closed(beyond - there, HEADQUARTERS_STAY))
        found.append(Closed(beyond, _keeps_to(board, kind.limits, "17.4" if kind.people == "PN" else "17.21")))
    return tuple(found)


def _beyond_its_fronts(board: Board, limits: str) -> frozenset[int]:
    """§3.26: what lies outside the fronts of a unit's letters, or outside the country in which it stays there."""
    mine = FRONTS_OF[limits]
    beyond = join_areas(*(board.by_front[front] for front in board.fronts if front not in mine))
    if limits not in WITHIN:
        return beyond
    inside = board.by_country[WITHIN[limits]]
    return beyond.union(*(board.by_front[front] - inside for front in mine))


def _keeps_to(board: Board, limits: str, section: str) -> Refusal:
    """§3.26, §17.21, §17.4: the fronts to which its letters bind a unit, and the country in which it stays there."""
    where = listing(f"the {board.fronts[front].title}" for front in FRONTS_OF[limits] if front in board.fronts)
    inside = " within Persia" if WITHIN.get(limits) == "PN" else ""
    return Refusal("off-limits", section, f"The unit operates only on {where}{inside}.")


UNDER_SIEGE = Refusal("besieged", "14.23", "Kut is under siege: no other Allied unit may enter it.")


def shut_by_siege(state: State, units: Iterable[str]) -> tuple[tuple[frozenset[int], Refusal], ...]:
    """§14.23: besieged Kut, for Allied units, whichever way they would come in."""
    here = siege_of_kut(state)
    return ((here, UNDER_SIEGE),) if here and any(state.side(u) == ALLIED for u in units) else ()


def at_peace(state: State, units: Iterable[str]) -> tuple[tuple[frozenset[int], Refusal], ...]:
    """§5.46: after the treaty what lies beside Russians in Russia proper, for units of the Central Powers that are no
    Turks."""
    near = beside_russians(state)
    if not near or not any(state.side(u) == CENTRAL and not is_turkish(state.counter(u)) for u in units):
        return ()
    return ((frozenset(i for i in near if state.printed.board.front[i] in THREE), PEACE),)


def fights_on(state: State, unit: str, target: int) -> bool:
    """§5.46: whether the treaty leaves a unit its war: Turks go on against Russians on the fronts of the Near East."""
    return state.printed.board.front[target] in THREE and is_turkish(state.counter(unit))


def is_there(state: State, hex_: str) -> bool:
    """§3.12: whether a hex is on a front of the Near East."""
    board = state.printed.board
    return board.front[board.index[hex_]] in THREE


def is_open_fort(state: State, i: int) -> bool:
    """§14.12: the two forts that are attacked concentrically as other hexes are."""
    places = state.printed.near_east
    return places is not None and state.printed.board.ids[i] in (places.gaza, places.beersheba)


@lru_cache(maxsize=8)
def egypt(board: Board) -> frozenset[int]:
    """§17.31: Egypt with Sinai."""
    return board.by_country["EG"]

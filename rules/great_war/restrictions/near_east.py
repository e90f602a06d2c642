"""§17.2, §17.3, §17.4, §3.26: where units of the Near East never go, by what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

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
PEACE = Refusal("at-peace", "5.46", "The war in Russia is over: only Turks move next to Russian units there.")
MAX_TURKS_IN_EGYPT = 3
"""§17.31: Turkish units in Egypt with Sinai."""


def is_abroad(state: State, unit: str) -> bool:
    """§17.21: whether a unit is one of the Russian expedition to Persia, and there."""
    if state.near_east.expedition != OUT_IN_PERSIA or state.counter(unit).nation != "RU":
        return False
    board = state.printed.board
    here = board.index.get(state.units[unit].at)
    return here is not None and board.front[here] == IRAQ


Kind: TypeAlias = tuple[str, str, bool, bool, bool]
"""What decides where a unit never goes: its letters, its people, whether it is a canal company, whether it stays in
Europe, and whether it waits for the Turks there."""


def kind_of(state: State, counter: Counter) -> Kind:
    """§17.21, §17.31: the same for all units of a kind."""
    waits = state.printed.variant.combined and not state.turkey and _waits_for_turkey(state, counter)
    return counter.limits, counter.people, counter.size == COMPANY, _stays_in_europe(counter), waits


def closed_to(state: State, places: NearEastPlaces, kinds: Iterable[Kind]) -> frozenset[int]:
    """§17.21, §17.31, §17.4: the hexes that some units of these kinds never enter."""
    kinds = sorted({*kinds})
    found = [_find_closed(state.printed.board, *kind[:-1]) for kind in kinds]
    if any(waits for *_, waits in kinds):
        found.append(state.printed.board.by_country["TU"])
    if not state.near_east.expedition:
        # §17.4: nobody goes there before the expedition to Persia.
        found.append(_hamadan(state.printed.board, places.hamadan))
    return found[0] if len(found) == 1 else join_areas(*found)


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
ONE_DIVISION = Refusal("off-limits", "17.21", "Of the French only the division for Palestine operates outside Europe.")
ARABS = Refusal("off-limits", "17.21", "The Arab army stays in the Ottoman Empire, on the Egyptian Front.")
NOT_BEFORE_PERSIA = Refusal("off-limits", "17.4", "No unit enters Hamadan before the Russian expedition to Persia.")
WAITING = Refusal(
    "off-limits", "17.31",
    "Until the Turks of Europe are set up, only Turks and German brigades and battalions enter the Ottoman Empire.",
)  # fmt: skip


def why_closed(state: State, places: NearEastPlaces, counter: Counter, here: int) -> Refusal | None:
    """§17.21, §17.31, §17.4, §15.64: what keeps a unit out of a hex by its letters, its people or its kind; None where
    none of these does."""
    board, (limits, people, company, europe_s, waits) = state.printed.board, kind_of(state, counter)
    front, country, hq = board.front[here], board.country[here], counter.kind == "hq"
    if not state.near_east.expedition and here in _hamadan(board, places.hamadan):
        return NOT_BEFORE_PERSIA
    if europe_s and front in THREE:
        return HEADQUARTERS_STAY if hq else ONE_DIVISION
    if waits and country == "TU":
        return WAITING
    if here not in _find_closed(board, limits, people, company, europe_s):
        return None
    if company and front == EGYPT:
        return COMPANIES
    if people in ("AB", "AM"):
        return ARABS if people == "AB" else ARMENIANS if country == "PN" else _keeps_to(state, limits, "17.21")
    if hq and front not in THREE:
        return HEADQUARTERS_STAY
    return _keeps_to(state, limits, "17.4" if people == "PN" else "17.21")


def _keeps_to(state: State, limits: str, section: str) -> Refusal:
    """§3.26, §17.21, §17.4: the fronts to which its letters bind a unit, and the country in which it stays there."""
    fronts = state.printed.board.fronts
    where = listing(fronts[front].title for front in FRONTS_OF[limits] if front in fronts)
    inside = " within Persia" if WITHIN.get(limits) == "PN" else ""
    return Refusal("off-limits", section, f"The unit operates only on the {where}{inside}.")


HEADQUARTERS_STAY = Refusal("off-limits", "15.64", "No headquarters ever goes between Europe and the Near East.")


def _waits_for_turkey(state: State, counter: Counter) -> bool:
    """§17.31, §9.15: whether a unit may not go to the Ottoman Empire before the Turks of Europe are set up: all of the
    Central Powers' but Turks and German brigades and battalions."""
    small = counter.nation == "GE" and counter.size in SMALL
    return state.sides.get(counter.nation) == CENTRAL and counter.nation != "TU" and not small


@lru_cache(maxsize=64)
def _find_closed(board: Board, limits: str, people: str, company: bool, europe_s: bool) -> frozenset[int]:
    """The same in all matches; ``europe_s``: the unit never comes to these maps."""
    closed = set[int]()
    if limits in FRONTS_OF:
        closed |= {i for front in board.fronts if front not in FRONTS_OF[limits] for i in board.by_front[front]}
    if limits in WITHIN:
        inside = board.by_country[WITHIN[limits]]
        closed |= {i for front in FRONTS_OF[limits] for i in board.by_front[front] - inside}
    if people == "AM":
        closed |= board.by_country["PN"]
    if company:
        closed |= board.by_front[EGYPT] - board.west_of_the_canal
    if europe_s:
        closed |= {i for front in THREE for i in board.by_front[front]}
    return frozenset(closed)


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

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


HEADQUARTERS_STAY = Refusal("off-limits", "15.64", "No headquarters ever goes between Europe and the Near East.")


def headquarters_stay(state: State, units: Iterable[str], here: int) -> Refusal | None:
    """§15.64: why headquarters do not come to a hex of the other maps; None for any other reason."""
    if not state.printed.variant.combined:
        return None
    there = state.printed.board.front[here] in THREE
    hqs = (c for u in units if (c := state.counter(u)).kind == "hq")
    return HEADQUARTERS_STAY if any((c.limits in FRONTS_OF) != there for c in hqs) else None


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

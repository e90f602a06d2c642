"""§21.2 to §21.6: who begins where in the Near East, as the rulebook lists it, and who stands there in a position.

A list has a line for each place: a front, a box, or the hexes that are named. Units have the names of the rulebook
where it gives them, with ``BD`` and ``CRP`` behind; of others it has a number and their figures: ``3x1-4``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from rules.great_war.position.state import (
    ARABIA,
    AVAILABLE,
    AVAILABLE_THERE,
    DEAD,
    DEAD_THERE,
    RESERVE,
    TRANSFER,
    TRANSIT,
    State,
)
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, IRAQ

Lists = Mapping[str, str]

KUT, BASRA = "NI1845", "NI2252"
ROUND_KUT, NORTH_OF_BAGHDAD = "NI1744 NI1844 NI1944", "NI1040 NI1336 NI1534"
COMPANIES = "1CD 2CD 3CD 4CD"
OLD_BRIGADES = "12INBD 16INBD 17INBD 18INBD 30INBD 33INBD"
LIGHT_HORSE = "7YBD NZBD 5ASBD 1ALHBD 2ALHBD 3ALHBD 4ALHBD ICBD"
RUSSIANS = "20 39 66 4CAU 4TKS 5TKS"

ALLIES: Mapping[str, Lists] = {
    "1915": {
        EGYPT: f"10IN 11IN {COMPANIES}", "NI2149": "6BD 3x1-4", BASRA: "3x1-4",
        CAUCASUS: f"{RUSSIANS} 1CAUCRP PC 7x1-4", "NC3338": "ARM", DEAD: "TCCCRP 1x1-4",
    },
    "1916": {
        EGYPT: f"10IN 11IN {COMPANIES}", KUT: "16INBD 17INBD 18INBD", "NI2147": "12INBD 30INBD 33INBD 6BD",
        CAUCASUS: f"{RUSSIANS} 123 127 1CAUCRP CAU PC 4x1-4", DEAD: "TCCCRP ARM 4x1-4",
        AVAILABLE: "7YBD ICBD 42T 52T 53T 54T 42INBD SPR 7IN 1CAU 7CAU CAUF 2KUBBD CAUFBD 6",
    },
    "1917": {
        EGYPT: f"10NA 42T 52T 53T 54T 74T {LIGHT_HORSE} {COMPANIES}",
        IRAQ: "13CRP 18CRP 3IN 7IN 13IN 14IN 34INBD 42INBD 6BD 7BD", "NI2545": "SPR",
        CAUCASUS: f"{RUSSIANS} 6 1CAU 7CAU 123 127 CAUF CAUFBD CAU PC 4x1-4",
        DEAD: f"{OLD_BRIGADES} 1CAUCRP TCCCRP ARM 5x1-4", AVAILABLE: "60T 75T Y",
    },
    "1918": {
        EGYPT: f"20CRP 21CRP MTDCRP 10NA 52T 53T 54T 60T 75T Y {LIGHT_HORSE} {COMPANIES} ANA",
        IRAQ: "13CRP 18CRP 3IN 7IN 13IN 14IN 34INBD 42INBD 50INBD 51INBD 52INBD 6BD 7BD", "NI2545": "SPR",
        # Listed as 1-2-3: their nation has collapsed, and each counts for one (§16.11).
        CAUCASUS: "6x1-3", "NC3045": "PC", DEAD: OLD_BRIGADES, AVAILABLE: "11BD",
    },
}  # fmt: skip
"""§21.24, §21.34, §21.44, §21.63, in the game of the Near East alone."""

CENTRAL_POWERS: Mapping[str, Lists] = {
    "1915": {
        DEAD: "2x2-4", RESERVE: "8x2-4", ARABIA: "4x1-2-4", EGYPT: "2x2-4", "NI2040": "GNDM", "NI1949": "1x2-4",
        KUT: "1x2-4 1x1-6", CAUCASUS: "11x2-4 1x1-6",
    },
    "1916": {
        DEAD: "2x2-4 1x1-6", RESERVE: "1x1-2-4 10x2-4", ARABIA: "4x1-2-4", EGYPT: "2x1-2-4 5x2-4", "NI2040": "GNDM",
        ROUND_KUT: "4x2-4", "NI1641": "1x2-4", CAUCASUS: "15x2-4 1x1-6",
    },
    "1917": {
        AVAILABLE: "55 56 57 58 59 601BN", DEAD: "12x2-4", RESERVE: "1x1-2-4 5x2-4", ARABIA: "4x1-2-4",
        EGYPT: "YAG 2x1-2-4 5x2-4 1x1-6 1x1-2-6", "NI2040": "GNDM", NORTH_OF_BAGHDAD: "2x2-4 2x1-6",
        CAUCASUS: "1x1-2-4 14x2-4",
    },
    "1918": {
        AVAILABLE: "1 25 26 37 50 60 61", DEAD: "14x2-4 1x1-6", RESERVE: "3x1-2-4 2x1-4", ARABIA: "5x1-2-4",
        EGYPT: "YAG 601BN 1x1-2-6 11x2-4", "NI2036": "GNDM", IRAQ: "4x2-4 1x1-6", CAUCASUS: "10x2-4", TRANSIT: "3x2-4",
    },
}  # fmt: skip
"""§21.25, §21.35, §21.45, §21.64, in the game of the Near East alone."""

JOINED: Mapping[str, Lists] = {
    "1915": {RESERVE: "6x2-4"},
    "1916": {
        EGYPT: f"10IN 11IN {COMPANIES} 42T 52T 53T 54T", BASRA: "7IN", TRANSFER: "6", DEAD: "TCCCRP ARM 13NA 4x1-4",
        AVAILABLE: "7YBD ICBD 42INBD SPR 1CAU 7CAU CAUF 2KUBBD CAUFBD",
    },
    "1917": {DEAD: f"{OLD_BRIGADES} 13NA 1CAUCRP TCCCRP ARM 5x1-4"},
}  # fmt: skip
"""What the combined game has instead: of the Allies, but in 1915 of the Turks."""

THERE = {AVAILABLE: AVAILABLE_THERE, DEAD: DEAD_THERE}
"""§5.35: the boxes of the Near East where it is not alone."""


def listed(lists: Lists) -> dict[str, Counter[str]]:
    """The lists with their numbers told."""
    return {place: _counted(line.split()) for place, line in lists.items()}


def _counted(items: Iterable[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in items:
        number = re.fullmatch(r"(\d+)x(.+)", item)
        found[number[2] if number else item] += int(number[1]) if number else 1
    return found


def standing(state: State, nations: str, lists: Lists) -> dict[str, Counter[str]]:
    """The units of these nations at every place in the Near East, as the lists would tell them: by name if their place
    names them, else by figures. Left out is who is due on the turn before the start, and in no list."""
    found: dict[str, Counter[str]] = {}
    for unit in state.units:
        place = _place_of(state, unit, lists)
        due = state.printed.arrivals[unit].turn in state.card.waiting
        if place and not due and state.counter(unit).nation in nations.split():
            named = _name(state, unit) in lists.get(place, "").split()
            found.setdefault(place, Counter())[_name(state, unit) if named else _figures(state, unit)] += 1
    return found


def _place_of(state: State, unit: str, lists: Lists) -> str:
    """The place by which a list would tell where a unit is; empty where it is in none of the Near East."""
    at, board = state.units[unit].at, state.printed.board
    if at in board.index:
        front = board.front[board.index[at]]
        there = front if front in (CAUCASUS, EGYPT, IRAQ) else ""
        return next((hexes for hexes in lists if at in hexes.split()), there)
    if not state.printed.variant.combined:
        return at if at in (AVAILABLE, DEAD, ARABIA, RESERVE, TRANSIT) else ""
    here = {there: box for box, there in THERE.items()} | {box: box for box in (ARABIA, RESERVE, TRANSIT, TRANSFER)}
    return here.get(at, "")


def _name(state: State, unit: str) -> str:
    counter = state.counter(unit)
    return counter.label if counter.size == "CO" else f"{counter.label}{counter.size}"


def _figures(state: State, unit: str) -> str:
    """Attack and defence are one figure where they are the same."""
    face = state.face(unit)
    return f"{face.attack}-{face.ma}" if face.attack == face.defence else f"{face.attack}-{face.defence}-{face.ma}"

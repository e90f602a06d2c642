"""§20.2, §20.3: what the events in force change before the set-up, and which areas of set-up codes they change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from rules.great_war.facts.pre_war import TermsSet
from rules.great_war.play import Play
from rules.great_war.position.pre_war_state import GAMBIT, MOLTKE
from rules.great_war.position.state import State
from rules.great_war.printed.arrivals import EUROPE, START
from rules.great_war.printed.board import HOLLAND, Board
from rules.great_war.printed.counters import Face
from rules.great_war.printed.places import Places
from rules.great_war.printed.scenarios import Area

PLAN_19, PLAN_MICHEL, TO_THE_LIMIT, OTHER_PORTS, LARGER_BEF = "allied-2", "allied-3", "allied-4", "allied-5", "allied-6"
HESITANT_TURKEY, ROOSEVELT, CZAR_MICHAEL = "allied-8", "allied-10", "allied-1"
ITALIAN_ENTRY, FEWER_SHIPS = "allied-9", "central-2"
PLAN_R, MORE_SHIPS, MORE_U_BOATS, INVASION = "central-1", "central-3", "central-4", "central-5"
ALBERT, HIGH_SEAS_FLEET, GOEBEN, ROMANIAN_TREATY = "central-6", "central-7", "central-8", "central-9"
"""The events that chapters ask about, in the words of what they change."""

DISBANDED_FACTORS = 12
"""§20.3 No. 5: attack factors of W units that the invasion of Holland costs."""
NOT_RAISED_FACTORS = 16
"""§20.3 No. 3: attack factors that a larger navy costs the German army."""
FIRST, SECOND, PEACEFUL = "A", "B", "P"
AT_PEACE = ("BE", "BR")
"""§20.3 No. 10: nations that do not fight in August 1914; the British do from strategic turn B on."""
MIN_FACTORS_IN_EAST = 100
"""§20.3 No. 10: the fewest attack factors of W combat units that may begin in the east."""
FRENCH_REGULAR = Face(3, 4, 4)
LIGHT = 1
"""§14.11: a fortification that is not heavy."""


def set_terms(play: Play) -> None:
    """§20.2, §20.3: all that changes before the set-up."""
    state = play.state
    terms = TermsSet(
        forts=(*_forts(state, PLAN_19, "RU", (LIGHT,)), *_forts(state, ALBERT, "BE", (1, 2))),
        removed=(*(_units(state, "BE") if _without_belgians(state) else ()), *_left_at_home(state)),
        later={**_larger_force(state), **_goeben(state), **_first_reinforcements(state)},
        delayed=dict.fromkeys(_kept_back(state), SECOND),
        us_entry=PEACEFUL if _without_belgians(state) else "",
        owed=NOT_RAISED_FACTORS if state.pre_war.has(MORE_SHIPS) else 0,
        early=_larger_army(state),
        disbanded=DISBANDED_FACTORS if state.pre_war.has(INVASION) else 0,
        at_peace=AT_PEACE if state.pre_war.has(MOLTKE) else (),
    )
    play.emit(terms)


def _without_belgians(state: State) -> bool:
    """§20.3 Nos. 6 and 10: Belgium gives in or is left in peace; America takes longer to join the war."""
    return state.pre_war.has(ALBERT) or state.pre_war.has(MOLTKE)


def _kept_back(state: State) -> tuple[str, ...]:
    """§20.3 Nos. 7 and 10: the British who are not there in August: those of Europe, or all while Britain keeps out of
    the war."""
    if state.pre_war.has(MOLTKE):
        return _at_start(state)
    return expeditionary(state) if state.pre_war.has(HIGH_SEAS_FLEET) else ()


def _forts(state: State, event: str, country: str, kinds: Collection[int]) -> tuple[str, ...]:
    board: Board = state.printed.board
    if not state.pre_war.has(event):
        return ()
    return board.names(frozenset(i for i, kind in board.forts.items() if kind in kinds and board.country[i] == country))


def _units(state: State, nation: str) -> tuple[str, ...]:
    return tuple(u for u in state.units if state.counter(u).nation == nation)


def _at_start(state: State) -> tuple[str, ...]:
    """§20.3: the British units that begin on the map."""
    arrivals = state.printed.arrivals
    return tuple(u for u in _units(state, "BR") if arrivals[u].turn == START)


def expeditionary(state: State) -> tuple[str, ...]:
    """§20.2, §20.3: those of Europe; nothing changes for those of Egypt and Iraq (docs/rulings)."""
    arrivals = state.printed.arrivals
    return tuple(u for u in _at_start(state) if arrivals[u].map == EUROPE)


def _larger_force(state: State) -> dict[str, str]:
    """§20.2 No. 6: those of B and C come on A, if they come to Europe."""
    if not state.pre_war.has(LARGER_BEF):
        return {}
    come = {u: state.printed.arrivals[u] for u in _units(state, "BR")}
    return {u: FIRST for u, arrival in come.items() if arrival.turn in ("B", "C") and arrival.map == EUROPE}


def _first_reinforcements(state: State) -> dict[str, str]:
    """§20.3 No. 10: the British of A come on B, when they are in the war."""
    arrivals, wanted = state.printed.arrivals, state.pre_war.has(MOLTKE)
    return {u: SECOND for u in _units(state, "BR") if wanted and arrivals[u].turn == FIRST}


def _larger_army(state: State) -> dict[str, int]:
    """§20.3 No. 2: the Germans of A and B begin with the W units, and may be sent to those of E."""
    if not state.pre_war.has(FEWER_SHIPS):
        return {}
    arrivals = state.printed.arrivals
    gone = _left_at_home(state)
    return {
        u: armies(state)[WESTERN] for u in _units(state, "GE") if arrivals[u].turn in (FIRST, SECOND) and u not in gone
    }


def _left_at_home(state: State) -> tuple[str, ...]:
    """§20.3 No. 5: the Germans of turn A, which are removed for good when Holland is invaded."""
    arrivals = state.printed.arrivals
    return tuple(u for u in _units(state, "GE") if state.pre_war.has(INVASION) and arrivals[u].turn == FIRST)


WESTERN, EASTERN = "W", "E"


def armies(state: State) -> dict[str, int]:
    """§19.31: the groups of the German W and E units."""
    listed = state.card.of("GE")
    return {g.code: n for n, g in enumerate(listed) if g.code in (WESTERN, EASTERN)}


def raised_early(state: State, unit: str) -> bool:
    """§20.3 No. 2: whether a unit is there before its strategic turn because Germany built fewer ships."""
    return (
        state.pre_war.has(FEWER_SHIPS)
        and state.counter(unit).nation == "GE"
        and state.printed.arrivals[unit].turn in (FIRST, SECOND)
        and unit in state.groups
    )


def turned_east(state: State, unit: str) -> bool:
    """§20.3 No. 10: whether a unit is a W unit that may be set up with the E units."""
    arrival = state.printed.arrivals[unit]
    german = state.counter(unit).nation == "GE" and arrival.turn == START and arrival.setup == WESTERN
    return state.pre_war.has(MOLTKE) and german and unit in state.groups


def still_westward(state: State) -> int:
    """§20.3 No. 10: the attack factors of W units that are still to be sent to the east."""
    if not state.pre_war.has(MOLTKE):
        return 0
    east = armies(state)[EASTERN]
    sent = sum(state.face(u).attack for u, group in state.groups.items() if group == east and turned_east(state, u))
    return max(0, MIN_FACTORS_IN_EAST - sent)


def _goeben(state: State) -> dict[str, str]:
    """§20.3 No. 8: the Army of Africa comes on B and not on A."""
    arrivals, wanted = state.printed.arrivals, state.pre_war.has(GOEBEN)
    mine = (u for u in _units(state, "FR") if wanted and arrivals[u].turn == FIRST)
    return {u: SECOND for u in mine if state.counter(u).front == FRENCH_REGULAR}


def arrives_on(state: State, unit: str) -> str:
    """§5.11, §20.2: the strategic turn on which a unit comes."""
    return state.pre_war.due.get(unit) or state.printed.arrivals[unit].turn


# --- set-up codes -----------------------------------------------------------------------------------------------------


def changed_areas(areas: Iterable[Area], played: Collection[str], places: Places) -> tuple[Area, ...]:
    """§20.2 Nos. 3, 5 and 7, §20.3 No. 1: the areas of all set-up codes as these events leave them."""
    areas = tuple(areas)
    found = []
    for area in areas:
        if PLAN_MICHEL in played and (area.nation, area.code) == ("FR", "F"):
            found.append(replace(area, between=(), north_of=0, most_north=0, section="20.2"))
        elif OTHER_PORTS in played and area.nation == "BR":
            found.append(replace(area, around=places.channel_coast, section="20.2"))
        elif GAMBIT in played and area.nation == "BR":
            found.append(replace(area, around=(), hexes=(places.pomerania,), section="20.2"))
        elif PLAN_R in played and (area.nation, area.code) == ("AH", "B"):
            forward = (a for a in areas if (a.nation, a.code) == ("AH", "A"))
            found.extend(replace(a, code="B", section="20.3") for a in forward)
        elif INVASION in played and (area.nation, area.code, area.countries) == ("GE", "W", ("BE",)):
            dutch = replace(area, countries=("BE", HOLLAND), over=(*area.over, HOLLAND), section="20.3")
            found.append(dutch)
        else:
            found.append(area)
    return tuple(found)

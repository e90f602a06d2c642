"""§19.5 August 1914: what holds on the first turns of the campaign alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import TO_THE_LIMIT
from rules.great_war.printed.arrivals import START
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.restrictions import before_november
from rules.hexes.odds import Modifier
from rules.kernel.messages import Refusal

FIRST, SECOND, OCTOBER = 1, 2, 5
"""Turns of the track: both halves of August, and October 1914."""
GARRISONS = ("V", "X", "Y")
"""§19.53: the set-up codes of fortress troops."""
APART = {"1", "2"}
"""§19.54: the Russian 1st and 2nd Armies."""
UNREADY = ("FR", "RU")
"""§19.52."""

GARRISON = Refusal("garrison", "19.53", "Fortress troops neither move nor attack in August 1914.")
BELGIANS = Refusal("belgians-stay", "19.56", "Belgian units do not move on the first turn.")
IN_ANTWERP = Refusal("in-antwerp", "19.56", "Belgian units in Antwerp stay there until October 1914.")
NOT_ANTWERP = Refusal("not-antwerp", "19.56", "Belgian units in Antwerp cannot be attacked before October 1914.")
NO_RAIL_YET = Refusal("no-trains", "19.55", "No unit moves by rail on the first turn.")
ASHORE = Refusal("just-landed", "20.2", "British units may not move or attack on the turn they land.")
TO_BERLIN = Refusal("no-trains", "20.2", "On the first turn trains run only to Berlin and Stettin.")
MAX_COAST_UNITS = 12
"""§20.2 No. 7: the units that they carry there."""
TWO_ARMIES = Refusal(
    "two-armies", "19.54", "Units of the Russian 1st and 2nd Armies neither stack nor attack together in August 1914."
)


def in_august(state: State) -> bool:
    """§19.5, §19.51: whether this is one of the first two turns of the war."""
    return state.turn <= SECOND


def code_of(state: State, unit: str) -> str:
    """§19.2, §19.3: the set-up code of a unit that began on the map; empty for others."""
    arrival = state.printed.arrivals[unit]
    return arrival.setup if arrival.turn == START else ""


def any_may_stay(state: State) -> bool:
    """§19.5, §19.62: whether any unit is held back by the first turns, or by peace in the Near East."""
    return state.turn < OCTOBER or before_november.at_peace(state)


def why_not_move(state: State, unit: str) -> Refusal | None:
    """§19.53, §19.56, §19.62, §20.2: why a unit does not move on the first turns."""
    peaceful = before_november.at_peace(state)
    if state.turn >= OCTOBER and not peaceful:
        return None
    if peaceful and (peace := before_november.why_not_move(state, unit)) is not None:
        return peace
    if state.turn >= OCTOBER:
        return None
    if _just_landed(state, unit):
        return ASHORE
    if in_august(state) and code_of(state, unit) in GARRISONS:
        return GARRISON
    if state.counter(unit).nation == "BE":
        if state.turn == FIRST:
            return BELGIANS
        if state.units[unit].at == state.places.antwerp:
            return IN_ANTWERP
    return None


def _just_landed(state: State, unit: str) -> bool:
    """§20.2 No. 7: whether a unit is British, and this the turn on which they land on the Baltic."""
    return state.turn == FIRST and state.pre_war.baltic and state.counter(unit).nation == "BR"


def why_no_rail(state: State, side: str) -> Refusal | None:
    """§19.55, §20.2: why a side's trains do not run on the first turn. They bring Germans to the landing."""
    if state.turn != FIRST or (state.pre_war.baltic and side == CENTRAL):
        return None
    return NO_RAIL_YET


def why_no_train_to(state: State, hex_: str) -> Refusal | None:
    """§20.2 No. 7: why no train runs to a hex on the first turn."""
    hurried = (state.places.berlin, state.places.stettin)
    return TO_BERLIN if state.turn == FIRST and hex_ not in hurried else None


def through_holland(state: State, units: Iterable[str]) -> bool:
    """§19.56: whether these units may go through Holland now: Belgians out of Antwerp, in October 1914."""
    antwerp = state.places.antwerp
    return state.turn == OCTOBER and all(
        state.counter(u).nation == "BE" and antwerp in (state.units[u].at, state.units[u].began) for u in units
    )


def why_not_attack(state: State, unit: str) -> Refusal | None:
    """§19.53, §19.62, §20.2: why a unit does not attack on the first turns."""
    if (peace := before_november.why_not_move(state, unit)) is not None:
        return peace
    if _just_landed(state, unit):
        return ASHORE
    return GARRISON if in_august(state) and code_of(state, unit) in GARRISONS else None


def why_not_attacked(state: State, target: str) -> Refusal | None:
    """§19.56, §19.62: why a hex is not attacked yet."""
    if (peace := before_november.why_not_attacked(state, target)) is not None:
        return peace
    if state.turn >= OCTOBER or target != state.places.antwerp:
        return None
    return NOT_ANTWERP if any(state.counter(u).nation == "BE" for u in state.stacks.get(target, ())) else None


def why_not_together(state: State, units: Iterable[str]) -> Refusal | None:
    """§19.54: why these units neither stack nor attack together."""
    if not in_august(state):
        return None
    found = {code_of(state, u) for u in units if state.counter(u).nation == "RU"}
    return TWO_ARMIES if found >= APART else None


def shifts(state: State, attackers: Sequence[str], fighters: Sequence[str], *, fort: bool) -> Iterable[Modifier]:
    """§19.52: French and Russian units are unready, but behind the walls of their forts."""
    if not in_august(state):
        return
    shift = state.printed.charts.features.august_shift
    if any(state.counter(u).nation in UNREADY for u in attackers):
        yield "Unready in August 1914", "19.52", -shift
    unready = ("RU",) if state.pre_war.has(TO_THE_LIMIT) else UNREADY
    if not fort and any(state.counter(u).nation in unready for u in fighters):
        yield "Unready in August 1914", "19.52", shift

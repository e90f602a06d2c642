"""§7.24 National cooperation: whose units fight side by side without a column against them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.great_war.position.state import BOXES, LATER, OUT, POOL, State
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.dominions import CANADIAN, of_empire
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.units.peoples import is_turkish

SUD, FIRST_US = "ge-hq-sud", "us-hq-1"
STILL_TO_COME = (LATER, POOL, OUT)
"""§7.24: where the first U.S. army is before its entry, which may not be delayed; later it may die and be rebuilt."""
CANADIANS_APART_AFTER = "F"
TANK_CORPS = "br-rtc"
EGYPT_ALONE = "E"
SMALL = ("BN", "BD")


def with_sud(state: State, unit: str) -> bool:
    """§7.24, §14.44: whether a unit of the Central Powers is stacked with or adjacent to the army of the south."""
    if SUD not in state.units:
        return False
    at, sud = state.units[unit].at, state.units[SUD].at
    if state.sides.get(state.counter(unit).nation) != CENTRAL or at in BOXES or sud in BOXES:
        return False
    return at == sud or sud in state.printed.board.lattice.around(at)


def nationalities(state: State, units: Iterable[str]) -> frozenset[str]:
    """§7.24: the nationalities among combat units that do not cooperate; one or none where all do.

    Germans near the army of the south cooperate with all allies, American divisions until their first army is due.
    Canadians stand apart from other British after turn F, save the tank corps.
    """
    fighters = [u for u in units if state.counter(u).is_combat]
    canadians_apart = state.strategic >= CANADIANS_APART_AFTER
    if state.printed.near_east is not None:
        fighters = [u for u in fighters if not _joins(state.counter(u), [state.counter(f) for f in fighters])]
    found = set[str]()
    for unit in fighters:
        counter = state.counter(unit)
        nation = counter.nation
        if nation == "GE" and with_sud(state, unit):
            continue
        if nation == "US" and counter.is_division and state.units[FIRST_US].at in STILL_TO_COME:
            continue
        if nation == "BR" and canadians_apart:
            if unit == TANK_CORPS:
                continue
            nation = CANADIAN if of_empire(counter) == CANADIAN else nation
        found.add(nation)
    if TANK_CORPS in fighters and found.isdisjoint(("BR", CANADIAN)):
        # It stands with either of them, and is British to all others.
        found.add("BR")
    return frozenset(found)


def _joins(counter: Counter, others: Sequence[Counter]) -> bool:
    """§7.24N Nos. 4 and 6: whether a unit stands with others as if it were of their nation: the French of Palestine
    with British, German battalions and brigades with Turks, though not with Persian Gendarmes alone. Persians are of
    the nation that commands them."""
    if counter.nation == "FR":
        return counter.limits == EGYPT_ALONE and any(other.nation == "BR" for other in others)
    return counter.nation == "GE" and counter.size in SMALL and any(is_turkish(other) for other in others)


def cooperate(state: State, units: Iterable[str]) -> bool:
    """§10.45: whether no column is shifted against these units for being of several nations."""
    return len(nationalities(state, units)) <= 1

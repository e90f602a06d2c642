"""§22.3, §22.31: national fronts, where the option is played."""

from __future__ import annotations

from rules.empires_alliances.position.changes import ITALIAN_CITY_TAKEN
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import Area
from rules.empires_alliances.restrictions.ban import power_of

ITALIANS_AT_WAR_WITH_GERMANY, ALLIES_IN_ITALY = "1916-09", "1918-01"
REINFORCED_WEST = "1918"
"""§3.511: the scenario that brings Austro-Hungarians to the west (docs/rulings)."""


def fronts_bind(state: State, unit: str) -> bool:
    """§22.3: whether a unit keeps to the fronts of its country."""
    if not state.option("national-fronts") or not state.printed.nations[state.counter(unit).nation].fronts:
        return False
    return not (state.scenario == REINFORCED_WEST and power_of(state, unit) == "AH")


def off_the_fronts(state: State, unit: str) -> Area:
    """§22.3: what lies on none of them."""
    return state.board.land - areas.fronts_of(state.printed, state.counter(unit).nation)


def italy_is_open(state: State) -> bool:
    """§22.31: whether British and French may enter Italy."""
    return (
        state.allegiance.get("IT") == CENTRAL or ITALIAN_CITY_TAKEN in state.deeds or state.date.id >= ALLIES_IN_ITALY
    )


def germans_and_italy(state: State, unit: str) -> bool:
    """§22.31: whether Germany and Italy are not yet at war. A conquered Italy is no Allied country (docs/rulings)."""
    italy = state.wars.get("IT")
    return (
        bool(state.option("national-fronts"))
        and power_of(state, unit) == "GE"
        and italy is not None
        and italy.side == ALLIED
        and not italy.conquered
        and state.date.id < ITALIANS_AT_WAR_WITH_GERMANY
    )


def allies_and_italy(state: State, unit: str) -> bool:
    """§22.31: whether a British or French unit stays out of Italy."""
    return bool(state.option("national-fronts")) and power_of(state, unit) in ("FR", "GB") and not italy_is_open(state)


def italians_and_france(state: State, unit: str) -> bool:
    """§22.31: whether an Italian unit stays out of France."""
    return bool(state.option("national-fronts")) and power_of(state, unit) == "IT" and not italy_is_open(state)


def italy(state: State, _: str) -> Area:
    """§22.31: Italy."""
    return areas.home_of(state.board, "IT")


def france(state: State, _: str) -> Area:
    """§22.31: France."""
    return areas.home_of(state.board, "FR")

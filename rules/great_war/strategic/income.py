"""§5.11 to §5.16 Resource Phase: new units, chits and points, headquarters that get their guns back."""

from __future__ import annotations

from rules.great_war.facts.resources import (
    ChitsEntered,
    HeadquartersRestored,
    PointsReceived,
    UnitReplacedForGood,
    UnitsArrived,
)
from rules.great_war.facts.withdrawals import UnitsReturned
from rules.great_war.play import Play
from rules.great_war.position.letters import since
from rules.great_war.position.state import LATER, OUT, State
from rules.great_war.pre_war.terms import PLAN_19, ROMANIAN_TREATY, arrives_on
from rules.great_war.printed.nations import CENTRAL, SIDES
from rules.great_war.printed.phases import EVENTS
from rules.great_war.restrictions.before_november import no_points
from rules.great_war.strategic.resource_hexes import judge_resource_hexes, resource_points
from rules.great_war.supply.tracing import IN, supply_of

SHELL_SHORTAGE = ("B", "C")
"""§5.14, §5.34: strategic turns on which no headquarters gets its support back."""
US = "US"
ROMANIAN_ENTRY, POOL_OF_THE_TREATY = "central-romanian-entry", "C"
OLD_NINETEENTH, ITS_END = "tu-19", "N"
"""§17.31: the Turkish 19th Division and the turn from which it is a weaker one."""


def collect(play: Play, _: object) -> None:
    """§5.11, §5.12, §5.14, §6.46: everything that a strategic turn brings by itself."""
    units = units_due(play.state)
    if units:
        play.emit(UnitsArrived(units))
    back = tuple(unit for unit, letter in play.state.near_east.away if letter == play.state.strategic_state.turn)
    if back:
        play.emit(UnitsReturned(back))
    nineteenth = play.state.units.get(OLD_NINETEENTH)
    fights = nineteenth is not None and nineteenth.at != OUT and not nineteenth.back
    if play.state.strategic_state.turn == ITS_END and fights:
        play.emit(UnitReplacedForGood(OLD_NINETEENTH))
    chits = chits_due(play.state)
    if chits:
        play.emit(ChitsEntered(chits))
    judge_resource_hexes(play)
    received = income(play.state)
    if received:
        play.emit(PointsReceived(received))
    hqs = headquarters_to_restore(play.state)
    if hqs:
        play.emit(HeadquartersRestored(hqs))


def units_due(state: State) -> tuple[str, ...]:
    """§5.11: the units due this turn, of nations that fight; those of the U.S. come after the U-boats (§17.12)."""
    return tuple(u for u in due(state) if state.counter(u).nation != US)


def americans(state: State) -> tuple[str, ...]:
    """§5.72, §17.12: the U.S. units due this turn."""
    return tuple(u for u in due(state) if state.counter(u).nation == US)


def due(state: State) -> tuple[str, ...]:
    """§5.11, §5.72: all units due this turn; those of the U.S. by the turns since entry."""
    letter, us = state.strategic_state.turn, state.strategic_state.us_since
    come = []
    for unit in state.boxes[LATER]:
        counter, arrival = state.counter(unit), state.printed.arrivals[unit]
        if counter.nation not in state.sides or (
            counter.kind == "hq" and counter.nation in state.strategic_state.collapsed
        ):
            continue
        if arrival.after_entry is not None:
            here = bool(us) and since(letter, us) >= arrival.after_entry
        else:
            here = arrives_on(state, unit) == letter
        if here:
            come.append(unit)
    return tuple(come)


def chits_due(state: State) -> dict[str, dict[str, int]]:
    """§5.12: the chits that enter each side's pool this turn."""
    letter = state.strategic_state.turn
    if EVENTS in state.printed.variant.without:
        return {}
    found = {side: state.printed.chits.entering(side, letter, state.scenario) for side in SIDES}
    if state.pre_war.has(ROMANIAN_TREATY):
        # §20.3 No. 9: it enters on C, and not once more on its own turn.
        found[CENTRAL] = {chit: number for chit, number in found[CENTRAL].items() if chit != ROMANIAN_ENTRY}
        if letter == POOL_OF_THE_TREATY:
            found[CENTRAL][ROMANIAN_ENTRY] = 1
    return {side: lot for side, lot in found.items() if lot}


def income(state: State) -> dict[str, int]:
    """§5.12, §5.16: the points that each nation at war receives; a collapsed nation none (§16.11)."""
    letter, found = state.strategic_state.turn, dict[str, int]()
    spent = "replacement" not in state.printed.variant.without
    for nation in state.sides:
        if not spent or no_points(state, nation):
            continue
        due = state.printed.charts.income(nation, letter) + (resource_points(state) if nation == "GE" else 0)
        if due and nation not in (*state.strategic_state.collapsed, *state.strategic_state.surrendered):
            found[nation] = due
    return found


def headquarters_to_restore(state: State) -> tuple[str, ...]:
    """§5.14, §5.45: depleted headquarters on the map that are in supply; none of Russia's once the Czar has fallen.

    In the shell shortage they are only Russia's under Plan 19 (§20.2).
    """
    short = state.strategic_state.turn in SHELL_SHORTAGE
    if short and not state.pre_war.has(PLAN_19):
        return ()
    return tuple(
        u
        for u in state.on_map()
        if (not short or state.counter(u).nation == "RU")
        and state.counter(u).kind == "hq"
        and state.units[u].back
        and _recovers(state, u)
        and supply_of(state, u) == IN
    )


def _recovers(state: State, unit: str) -> bool:
    return not (state.counter(unit).nation == "RU" and state.strategic_state.czar)

"""§4.2, §6.17, §7.25: steps in which a side has nothing to do, as far as everyone can tell.

A standing order that lets such a step go by must not tell by it what the side holds or has below its top units. So
nothing here looks at what is hidden. Where anything could be done by it, the step is not idle; where it is, nothing
can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.great_war.chits_played.entries import GREECE, units_to_set_up
from rules.great_war.chits_played.epidemics import why_no_arrivals
from rules.great_war.chits_played.landings import GALLIPOLI_EVENT, SALONIKA_EVENT
from rules.great_war.combat.declaring import faced_hexes, was_attacked
from rules.great_war.facts.paris_gun import GUN
from rules.great_war.new_units.orders import box, entry_hexes
from rules.great_war.new_units.russian_landing import why_not_land
from rules.great_war.new_units.shock_troops import EVENT as SHOCK_TROOPS
from rules.great_war.position.control import combat_hexes, shut_hexes
from rules.great_war.position.letters import in_play
from rules.great_war.position.secrecy import OPEN
from rules.great_war.position.state import State
from rules.great_war.printed.board import SNOW
from rules.great_war.printed.charts import WEATHER
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIGHTS
from rules.great_war.restrictions.event_bans import why_target_forbidden
from rules.great_war.restrictions.first_turns import why_not_attacked
from rules.great_war.restrictions.near_east import is_there
from rules.great_war.supply.headquarters import headquarters_units
from rules.great_war.turn.weather import weather_on
from rules.great_war.units.untried import is_untried


def is_idle(state: State, side: str) -> bool:
    """§4.2: whether a side has nothing to do in the step in which it is asked: a New Units or a Combat Phase."""
    key = state.phase.key
    return nobody_to_attack(state, side, FIGHTS[key][1]) if key in FIGHTS else nobody_to_place(state, side)


def nobody_to_place(state: State, side: str) -> bool:
    """§13.0: whether a side has nothing to place, to build, to land or to form in its New Units Phase."""
    if (
        units_to_set_up(state, side)
        or _may_be_overfull(state, side)
        or _may_build(state, side)
        or any(_may_be_played(state, side))
    ):
        return False
    if side == ALLIED and why_not_land(state) is None:
        return False
    return why_no_arrivals(state) is not None or not any(_may_come(state, nation) for nation in _in_box(state, side))


def _may_be_overfull(state: State, side: str) -> bool:
    """§7.22, §6.8: whether Armenians have just risen in a Van that may hold too many, as far as its number tells."""
    places = state.printed.near_east
    units = state.stacks.get(places.van, ()) if places is not None and side == ALLIED else ()
    return len(units) > state.printed.charts.stacking.units and any(is_untried(state, u) for u in units)


def nobody_to_attack(state: State, side: str, theatre: str) -> bool:
    """§10.11: whether a side has no enemy in a theatre that units of it could attack."""
    return not any(_may_be_attacked(state, side, target) for target in faced_hexes(state, side, theatre))


# --- new units (§13.0) ------------------------------------------------------------------------------------------------


def _in_box(state: State, side: str) -> set[str]:
    return {state.counter(u).nation for u in box(state, side)}


def _may_come(state: State, nation: str) -> bool:
    """§13.11, §13.3: whether its side has a city or port for it, or it a headquarters on the map; where, is hidden."""
    return bool(entry_hexes(state, nation)) or any(
        state.units[hq].at in state.stacks for hq in headquarters_units(state)[nation]
    )


def _may_build(state: State, side: str) -> bool:
    """§14.31: whether the Hindenburg Line is still to be built."""
    due = state.strategic >= state.printed.charts.markers.hindenburg_turn
    return side == CENTRAL and due and not state.strategic_state.line_built


def _may_be_played(state: State, side: str) -> Iterator[str]:
    """§6.17: the events of this step that a side may hold. What lies in hand and pool together everyone knows."""
    hand, pool = state.chits[f"{side}.hand"], state.chits[f"{side}.pool"]
    unseen = (hand,) if state.hands == OPEN else (hand, pool) if hand else ()
    for event in _of_this_step(state, side):
        if any(lot.get(event) for lot in unseen):
            yield event


def _of_this_step(state: State, side: str) -> Iterator[str]:
    """§6.10, §15.41, §6.52, §6.53: by the side, but for landings for which it is too late."""
    if side == CENTRAL:
        yield from (GUN, SHOCK_TROOPS)
    elif GREECE not in state.sides:
        yield SALONIKA_EVENT
        if not in_play(state, ALLIED, SALONIKA_EVENT):
            yield GALLIPOLI_EVENT


# --- combat (§10.1) ---------------------------------------------------------------------------------------------------


def _may_be_attacked(state: State, side: str, target: int) -> bool:
    """§10.14, §17.11, §19.56, §6.57: whether any unit beside a hex could attack it."""
    hex_ = state.printed.board.ids[target]
    closed = target in shut_hexes(state, side) and hex_ not in state.places.beaches
    if closed or was_attacked(state, hex_) or why_not_attacked(state, hex_) or why_target_forbidden(state, target):
        return False
    if _at_peace(state, hex_, any) and not (side == CENTRAL and is_there(state, hex_)):
        return False
    near = (a for a in state.printed.board.neighbours[target] if a in combat_hexes(state, side))
    return any(_may_cross(state, a, target) for a in near)


def _may_cross(state: State, a: int, b: int) -> bool:
    """§10.15, §5.46: whether units attack from one hex into the next."""
    board = state.printed.board
    snow = WEATHER.index(weather_on(state, board.front[a])) == SNOW and {a, b} & board.alpine
    return board.crossed(a, board.neighbours[a].index(b)) and not snow and not _at_peace(state, board.ids[a], all)


def _at_peace(state: State, hex_: str, which: Callable[[Iterable[bool]], bool]) -> bool:
    """§5.46: whether any or all units of a hex are Russians after the treaty, which everyone may know."""
    units = state.stacks.get(hex_, ())
    if not state.strategic_state.treaty or not units:
        return False
    return which(state.counter(u).nationality == "RU" for u in units)

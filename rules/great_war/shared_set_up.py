"""§21.1, decisions/0059: the set-up of a side by several commanders, each with the units of their own ground.

A unit that waits obeys whoever commands all the ground on which its group is set up; the staff, where that is several.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rules.great_war.commands import command_at, command_of_front
from rules.great_war.facts.setup import UnitsPlaced, UnitsTakenBack
from rules.great_war.play import Play, place_name
from rules.great_war.position.state import POOL, State
from rules.great_war.pre_war.set_up import reduce_to_terms, turn_east
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.phases import SETUPS
from rules.great_war.printed.plans import PLANS
from rules.great_war.printed.scenarios import Group
from rules.great_war.setup import auto_setup
from rules.great_war.setup.areas import AT_ONCE, SetupAreas
from rules.great_war.setup.orders import SET_UP, grounds, group_of, to_place, unmanned_hexes, why_incomplete
from rules.great_war.stacking import check_stack
from rules.hexes.setting_up import must_be_manned
from rules.kernel.messages import Chance, Decided, Refusal, Refused
from rules.kernel.procedure.orders import At
from rules.kernel.teams.commands import command_named, staff_of
from rules.kernel.teams.set_up import SharedSetUp
from rules.kernel.wording import quantity

Mine = Callable[[str], bool]
"""Whether a unit, or a command, obeys the commander in question."""


def sets_up(state: State) -> bool:
    """§21.1: whether a side places its units now."""
    return state.battle is None and state.phase.key in SETUPS


def _ground_of(state: State, unit: str) -> str | None:
    """§21.12: the command on whose ground a unit is still to be set up."""
    if unit not in state.printed.counters or state.units[unit].at != POOL:
        return None
    group = group_of(state, unit)
    return "" if group is None else _command_of(state.plan, state.scenario, state.pre_war.played, group)


@cache
def _command_of(plan: str, scenario: str, played: tuple[str, ...], group: Group) -> str:
    """The one command of a group's ground; empty where that is several. It is printed: one answer for all matches."""
    printed = PLANS[plan].of(scenario)
    areas = SetupAreas(printed.board, printed.scenarios[scenario], played, printed.variant.owners)
    fronts = {printed.board.front[i] for i in areas.area(group)} if group.to not in AT_ONCE else set()
    found = {command_of_front(printed, front) for front in fronts}
    return next(iter(found)) if len(found) == 1 else ""


def due(state: State, side: str, mine: Mine) -> Refusal | None:
    """§21.12, §21.24: what of a commander's own is still to be set up, and which hexes of their front are empty."""
    at = At(state, side)
    left = [unit for unit in SET_UP.waiting(state, side) if mine(unit)]
    if left:
        return Refusal("not-all-placed", "21.12", f"You have {quantity(len(left), 'unit')} left to set up.")
    if mine(staff_of(side)) and not SET_UP.waiting(state, side):
        # What else stands against the end of a set-up is Germany's promises and codes, which are the staff's.
        found = why_incomplete(at)
        if found is not None and found.code != "unmanned":
            return found
    empty = [hex_ for hex_ in unmanned_hexes(state, side) if mine(command_named(side, command_at(state, hex_)))]
    text = "Each hex of your front needs a combat unit"
    return must_be_manned(empty, lambda hex_: place_name(state, hex_), "21.12", text)


def left(state: State, side: str, mine: Mine) -> str:
    """§21.12: how many units of a commander's own are still to be set up."""
    return SET_UP.left(At(state, side), mine)


def deal_own(state: State, side: str, mine: Mine, chance: Chance) -> Decided[State, object] | Refusal:
    """§21.12: a commander's own units where the whole set-up in one click would put them, whatever the others do.

    Refused where units of others stand in their way.
    """
    play = Play(state, chance)
    if side == CENTRAL and mine(staff_of(side)):
        reduce_to_terms(play)
        turn_east(play)
    own = {unit for unit in to_place(play.state, side) if mine(unit)}
    if not own:
        return Refusal("nothing-to-place", "21.12", "You have no units to set up.")
    groups = {u: g for u in to_place(play.state, side) if (g := group_of(play.state, u)) is not None}
    standing = tuple(unit for unit in SET_UP.standing(play.state, side) if unit in own)
    if standing:
        play.emit(UnitsTakenBack(standing))
    others = tuple(SET_UP.standing(play.state, side))
    alone = Play(play.state, chance)
    if others:
        alone.emit(UnitsTakenBack(others))
    dealt = auto_setup.deal_units(alone.state, grounds(state), side, groups)
    placed = {unit: hex_ for unit, hex_ in dealt.items() if unit in own}
    stacks: dict[str, list[str]] = {}
    for unit, hex_ in placed.items():
        stacks.setdefault(hex_, []).append(unit)
    try:
        for hex_, units in stacks.items():
            check_stack(play.state, units, hex_)
    except Refused as refused:
        return refused.refusal
    play.emit(UnitsPlaced(placed))
    return play.decided()


SHARED: SharedSetUp[State] = SharedSetUp(
    goes_on=sets_up,
    by=lambda state, _: sets_up(state),
    units=to_place,
    ground_of=_ground_of,
    due=due,
    left=left,
    parts={"deal": deal_own},
)
"""§21.1: the set-up as the layer of shared sides asks for it."""

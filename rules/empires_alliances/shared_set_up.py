"""§1.4, decisions/0063: the set-up of a side by several commanders, each with the armies of their own ground.

A unit that waits obeys whoever commands all the ground on which its group is set up; the staff, where that is several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.empires_alliances.facts.setup import Dealt
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.theatres import region_of
from rules.empires_alliances.printed.board import SET_UP as WAITING
from rules.empires_alliances.printed.steps import SET_UP
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.setup.areas import group_of, title_of, units_waiting
from rules.empires_alliances.setup.auto_setup import deal
from rules.empires_alliances.setup.orders import why_none_of
from rules.empires_alliances.setup.placing import places_for, why_not_set_up
from rules.kernel.messages import Chance, Decided, Refusal
from rules.kernel.teams.commands import staff_of
from rules.kernel.teams.set_up import SharedSetUp
from rules.kernel.wording import quantity

Mine = Callable[[str], bool]
"""Whether a unit, or a command, obeys the commander in question."""


def sets_up(state: State) -> bool:
    """§1.4: whether a side places its units now."""
    return state.top is state.phase and state.phase.name == SET_UP


def _ground_of(state: State, unit: str) -> str | None:
    """§1.4: the region on whose ground a unit is set up; empty where commanders of several could place it."""
    waits = unit in state.units and state.units[unit].at == WAITING
    return _regions(state).get(unit, "") if waits else None


def _regions(state: State) -> Mapping[str, str]:
    """By unit. What is printed of the groups says it, so that it stays the same all through a set-up."""

    def find(_: object) -> Mapping[str, str]:
        found = dict[str, str]()
        for group in state.card.groups.values():
            for unit in members_of(state, group):
                hexes = (h for h in places_for(state, unit) if h not in state.board.boxes)
                regions = sorted({region_of(state, hex_) for hex_ in hexes})
                theatres = {state.theatres.get(region, region) for region in regions}
                found[unit] = regions[0] if len(theatres) == 1 else ""
        return found

    source = (state.scenario, state.options, state.wars, state.theatres)
    return state.memory.recall("regions of the set-up", source, find)


def units_to_set_up(state: State, side: str) -> tuple[str, ...]:
    """§1.4: the units that a side sets up, whether they stand already or not."""
    return tuple(u for g in state.card.groups.values() for u in members_of(state, g) if state.side_of(u) == side)


def army(state: State, unit: str) -> tuple[str, str] | None:
    """The army of a unit that is set up, and where it stands; None for others."""
    if unit not in units_to_set_up(state, state.side_of(unit)):
        return None
    at = state.units[unit].at
    return title_of(state, group_of(state, unit)), "" if at in state.off_map else at


def due(state: State, side: str, mine: Mine) -> Refusal | None:
    """§1.4: what of a commander's own is still to be set up. What a side's whole set-up must hold besides, as garrisons
    (§3.44), is the staff's to see to once all units stand."""
    waiting = units_waiting(state, side)
    left = [unit for unit in waiting if mine(unit)]
    if left:
        return Refusal(
            "still-to-place", printed_in(state, "1.4"), f"You have {quantity(len(left), 'unit')} left to set up."
        )
    return why_not_set_up(state, side) if mine(staff_of(side)) and not waiting else None


def why_not_auto_set_up_part(state: State, side: str, mine: Mine) -> Refusal | None:
    """§1.4: why nothing of a commander's own can be set up in one click."""
    return why_none_of(state, [unit for unit in units_waiting(state, side) if mine(unit)])


def deal_own(state: State, side: str, mine: Mine, chance: Chance) -> Decided[State, object] | Refusal:
    """§1.4: a commander's own units where the whole set-up in one click would put them; what stands stays there."""
    refusal = why_not_auto_set_up_part(state, side, mine)
    if refusal is not None:
        return refusal
    play = Play(state, chance)
    play.emit(Dealt({unit: place for unit, place in deal(state, side).items() if mine(unit)}))
    return play.decided()


SHARED: SharedSetUp[State] = SharedSetUp(
    goes_on=sets_up,
    by=lambda state, side: sets_up(state) and side == state.player,
    units=units_to_set_up,
    ground_of=_ground_of,
    due=due,
    ending="end_set_up",
    parts={"set_up_all": deal_own},
    parted=sets_up,
    no_part=why_not_auto_set_up_part,
    army=army,
)
"""§1.4: the set-up as the layer of shared sides asks for it."""

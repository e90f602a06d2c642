"""How a state becomes another one: the few changes that all facts are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.great_war.state import BOXES, DEAD, BattleFrame, State, UnitState
from rules.kernel import frames
from rules.kernel.replacing import replace


def change(state: State, changes: Mapping[str, UnitState]) -> State:
    """Units in a new condition, where they are."""
    return replace(state, units={**state.units, **changes}) if changes else state


def relocate(state: State, units: Iterable[str], to: str) -> State:
    """Units go from wherever they are to a hex (on top, in their order, headquarters below) or a box."""
    moving = tuple(units)
    stacks = dict(state.stacks)
    changes = {}
    for unit in moving:
        at = state.units[unit].at
        if at not in BOXES:
            left = tuple(u for u in stacks[at] if u != unit)
            if left:
                stacks[at] = left
            else:
                del stacks[at]
        changes[unit] = state.units[unit]._replace(at=to)
    if to not in BOXES:
        stacks[to] = ordered(state, (*moving, *stacks.get(to, ())))
    return replace(state, units={**state.units, **changes}, stacks=stacks)


def ordered(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§7.25: a stack with its headquarters below: the top tells whether anybody can fight there."""
    combat: list[str] = []
    staff: list[str] = []
    for unit in units:
        (combat if state.counter(unit).is_combat else staff).append(unit)
    return (*combat, *staff)


def dead(state: State, units: Iterable[str]) -> State:
    """§10.63: units go to the dead pile, the front up and as if nothing had happened in the phase.

    A converted division of cavalry stays on foot (§15.55).
    """
    gone = tuple(units)
    state = relocate(state, gone, DEAD)
    on_foot = {u: state.counter(u).turned == "infantry" and state.units[u].back for u in gone}
    return change(state, {u: UnitState(DEAD, on_foot[u]) for u in gone})


def lose_step(state: State, unit: str) -> State:
    """§10.63: a full two-step unit is reduced, any other goes to the dead pile."""
    if has_two_steps(state, unit):
        return change(state, {unit: state.units[unit]._replace(back=True)})
    return dead(state, [unit])


def has_two_steps(state: State, unit: str) -> bool:
    """§3.26: whether a unit has a step to lose before it is destroyed."""
    return state.counter(unit).turned == "reduced" and not state.units[unit].back


def battle_of(state: State) -> BattleFrame:
    """The attack under way. ValueError when there is none: such a fact was never decided."""
    if state.battle is None:
        raise ValueError("no attack is under way")
    return state.battle


def in_battle(state: State, frame: BattleFrame) -> State:
    """The attack under way as another one."""
    return replace(state, cursor=frames.exchanged(state.cursor, frame))


def drawn(state: State, draw: int) -> State:
    """The die of the number ``draw`` has been rolled."""
    return replace(state, draws=draw + 1)

"""How a state becomes another one: the few changes that all events are made of."""

from __future__ import annotations

from collections.abc import Iterable

from rules.hexes.occupied import bring, change
from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.state import (
    ELIMINATED,
    OUT_OF_SUPPLY,
    REMOVED,
    BattleFrame,
    State,
    UnitState,
)
from rules.schlieffens_war.printed.phases import FOLLOWING
from rules.schlieffens_war.printed.sides import BE


def relocate(state: State, units: Iterable[str], to: str) -> State:
    """Move units from wherever they are to a hex (on top, keeping their order) or a box."""
    return bring(state, {unit: state.units[unit]._replace(at=to) for unit in units}, to)


def at_level(now: UnitState, morale: int) -> UnitState:
    """§9.6: a unit at another level of morale; how far the phase has taken it is kept."""
    return now._replace(morale=morale, shifted=now.shifted + morale - now.morale)


def arrive(state: State, unit: str, box: str) -> State:
    """§6.6: the unit has come out of a box in this phase, which its own side alone knows until the phase is closed."""
    return replace(state, arrivals={**state.arrivals, unit: box})


def lose_step(state: State, unit: str) -> State:
    """§2.8: a step less; the unit is eliminated with its last one."""
    steps = state.units[unit].steps - 1
    if steps <= 0:
        return eliminate(state, unit)
    return change(state, {unit: state.units[unit]._replace(steps=steps)})


def eliminate(state: State, unit: str) -> State:
    """§2.8, §8.8, §9.5: lost by attrition or in combat: corps out of supply never come back, nor Belgians and forts."""
    for_good = state.counter(unit).is_corps and state.units[unit].supply == OUT_OF_SUPPLY
    return _out_of_play(state, unit, for_good)


def give_up(state: State, unit: str) -> State:
    """§6.5, §2.8: eliminated by its owner's choice, out of supply or not; only Belgians and forts never come back."""
    return _out_of_play(state, unit, for_good=False)


def _out_of_play(state: State, unit: str, for_good: bool) -> State:
    gone = for_good or state.counter(unit).nation == BE or state.counter(unit).kind == "fort"
    state = relocate(state, [unit], REMOVED if gone else ELIMINATED)
    return change(state, {unit: state.units[unit]._replace(steps=0, morale=0, spent=0)})


def battle_frame(state: State) -> BattleFrame:
    """The attack under way. ValueError when there is none: such an event was never decided."""
    if state.battle is None:
        raise ValueError("no attack is under way")
    return state.battle


def in_battle(state: State, **changes: object) -> State:
    """The attack under way with some fields changed."""
    cursor = tuple(replace(f, **changes) if isinstance(f, BattleFrame) else f for f in state.cursor)  # type: ignore[arg-type]
    return replace(state, cursor=cursor)


def stage_over(state: State, stage: str) -> State:
    """§11.8: the attack under way when a stage of it is over: the sequence says which follows."""
    return in_battle(state, stage=FOLLOWING[stage])


def shift_column(state: State, text: str, section: str, columns: int) -> State:
    """§11.8: the attack under way with one more column shift."""
    frame = battle_frame(state)
    return in_battle(state, shifts=(*frame.shifts, (text, section, columns)), column=frame.column + columns)

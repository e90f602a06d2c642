"""§2.9, §10.2, §10.6: what a unit may spend in a phase, by forced march too, and why it moves no more."""

from __future__ import annotations

from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import refused_by
from rules.schlieffens_war.command import in_command
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.play import (
    name_of,
)
from rules.schlieffens_war.position.state import IN_SUPPLY, State
from rules.schlieffens_war.printed.phases import BEF_TURN
from rules.schlieffens_war.printed.sides import BR, GERMAN
from rules.schlieffens_war.zoc import in_ezoc

FORCED_MARCH_MP = 2


def halve(value: int) -> int:
    """§8.7: half, rounded up."""
    return -(-value // 2)


def allowance(state: State, unit: str) -> int:
    """§2.9, §8.7, §8.9, §9.6: MP for this phase: the printed MA, halved out of regular supply and again by fatigue."""
    ma = state.counter(unit).ma
    if state.units[unit].supply != IN_SUPPLY:
        ma = halve(ma)
    return halve(ma) if is_fatigued(state, unit) else ma


def check_may_move(state: State, unit: str) -> None:
    """§10.0: refuse a unit that cannot move (any more) in this phase."""
    printed = state.counter(unit)
    if not state.is_on_map(unit):
        raise Refused("not-on-map", "10.0", f"{name_of(state, unit)} is not on the map.")
    if not printed.is_mobile:
        raise Refused("cannot-move", "2.5", f"{name_of(state, unit)} is a fort and never moves.")
    if printed.nation == BR and state.turn <= BEF_TURN:
        raise Refused("bef-lands", "9.2", "The BEF has just landed and may not move before turn 4.")
    if is_stopped(state, unit):
        raise Refused("stopped", "7.1", f"{name_of(state, unit)} entered an enemy zone of control and stops there.")


def why_not_move(state: State, unit: str) -> Refusal | None:
    """§10.0: why a unit cannot move (any more), or that it has nothing left to move with."""
    refusal = refused_by(lambda u: check_may_move(state, u))(unit)
    if refusal is None and not can_go_on(state, unit):
        return Refusal("spent", "10.0", f"{name_of(state, unit)} has spent its MP.")
    return refusal


def is_stopped(state: State, unit: str) -> bool:
    """§7.1: whether the unit has entered an enemy zone of control in this phase and ends its movement there."""
    now = state.units[unit]
    return now.spent > 0 and in_ezoc(state, now.at, state.counter(unit).side)


def left_of(state: State, unit: str) -> int:
    """§2.9, §10.6: the MP that the unit has left in this phase; a forced march has added two."""
    now = state.units[unit]
    return allowance(state, unit) + (FORCED_MARCH_MP if now.marched else 0) - now.spent


def can_go_on(state: State, unit: str) -> bool:
    """§7.1, §10.0, §10.6: whether the unit has MP left, those of a forced march included, and may spend them."""
    if is_stopped(state, unit):
        return False
    return left_of(state, unit) > 0 or why_not_force_march(state, unit) is None


def why_not_force_march(state: State, unit: str) -> Refusal | None:
    """§10.6: why a unit may not force march, or None when it may.

    The two MP may be added at any point of its movement in this phase; no zone may lie where that movement began.
    """
    printed, now = state.counter(unit), state.units[unit]
    if printed.kind not in ("infantry", "cavalry", "hq"):
        return Refusal("no-forced-march", "10.6", "Only corps and HQs can make forced marches.")
    if now.marched:
        return Refusal("has-marched", "10.6", f"{name_of(state, unit)} has already made its forced march.")
    if now.supply != IN_SUPPLY:
        return Refusal("out-of-supply", "10.6", f"{name_of(state, unit)} is not in regular supply.")
    if not in_command(state, unit):
        return Refusal("out-of-command", "6.7", f"{name_of(state, unit)} is not in command.")
    if is_fatigued(state, unit):
        return Refusal("fatigued", "10.6", f"{name_of(state, unit)} is fatigued.")
    if in_ezoc(state, now.began or now.at, printed.side):
        return Refusal("in-ezoc", "10.6", f"{name_of(state, unit)} began its movement in an enemy zone of control.")
    return None


def marching_is_free(state: State, side: str) -> bool:
    """§3.1, §10.2, §10.6: on turn 1 marching neither tires nor wears the Germans."""
    return side == GERMAN and state.turn == 1


def is_tiring(state: State, unit: str, spent: int) -> bool:
    """§10.2: more than half of the MA (rounded up) tires a unit."""
    return spent > halve(allowance(state, unit))

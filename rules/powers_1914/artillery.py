"""§3.3.12 Heavy artillery: a gun that has not moved shoots into a neighbouring field, once a turn."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import JsonObject, Refused
from rules.powers_1914.data import (
    AIRCRAFT,
    ARTILLERY,
    GENERAL,
    board,
    foe,
    piece,
    place_name,
    printed,
    unit_name,
)
from rules.powers_1914.events import ShotRolled
from rules.powers_1914.movement import movers
from rules.powers_1914.play import Play, only, want_area, want_enemy, want_unit
from rules.powers_1914.state import State, of_kind

HITS_FROM = 6


def needed(state: State, gun: str) -> int:
    """§3.3.12, §3.9, §3.11.1: the score from which a gun hits: 6, less for modernisation and for its general."""
    p = piece(gun)
    score = HITS_FROM - state.level(p.nation, ARTILLERY)
    for general in state.generals(state.units[gun].at, state.side_of(gun)):
        chief = printed().generals[piece(general).label]
        if chief.helps == ARTILLERY:
            score -= chief.bonus
    return score


def targets(state: State, area: str, side: str) -> list[str]:
    """§3.3.12: enemy units in a field that a gun may throw out: no generals, no aircraft."""
    return [u for u in state.units_of(area, foe(side)) if piece(u).kind not in (GENERAL, AIRCRAFT)]


def in_range(state: State, gun: str) -> dict[str, list[str]]:
    """§3.3.1, §3.3.12: the fields that a gun may shoot at, and whom it may choose there."""
    side = state.side_of(gun)
    if board().is_sea(state.units[gun].at):
        return {}
    found = {a: targets(state, a, side) for a in board().near[state.units[gun].at] if a not in state.assaulted}
    return {a: units for a, units in found.items() if units}


def shoot(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.3.12: shoot at a unit in a neighbouring field."""
    only(command, "unit", "area", "target")
    state = play.state
    gun = want_unit(command, state, seat)
    area = want_area(command)
    target = want_enemy(command, state, seat)
    if piece(gun).kind != ARTILLERY or state.units[gun].at not in board().areas:
        raise Refused("no-gun", "3.3.12", f"{unit_name(gun)} is not artillery on the map.")
    if board().is_sea(state.units[gun].at):
        raise Refused("afloat", "3.2.7", "A gun at sea cannot shoot.")
    if state.units[gun].spent:
        raise Refused("has-moved", "3.3.12", f"{unit_name(gun)} has already moved or shot this turn.")
    if area not in board().near[state.units[gun].at]:
        raise Refused("out-of-range", "3.3.12", f"{place_name(area)} is not a neighbouring field.")
    if area in state.assaulted:
        raise Refused("too-late", "3.3.1", f"Infantry has already fought in {place_name(area)}: guns must shoot first.")
    if target not in targets(state, area, state.side_of(gun)):
        raise Refused("no-such-target", "3.3.12", f"{unit_name(target)} cannot be shot at in {place_name(area)}.")
    draw, die = play.next_die()
    play.emit(ShotRolled(gun, area, target, draw, die, needed(state, gun)))


def shoot_offer(state: State, seat: str) -> list[JsonObject]:
    """§3.3.12: which guns reach what, and from which score they hit."""
    guns: JsonObject = {}
    for gun in of_kind(movers(state, seat), ARTILLERY):
        fields = in_range(state, gun)
        if fields:
            at: JsonObject = {a: [*units] for a, units in fields.items()}
            guns[gun] = {"needed": needed(state, gun), "areas": at}
    return [{"kind": "shoot", "label": "Shoot", "section": "3.3.12", "guns": guns}] if guns else []

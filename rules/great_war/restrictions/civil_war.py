"""§6.48, §16.31 Russian Civil War: no two Russian units are in one hex or in one attack any more, on any map."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.position.state import State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import ALLIED
from rules.great_war.printed.phases import (
    ARRIVALS,
    COMBAT,
    EVENT_PHASE,
    FIRST,
    FIRST_MOVEMENT,
    INITIATIVE_ANSWER,
    WEATHER_STEP,
)
from rules.kernel.messages import Refusal

APART = Refusal("civil-war", "6.48", "Civil war in Russia: no two Russian units may be in one hex.")
NOT_TOGETHER = Refusal("civil-war", "6.48", "Civil war in Russia: no two Russian units attack together.")
BEFORE_MOVEMENT = (*EVENT_PHASE, *ARRIVALS, INITIATIVE_ANSWER, WEATHER_STEP)


def must_be_apart(state: State) -> bool:
    """§6.48: whether Russians may not be stacked now: from the movement on in which they can part, those of the turn on
    which the war breaks out."""
    began = state.near_east.civil_war
    if not began or state.turn != began:
        return bool(began)
    key = state.phase.key
    if mover_in(state, EAST, FIRST_MOVEMENT) == ALLIED:
        return key not in BEFORE_MOVEMENT
    half, _ = COMBAT.get(key, ("", ""))
    return key not in (*BEFORE_MOVEMENT, FIRST_MOVEMENT) and half != FIRST


def why_not_stacked(state: State, units: Iterable[str]) -> Refusal | None:
    """§6.48: why these units cannot be in one hex."""
    return APART if must_be_apart(state) and _are_several(state, units) else None


def why_not_joined(state: State, units: Iterable[str], together: Iterable[str]) -> Refusal | None:
    """§6.48: why units do not come to a hex where they would be ``together`` with others: only stacks of before the war
    have time to part, and no new one is made."""
    joins = state.near_east.civil_war and any(state.counter(u).nationality == "RU" for u in units)
    return APART if joins and _are_several(state, together) else None


def why_not_together(state: State, units: Iterable[str]) -> Refusal | None:
    """§6.48: why these units cannot attack together."""
    return NOT_TOGETHER if state.near_east.civil_war and _are_several(state, units) else None


def _are_several(state: State, units: Iterable[str]) -> bool:
    return sum(state.counter(u).nationality == "RU" for u in units) > 1

"""§9.6 Élan and fatigue."""

from __future__ import annotations

from collections.abc import Iterable

from rules.schlieffens_war.facts.morale import MoraleChanged
from rules.schlieffens_war.position.state import ELAN, FATIGUED, State

MOST_LEVELS = 1
"""§9.6: no phase leaves a corps further than that from the morale with which it began."""
LEVEL_NAMES = {FATIGUED: "fatigued", 0: "normal", ELAN: "elan"}


def change_of_morale(state: State, units: Iterable[str], levels: int, section: str) -> MoraleChanged | None:
    """§9.6: corps go ``levels`` (+1 or -1) up or down, one at most; nobody but corps has morale.

    A fatigued corps that would tire again, and one with élan that would gain, stay as they are. So does one that the
    phase has already taken a level that way.
    """
    moved = []
    for unit in units:
        if not state.counter(unit).is_corps or not state.units[unit].steps:
            continue
        now, shifted = state.units[unit].morale, state.units[unit].shifted
        after = max(FATIGUED, min(ELAN, now + levels))
        if after != now and abs(shifted + after - now) <= MOST_LEVELS:
            moved.append((unit, after))
    if not moved:
        return None
    return MoraleChanged(tuple(u for u, _ in moved), tuple(m for _, m in moved), section)


def is_fatigued(state: State, unit: str) -> bool:
    """Whether a corps bears a fatigue marker."""
    return state.counter(unit).is_corps and state.units[unit].morale == FATIGUED


def has_elan(state: State, unit: str) -> bool:
    """Whether a corps bears an élan marker."""
    return state.counter(unit).is_corps and state.units[unit].morale == ELAN

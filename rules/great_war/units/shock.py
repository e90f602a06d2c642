"""§15.4: which units are shock troops now."""

from __future__ import annotations

from rules.great_war.position.state import State
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.fronts import EAST

SHOCK_EVENTS = 2
"""§15.41: as many as there are."""


def is_shock(state: State, unit: str) -> bool:
    """§15.4, §15.46: a division turned to its shock-troop side, and the Alpine Corps in the east, everywhere once an
    event has been played."""
    now, board = state.units[unit], state.printed.board
    if state.counter(unit).turned == "shock" and now.back:
        return True
    if unit != ALPINE_CORPS or now.at not in board.index:
        return False
    everywhere = shock_events(state) > 0 and unit not in state.chit_state.tired
    return everywhere or board.front[board.index[now.at]] == EAST


def shock_events(state: State) -> int:
    """§15.41: how many of the two shock-troop events have been played; in a scenario of 1918 both (§21.55)."""
    return SHOCK_EVENTS if state.card.shock_troops else state.chit_state.shock

"""§6.47 Attacks that events forbid."""

from __future__ import annotations

from rules.great_war.fronts import WEST
from rules.great_war.state import State
from rules.kernel.messages import Refusal

MUTINY = Refusal("mutiny", "6.47", "The French army has mutinied: its units do not attack in the west.")


def lasts(state: State, effect: str) -> bool:
    """§6.47: whether an effect of several turns still works."""
    return state.record.lasting.get(effect, 0) >= state.turn


def event_forbids(state: State, unit: str) -> Refusal | None:
    """§6.47: why an event keeps a unit on the map from attacking."""
    if not state.record.lasting:
        return None
    board = state.printed.board
    on_west = board.front[board.index[state.units[unit].at]] == WEST
    return MUTINY if on_west and state.counter(unit).nation == "FR" and lasts(state, "french-mutiny") else None

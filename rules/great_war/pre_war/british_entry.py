"""§20.3 No. 10: while Belgium is left in peace, the British enter the war on strategic turn B and not before."""

from __future__ import annotations

from rules.great_war.facts.pre_war import BritainEntered
from rules.great_war.play import Play
from rules.great_war.position.pre_war_state import MOLTKE
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import SECOND

BRITAIN = "BR"


def britain_joins(play: Play) -> None:
    """§20.3 No. 10: as the strategic turn begins, so that the turn brings their units and their resource points."""
    if is_due(play.state):
        play.emit(BritainEntered())


def is_due(state: State) -> bool:
    """§20.3 No. 10: whether the British have waited long enough."""
    return state.pre_war.has(MOLTKE) and BRITAIN not in state.sides and state.strategic_state.turn >= SECOND

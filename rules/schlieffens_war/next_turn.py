"""§5.1 A side's next player turn, as if it began on the current position: what its orders are drafted on."""

from __future__ import annotations

from rules.kernel.drafting import DieAsked, no_die
from rules.kernel.fast_replace import replace
from rules.kernel.procedure.phases import Phase
from rules.schlieffens_war.engine import ENGINE
from rules.schlieffens_war.facts.procedure import PhaseBegan
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.position.arrivals import open_to
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.phases import FIRST_REGROUP_TURN, LAST_TURN, MOVEMENT, REGROUP, SETUP
from rules.schlieffens_war.printed.sides import SIDES, foe


def next_turn(state: State, side: str) -> State | None:
    """§5.1: the position with the side's first phase in which it can do something begun now, in the enemy's turn.

    What the enemy still places is left out, as the side does not see it (§6.6, §9.0). None in the side's own turn,
    during set-up, and when no turn of the side follows.
    """
    if state.ended is not None or side not in SIDES or state.phase.side != foe(side) or state.phase.name == SETUP:
        return None
    turn = state.turn if SIDES.index(side) > SIDES.index(foe(side)) else state.turn + 1
    if turn > LAST_TURN:
        return None
    play = Play(replace(open_to(state, side), arrivals={}), no_die)
    first = Phase(side, REGROUP if turn >= FIRST_REGROUP_TURN else MOVEMENT)
    play.emit(PhaseBegan(first.key, turn))
    try:
        ENGINE.settle(play)
    except DieAsked:
        return None
    return play.state

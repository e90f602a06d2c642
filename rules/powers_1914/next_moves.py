"""§3.1.4 A seat's next moves, as if they began on the current position: what its orders are drafted on."""

from __future__ import annotations

from rules.kernel.facts import evolve
from rules.kernel.procedure.phases import Phase
from rules.powers_1914.facts.procedure import PhaseBegan
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.phases import ACTION
from rules.powers_1914.printed.pieces import SIDES
from rules.powers_1914.victory import is_last_turn


def next_moves(state: State, seat: str) -> State | None:
    """§3.1.4: the position with the moves of the seat's side begun now, while the other side moves.

    What comes before them in the next turn, its cards and purchases, is left out. None while a battle or anything else
    interrupts the moves, since pieces of both sides may then be in one field.
    """
    side = state.seats.get(seat)
    if side is None or state.ended is not None or not isinstance(state.top, PhaseFrame) or not state.nations_of(seat):
        return None
    if state.active in (None, side) or state.phase.name != ACTION:
        return None
    later = SIDES.index(side) > SIDES.index(state.active)
    if not later and is_last_turn(state):
        return None
    return evolve(state, PhaseBegan(Phase(side, ACTION).key, state.turn if later else state.turn + 1))

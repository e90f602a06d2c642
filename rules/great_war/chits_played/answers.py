"""§6.12 Drawn chits that ask something of a side before anything else is drawn: who answers, and how it is over.

An effect in ``settling.EFFECTS`` calls ``wait_for``. Its order stands in ``sequence.SETTLING``, is given only while its
chit ``waits``, and ends with ``end_answer``.
"""

from __future__ import annotations

from rules.great_war.facts.settling import ChitSettled, ChitWaits
from rules.great_war.play import Play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.chits import Chit
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At
from rules.kernel.procedure.steps import Ask

NOT_DRAWN = Refusal("not-drawn", "6.12", "No such event is waiting for an answer.")


def wait_for(play: Play, chit: Chit, side: str) -> None:
    """§6.12: a chit that was drawn asks something of a side."""
    play.emit(ChitWaits(chit.id, side))


def end_answer(play: Play) -> None:
    """§6.12: the chit that waited is answered for, and the next may be drawn."""
    play.emit(ChitSettled(play.state.chit_state.settling[0]))


def waiting_effect(state: State) -> str:
    """§6.12: the effect of the chit that waits for an answer, empty when none does."""
    chit, _ = state.chit_state.settling
    return state.printed.chits.events[chit].effect if chit else ""


def why_not(at: At[State], effect: str) -> Refusal | None:
    """§6.12: why an order that answers for a chit cannot be given now."""
    return None if waiting_effect(at.state) == effect else NOT_DRAWN


def who_settles(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.12: the side that answers for the chit that waits."""
    chit, side = state.chit_state.settling
    left = sum(number for *_, number in state.chit_state.drawing)
    return (Ask(side, serial=f"{chit}.{left}"),) if chit else ()

"""The engine of this game: its sequence, where a match stands in it, and how a decision of it begins."""

from __future__ import annotations

from rules.kernel.procedure.engine import Engine, Place
from rules.kernel.procedure.steps import Step
from rules.schlieffens_war.arrivals import open_to
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.procedure import begin
from rules.schlieffens_war.sequence import TREE
from rules.schlieffens_war.sides import SIDE_NAMES
from rules.schlieffens_war.state import State


def places(state: State) -> tuple[Place[State], ...]:
    """The innermost frame of the cursor: the phase, the stage of an attack, or what is over the limits."""
    frame = state.top
    return (Place(TREE.step(frame.step), frame),)


def heading(state: State, step: Step[State]) -> str:
    """Whose step it is, and which."""
    sides = {ask.seat for ask in step.asks(state, state.top)}
    return titled(" and ".join(SIDE_NAMES[side] for side in sides), step)


def titled(who: str, step: Step[State]) -> str:
    """§5.0: ``German Movement`` for a phase; what interrupts one is its decider's alone: ``Entente: extra loss``."""
    if step.side is not None:
        return f"{who} {step.title}"
    return f"{who}: {step.title[:1].lower()}{step.title[1:]}"


ENGINE: Engine[State, Play] = Engine(
    TREE,
    places=places,
    unfold=Play,
    begin=begin,
    stamp=lambda state: state.turn,
    seat_title=lambda _, seat: f"the {SIDE_NAMES[seat]} player",
    heading=heading,
    sight=open_to,
    section="5.0",
)

"""The engine of this game: its sequence, where a match stands in it, and how a decision of it begins."""

from __future__ import annotations

from rules.kernel.procedure.engine import Engine
from rules.kernel.procedure.steps import Step
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.position.arrivals import open_to
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import SIDE_NAMES
from rules.schlieffens_war.procedure import begin
from rules.schlieffens_war.sequence import TREE


def step_heading(state: State, step: Step[State]) -> str:
    """Whose step it is, and which."""
    sides = dict.fromkeys(ask.seat for ask in step.asks(state, state.top))
    return step_title(" and ".join(SIDE_NAMES[side] for side in sides), step)


def step_title(who: str, step: Step[State]) -> str:
    """§5.0: ``German Movement`` for a phase; what interrupts one is its decider's alone: ``Entente: extra loss``."""
    if step.side is not None:
        return f"{who} {step.title}"
    return f"{who}: {step.title[:1].lower()}{step.title[1:]}"


ENGINE: Engine[State, Play] = Engine(
    TREE,
    unfold=Play,
    begin=begin,
    seat_title=lambda _, seat: f"the {SIDE_NAMES[seat]} player",
    heading=step_heading,
    sight=open_to,
    section="5.0",
)

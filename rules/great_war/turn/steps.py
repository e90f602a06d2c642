"""§4.2: whom a step of the turn asks, and the order that ends it."""

from __future__ import annotations

from collections.abc import Callable

from rules.great_war.facts.procedure import StepEnded
from rules.great_war.play import Play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.procedure.steps import Ask

Asks = Callable[[State, PhaseFrame], tuple[Ask, ...]]


def ask_side(side: str) -> Asks:
    """§4.2: a side, until it has ended the step. The question stays the same all the while."""
    return lambda state, frame: () if side in frame.done else (Ask(side, serial=""),)


allied, central = ask_side(ALLIED), ask_side(CENTRAL)


def end_step(play: Play, at: At[State], _: Choices) -> None:
    """§4.2: the side has nothing more to do in this step."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


def end_of_step(label: str, section: str, when: Callable[[At[State]], Refusal | None] | None = None) -> Order[State]:
    """The order that ends a step."""
    if when is None:
        return Order("end_phase", label, section, end_step)
    return Order("end_phase", label, section, end_step, when=when, greyed=True)

"""§4.0 The course of the match: who is asked in each step, and what happens by itself as steps and turns go by."""

from __future__ import annotations

from collections.abc import Callable

from rules.great_war.chits_played.offensives import judge
from rules.great_war.events.procedure import PhaseBegan, SetUpEnded, StepEnded, TurnBegan
from rules.great_war.events.strategic import StrategicTurnBegan
from rules.great_war.events.supply import UnsuppliedEliminated
from rules.great_war.marker import stands_in
from rules.great_war.movement import mover_in
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.phases import FIRST, FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.play import Play
from rules.great_war.setup import undrawn
from rules.great_war.state import PhaseFrame, State
from rules.great_war.strategic.letters import following
from rules.great_war.strategic.resource_hexes import judge_resource_hexes
from rules.great_war.supply import unsupplied
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.procedure.steps import Ask, Step

Asks = Callable[[State, PhaseFrame], tuple[Ask, ...]]


def asked(side: str) -> Asks:
    """§4.2: a side, until it has ended the step. The question stays the same all the while."""
    return lambda state, frame: () if side in frame.done else (Ask(side, serial=""),)


allied, central = asked(ALLIED), asked(CENTRAL)


def drawing(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§21.24: the Allied player, while lots are to be drawn."""
    return (Ask(ALLIED, serial=""),) if undrawn(state) and ALLIED not in frame.done else ()


def attacker(half: str, theatre: str) -> Asks:
    """§10.0: the side that has just moved in the theatre, until it has ended its attacks."""

    def asks(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
        side = mover_in(state, theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT)
        return () if side in frame.done else (Ask(side, theatre, serial=""),)

    return asks


def second_attacks(half: str, theatre: str) -> Callable[[State], bool]:
    """§10.82, §10.84: whether the marker of the side that has just attacked stands in the theatre."""

    def takes_place(state: State) -> bool:
        side = mover_in(state, theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT)
        return stands_in(state, side, theatre)

    return takes_place


def end_step(play: Play, at: At[State], _: Choices) -> None:
    """§4.2: the side has nothing more to do in this step."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


def done(label: str, section: str, when: Callable[[At[State]], Refusal | None] | None = None) -> Order[State]:
    """The order that ends a step."""
    if when is None:
        return Order("end_phase", label, section, end_step)
    return Order("end_phase", label, section, end_step, when=when, greyed=True)


def eliminate_unsupplied(play: Play, _: PhaseFrame) -> None:
    """§4.2, §11.13, §11.84: units of both sides that are out of supply are eliminated, all at once."""
    gone = unsupplied(play.state)
    if gone:
        play.emit(UnsuppliedEliminated(gone))
    judge_resource_hexes(play)


def set_up_over(play: Play, _: PhaseFrame) -> None:
    """§21.12: the first turn begins. §7.11, §21.33: what the Central Powers occupy beyond their ground is theirs."""
    play.enter([h for h in play.state.hexes if play.state.holder(h) == CENTRAL], CENTRAL)
    play.emit(SetUpEnded())


def advance_marker(play: Play, _: PhaseFrame) -> None:
    """§4.2: the turn marker goes on, to a strategic turn where one comes between."""
    judge(play)
    if play.state.ended is not None:
        return
    letter = following(play.state)
    play.emit(StrategicTurnBegan(letter) if letter else TurnBegan(play.state.turn + 1))


def begin(play: Play, step: Step[State] | None) -> None:
    """§4.2: on to a step. RuntimeError after the last, which ends with a verdict."""
    if step is None:
        raise RuntimeError("a turn follows every turn that has no verdict")
    play.emit(PhaseBegan(step.key))


def events_come(state: State) -> bool:
    """§21.21: a scenario may begin after the Event Phase of its first turn."""
    return not (state.card.begins == "new-units" and state.turn == state.card.turn)

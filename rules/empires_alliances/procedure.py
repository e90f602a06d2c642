"""§7.0: who is asked in a step, and what happens by itself when steps and turns begin and end."""

from __future__ import annotations

from rules.empires_alliances.arrivals import phase
from rules.empires_alliances.arrivals.reinforcements import why_not_delay
from rules.empires_alliances.arrivals.withdrawals import why_not_end_withdrawals
from rules.empires_alliances.combat.rally import rally
from rules.empires_alliances.countries import boxes
from rules.empires_alliances.countries.morale import check_morale
from rules.empires_alliances.facts.procedure import ARRIVALS, COMBAT, MOVEMENT, SUPPLY, StepBegan, StepClosed
from rules.empires_alliances.movement.entering import free_garrisons
from rules.empires_alliances.play import Play
from rules.empires_alliances.politics.conquest import remove_forces
from rules.empires_alliances.politics.declarations import may_be_declared_on
from rules.empires_alliances.politics.entry import enter
from rules.empires_alliances.politics.garrisons import count_garrisons
from rules.empires_alliances.politics.variable_entry import roll
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed import steps
from rules.empires_alliances.printed.sides import CENTRAL
from rules.empires_alliances.printed.steps import step_named
from rules.empires_alliances.stacking import passes_to_foe
from rules.empires_alliances.victory import final_verdict, sudden_death
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices
from rules.kernel.procedure.steps import Ask, Step

END = "end"
FRESH = {steps.ARRIVALS: ARRIVALS, steps.SUPPLY: SUPPLY, steps.MOVE: MOVEMENT, steps.ATTACKS: COMBAT}
"""The phases that begin with a side's steps, by name."""
CROWDED = frozenset((steps.CROWDED, steps.CROWDED_AFTER))
"""§6.2: the steps in which both sides give up units, by name."""


def ask_phasing(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§7.2: the phasing side, until it ends the step."""
    return () if frame.closing else (Ask(state.player, serial=""),)


def close_step(play: Play, _: At[State], __: Choices) -> None:
    """§7.0: a player ends the step, whatever could still be done in it."""
    play.emit(StepClosed(play.state.phase.step))


def coming_turn(state: State) -> int:
    """§7.5: the turn of the step that follows: after the last step of a turn the marker goes on by one."""
    return state.turn + 1 if state.phase.step == END else state.turn


def first_turn(state: State) -> int:
    """§1.1, §2.1, §3.1: the number of the turn in which the scenario begins."""
    return state.printed.turns[state.card.first].number


def last_turn(state: State) -> int:
    """§1.1, §2.1, §2.8, §22.12, §3.1: the number of the last turn."""
    card = state.card
    length = card.lengths.get(state.option("length") or "full")
    return state.printed.turns[length.last if length is not None else card.last].number


def goes_on(state: State) -> bool:
    """§7.5: whether another turn follows."""
    return state.turn < last_turn(state)


def begin(play: Play, step: Step[State] | None) -> None:
    """§7.0: on to the next step. RuntimeError after the last turn, which ends with a verdict."""
    if step is None:
        raise RuntimeError("the last turn ends with a verdict")
    name = step_named(step.key).name
    passes = name in CROWDED and passes_to_foe(play.state)
    play.emit(StepBegan(step.key, coming_turn(play.state), FRESH.get(name, ""), passes))


def arrive(play: Play, frame: PhaseFrame) -> bool:
    """§7.21, §22.2, §2.63: dice for neutrals, then those who join the side, then points and what comes by itself."""
    state = play.state
    if frame.closing or state.used.get(phase.COUNTED):
        return False
    if state.player == CENTRAL and roll(play):
        return True
    return enter(play, state.player) or phase.make_points(play, frame)


def asks_arrivals(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§7.21, §18.11, §2.67: the phasing side, while it has something to place, to declare or to send."""
    side = state.player
    if not frame.closing and (may_be_declared_on(state, side) or boxes.asks_of(state, side)):
        return (Ask(side, serial=""),)
    return phase.asks(state, frame)


def arrivals_words(at: At[State]) -> tuple[str, str]:
    """§7.21, §18.11: what there is to do; at times only a declaration of war."""
    if boxes.asks_of(at.state, at.state.player) or phase.has_arrivals(at.state, at.state.player):
        return "Place reinforcements and rebuild units", "What you do not place now may come later."
    return "You have no units to place", "You may declare war on a neutral country, or go on."


def why_not_end_arrivals(at: At[State]) -> Refusal | None:
    """§17.44, §2.67: why the Reinforcement Phase cannot be ended: units must be withdrawn, or sent to a box, first, or
    brought on for one."""
    return why_not_end_withdrawals(at) or boxes.why_not_end_commitments(at) or why_not_delay(at)


def end_turn(play: Play, _: PhaseFrame) -> bool:
    """§7.5, §2.72, §2.8: points are counted where the card says so; after the last turn the match is over, with a
    level of victory."""
    state = play.state
    ended = sudden_death(state) if goes_on(state) else final_verdict(state)
    if ended is None:
        return False
    play.emit(ended)
    return True


def end_segment(play: Play, frame: PhaseFrame) -> None:
    """§7.253, §18.21, §18.32: what comes at the end of a player segment."""
    side = play.state.player
    boxes.note_arrivals(play)
    free_garrisons(play)
    rally(play, frame)
    remove_forces(play)
    count_garrisons(play, side)


def end_quarter(play: Play, frame: PhaseFrame) -> None:
    """§7.4, §21.35: morale is checked; the units of countries that sue for peace leave at once."""
    check_morale(play, frame)
    remove_forces(play)

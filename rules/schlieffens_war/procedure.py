"""§5.0 The course of the match: what happens by itself when phases and turns begin and end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.kernel.procedure.orders import At, Order
from rules.kernel.procedure.steps import Ask, Step
from rules.schlieffens_war.facts.procedure import PhaseBegan, PhaseClosed
from rules.schlieffens_war.facts.supply import AttritionRolled, SupplyJudged
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.position.fog_of_war import all_open
from rules.schlieffens_war.position.state import OUT_OF_SUPPLY, PhaseFrame, State
from rules.schlieffens_war.printed.phases import END, FIRST_REGROUP_TURN
from rules.schlieffens_war.stacking import begin_overstack
from rules.schlieffens_war.supply import judge
from rules.schlieffens_war.victory import end_of_turn_verdict

Happens = Callable[[Play, PhaseFrame], bool]
Words = Callable[[At[State]], tuple[str, str]]

NOTHING_TO_DO = ("Nothing to do this phase", "You still confirm this phase, so your opponent learns nothing.")


def owner(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.0: the active player, until the phase is ended. The question stays the same all the while."""
    return () if frame.closing else (Ask(state.player, serial=""),)


def crowds_out(play: Play, frame: PhaseFrame) -> bool:
    """§6.5: a phase that was ended is over when no hex holds too many."""
    return frame.closing and begin_overstack(play)


def passes(orders: tuple[Order[State], ...], hexes: Callable[[State, str], Iterable[str]]) -> Happens:
    """A phase that ends by itself when none of the orders can be given and everyone can see that.

    §6.6: passing by itself, it would tell that none of the concealed units in these hexes is tired, reduced or fit to
    fight.
    """

    def happens(play: Play, frame: PhaseFrame) -> bool:
        if frame.closing:
            return begin_overstack(play)
        state = play.state
        if is_open(At(state, state.player, frame), orders) or not all_open(state, hexes(state, state.player)):
            return False
        play.emit(PhaseClosed(frame.key))
        return True

    return happens


def is_open(at: At[State], orders: tuple[Order[State], ...]) -> bool:
    """Whether any of the orders can be given."""
    return any(order.open(at) for order in orders)


def or_nothing(orders: tuple[Order[State], ...], words: Words) -> Words:
    """The words of a phase, or that there is nothing to do in it."""
    return lambda at: words(at) if is_open(at, orders) else NOTHING_TO_DO


def administration(play: Play, frame: PhaseFrame) -> bool:
    """§5.5: nobody decides anything in the Administrative Phase."""
    if frame.closing:
        return begin_overstack(play)
    administrative_phase(play, play.state.player)
    play.emit(PhaseClosed(frame.key))
    return True


def administrative_phase(play: Play, side: str) -> None:
    """§5.5, §8.1, §8.8: judge the supply of the active side's units, then roll for those that are out of it.

    The dice go by hex and from the top down. By name they would tell who is concealed between two that are named.
    """
    judged = judge(play.state, side)
    changes = {u: s for u, s in judged.items() if play.state.units[u].supply != s}
    if changes:
        play.emit(SupplyJudged(side, changes))
    for unit, supply in judged.items():
        if supply == OUT_OF_SUPPLY and (play.state.counter(unit).is_corps or play.state.counter(unit).kind == "hq"):
            draw, die = play.next_die()
            play.emit(AttritionRolled(unit, draw, die, play.state.printed.charts.attrition[die - 1]))


def end_of_turn(play: Play, _: PhaseFrame) -> bool:
    """§5.6: the conditions of victory."""
    verdict = end_of_turn_verdict(play.state)
    if verdict is not None:
        play.emit(verdict)
    return verdict is not None


def coming_turn(state: State) -> int:
    """§5.6: the turn of the step that follows: after the last step of a turn the marker goes on by one."""
    return state.turn + 1 if state.phase.key == END else state.turn


def regroups(state: State) -> bool:
    """§5.2: nobody regroups on turn 1."""
    return coming_turn(state) >= FIRST_REGROUP_TURN


def begin(play: Play, step: Step[State] | None) -> None:
    """§5.1: on to the next phase of the outline. RuntimeError after the last turn, which ends with a verdict."""
    if step is None:
        raise RuntimeError("a turn follows every turn that has no verdict")
    play.emit(PhaseBegan(step.key, coming_turn(play.state)))

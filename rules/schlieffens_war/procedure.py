"""§5.0 The course of the match: what happens by itself between two decisions, and who makes the next one."""

from __future__ import annotations

from rules.kernel import unfolding
from rules.kernel.messages import Refused
from rules.kernel.wording import counted
from rules.schlieffens_war import battle, combat, movement, regrouping, setup, stacking
from rules.schlieffens_war.data import charts
from rules.schlieffens_war.events import AttritionRolled, PhaseBegan, PhaseClosed, SupplyJudged
from rules.schlieffens_war.fog_of_war import all_open
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.sequence import FIRST_REGROUP_TURN, SEQUENCE
from rules.schlieffens_war.state import (
    OUT_OF_SUPPLY,
    BattleFrame,
    OverstackFrame,
    PhaseFrame,
    State,
    counter,
)
from rules.schlieffens_war.supply import judge
from rules.schlieffens_war.victory import end_of_turn_verdict


def settle(play: Play) -> None:
    """Go on until somebody has to decide or the match is over."""
    unfolding.settle(play, _go_on)


def deciding_side(state: State) -> str | None:
    """Whom the match waits for."""
    if state.ended is not None:
        return None
    match state.top:
        case BattleFrame() as frame:
            return battle.battle_side(frame)
        case OverstackFrame():
            return stacking.overstack_side(state)
        case PhaseFrame():
            return state.active


def step_key(state: State) -> str:
    """The name of the decision that is due, as commands and the client know it."""
    match state.top:
        case BattleFrame() as frame:
            return battle.STEP_OF_STAGE.get(frame.stage, frame.stage)
        case OverstackFrame():
            return "overstack"
        case PhaseFrame() as frame:
            return frame.key.split(".")[-1]


def _go_on(play: Play) -> bool:
    match play.state.top:
        case BattleFrame():
            return battle.advance_battle(play)
        case OverstackFrame():
            return False
        case PhaseFrame() as frame:
            return _phase(play, frame)


def _phase(play: Play, frame: PhaseFrame) -> bool:
    state = play.state
    step = frame.key.split(".")[-1]
    if frame.closing:
        if stacking.begin_overstack(play):
            return True
        _next_phase(play)
        return True
    if step == "admin":
        administrative_phase(play, state.player)
        play.emit(PhaseClosed(frame.key))
        return True
    if step == "end":
        verdict = end_of_turn_verdict(state)
        if verdict is not None:
            play.emit(verdict)
        else:
            _next_phase(play)
        return True
    if nothing_to_decide(state):
        close_phase(play)
        return True
    return False


def nothing_to_decide(state: State) -> bool:
    """Whether the phase offers its player nothing and everybody can see that, so that it need not wait.

    §6.6: otherwise skipping it would tell that no concealed unit is fatigued, reduced or fit to fight.
    """
    side, step = state.active, state.phase.key.split(".")[-1]
    if side is None or step not in ("regroup", "combat"):
        return False
    if step == "regroup":
        own = [h for h in state.hexes if state.holder(h) == side]
        return all_open(state, own) and not regrouping.regroup_offers(state, side)[0]
    return all_open(state, combat.in_contact(state, side)) and not combat.combat_offers(state, side)[0]


def close_phase(play: Play) -> None:
    """§5.0, §5.3, §5.4: the active player ends the phase, whatever could still move or attack."""
    state = play.state
    side, step = state.player, state.phase.key.split(".")[-1]
    if step == "setup":
        setup.check_complete(state, side)
    if step == "regroup":
        regrouping.check_done(state, side)
    if step == "movement":
        movement.end_of_movement(play, side)
    play.emit(PhaseClosed(state.phase.key))


def administrative_phase(play: Play, side: str) -> None:
    """§5.5, §8.1, §8.8: judge the supply of the active side's units, then roll for those that are out of it.

    The dice go by hex and from the top down. By name they would tell who is concealed between two that are named.
    """
    judged = judge(play.state, side)
    changes = {u: s for u, s in judged.items() if play.state.units[u].supply != s}
    if changes:
        play.emit(SupplyJudged(side, changes))
    for unit, supply in judged.items():
        if supply == OUT_OF_SUPPLY and (counter(unit).is_corps or counter(unit).kind == "hq"):
            draw, die = play.next_die()
            play.emit(AttritionRolled(unit, draw, die, charts().attrition[die - 1]))


def _next_phase(play: Play) -> None:
    """§5.1, §5.2: on to the next phase of the outline; nobody regroups on turn 1."""
    node, round_begins = SEQUENCE.after(play.state.phase.key)
    fresh_turn = round_begins and play.state.phase.key == "end"
    turn = play.state.turn + 1 if fresh_turn else play.state.turn
    if node.key.endswith(".regroup") and turn < FIRST_REGROUP_TURN:
        node, _ = SEQUENCE.after(node.key)
    play.emit(PhaseBegan(node.key, turn))


def end_phase_note(state: State, seat: str) -> tuple[str, str]:
    """(label, note) of the button that ends the phase."""
    step = state.phase.key.split(".")[-1]
    if step == "movement":
        return "Done moving", f"{counted(movement.stacks_unmoved(state, seat), 'stack')} unmoved"
    if step == "combat":
        return "End combat", ""
    if step == "regroup":
        return "Done regrouping", _regroup_note(state, seat)
    missing = len(setup.waiting(state, seat))
    return "Done setting up", f"{counted(missing, 'unit')} to place" if missing else ""


def _regroup_note(state: State, seat: str) -> str:
    """§9.3, §9.4: what has to come or go before the phase can end."""
    if regrouping.withdrawal_due(state, seat):
        return f"{regrouping.WITHDRAWN_CORPS} corps must leave first"
    due = len(regrouping.sixth_army_due(state, seat))
    return f"{counted(due, 'unit')} of the 6th Army to place" if due else ""


def can_close(state: State, seat: str) -> Refused | None:
    """Why the phase cannot be ended yet, or None."""
    step = state.phase.key.split(".")[-1]
    try:
        if step == "setup":
            setup.check_complete(state, seat)
        if step == "regroup":
            regrouping.check_done(state, seat)
    except Refused as refused:
        return refused
    return None

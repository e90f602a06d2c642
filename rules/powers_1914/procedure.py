"""§3.1 The course of the match: what happens by itself between two decisions, and who makes the next ones."""

from __future__ import annotations

from rules.kernel import unfolding
from rules.powers_1914 import battle, event_cards, money, preparation, victory
from rules.powers_1914.data import SIDES
from rules.powers_1914.events import ChallengeLapsed, PhaseBegan, SeatDone
from rules.powers_1914.movement import reinforcements
from rules.powers_1914.play import Play
from rules.powers_1914.sequence import FIRST_EVENT_TURN, SEQUENCE
from rules.powers_1914.state import BattleFrame, ChallengeFrame, DutyFrame, FlagFrame, PhaseFrame, ShareFrame, State


def settle(play: Play) -> None:
    """Go on until somebody has to decide or the match is over."""
    unfolding.settle(play, _go_on)


def deciders(state: State) -> tuple[str, ...]:
    """Whom the match waits for, in the order of the table; the leader of an attack first."""
    if state.ended is not None:
        return ()
    match state.top:
        case BattleFrame() as frame:
            helpers = tuple(s for s in state.seats_of(frame.side) if s != frame.seat and reinforcements(state, s))
            return (frame.seat, *helpers)
        case DutyFrame() as duty:
            return event_cards.duty_seats(state, duty)
        case FlagFrame() as flag:
            return (flag.seat,)
        case ShareFrame() as sharing:
            return (sharing.seat,)
        case ChallengeFrame() as challenge:
            return (challenge.seat,)
        case PhaseFrame():
            seats = state.seats_of(state.active) if state.active else tuple(state.seats)
            return tuple(s for s in seats if s not in state.done)


def step_key(state: State) -> str:
    """The name of the decision that is due, as commands and the client know it."""
    match state.top:
        case BattleFrame():
            return "battle"
        case DutyFrame() as duty:
            return duty.task
        case FlagFrame():
            return "flag"
        case ShareFrame():
            return "share"
        case ChallengeFrame():
            return "challenge"
        case PhaseFrame() as frame:
            return frame.key.split(".")[-1]


def _go_on(play: Play) -> bool:
    state = play.state
    match state.top:
        case BattleFrame():
            return battle.advance_battle(play)
        case DutyFrame() as duty:
            return event_cards.advance_duty(play, duty)
        case ChallengeFrame() as challenge:
            if {challenge.attacker, challenge.target} <= set(state.units):
                return False
            play.emit(ChallengeLapsed())
            return True
        case FlagFrame() | ShareFrame():
            return False
        case PhaseFrame() as frame:
            verdict = victory.beaten_verdict(state)
            if verdict is not None:
                play.emit(verdict)
                return True
            return _phase(play, frame)


def _phase(play: Play, frame: PhaseFrame) -> bool:
    state = play.state
    if frame.key == "events":
        return _events(play)
    if frame.key == "end":
        if victory.is_last_turn(state):
            play.emit(victory.count_verdict(state))
        else:
            _next_phase(play)
        return True
    idle = next((s for s in deciders(state) if not state.nations_of(s)), None)
    if idle is not None:
        play.emit(SeatDone(idle))
        return True
    if deciders(state):
        return False
    if frame.key == "purchase":
        event_cards.bury_unused(play)
    _next_phase(play)
    return True


def _events(play: Play) -> bool:
    """§3.1.1, §3.1.2: each side draws a card, the attackers first, then everybody receives his money."""
    state = play.state
    if state.turn >= FIRST_EVENT_TURN and state.deck:
        for side in SIDES:
            if side not in state.drawn:
                event_cards.draw_card(play, side)
                return True
    money.receive(play)
    _next_phase(play)
    return True


def _next_phase(play: Play) -> None:
    node, round_begins = SEQUENCE.after(play.state.phase.key)
    fresh = round_begins and play.state.phase.key == "end"
    play.emit(PhaseBegan(node.key, play.state.turn + 1 if fresh else play.state.turn))


def finish(play: Play, seat: str) -> None:
    """§3.1.4: a seat has finished its part of the step."""
    if play.state.phase.key.endswith(".setup"):
        preparation.check_complete(play.state, seat)
    play.emit(SeatDone(seat))

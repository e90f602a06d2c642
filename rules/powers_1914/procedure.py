"""§3.1 The course of the match: which seats are asked in the steps of a turn, and what happens by itself in between."""

from __future__ import annotations

from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.procedure.steps import Ask, Step
from rules.powers_1914 import victory
from rules.powers_1914.cards import card_hand, duties, event_cards
from rules.powers_1914.economy import money
from rules.powers_1914.facts.procedure import PhaseBegan, SeatDone
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.movement.reach import movers, reinforcements
from rules.powers_1914.play import Play
from rules.powers_1914.position.frames import BattleFrame, ChallengeFrame, DutyFrame, FlagFrame, PhaseFrame, ShareFrame
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.phases import END
from rules.powers_1914.printed.pieces import SIDES
from rules.powers_1914.setup import preparation

FIRST_EVENT_TURN = 2
"""§3.1.1: no event cards on the first turn."""


# --- who is asked -------------------------------------------------------------------------------------------------


def all_at_once(state: State, _: object) -> tuple[Ask, ...]:
    """§3.1.3: every seat until it is done. A seat's step is one question, however much it does in it."""
    return tuple(Ask(s, serial="") for s in state.seats if s not in state.done)


def the_active(state: State, _: object) -> tuple[Ask, ...]:
    """§2.4, §3.1.4: the seats of the side whose step it is, side by side."""
    return tuple(Ask(s, serial="") for s, side in state.seats.items() if side == state.active and s not in state.done)


def who_fights(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§3.3, §3.3.2: the leader, and allies that could bring units up, for whom the leader need not wait.

    §3.14.7: no ally is asked for a rising, which none may join. What is asked in another battle for the same field has
    another name: an answer that comes late must not count there.
    """
    allies = () if frame.rising else state.seats_of(frame.side)
    helpers = (s for s in allies if s != frame.seat and s not in frame.declined and reinforcements(state, s))
    battle = f"battle-{frame.number}" if frame.number > 1 else ""
    serial = f"{battle}-{frame.rounds}" if battle else frame.rounds
    return (Ask(frame.seat, frame.area, serial), *(Ask(s, frame.area, battle, optional=True) for s in helpers))


def who_loses(state: State, duty: DutyFrame) -> tuple[Ask, ...]:
    """§3.14.1: all seats of the side that have something to lose."""
    return tuple(Ask(s, duty.card, duty.count) for s in duties.who_loses(state, duty))


def on_duty(state: State, duty: DutyFrame) -> tuple[Ask, ...]:
    """§3.14: those whom a card asks."""
    return tuple(Ask(s, duty.card) for s in duties.who_decides(state, duty))


def who_is_challenged(_: State, frame: ChallengeFrame) -> tuple[Ask, ...]:
    """§3.3.14: who was asked to fight."""
    return (Ask(frame.seat, f"{frame.attacker}.{frame.target}"),)


def who_raises(_: State, frame: FlagFrame) -> tuple[Ask, ...]:
    """§5.1: who says whose flag goes up."""
    return (Ask(frame.seat, frame.area),)


def who_shares(_: State, frame: ShareFrame) -> tuple[Ask, ...]:
    """§5.1: who proposes or answers."""
    return (Ask(frame.seat, frame.nation, frame.rounds),)


# --- what happens by itself ---------------------------------------------------------------------------------------


def retires(play: Play, _: PhaseFrame) -> bool:
    """§3.10.2: a seat all of whose nations are conquered has nothing more to do."""
    state = play.state
    waiting = all_at_once(state, None) if state.active is None else the_active(state, None)
    idle = next((ask.seat for ask in waiting if not state.nations_of(ask.seat)), None)
    if idle is not None:
        play.emit(SeatDone(idle))
    return idle is not None


def draws(play: Play, _: PhaseFrame) -> bool:
    """§3.1.1: each side draws a card, the attackers first."""
    state = play.state
    side = next((s for s in SIDES if s not in state.drawn), None)
    if side is None or state.turn < FIRST_EVENT_TURN or not state.deck:
        return False
    event_cards.draw_card(play, side)
    return True


def pays(play: Play, _: PhaseFrame) -> None:
    """§3.1.2: everyone is paid."""
    money.receive(play)


def buries(play: Play, _: PhaseFrame) -> None:
    """§3.14.9: cards not paid for go away unseen."""
    card_hand.bury_unused(play)


def counts(play: Play, _: PhaseFrame) -> bool:
    """§3.13.1, §3.13.3: after the last turn the conquests are counted."""
    if not victory.is_last_turn(play.state):
        return False
    play.emit(victory.count_verdict(play.state))
    return True


def verdict_on_beaten(state: State) -> MatchEnded | None:
    """§3.13.2: a side is beaten as soon as what its last nation's fall brought about is settled."""
    return victory.beaten_verdict(state) if isinstance(state.top, PhaseFrame) else None


def begin(play: Play, step: Step[State] | None) -> None:
    """On to a step; after the end of the turn the next turn begins with it."""
    if step is None:
        raise RuntimeError("the turns never run out: the last one ends with a verdict")
    ended = play.state.phase.key == END
    play.emit(PhaseBegan(step.key, play.state.turn + 1 if ended else play.state.turn))


# --- the end of a seat's step -------------------------------------------------------------------------------------


def finish(play: Play, at: At[State], _: Choices) -> None:
    """§3.1.4: a seat has finished its part of the step."""
    play.emit(SeatDone(at.seat))


END_SETUP: Order[State] = Order(
    "end_phase", "Done setting up", "2.4", finish, when=preparation.why_not_end_set_up, greyed=True, weight=30
)
END_PURCHASES: Order[State] = Order(
    "end_phase", "Done buying", "3.1.3", finish, note=lambda at: f"{at.state.money[at.seat]} left", weight=10
)
END_MOVES: Order[State] = Order(
    "end_phase", "Done", "3.1.4", finish, note=lambda at: f"{len(movers(at.state, at.seat))} units unmoved", weight=10
)

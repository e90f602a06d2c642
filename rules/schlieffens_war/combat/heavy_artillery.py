"""§11.23 German coup de main and heavy artillery."""

from __future__ import annotations

from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import Flag
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.schlieffens_war.combat.column_shifts import attack_is_supplied
from rules.schlieffens_war.facts.battle import StageReached
from rules.schlieffens_war.facts.heavy_artillery import ArtillerySpent, MarkerRolled
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.position.state import BattleFrame, State
from rules.schlieffens_war.printed.phases import RESOLVE
from rules.schlieffens_war.printed.sides import GERMAN

LOST_BY_TURN = 2
"""From turn 2 on a heavy artillery marker is lost unless a 1 is rolled."""


def ready_artillery(state: State) -> int | None:
    """The number of a heavy artillery marker that may be used now, or None."""
    return next((i for i, turn in enumerate(state.artillery) if 0 < turn <= state.turn), None)


def may_bombard(state: State, frame: BattleFrame) -> bool:
    """§11.23: a supplied German attack on a city with a fort counter, and an available marker."""
    if state.counter(frame.attackers[0]).side != GERMAN or frame.target not in state.printed.board.cities:
        return False
    if all(state.counter(u).kind != "fort" for u in state.stacks.get(frame.target, ())):
        return False
    if not attack_is_supplied(state, frame.attackers):
        return False
    return state.coup or ready_artillery(state) is not None


def no_guns(play: Play, frame: BattleFrame) -> bool:
    """§11.23: without a marker to commit the combat is resolved at once."""
    if may_bombard(play.state, frame):
        return False
    play.emit(StageReached(RESOLVE))
    return True


def _coup(at: At[State], _: Choices) -> Flag:
    """§11.23: the coup de main marker, which serves once."""
    return Flag(None if at.state.coup else Refusal("marker-used", "11.23", "The coup de main marker has been used."))


def _guns(at: At[State], _: Choices) -> Flag:
    """§11.23: a heavy artillery marker."""
    if ready_artillery(at.state) is not None:
        return Flag()
    return Flag(Refusal("no-artillery", "11.23", "No heavy artillery marker is available this turn."))


def bombard(play: Play, _: At[State], chosen: Choices) -> None:
    """§11.23: commit the coup marker, a heavy artillery marker, both or none, and roll for each."""
    index = ready_artillery(play.state)
    if chosen.flag("coup"):
        draw, die = play.next_die()
        play.emit(MarkerRolled("coup", draw, die, play.state.printed.charts.bombardment[die - 1]))
    if chosen.flag("artillery") and index is not None:
        draw, die = play.next_die()
        play.emit(MarkerRolled("artillery", draw, die, play.state.printed.charts.bombardment[die - 1]))
        _spend(play, index)
    play.emit(StageReached(RESOLVE))


def _spend(play: Play, index: int) -> None:
    following = play.state.turn + 1
    if play.state.turn < LOST_BY_TURN:
        play.emit(ArtillerySpent(index, None, None, following))
        return
    draw, die = play.next_die()
    play.emit(ArtillerySpent(index, draw, die, following if die in play.state.printed.charts.artillery_kept else 0))


BOMBARD: Order[State] = Order(
    "bombard", "Open fire", "11.23", bombard, (Slot("coup", "flag", _coup), Slot("artillery", "flag", _guns)),
    hand=lambda at: {"coup": at.state.coup, "artillery": ready_artillery(at.state) is not None}, form=True,
)  # fmt: skip

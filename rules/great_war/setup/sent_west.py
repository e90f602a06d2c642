"""§21.63 No. 9: in January 1918 the Kaiserschlacht has begun, and of the British who have been set up in Egypt and
Palestine infantry and cavalry of so many factors have gone to France. The Allies say which."""

from __future__ import annotations

from rules.great_war.chits_played.withdrawals import OFFENSIVE, figures, may_go, place_of
from rules.great_war.facts.withdrawals import UnitWithdrawn
from rules.great_war.play import Play, name_of, own, place_name
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.fronts import EGYPT
from rules.great_war.printed.nations import ALLIED
from rules.great_war.turn.steps import end_step
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import quantity

NOT_OF_THEM = Refusal(
    "does-not-fit", "21.63", "Choose a British unit in Egypt or Palestine with no more factors than are still due."
)


def leaves(state: State) -> bool:
    """§21.63: whether British units leave before the first turn of the scenario."""
    return bool(state.card.sent_west)


def still_due(state: State) -> tuple[int, int]:
    """§21.63: the attack factors of infantry and of cavalry that are still to go."""
    total, cavalry = state.near_east.owed
    return total - cavalry, cavalry


def able_to_leave(state: State) -> tuple[str, ...]:
    """§21.63: the British in Egypt and Palestine that may go now: each fits into what is due of its kind."""
    infantry, cavalry = still_due(state)
    mine = (u for u in state.on_map(ALLIED) if may_go(state, u, OFFENSIVE) and place_of(state, u) == EGYPT)
    return tuple(u for u in mine if figures(state, u)[0] <= (cavalry if figures(state, u)[1] else infantry))


def who_sends(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§21.63: the Allies, as long as a unit fits into what is due."""
    return (Ask(ALLIED, serial=""),) if ALLIED not in frame.done and able_to_leave(state) else ()


def _units(at: At[State], _: Choices) -> OneOf:
    state, found = at.state, able_to_leave(at.state)

    def check(_: State, unit: str) -> None:
        if unit not in found:
            raise NOT_OF_THEM.raised()

    return OneOf(found, labels={u: _label(state, u) for u in found}, why=own(at, check))


def _label(state: State, unit: str) -> str:
    factors, at = figures(state, unit)[0], state.units[unit].at
    return f"{name_of(state, unit)}, {quantity(factors, 'factor')}, from {place_name(state, at)}"


def send(play: Play, _: At[State], chosen: Choices) -> None:
    """§21.63: the unit is out of the game."""
    _send(play, chosen.name("unit"))


def _send(play: Play, unit: str) -> None:
    play.emit(UnitWithdrawn(unit, "", *figures(play.state, unit)))


def send_the_rest(play: Play, at: At[State], chosen: Choices) -> None:
    """§21.63: the first that fit go, until nothing is due."""
    while found := able_to_leave(play.state):
        _send(play, found[0])
    end_step(play, at, chosen)


def _note(at: At[State]) -> str:
    infantry, cavalry = still_due(at.state)
    return f"Still due: {quantity(infantry, 'factor')} of infantry and {cavalry} of cavalry"


SEND: Order[State] = Order(
    "withdraw", "Withdraw a British unit", "21.63", send, (Slot("unit", "unit", _units, "Which unit leaves?"),),
    note=_note, weight=9,
    help="The Germans attack in the west: these units go to France and leave the game.",
)  # fmt: skip
REST: Order[State] = Order("end_phase", "Let the staff choose", "21.63", send_the_rest)

"""§9.4, §4.5: two German corps leave for the east."""

from __future__ import annotations

from rules.kernel.endings import MatchEnded
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.schlieffens_war.facts.regrouping import CorpsWithdrawn
from rules.schlieffens_war.play import (
    Play,
    name_of,
    own,
)
from rules.schlieffens_war.position.state import IN_SUPPLY, State, factor
from rules.schlieffens_war.printed.phases import WITHDRAWAL_TURN
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN

WITHDRAWN_CORPS = 2
WITHDRAWN_FACTOR = 4


# --- two corps for the east (§9.4) --------------------------------------------------------------------------------


def withdrawal_due(state: State, seat: str) -> bool:
    """§9.4: whether two German corps have still to leave for the east in this phase."""
    return seat == GERMAN and state.turn == WITHDRAWAL_TURN and not state.withdrawn


def can_withdraw(state: State, unit: str) -> bool:
    """§9.4: a German corps on the map in supply, at full strength, with a combat factor of 4."""
    c = state.counter(unit)
    return (
        c.side == GERMAN
        and c.is_corps
        and state.is_on_map(unit)
        and state.units[unit].supply == IN_SUPPLY
        and state.units[unit].steps == c.full
        and factor(state, unit) == WITHDRAWN_FACTOR
    )


def why_not_send(at: At[State]) -> Refusal | None:
    """§9.4: why nobody is sent to the east now."""
    if withdrawal_due(at.state, at.seat):
        return None
    return Refusal("nothing-due", "9.4", "No corps have to be withdrawn now.")


def check_fit_to_withdraw(state: State, unit: str) -> None:
    """§9.4: refuse a corps that the east would not take."""
    if not can_withdraw(state, unit):
        raise Refused(
            "unfit", "9.4", f"{name_of(state, unit)} is not a 4-strength corps in supply and at full strength."
        )


def _leaving(at: At[State], _: Choices) -> SomeOf:
    """§9.4: the corps that may leave, two of them."""
    why = own(at, check_fit_to_withdraw)
    fit = Fitting(lambda: [u for u in at.state.on_map(at.seat) if can_withdraw(at.state, u)], why, fit=True)
    two = Refusal("two-corps", "9.4", "Exactly two corps must leave for the east.")
    return SomeOf(fit, WITHDRAWN_CORPS, WITHDRAWN_CORPS, why=why, wrong_number=two)


def withdraw(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.4: two corps leave for the eastern front for good."""
    play.emit(CorpsWithdrawn(chosen.names("units")))


WITHDRAW: Order[State] = Order(
    "withdraw", "Send to the east", "9.4", withdraw,
    (Slot("units", "units", _leaving, "Choose two corps to send to the east"),), when=why_not_send, weight=500,
)  # fmt: skip


def refuse_withdrawal(play: Play, _: At[State], __: Choices) -> None:
    """§9.4, §4.5: not sending the two corps forfeits the game."""
    play.emit(MatchEnded(ENTENTE, "The Germans did not send two corps to the eastern front.", "4.5"))


REFUSE_WITHDRAWAL: Order[State] = Order(
    "refuse_withdrawal", "Refuse and lose the match", "4.5", refuse_withdrawal, when=why_not_send,
    grave="The Entente wins at once.",
)  # fmt: skip

"""§17.21 The Russian expedition to Persia: sent to Hamadan once, and brought home whole or not at all."""

from __future__ import annotations

from rules.great_war.facts.expedition import ExpeditionHome, ExpeditionSent
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.play import Play, name_of, own, place_name
from rules.great_war.position.control import controller
from rules.great_war.position.near_east_state import OUT_IN_PERSIA
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.fronts import CAUCASUS, IRAQ
from rules.great_war.printed.nations import ALLIED
from rules.great_war.restrictions.before_november import why_no_war
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

RUSSIA = "RU"
MAX_UNITS = 3
"""§17.21: units that may be sent."""
JANUARY_1916 = 17
"""§17.21: the first operational turn on which they may."""


# --- out --------------------------------------------------------------------------------------------------------------


def why_not_sent(state: State) -> Refusal | None:
    """§17.21: why the expedition cannot be sent now, or None."""
    places = state.printed.near_east
    if places is None:
        return Refusal("no-expedition", "17.21", "There is no expedition to Persia in this game.")
    if state.near_east.expedition:
        return Refusal("sent-before", "17.21", "The expedition to Persia can be sent only once in the game.")
    if state.turn < JANUARY_1916:
        return Refusal("too-early", "17.21", "The expedition to Persia may be sent from Jan/Feb 1916 on.")
    if state.strategic_state.czar:
        return Refusal("czar-fallen", "17.21", "The Czar has fallen: it is too late for the expedition to Persia.")
    if (peace := why_no_war(state, ALLIED)) is not None:
        return peace
    if controller(state, places.tabriz) != ALLIED:
        return Refusal("no-tabriz", "17.21", "The expedition needs Tabriz, which your side does not control.")
    if not able_to_go(state):
        return Refusal("nobody", "17.21", "No Russian unit may leave the Caucasus Front.")
    return None


def able_to_go(state: State) -> tuple[str, ...]:
    """§17.21, §3.26: the Russians on the Caucasus Front that are not bound to it, by hex."""
    return tuple(u for u in _russians_on(state, CAUCASUS) if not state.counter(u).limits)


def _russians_on(state: State, front: str) -> tuple[str, ...]:
    board = state.printed.board
    return tuple(
        u for u in state.on_map(ALLIED) if state.counter(u).people == RUSSIA and board.front[_place(state, u)] == front
    )


def _place(state: State, unit: str) -> int:
    return state.printed.board.index[state.units[unit].at]


def _units(at: At[State], _: Choices) -> SomeOf:
    state, found = at.state, able_to_go(at.state)

    def check(_: State, unit: str) -> None:
        if unit not in found:
            raise Refusal("bound", "17.21", "Only Russians on the Caucasus Front that may leave it can go.").raised()

    labels = {u: f"{name_of(state, u)}, {place_name(state, state.units[u].at)}" for u in found}
    return SomeOf(found, least=1, most=MAX_UNITS, labels=labels, why=own(at, check), wrong_number=TOO_MANY)


TOO_MANY = Refusal("wrong-number", "17.21", "One to three Russian units go to Persia.")


def send(play: Play, at: At[State], chosen: Choices) -> None:
    """§17.21: they are in Hamadan at once, which supplies them from now on."""
    places = play.state.printed.near_east
    if places is None:
        raise AssertionError("there is no expedition without the Near East")
    play.emit(ExpeditionSent(chosen.names("units"), places.hamadan))


SEND: Order[State] = Order(
    "send_expedition", "Send the expedition to Persia", "17.21", send,
    (Slot("units", "units", _units, "Which Russians go to Hamadan?"),), when=lambda at: why_not_sent(at.state),
    help="Once in the game up to three Russian units may go from the Caucasus to Hamadan, which supplies them. They"
    " come home together or not at all.",
)  # fmt: skip


# --- home -------------------------------------------------------------------------------------------------------------


def expedition(state: State) -> tuple[str, ...]:
    """§17.21: what is left of it: the Russians on the Iraqi Front."""
    return _russians_on(state, IRAQ) if state.near_east.expedition == OUT_IN_PERSIA else ()


def who_returns(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§17.21: the Allies at the end of every turn, while all that are left of it are in supply; not once Russian units
    stay where they are (§5.46)."""
    left = expedition(state)
    able = left and not state.strategic_state.treaty and all(supply_of(state, u) == IN for u in left)
    return (Ask(ALLIED, serial=""),) if able and ALLIED not in frame.done else ()


def bring_home(play: Play, at: At[State], _: Choices) -> None:
    """§17.21: all of them go to the Available Units Box."""
    play.emit(ExpeditionHome(expedition(play.state)))
    play.emit(StepEnded(at.seat, play.state.phase.key))


BRING_HOME: Order[State] = Order(
    "bring_home", "Bring the expedition home", "17.21", bring_home,
    help="All its units go to the Available Units Box, and no Russian unit may enter Iraq again.",
)  # fmt: skip

"""§15.93 The Red Army: divisions of the Provisional Government become its own, a die of them every strategic turn."""

from __future__ import annotations

from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.revolutions import RedArmyFormed, RedArmyRolled
from rules.great_war.play import Play, name_of, place_name
from rules.great_war.position.letters import since
from rules.great_war.position.state import LATER, OUT, PhaseFrame, State
from rules.great_war.printed.arrivals import RED
from rules.great_war.printed.nations import ALLIED
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

WAIT_STRATEGIC_TURNS = 2
"""Strategic turns from the Bolshevik Revolution to the first Red divisions."""
UNUSED = (LATER, OUT)
"""Where the counters of the Red Army lie before they are used. Those that fall go to the dead pile."""


def may_form(state: State) -> bool:
    """§15.93: whether there may be a Red Army now: two turns after the revolution, and no peace."""
    strategic_state = state.strategic_state
    return (
        bool(strategic_state.bolsheviks)
        and not strategic_state.treaty
        and since(strategic_state.turn, strategic_state.bolsheviks) >= WAIT_STRATEGIC_TURNS
    )


def eligible(state: State) -> tuple[str, ...]:
    """§15.93: the divisions of the Provisional Government on the map in regular supply, by hex."""
    return tuple(
        u
        for u in state.on_map()
        if state.counter(u).turned == "provisional"
        and state.counter(u).kind == "infantry"
        and state.units[u].back
        and supply_of(state, u) == IN
    )


def _unused_counters(state: State, *, hqs: bool) -> tuple[str, ...]:
    """The counters of the Red Army that have not been in the game yet, divisions or headquarters."""
    return tuple(
        u
        for u, now in state.units.items()
        if now.at in UNUSED and state.printed.arrivals[u].turn == RED and (state.counter(u).kind == "hq") == hqs
    )


def who_forms(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§15.93: the Allied player, once a turn, while there are divisions to convert and counters for them."""
    if ALLIED in frame.done or not may_form(state):
        return ()
    return (Ask(ALLIED, serial=""),) if eligible(state) and _unused_counters(state, hqs=False) else ()


def raise_army(play: Play, at: At[State], _: Choices) -> None:
    """§15.93: the die says how many divisions; what goes beyond those there are is lost."""
    draw, die = play.next_die()
    found = eligible(play.state)
    number = min(die, len(found), len(_unused_counters(play.state, hqs=False)))
    play.emit(RedArmyRolled(number, draw, die))
    if number == len(found):
        _convert(play, at.seat, found)


def form(play: Play, at: At[State], chosen: Choices) -> None:
    """§15.93: these divisions are the Red Army's from now on."""
    _convert(play, at.seat, chosen.names("units"))


def _convert(play: Play, seat: str, units: tuple[str, ...]) -> None:
    reds, hqs = _unused_counters(play.state, hqs=False), _unused_counters(play.state, hqs=True)
    play.emit(RedArmyFormed(dict(zip(units, reds, strict=False)), next(iter(hqs), "")))
    play.emit(StepEnded(seat, play.state.phase.key))


def _units(at: At[State], _: Choices) -> SomeOf:
    state, number = at.state, at.state.strategic_state.recruits
    found = eligible(state)
    labels = {u: f"{name_of(state, u)}, {place_name(state, state.units[u].at)}" for u in found}
    return SomeOf(found, least=number, most=number, labels=labels)


ROLLED = Refusal("rolled", "15.93", "The die has been rolled: choose the divisions.")
NOT_ROLLED = Refusal("not-rolled", "15.93", "Roll for the Red Army first.")


def _why_not_before(at: At[State]) -> Refusal | None:
    return ROLLED if at.state.strategic_state.recruits else None


def _why_not_after(at: At[State]) -> Refusal | None:
    return None if at.state.strategic_state.recruits else NOT_ROLLED


RAISE: Order[State] = Order(
    "raise_red_army", "Form Red Army divisions", "15.93", raise_army, when=_why_not_before, weight=3,
    help="Roll a die: that many supplied Provisional Government divisions become 3-4-4 Red Army divisions."
    " The Red Army fights at full strength, but does not stack, move or attack with other Allied units.",
)  # fmt: skip
FORM: Order[State] = Order(
    "form_red_army", "Convert divisions", "15.93", form,
    (Slot("units", "units", _units, "Which divisions join the Red Army?"),), when=_why_not_after,
)  # fmt: skip
NONE: Order[State] = Order(
    "end_phase", "No Red Army this turn", "15.93",
    lambda play, at, _: play.emit(StepEnded(at.seat, play.state.phase.key)), when=_why_not_before,
)  # fmt: skip

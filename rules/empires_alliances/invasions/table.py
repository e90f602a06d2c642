"""§2.68e: a die for each unit that invades, and then the Allies go on or cancel."""

from __future__ import annotations

from rules.empires_alliances.countries.conditions import holds
from rules.empires_alliances.facts.invasion import Cancelled, InvasionGoesOn, InvasionRolled
from rules.empires_alliances.play import Play, names_of
from rules.empires_alliances.position.afloat import afloat_among
from rules.empires_alliances.position.frames import UnitsFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import POOL
from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.procedure.steps import Ask

DIE = 10


def modifier(state: State, hexes: tuple[str, ...]) -> int:
    """§2.68e: what is added to each die."""
    return sum(row.drm for row in state.printed.charts.invasion_modifiers if row.at in hexes and holds(state, row.when))


def result_of(state: State, total: int) -> str:
    """§2.68e: the row of a die with what is added; what is below the first row is read in it."""
    rows = state.printed.charts.invasion_table
    return next((row.result for row in rows if total <= row.last), rows[-1].result)


def roll_next(play: Play, frame: UnitsFrame) -> bool:
    """§2.68e: the next unit rolls, until all have."""
    state = play.state
    if len(frame.rolls) == len(frame.units):
        return False
    unit = frame.units[len(frame.rolls)]
    drm = modifier(state, tuple(frame.place.split()))
    draw, die = play.next_die(DIE)
    play.emit(InvasionRolled(unit, draw, die, drm, result_of(state, die + drm)))
    return True


def asks(state: State, frame: UnitsFrame) -> tuple[Ask, ...]:
    """§2.68e: the Allies, if someone is left at sea."""
    return (Ask(frame.side, serial=state.draws),) if afloat_among(state, frame.units) else ()


def nobody_left(play: Play, _: UnitsFrame) -> None:
    """§2.68e: all were lost or went back."""
    play.emit(InvasionGoesOn())


def words(at: At[State]) -> tuple[str, str]:
    """§2.68e: what the dice have left."""
    state, units = at.state, at.frame.units
    lost = [unit for unit in units if state.units[unit].at == POOL]
    left = afloat_among(state, units)
    back = [unit for unit in units if unit not in lost and unit not in left]
    rows = (("Eliminated", lost), ("Back in port", back), ("Still at sea", left))
    return "Does the invasion go on?", " ".join(f"{what}: {names_of(state, some)}." for what, some in rows if some)


def press_on(play: Play, _: At[State], __: Choices) -> None:
    """§2.68e: the invasion goes on."""
    play.emit(InvasionGoesOn())


def cancel(play: Play, at: At[State], _: Choices) -> None:
    """§2.68e: the invasion is cancelled."""
    play.emit(Cancelled(afloat_among(play.state, at.frame.units)))


PRESS_ON: Order[State] = Order("press_on", "Go on", "2.68", press_on, weight=3)
CANCEL: Order[State] = Order(
    "cancel_invasion", "Cancel the invasion", "2.68", cancel,
    grave="All units go back to their ports. It counts as an invasion: months must pass before the next.",
)  # fmt: skip

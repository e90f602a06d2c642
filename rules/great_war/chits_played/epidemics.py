"""§6.57, §6.58 Typhus in Serbia, and influenza everywhere."""

from __future__ import annotations

from rules.great_war.facts.chits import EventLasts
from rules.great_war.facts.epidemics import InfluenzaRolled, ShockTroopsTired, TyphusBroke
from rules.great_war.play import Play, name_of
from rules.great_war.position.state import TRANSIT, PhaseFrame, State
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.restrictions.event_bans import SERBIA, TURNS, lasts
from rules.great_war.units.shock import shock_events
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

DICE = 2
"""§6.58: for the shock troops that fall ill."""
FLU = "influenza"
NO_ARRIVALS = Refusal("influenza", "6.58", "Influenza: no unit leaves the Available Units Boxes this turn.")


def typhus(play: Play, chit: Chit) -> None:
    """§6.57: Serbia's points are lost, and its border is closed on the next three turns."""
    play.emit(EventLasts(chit.effect, play.state.turn + TURNS))
    play.emit(TyphusBroke(play.state.points.get(SERBIA, 0)))


def influenza(play: Play, chit: Chit) -> None:
    """§6.58: no unit leaves the boxes this turn, and two dice of shock troops turn back. Before any
    shock-troop event nothing is rolled for them."""
    play.emit(EventLasts(chit.effect, play.state.turn))
    if not shock_events(play.state):
        return
    for _ in range(DICE):
        draw, die = play.next_die()
        play.emit(InfluenzaRolled(draw, die))
    shock = shock_troops(play.state)
    if len(shock) <= play.state.chit_state.sick:
        play.emit(ShockTroopsTired(shock))


def why_no_arrivals(state: State) -> Refusal | None:
    """§6.58: why no unit leaves the Available Units Boxes now."""
    return NO_ARRIVALS if state.chit_state.lasting and lasts(state, FLU) else None


def shock_troops(state: State) -> tuple[str, ...]:
    """§15.41, §6.58: the divisions that are shock troops now, by hex, and those on their way in the transit box."""
    units = (*state.on_map(CENTRAL), *state.boxes[TRANSIT])
    return tuple(u for u in units if state.counter(u).turned == "shock" and state.units[u].back)


def strikes(state: State) -> bool:
    """§6.58: whether shock troops are still to be named."""
    return state.chit_state.sick > 0


def who_chooses(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.58: the Central Powers choose which."""
    return (Ask(CENTRAL, serial=""),) if strikes(state) else ()


def _units(at: At[State], _: Choices) -> SomeOf:
    found, number = shock_troops(at.state), at.state.chit_state.sick
    labels = {u: name_of(at.state, u) for u in found}
    return SomeOf(found, least=number, most=number, labels=labels)


def tire(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.58: they are ordinary divisions from now on."""
    play.emit(ShockTroopsTired(chosen.names("units")))


TIRE: Order[State] = Order(
    "tire", "Turn shock troops back", "6.58", tire, (Slot("units", "units", _units, "Which divisions fall ill?"),)
)  # fmt: skip

"""§5.18 Emergency replacements of France and Germany."""

from __future__ import annotations

from rules.great_war.facts.resources import EmergencyAnswered, EmergencyCalled
from rules.great_war.play import Play
from rules.great_war.position.letters import in_play, year
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF
from rules.great_war.printed.phases import EMERGENCY
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order

NATION = {ALLIED: "FR", CENTRAL: "GE"}
"""§5.18: the nation of each side that can call them."""
PRICE = {ALLIED: 1, CENTRAL: -1}
"""§5.18: which way the Central Powers' victory points go for it."""
YEARS = (1915, 1917)
"""§5.18: the years in which Germany can."""
MUTINY = "french-mutiny"


def why_none(state: State, side: str) -> Refusal | None:
    """§5.18: why a side cannot call emergency replacements now, or None."""
    nation = NATION[side]
    if EMERGENCY in state.printed.variant.without:
        return Refusal("none-here", "19.8", "There are no emergency replacements in the Near East alone.")
    if nation in state.strategic_state.called:
        return Refusal("called-before", "5.18", "You have already called them this phase.")
    if nation in state.strategic_state.collapsed or nation not in state.sides:
        return Refusal("no-nation", "5.18", f"There is no {NAME_OF[nation]} army to call them for.")
    if side == ALLIED and in_play(state, ALLIED, MUTINY):
        return Refusal("after-mutiny", "5.18", "France can call up no more men after the French Mutiny.")
    if side == CENTRAL and not YEARS[0] <= year(state) <= YEARS[1]:
        return Refusal("not-these-years", "5.18", f"Germany calls them only from {YEARS[0]} to {YEARS[1]}.")
    return None


def call(play: Play, at: At[State], _: Choices) -> None:
    """§5.18: a victory point is paid, and two dice give points, at most seven."""
    chart, nation = play.state.printed.charts.spending, NATION[at.seat]
    draw, first = play.next_die()
    play.emit(EmergencyCalled(nation, PRICE[at.seat] * chart.emergency_points, draw, first))
    draw, second = play.next_die()
    play.emit(EmergencyAnswered(nation, min(chart.emergency_most, first + second), draw, second))


CALL: Order[State] = Order(
    "emergency", "Call emergency replacements", "5.18", call, when=lambda at: why_none(at.state, at.seat),
    grave="Two dice bring points, seven at most. It moves the Central Powers' victory points by one against you, and"
    " cannot be taken back.",
)  # fmt: skip

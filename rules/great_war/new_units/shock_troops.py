"""§6.5, §15.4 Shock troops: which units are converted, what it costs, and the Kaiserschlacht."""

from __future__ import annotations

from collections.abc import Iterator

from rules.great_war.facts.shock_troops import KaiserschlachtDeclared, ShockTroopsFormed
from rules.great_war.play import Play
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.fronts import THREE
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.supply.tracing import fed_from
from rules.great_war.units.shock import is_shock, shock_events
from rules.hexes.odds import Modifier
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity

EVENT = "shock-troops"
FIRST_OF_TWO = 0
KAISERSCHLACHTEN = 4
"""§15.45: attacks on one front."""
NOT_HELD = Refusal("not-held", "15.41", "You hold no shock-troop event.")
NO_EVENT = Refusal("not-now", "15.45", "You declare these attacks on the turn of your second shock-troop event.")
NOT_FIRST_FOUR = Refusal("not-now", "15.45", "Only the first four attacks on one front can be Kaiserschlacht attacks.")
NOT_IN_EUROPE = Refusal("not-now", "15.45", "Kaiserschlacht attacks are made on a front of Europe.")
TOO_FEW = Refusal("not-now", "15.45", "Four or more shock troops must take part in the attack.")


# --- conversion (§15.41, §15.42) --------------------------------------------------------------------------------------


@kept
def eligible(state: State) -> tuple[str, ...]:
    """§15.42, §6.58: the marked divisions on the map with a line to Berlin or the Ruhr that are not worn out. The
    Alpine Corps turns by itself (§15.46)."""
    fed, index = fed_from(state, "GE", state.places.depots), state.printed.board.index
    return tuple(
        u
        for u in state.on_map(CENTRAL)
        if state.counter(u).turned == "shock"
        and u != ALPINE_CORPS
        and not state.units[u].back
        and u not in state.chit_state.tired
        and index[state.units[u].at] in fed
    )


def terms(state: State) -> tuple[int, int]:
    """§15.41: the points, and the most divisions, of the event that is played next; 0 for any number."""
    spending = state.printed.charts.spending
    if shock_events(state) == FIRST_OF_TWO:
        return spending.shock_first_cost, spending.shock_first_units
    return spending.shock_second_cost, 0


def why_not_play(at: At[State]) -> Refusal | None:
    """§15.41: why no event is played for it now."""
    if not at.state.chits["central.hand"].get(EVENT):
        return NOT_HELD
    cost, _ = terms(at.state)
    if at.state.points.get("GE", 0) < cost:
        return Refusal("too-poor", "15.41", f"Conversion costs {quantity(cost, 'German resource point')}.")
    return None


def _units(at: At[State], _: Choices) -> SomeOf:
    found, (_cost, most) = eligible(at.state), terms(at.state)
    # The event may be played though none can be converted: for the Alpine Corps (§15.46) and headquarters (§15.66).
    return SomeOf(found, least=min(1, len(found)), most=most or max(1, len(found)))


def form(play: Play, at: At[State], chosen: Choices) -> None:
    """§15.41: one point for six, or seven for all. §15.46: the Alpine Corps comes on top, wherever it is."""
    cost, _ = terms(at.state)
    units = (*chosen.names("units"), *_alpine_corps(at.state))
    play.emit(ShockTroopsFormed(EVENT, units, cost, shock_events(at.state) > FIRST_OF_TWO))


def _alpine_corps(state: State) -> tuple[str, ...]:
    """§15.46, §6.58: the Alpine Corps, unless it has turned already or influenza has taken it."""
    turned = state.units[ALPINE_CORPS].back or ALPINE_CORPS in state.chit_state.tired
    return () if turned else (ALPINE_CORPS,)


FORM: Order[State] = Order(
    "form_shock_troops", "Form shock troops", "15.41", form,
    (Slot("units", "units", _units, "Choose divisions in supply from Berlin or the Ruhr"),), when=why_not_play,
    note=lambda at: quantity(terms(at.state)[0], "German resource point"),
    help="The first event converts up to six divisions for one point, the second any number for seven.",
)  # fmt: skip


# --- Kaiserschlacht (§15.45) ------------------------------------------------------------------------------------------


def may_strike(state: State, frame: BattleFrame) -> bool:
    """§15.45: whether an attack may be declared one of the four."""
    return why_not_strike(state, frame) is None


def why_not_strike(state: State, frame: BattleFrame) -> Refusal | None:
    """§15.45: on the turn of the second event, for the first four attacks on one front of Europe, each with four shock
    troops."""
    chit_state = state.chit_state
    if chit_state.offensive != state.turn or frame.side != CENTRAL or frame.kaiserschlacht:
        return NO_EVENT
    front = _front(state, frame)
    if front in THREE:
        return NOT_IN_EUROPE
    # The attack under way is among those that are counted, so the ones before it must all have been such attacks.
    before = chit_state.fought.get(front, 0) - 1
    only_such = before == (chit_state.struck if chit_state.struck_on == front else 0)
    if chit_state.struck_on not in ("", front) or chit_state.struck >= KAISERSCHLACHTEN or not only_such:
        return NOT_FIRST_FOUR
    many = state.printed.charts.features.shock_many
    return None if sum(is_shock(state, u) for u in frame.attackers) >= many else TOO_FEW


def _front(state: State, frame: BattleFrame) -> str:
    board = state.printed.board
    return board.front[board.index[frame.target]]


def strike(play: Play, at: At[State], _: Choices) -> None:
    """§15.45: the attack is one of the four."""
    play.emit(KaiserschlachtDeclared(_front(at.state, at.frame)))


STRIKE: Order[State] = Order(
    "kaiserschlacht", "Declare a Kaiserschlacht attack", "15.45", strike,
    when=lambda at: why_not_strike(at.state, at.frame),
    help="+3 instead of +2 for four or more shock troops. Only the first four attacks on one front, this turn.",
)  # fmt: skip


def strike_drm(state: State, frame: BattleFrame) -> Iterator[Modifier]:
    """§15.45: what it adds beyond the modifier of the shock troops themselves."""
    if frame.kaiserschlacht:
        features = state.printed.charts.features
        yield "Kaiserschlacht", "15.45", features.kaiserschlacht_drm - features.shock_drm[1]

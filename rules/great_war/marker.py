"""§10.8 OHL and OberOst: where the marker is placed, and which units attack once more round it."""

from __future__ import annotations

from rules.great_war.control import blocked, occupied
from rules.great_war.events.combat import MarkerPlaced, MarkerRemoved
from rules.great_war.fronts import EAST, WEST
from rules.great_war.keeping import kept
from rules.great_war.nations import CENTRAL
from rules.great_war.phases import FIRST_MOVEMENT, MOVEMENTS
from rules.great_war.play import Play, hex_in_play
from rules.great_war.state import PhaseFrame, State
from rules.great_war.supply import IN, supply_of
from rules.kernel.floods import disc
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

OHL, OBEROST = "OHL", "OberOst"
THEATRE_OF = {OHL: WEST, OBEROST: EAST}
RANGE = 2
"""§10.82: hexes from the marker."""


def may_place(at: At[State]) -> Refusal | None:
    """§10.81, §10.82: in the Movement Phase of its theatre; OHL only where the Central Powers have the initiative."""
    state = at.state
    if at.seat != CENTRAL or not state.marker:
        return Refusal("no-marker", "10.81", "You have no marker to place.")
    if state.marker_at:
        return Refusal("placed", "10.82", "The marker has been placed.")
    if state.phase.key not in MOVEMENTS or THEATRE_OF[state.marker] != at.scope:
        return Refusal("other-theatre", "10.81", f"{state.marker} is placed in its own theater.")
    if state.marker == OHL and (state.west != CENTRAL or state.phase.key != FIRST_MOVEMENT):
        return Refusal("no-initiative", "10.81", "OHL needs the initiative in the Western Theater.")
    return None


def _hexes(at: At[State], _: Choices) -> OneOf:
    state = at.state

    def check(name: str) -> Refusal | None:
        try:
            hex_in_play(state, name)
        except Refused as refused:
            return refused.refusal
        board, units = state.printed.board, state.stacks.get(name, ())
        if board.theatre[board.index[name]] != at.scope or not is_german(state, units):
            return Refusal("not-there", "10.82", "The marker goes into a hex with supplied German units and no others.")
        return None

    mine = sorted(state.printed.board.ids[i] for i in occupied(state, CENTRAL))
    return OneOf(Fitting(lambda: mine, check), why=check)


def is_german(state: State, units: tuple[str, ...]) -> bool:
    """§10.82: German units alone, one of them at least in supply."""
    if not units or any(state.counter(u).nation != "GE" for u in units):
        return False
    return any(supply_of(state, u) == IN for u in units)


def place_marker(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.82: the marker stands until the combat phase that follows is over."""
    play.emit(MarkerPlaced(at.state.marker, chosen.name("hex")))


PLACE_MARKER: Order[State] = Order(
    "place_marker", "Place OHL or OberOst", "10.82", place_marker,
    (Slot("hex", "hex", _hexes, "Choose a hex with German units"),), when=may_place,
)  # fmt: skip


# --- the second attacks -----------------------------------------------------------------------------------------------


def stands_in(state: State, theatre: str) -> bool:
    """§10.82: whether the marker stands in a theatre."""
    board = state.printed.board
    return bool(state.marker_at) and board.theatre[board.index[state.marker_at]] == theatre


@kept
def in_range(state: State) -> frozenset[int]:
    """§10.82, §10.83: the hexes within two of the marker, traced as a line of supply is."""
    if not state.marker_at:
        return frozenset()
    board = state.printed.board
    shut = blocked(state, CENTRAL) | board.alpine
    return frozenset(disc(board.lines, board.index[state.marker_at], RANGE, shut, ()))


def may_attack_again(state: State, unit: str) -> bool:
    """§10.82: German units in regular supply within two hexes of the marker."""
    at = state.units[unit].at
    near = at in state.stacks and state.printed.board.index[at] in in_range(state)
    return near and state.counter(unit).nation == "GE" and supply_of(state, unit) == IN


def remove_marker(play: Play, _: PhaseFrame) -> None:
    """§10.82: out of play until the next strategic turn."""
    if play.state.marker_at:
        play.emit(MarkerRemoved(play.state.marker))

"""§10.8 OHL, OberOst and Foch: where a marker is placed, and which units attack once more round it."""

from __future__ import annotations

from rules.great_war.facts.combat import FOCH, MarkerPlaced, MarkerRemoved, MarkerTakenBack
from rules.great_war.play import Play, hex_in_play, place_name
from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.position.unit_index import by_nation, places_of
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import AGAINS, MOVEMENTS
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import IN, shut_to, supply_of
from rules.hexes.choosing import one_of
from rules.hexes.kept import kept
from rules.kernel.floods import disc
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

OHL, OBEROST = "OHL", "OberOst"
THEATRE_OF = {OHL: WEST, OBEROST: EAST}
RANGE = 2
"""§10.82: hexes from the marker."""
FOCH_EVENT = "foch"


def may_place(at: At[State]) -> Refusal | None:
    """§10.81, §10.82, §10.84: in the Movement Phase of its theatre; OHL only where the Central Powers have the
    initiative, Foch on every turn. Until the phase ends it may be placed elsewhere."""
    state = at.state
    if at.seat == ALLIED:
        return _no_foch(at)
    if not state.marker:
        return Refusal("no-marker", "10.81", "You have no marker to place.")
    if state.phase.key not in MOVEMENTS or THEATRE_OF[state.marker] != at.scope:
        return Refusal("other-theatre", "10.81", f"{state.marker} is placed in its own theatre.")
    if state.marker == OHL and state.west != CENTRAL:
        return Refusal("no-initiative", "10.81", "OHL needs the initiative in the Western Theatre.")
    return None


def _no_foch(at: At[State]) -> Refusal | None:
    """§6.31: why Foch cannot be placed now."""
    if not in_play(at.state, ALLIED, FOCH_EVENT):
        return Refusal("no-marker", "10.84", "You have no marker to place.")
    if at.state.phase.key not in MOVEMENTS or at.scope != WEST:
        return Refusal("other-theatre", "10.84", "Foch is placed on the Western Front.")
    return None


def _hexes(at: At[State], _: Choices) -> OneOf:
    state = at.state
    fit = places_for_marker(state, at.seat, at.scope)

    def check(name: str) -> Refusal | None:
        if name == marker_of(state, at.seat):
            return PLACED
        if name in fit:
            return None
        try:
            hex_in_play(state, name)
        except Refused as refused:
            return refused.refusal
        if at.seat == ALLIED:
            return NO_PLACE_FOR_FOCH
        return NO_PLACE

    return one_of(lambda: sorted(fit - {marker_of(state, at.seat)}), check)


PLACED = Refusal("placed", "10.82", "The marker is already there.")
NO_PLACE = Refusal("not-there", "10.82", "The marker goes into a hex with supplied German units and no others.")
NO_PLACE_FOR_FOCH = Refusal(
    "not-there", "10.84", "Foch goes into a hex on the Western Front with supplied Allied units."
)


def places_for_marker(state: State, side: str, theatre: str) -> frozenset[str]:
    """§10.82, §10.84: hexes with German units alone, or for Foch with any Allied ones, one of them in supply."""
    board = state.printed.board
    groups, hungry = by_nation(state, side), starved_units(state, side)

    def find(_: object) -> frozenset[str]:
        stood, unfed = places_of(state, side), {unit for unit, _ in hungry}
        fronts = [WEST] if side == ALLIED else [front for front, at in board.fronts.items() if at.theatre == theatre]
        near = frozenset[int]().union(*(board.by_front[front] for front in fronts))
        strangers = [places for (nation, _), places in stood.items() if side == CENTRAL and nation != "GE"]
        fit = {board.ids[i] for i in (near & occupied_hexes(state, side)).difference(*strangers)}
        return frozenset(h for h in fit if not unfed.issuperset(state.stacks[h]))

    # It depends on which units are together where, and which are out of supply: a move of the enemy's leaves it as it
    # was.
    return state.memory.recall(("places for a marker", side, theatre), (groups, hungry), find)


def marker_name(state: State, side: str) -> str:
    """§10.81, §10.84: what is written on a side's marker."""
    return "Foch" if side == ALLIED else state.marker


def place_marker(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.82: the marker stays until the combat phase that follows is over, if it may be there when that begins."""
    play.emit(MarkerPlaced(FOCH if at.seat == ALLIED else at.state.marker, chosen.name("hex")))


def settle_markers(play: Play, frame: PhaseFrame) -> None:
    """§10.82: markers are placed as the Mutual Movement Phase ends: one in a hex where it may not be counts as not
    placed."""
    state, board = play.state, play.state.printed.board
    for side, name in ((CENTRAL, state.marker), (ALLIED, FOCH)):
        at = marker_of(state, side)
        if at and at not in places_for_marker(state, side, board.theatre[board.index[at]]):
            play.emit(MarkerTakenBack(name))


def _note(at: At[State]) -> str:
    name, there = marker_name(at.state, at.seat), marker_of(at.state, at.seat)
    if not there:
        return f"{name}: units near it attack twice"
    return f"{name} is in {place_name(at.state, there)}, and may go elsewhere until the phase ends"


PLACE_MARKER: Order[State] = Order(
    "place_marker", "Place a marker", "10.82", place_marker,
    (Slot("hex", "hex", _hexes, "Choose a hex with your supplied units"),), when=may_place,
    note=_note,
)  # fmt: skip


# --- the second attacks -----------------------------------------------------------------------------------------------


def marker_of(state: State, side: str) -> str:
    """§10.82: the hex of a side's marker, empty when it is not on the map."""
    return state.record.foch_at if side == ALLIED else state.marker_at


def stands_in(state: State, side: str, theatre: str) -> bool:
    """§10.82: whether a side's marker is in a theatre."""
    board, at = state.printed.board, marker_of(state, side)
    return bool(at) and board.theatre[board.index[at]] == theatre


@kept
def in_range(state: State, side: str) -> frozenset[int]:
    """§10.82, §10.83: the hexes within two of a side's marker, traced as a line of supply is."""
    at = marker_of(state, side)
    if not at:
        return frozenset()
    board = state.printed.board
    return frozenset(disc(board.lines, board.index[at], RANGE, shut_to(state, side), ()))


def may_attack_again(state: State, unit: str) -> bool:
    """§10.82, §10.84: units in regular supply within two hexes of their side's marker: Germans, or any of the Allies
    on the Western Front map."""
    at, board, side = state.units[unit].at, state.printed.board, state.side(unit)
    if at not in state.stacks or board.index[at] not in in_range(state, side):
        return False
    fits = board.front[board.index[at]] == WEST if side == ALLIED else state.counter(unit).nation == "GE"
    return fits and supply_of(state, unit) == IN


def remove_marker(play: Play, frame: PhaseFrame) -> None:
    """§10.82: OHL and OberOst are out of play until the next strategic turn, Foch is back on the next turn."""
    theatre = AGAINS[frame.key][1]
    for side, name in ((CENTRAL, play.state.marker), (ALLIED, FOCH)):
        if stands_in(play.state, side, theatre):
            play.emit(MarkerRemoved(name))

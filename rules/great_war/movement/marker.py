"""§10.8 OHL, OberOst, Foch and Allenby: where a marker is placed, and which units attack once more round it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.facts.combat import (
    ALLENBY,
    ALLENBY_EVENT,
    FOCH,
    MarkerPlaced,
    MarkerRemoved,
    MarkerTakenBack,
    SecondAttacksFound,
)
from rules.great_war.play import Play, hex_in_play, place_name
from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.position.unit_index import by_nation, places_of
from rules.great_war.printed.fronts import EAST, EGYPT, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import AGAINS, FIRST, FIRST_MOVEMENT, MOVEMENTS, SECOND_MOVEMENT
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import IN, in_alps, line_ends, shut_to, supply_of
from rules.hexes.choosing import one_of
from rules.kernel.floods import disc
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import listing

OHL, OBEROST = "OHL", "OberOst"
THEATRE_OF = {OHL: WEST, OBEROST: EAST}
RANGE_HEXES = 2
"""§10.82: hexes from the marker."""
FOCH_EVENT = "foch"
FRONT_OF = {FOCH: WEST, ALLENBY: EGYPT}
NATION_ON = {EGYPT: "BR"}
"""§10.84: by Allied marker its front; and where one nation alone may use it."""


def why_not_place(at: At[State]) -> Refusal | None:
    """§10.81, §10.82, §10.84: in the Movement Phase of its theatre; OHL only where the Central Powers have the
    initiative, Foch on every turn. Until the phase ends it may be placed elsewhere."""
    state = at.state
    if at.seat == ALLIED:
        return _why_not_place_allied(at)
    if not state.marker:
        return Refusal("no-marker", "10.81", "You have no marker to place.")
    if state.phase.key not in MOVEMENTS or THEATRE_OF[state.marker] != at.scope:
        return Refusal("other-theatre", "10.81", f"{state.marker} is placed in its own theatre.")
    if state.marker == OHL and state.west != CENTRAL:
        return Refusal("no-initiative", "10.81", "OHL needs the initiative in the Western Theatre.")
    return None


def _why_not_place_allied(at: At[State]) -> Refusal | None:
    """§6.31, §6.32: why neither Foch nor Allenby can be placed now."""
    names = _ready(at.state)
    if not names:
        return Refusal("no-marker", "10.84", "You have no marker to place.")
    if at.state.phase.key not in MOVEMENTS or at.scope != WEST:
        where = listing(at.state.printed.board.fronts[FRONT_OF[name]].title for name in names)
        return Refusal("other-theatre", "10.84", f"{listing(names)} {_is(names)} placed on the {where}.")
    return None


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _ready(state: State) -> tuple[str, ...]:
    """§6.31, §6.32: the markers that the Allies can place: Foch from his event on, Allenby once, out of the hand."""
    foch = in_play(state, ALLIED, FOCH_EVENT)
    allenby = state.chits[f"{ALLIED}.hand"].get(ALLENBY_EVENT, 0) > 0
    return (*((FOCH,) if foch else ()), *((ALLENBY,) if allenby else ()))


def marker_in(state: State, side: str, hex_: str) -> str:
    """§10.84: which of a side's markers goes into a hex: of the Allies each has its own front."""
    if side == CENTRAL:
        return state.marker
    board = state.printed.board
    return next(name for name, front in FRONT_OF.items() if front == board.front[board.index[hex_]])


def _hexes(at: At[State], _: Choices) -> OneOf:
    state = at.state
    fit, now = places_for_marker(state, at.seat, at.scope), {*markers_of(state, at.seat).values()}

    def check(name: str) -> Refusal | None:
        if name in now:
            return PLACED
        if name in fit:
            return None
        try:
            hex_in_play(state, name)
        except Refused as refused:
            return refused.refusal
        if at.seat == ALLIED:
            return NO_PLACE_FOR_FOCH if FOCH in _ready(state) else NO_PLACE_FOR_ALLENBY
        return NO_PLACE

    return one_of(lambda: sorted(fit - now), check)


PLACED = Refusal("placed", "10.82", "The marker is already there.")
NO_PLACE = Refusal("not-there", "10.82", "Place the marker in a hex with supplied German units and no others.")
NO_PLACE_FOR_FOCH = Refusal(
    "not-there", "10.84", "Foch goes into a hex on the Western Front with supplied Allied units."
)


NO_PLACE_FOR_ALLENBY = Refusal(
    "not-there", "10.84", "Allenby goes into a hex on the Egyptian Front with supplied British units and no others."
)


def places_for_marker(state: State, side: str, theatre: str) -> frozenset[str]:
    """§10.82, §10.84: hexes with German units alone, for Allenby with British ones alone, or for Foch with any Allied
    ones; one of them in supply."""
    board = state.printed.board
    groups, hungry = by_nation(state, side), starved_units(state, side)
    ready = _ready(state) if side == ALLIED else ()

    def find(_: object) -> frozenset[str]:
        stood, unfed = places_of(state, side), {unit for unit, _ in hungry}
        mine = [front for front in board.fronts if side == CENTRAL or front in {FRONT_OF[name] for name in ready}]
        fit = set[int]()
        for front in mine:
            nation = NATION_ON.get(front, "") if side == ALLIED else "GE"
            strangers = [places for (other, _), places in stood.items() if nation and other != nation]
            if board.fronts[front].theatre == theatre:
                fit |= (board.by_front[front] & occupied_hexes(state, side)).difference(*strangers)
        return frozenset(board.ids[i] for i in fit if not unfed.issuperset(state.stacks[board.ids[i]]))

    # It depends on which units are together where, and which are out of supply: a move of the enemy's leaves it as it
    # was.
    return state.memory.recall(("places for a marker", side, theatre, ready), (groups, hungry), find)


def marker_name(state: State, side: str) -> str:
    """§10.81, §10.84: what is written on the markers that a side may place."""
    return listing(_ready(state)) if side == ALLIED else state.marker


def place_marker(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.82: the marker stays until the combat phase that follows is over, if it may be there when that begins."""
    play.emit(MarkerPlaced(marker_in(at.state, at.seat, chosen.name("hex")), chosen.name("hex")))


def settle_markers(play: Play, frame: PhaseFrame) -> None:
    """§10.82: markers are placed as the Mutual Movement Phase ends: one in a hex where it may not be counts as not
    placed."""
    state, board = play.state, play.state.printed.board
    for side in (CENTRAL, ALLIED):
        for name, at in markers_of(state, side).items():
            if at not in places_for_marker(state, side, board.theatre[board.index[at]]):
                play.emit(MarkerTakenBack(name))


def _note(at: At[State]) -> str:
    there = markers_of(at.state, at.seat)
    if not there:
        return f"{marker_name(at.state, at.seat)}: units near it attack twice"
    stands = listing(f"{name} is in {place_name(at.state, hex_)}" for name, hex_ in there.items())
    return f"{stands}, and may go elsewhere until the phase ends"


PLACE_MARKER: Order[State] = Order(
    "place_marker", "Place a marker", "10.82", place_marker,
    (Slot("hex", "hex", _hexes, "Choose a hex with your supplied units"),), when=why_not_place,
    note=_note,
)  # fmt: skip


# --- the second attacks -----------------------------------------------------------------------------------------------


def markers_of(state: State, side: str) -> dict[str, str]:
    """§10.82: a side's markers that are on the map, each with its hex."""
    found = {state.marker: state.marker_at} if side == CENTRAL else {FOCH: state.chit_state.foch_at}
    if side == ALLIED:
        found[ALLENBY] = state.near_east.allenby_at
    return {name: hex_ for name, hex_ in found.items() if hex_}


def stands_in(state: State, side: str, theatre: str) -> bool:
    """§10.82: whether a marker of a side is in a theatre."""
    board = state.printed.board
    return any(board.theatre[board.index[at]] == theatre for at in markers_of(state, side).values())


@kept
def in_range(state: State, side: str, alps: str) -> frozenset[int]:
    """§10.82, §10.83, §11.6, §12.2: the hexes within two of a side's markers, traced as a line of supply is: for
    mountain units into the ``alps`` too, and through no desert in heat."""
    board, shut, ends = state.printed.board, shut_to(state, side, alps), line_ends(state, alps)
    discs = [
        disc(board.supply_steps, board.index[at], RANGE_HEXES, shut, ends) for at in markers_of(state, side).values()
    ]
    return frozenset[int]().union(*discs)


def find_second_attackers(play: Play, frame: PhaseFrame) -> bool:
    """§10.82: as the Combat Phase of the side that has attacked ends, its units that may attack again are noted: what a
    second attack clears away opens no longer range. Says whether they were noted now."""
    state = play.state
    if state.second is not None:
        return False
    side = mover_in(state, *_half(frame))
    play.emit(SecondAttacksFound(tuple(u for u in state.on_map(side) if is_near_marker(state, u))))
    return True


def _half(frame: PhaseFrame) -> tuple[str, str]:
    """The theatre of the second attacks, and the movement that they follow."""
    half, theatre = AGAINS[frame.key]
    return theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT


def may_attack_again(state: State, unit: str) -> bool:
    """§10.82: whether a unit was in regular supply near its side's marker as the Combat Phase ended."""
    return is_near_marker(state, unit) if state.second is None else unit in state.second


def is_near_marker(state: State, unit: str) -> bool:
    """§10.82, §10.84: units in regular supply within two hexes of their side's marker: Germans, any of the Allies on
    the Western Front map, and British on the Egyptian one."""
    at, board, side = state.units[unit].at, state.printed.board, state.side(unit)
    counter = state.counter(unit)
    alps = in_alps(counter.nation, counter.kind == "mountain")
    if at not in state.stacks or board.index[at] not in in_range(state, side, alps):
        return False
    front, nation = board.front[board.index[at]], counter.nation
    if nation != ("GE" if side == CENTRAL else NATION_ON.get(front, nation)):
        return False
    return (side == CENTRAL or front in FRONT_OF.values()) and supply_of(state, unit) == IN


def remove_marker(play: Play, frame: PhaseFrame) -> None:
    """§10.82: OHL and OberOst are out of play until the next strategic turn, Foch is back on the next turn, Allenby
    never."""
    theatre, board = AGAINS[frame.key][1], play.state.printed.board
    for side in (CENTRAL, ALLIED):
        for name, at in markers_of(play.state, side).items():
            if board.theatre[board.index[at]] == theatre:
                play.emit(MarkerRemoved(name))

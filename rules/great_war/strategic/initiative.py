"""§5.8 Initiative Determination Phase: who has it where, the line that a double turn needs, OHL and OberOst."""

from __future__ import annotations

from functools import lru_cache

from rules.great_war.facts.initiative import InitiativeDeclared, MarkerChosen
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.movement.marker import OBEROST, OHL
from rules.great_war.play import Play
from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.letters import since
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.board import Board
from rules.great_war.printed.fronts import EAST, THEATRE_NAMES, THEATRES, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.kernel.floods import flood_links
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask


def declarer(state: State) -> str:
    """§5.82: the Central Powers; the Allies once enough Americans have been in France."""
    return ALLIED if state.strategic_state.americans else CENTRAL


def has_west(state: State, side: str) -> bool:
    """§5.83, §5.86: whether a side has the initiative in the west; the other has it in the east."""
    return state.west == side


# --- declaring (§5.82 to §5.84) ---------------------------------------------------------------------------------------


def why_no_switch(state: State) -> Refusal | None:
    """§5.83, §5.84: why the side that declares must leave the initiative where it is, or None."""
    side, switched = declarer(state), state.strategic_state.switched
    if switched and since(state.strategic_state.turn, switched) == 1:
        return Refusal("switched-before", "5.83", "The initiative changed theatres on the last strategic turn.")
    if not has_west(state, side) and not has_line(state, side):
        return Refusal(
            "no-line", "5.84",
            "You need an unbroken line of units from the Channel, Holland or the northern edge of the Western Front map"
            " to Switzerland or its southern edge.",
        )  # fmt: skip
    return None


def has_line(state: State, side: str) -> bool:
    """§5.84: units or headquarters in a row of hexes from the Channel, Holland or the north to the south."""
    board = state.printed.board
    north, south = _ends(board)
    line = occupied_hexes(state, side) & board.by_front[WEST]
    gaps = frozenset(range(len(board.ids))) - line
    return not south.isdisjoint(flood_links(board.lines, sorted(line & north), gaps))


@lru_cache(maxsize=8)
def _ends(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    """§5.84: the hexes of the Western Front map on the Channel, beside Holland or at its northern edge; and those
    beside Switzerland or at its southern edge."""
    west, surface = board.by_front[WEST], board.atlas.words("surface")
    rows = [board.row[i] for i in west]

    def beside(i: int, country: str) -> bool:
        return any(n != OFF_BOARD and board.country[n] == country for n in board.neighbours[i])

    north, south = set[int](), set[int]()
    for i in west:
        row = board.row[i]
        at_sea = any(n != OFF_BOARD and surface[n] == "sea" for n in board.neighbours[i])
        if at_sea or board.ids[i] in board.places.north_end or beside(i, "NL") or row == max(rows):
            north.add(i)
        if beside(i, "CH") or row == min(rows):
            south.add(i)
    return frozenset(north), frozenset(south)


def who_declares(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.82: the side that declares, if it has a choice."""
    side = declarer(state)
    if side in frame.done or why_no_switch(state) is not None:
        return ()
    return (Ask(side, serial=""),)


def _theatres(at: At[State], _: Choices) -> OneOf:
    return OneOf(THEATRES, labels=THEATRE_NAMES)


def declare(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.83, §5.81, §5.85: the side says in which theatre it has the initiative; the other side has it in the other
    theatre."""
    west = at.seat if chosen.name("theatre") == WEST else foe(at.seat)
    if west != play.state.west:
        play.emit(InitiativeDeclared(at.seat, west))
    play.emit(StepEnded(at.seat, play.state.phase.key))


DECLARE: Order[State] = Order(
    "declare", "Declare the initiative", "5.82", declare,
    (Slot("theatre", "choice", _theatres, "Where will you take the initiative?"),),
    note=lambda at: f"Now: {THEATRE_NAMES[WEST if has_west(at.state, at.seat) else EAST]}",
)  # fmt: skip


# --- OHL and OberOst (§5.88) ------------------------------------------------------------------------------------------


def choosing_marker(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.88: the Central Powers, where both markers could be used: once the Allies declare, OHL is none of them."""
    if CENTRAL in frame.done or declarer(state) != CENTRAL or not has_west(state, CENTRAL):
        return ()
    return (Ask(CENTRAL, serial=""),)


def choose_marker(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.88, §10.81: one of the two, for one use before the next strategic turn."""
    play.emit(MarkerChosen(chosen.name("marker")))
    play.emit(StepEnded(at.seat, play.state.phase.key))


def settle_marker(play: Play, frame: PhaseFrame) -> None:
    """§5.88: OHL needs the initiative in the west, OberOst none: without it there is no choice."""
    if CENTRAL not in frame.done:
        play.emit(MarkerChosen(OBEROST))


CHOOSE_MARKER: Order[State] = Order(
    "choose_marker", "Choose the marker", "5.88", choose_marker,
    (Slot("marker", "choice", lambda *_: OneOf((OHL, OBEROST))),),
)  # fmt: skip

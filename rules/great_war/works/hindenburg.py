"""§14.3 The Hindenburg Line: four heavy fortifications that the Central Powers build at once, in a row of hexes."""

from __future__ import annotations

from collections.abc import Collection

from rules.great_war.facts.hindenburg import LineBuilt
from rules.great_war.play import Play
from rules.great_war.position.control import blocked_hexes, controlled_hexes, forts
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.supply.tracing import supplied_hexes
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

ORDINALS = ("first", "second", "third", "fourth")
"""The slots of the order, one for each marker."""


@kept
def sites(state: State) -> frozenset[int]:
    """§14.31: hexes of the Western Front that the Central Powers control and supply, with no fort of theirs, and with
    neither Allied units nor intact Allied forts in them or next to them."""
    board, enemy = state.printed.board, blocked_hexes(state, CENTRAL)
    found = board.by_front[WEST] & controlled_hexes(state, CENTRAL) & supplied_hexes(state, "GE", False)
    return found - enemy - {b for a in enemy for b in board.neighbours[a]} - forts(state, CENTRAL)


def follow(state: State, line: tuple[int, ...]) -> tuple[int, ...]:
    """§14.31: where a line goes on, so that all markers find a place in one row of hexes."""
    last = sites(state) if not line else sites(state) & {*state.printed.board.neighbours[line[-1]]}
    left = state.printed.charts.markers.hindenburg - len(line) - 1
    return tuple(i for i in last if i not in line and _goes_on(state, (*line, i), left))


def _goes_on(state: State, line: tuple[int, ...], left: int) -> bool:
    if not left:
        return True
    beside: Collection[int] = sites(state) & {*state.printed.board.neighbours[line[-1]]} - {*line}
    return any(_goes_on(state, (*line, i), left - 1) for i in beside)


def why_not_build(at: At[State]) -> Refusal | None:
    """§14.31: why the line is not built now: once in the game, on a turn after strategic turn K."""
    state = at.state
    if state.strategic_state.line_built:
        return Refusal("built", "14.31", "The Hindenburg Line has already been built.")
    turn = state.printed.charts.markers.hindenburg_turn
    if state.strategic < turn:
        return Refusal("too-early", "14.31", f"You have the Hindenburg Line from strategic turn {turn} on.")
    if not follow(state, ()):
        return Refusal("no-room", "14.31", "No row of four supplied hexes is clear of Allied units and forts.")
    return None


def _slot(n: int) -> Slot[State]:
    def options(at: At[State], chosen: Choices) -> OneOf:
        board = at.state.printed.board
        line = tuple(board.index[chosen.name(slot)] for slot in ORDINALS[:n])
        return OneOf(board.names(follow(at.state, line)))

    where = "Choose where the line begins" if not n else f"Choose the {ORDINALS[n]} hex, next to the one before"
    return Slot(ORDINALS[n], "hex", options, where)


def build(play: Play, _: At[State], chosen: Choices) -> None:
    """§14.31: all four at the same time."""
    play.emit(LineBuilt(tuple(chosen.name(slot) for slot in ORDINALS)))


BUILD: Order[State] = Order(
    "build_line", "Build the Hindenburg Line", "14.31", build, tuple(_slot(n) for n in range(len(ORDINALS))),
    when=why_not_build,
    help="Four heavy fortifications in a row of hexes, which give no Fortress Supply. Once in the game.",
)  # fmt: skip

"""§5.16 Resource hexes: which of them the Central Powers hold in supply, and from which strategic turn they give."""

from __future__ import annotations

from collections.abc import Collection

from rules.great_war.control import controlled
from rules.great_war.events.resources import ResourceHexesJudged
from rules.great_war.nations import CENTRAL
from rules.great_war.play import Play
from rules.great_war.state import State
from rules.great_war.strategic.letters import after
from rules.great_war.supply import shut_to
from rules.kernel.floods import connected

WAIT = 4
"""§5.16: strategic turns from the capture of a hex to its first points."""
BERLIN = "E5102"
RUHR = ("W6729", "W6730", "W6830", "W6831")
PLOESTI = "E2623"


def judge_resource_hexes(play: Play, _: object = None) -> None:
    """§5.16: hexes that are lost, or cut off, wait again; those newly held get their marker on a strategic turn.

    Looked at when supply is: in every Attrition Phase and in the Resource Phase.
    """
    state = play.state
    held, now = _held(state), dict(state.ledger.working)
    for hex_ in [*now]:
        if hex_ not in held:
            del now[hex_]
    if state.ledger.turn:
        for hex_ in held:
            if hex_ not in now:
                now[hex_] = _from(state, hex_)
    if now != dict(state.ledger.working):
        play.emit(ResourceHexesJudged(now))


def _from(state: State, hex_: str) -> str:
    """§5.16: the turn from which a hex gives points: Ploesti gives at once where Romania has joined."""
    if hex_ == PLOESTI and state.sides.get("RO") == CENTRAL and hex_ not in state.taken:
        return state.ledger.turn
    return after(state.ledger.turn, WAIT)


def _held(state: State) -> tuple[str, ...]:
    """§5.16: the resource hexes that the Central Powers control and that have a line to Berlin, or to the Ruhr."""
    board, mine = state.printed.board, controlled(state, CENTRAL)
    hexes = [r.hex for r in state.printed.charts.resource_hexes if board.index[r.hex] in mine]
    if not hexes:
        return ()
    joined = _joined(state)
    return tuple(h for h in hexes if board.index[h] in joined)


def _joined(state: State) -> Collection[int]:
    board, shut, mine = state.printed.board, shut_to(state, CENTRAL), controlled(state, CENTRAL)
    ends = [board.index[h] for h in (BERLIN, *RUHR)]
    return connected(board.lines, [i for i in ends if i in mine and i not in shut], shut)


def resource_points(state: State) -> int:
    """§5.16: what Germany gets on this strategic turn for resource hexes."""
    working = state.ledger.working
    return sum(
        r.points
        for r in state.printed.charts.resource_hexes
        if working.get(r.hex) and working[r.hex] <= state.ledger.turn
    )

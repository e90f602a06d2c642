"""§5.16 Resource hexes: which of them the Central Powers hold in supply, and from which strategic turn they give."""

from __future__ import annotations

from collections.abc import Collection

from rules.great_war.facts.resources import ResourceHexesJudged
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.supply.tracing import shut_to
from rules.kernel.floods import flood_links

WAIT_STRATEGIC_TURNS = 4
"""§5.16: the strategic turn after its capture on which a hex gives its first points."""
ROMANIA = "RO"


def judge_resource_hexes(play: Play, _: object = None) -> None:
    """§5.16: hexes that are lost, or cut off, wait again; those newly held get their marker.

    Looked at when supply is: in every Attrition Phase and in the Resource Phase.
    """
    state = play.state
    held, now = _held_hexes(state), dict(state.strategic_state.working)
    for hex_ in [*now]:
        if hex_ not in held:
            del now[hex_]
    for hex_ in held:
        if hex_ not in now:
            now[hex_] = _from(state, hex_)
    if now != dict(state.strategic_state.working):
        play.emit(ResourceHexesJudged(now))


def _from(state: State, hex_: str) -> str:
    """§5.16: the turn from which a hex gives points: the fourth after its capture, none beyond the last; Ploesti on the
    first after Romania has joined, and as any other when it was lost or cut off later."""
    joins = hex_ == state.places.ploesti and ROMANIA in state.frozen and state.sides.get(ROMANIA) == CENTRAL
    begun = STRATEGIC.index(state.strategic) + 1 if state.strategic else 0
    # What is found on a strategic turn was there before it.
    before = begun - 1 if state.strategic_state.turn else begun
    place = before + (1 if joins else WAIT_STRATEGIC_TURNS) - 1
    return STRATEGIC[place] if place < len(STRATEGIC) else ""


def _held_hexes(state: State) -> tuple[str, ...]:
    """§5.16: the resource hexes that the Central Powers control and that have a line to Berlin, or to the Ruhr."""
    board, mine = state.printed.board, controlled_hexes(state, CENTRAL)
    hexes = [r.hex for r in state.printed.charts.resource_hexes if board.index[r.hex] in mine]
    if not hexes:
        return ()
    joined = _joined_hexes(state)
    return tuple(h for h in hexes if board.index[h] in joined)


def _joined_hexes(state: State) -> Collection[int]:
    board, shut, mine = state.printed.board, shut_to(state, CENTRAL), controlled_hexes(state, CENTRAL)
    ends = [board.index[h] for h in state.places.depots]
    return flood_links(board.supply_steps, [i for i in ends if i in mine and i not in shut], shut)


def resource_points(state: State) -> int:
    """§5.16: what Germany gets on this strategic turn for resource hexes."""
    working = state.strategic_state.working
    return sum(
        r.points
        for r in state.printed.charts.resource_hexes
        if working.get(r.hex) and working[r.hex] <= state.strategic_state.turn
    )

"""§3.4: who is entrenched when the scenario begins."""

from __future__ import annotations

from rules.empires_alliances.facts.works import DugIn
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.setup.areas import units_waiting
from rules.empires_alliances.terrain.zones import fort_in


def is_on_line(state: State, hex_: str) -> bool:
    """§3.4: whether a hex lies beside the start line: the other side controls a hex next to it, over land."""
    board = state.board
    i = board.index(hex_)
    foe = FOE.get(controller(state, hex_))
    return any(
        board.passable[i][side] and controller(state, board.lattice.ids[b]) == foe
        for side, b in enumerate(board.lattice.neighbours[i])
    )


def entrenched_at_start(state: State) -> tuple[str, ...]:
    """§3.4: the units that begin entrenched: all beside the line, but for those in a hex with a fort, and aircraft."""
    lines = {hex_ for hex_ in state.stacks if is_on_line(state, hex_) and fort_in(state, hex_) is None}
    return tuple(u for u in state.on_map() if state.units[u].at in lines and state.counter(u).kind != AIR)


def dig_in(play: Play, _: PhaseFrame) -> None:
    """§3.4: once both sides have set up, the units beside the line are entrenched as deeply as the card says."""
    state = play.state
    if not state.card.trenches or any(units_waiting(state, side) for side in FOE):
        return
    units = entrenched_at_start(state)
    if units:
        play.emit(DugIn(units, state.card.trenches))

"""§11.7, §11.71, §2.68d, §20.23: which hexes may be invaded, and from which ports."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.movement.on_foot import enemy_forts
from rules.empires_alliances.movement.ships import ATLANTIC, BLACK_SEA, MEDITERRANEAN
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.supply.sea import straits_open
from rules.empires_alliances.terrain.weather import weather_in
from rules.empires_alliances.terrain.zones import ground_unit_hexes
from rules.kernel.incremental import Previous
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal

ITALY = "IT"


def seas_to(state: State, hex_: str) -> frozenset[str]:
    """§11.71: the seas from whose ports a hex may be invaded: its own; for the Black Sea, through the straits, the
    Mediterranean."""
    found = set(state.board.seas[state.board.index(hex_)])
    if BLACK_SEA in found and straits_open(state):
        found.add(MEDITERRANEAN)
    return frozenset(found & {ATLANTIC, MEDITERRANEAN})


def is_held(state: State, hex_: str) -> bool:
    """§11.72, §13.651: whether enemy ground units, or a fort, hold a hex, so that invaders have to attack it."""
    index = state.board.index(hex_)
    return index in ground_unit_hexes(state, CENTRAL) or index in enemy_forts(state, ALLIED)


def why_not_shore(state: State, hex_: str) -> Refusal | None:
    """§11.7, §2.68d, §20.23, §11.71: why nobody may invade a hex now."""
    board, chart = state.board, state.printed.charts.invasions
    if not board.is_hex(hex_):
        return Refusal("no-such-hex", "2.0", "That hex is not in play.")
    index = board.index(hex_)
    if index not in board.ports and index not in board.beaches:
        return Refusal("no-shore", "11.7", "That hex has neither a port nor a beach.")
    if controller(state, hex_) != CENTRAL:
        return Refusal("not-enemy", "11.7", "You can invade only ports and beaches in enemy hands.")
    if hex_ in chart.closed:
        return Refusal("closed-port", "2.68", "That port cannot be invaded.")
    if board.country[index] in chart.until_italy and ITALY not in state.wars:
        return Refusal("before-italy", "2.68", "Austria-Hungary and Albania are closed until Italy enters the war.")
    if not weather_in(state, index).invasions:
        return Refusal("snow", "20.23", "There are no invasions in snow.")
    if not seas_to(state, hex_):
        return Refusal("no-sea-there", "11.71", "Invaders cannot sail there.")
    return None


def shores(state: State) -> tuple[str, ...]:
    """§11.7: the hexes that may be invaded now, ports and units apart, by number."""

    def find(_: Previous[Any, tuple[str, ...]] | None) -> tuple[str, ...]:
        board = state.board
        places = sorted(board.lattice.ids[i] for i in (board.ports | board.beaches) & board.land)
        return tuple(hex_ for hex_ in places if why_not_shore(state, hex_) is None)

    return state.memory.recall("shores", (state.control, state.wars, state.weather), find)


def beside(state: State, hex_: str) -> tuple[str, ...]:
    """§2.68a: the hexes next to one that may be invaded together with it."""
    board, index = state.board, state.board.index(hex_)
    near = {board.lattice.ids[b] for b in board.lattice.neighbours[index] if b != OFF_BOARD}
    return tuple(h for h in shores(state) if h in near)


def is_rolled_for(state: State, hex_: str) -> bool:
    """§2.68e: whether dice are rolled for an invasion of a hex."""
    chart = state.printed.charts.invasions
    return hex_ in chart.rolled_at or state.board.country[state.board.index(hex_)] in chart.rolled_in

"""§5.0, §14.6, §20.0: neighbours, weather, shelter, how hungry a unit is, and zones of control."""

from __future__ import annotations

from collections.abc import Iterator

from rules.empires_alliances.position.state import State
from rules.empires_alliances.terrain.zones import zone

FOES = {"central": "allied", "allied": "central"}
RANKS = ("infantry", "stosstruppen", "cavalry")
WORSE = ("clear", "mud", "snow")
"""§20.0: weather, the best first."""


def around(state: State, i: int) -> Iterator[tuple[int, int]]:
    """The hexes beside one, each with the side that lies between."""
    return ((side, j) for side, j in enumerate(state.board.lattice.neighbours[i]) if j >= 0)


def weather(state: State, i: int) -> str:
    """§20.1: the weather of a hex."""
    return state.weather[state.board.zone[i]]


def worse(a: str, b: str) -> str:
    """§20.2: of two kinds of weather the worse one."""
    return max(a, b, key=WORSE.index)


def hunger(state: State, unit: str) -> int:
    """§14.63: turns out of supply that a unit feels: a fort or a major city spares it one."""
    now, board = state.units[unit], state.board
    if not board.is_hex(now.at):
        return now.unsupplied
    fort = any(fort.hex == now.at and id_ in state.forts for id_, fort in state.printed.forts.items())
    sheltered = fort or board.city[board.index(now.at)] == "major"
    return max(0, now.unsupplied - 1) if sheltered else now.unsupplied


def fights_on(state: State, i: int) -> bool:
    """§18.1, §4.0: whether a hex is in a country at war, or taken from one that is not."""
    return state.board.country[i] in state.allegiance or state.board.lattice.ids[i] in state.control


def has_zone(state: State, unit: str) -> bool:
    """§5.1, §14.6, §13.85: ranks and field artillery have one, unless shaken or hungry for two turns."""
    kind = state.counter(unit).kind
    return (kind in RANKS or kind == "field-artillery") and not state.units[unit].shaken and hunger(state, unit) < 2


def zone_of(state: State, side: str) -> frozenset[int]:
    """§5.1: the hexes in the zones of a side: over no sea, over lakes in snow alone, into no neutral country."""
    board, found = state.board, set[int]()
    for hex_, units in state.stacks.items():
        if state.side_of(units[0]) != side or not any(has_zone(state, unit) for unit in units):
            continue
        i = board.index(hex_)
        for k, j in around(state, i):
            frozen = board.freezing[i][k] and weather(state, j) == "snow"
            if board.sea_sides[i][k] or j not in board.land or (board.lake_sides[i][k] and not frozen):
                continue
            if fights_on(state, j):
                found.add(j)
    return frozenset(found)


def held_against(state: State, side: str) -> frozenset[int]:
    """§5.2, §6.3: the hexes with enemies on the ground; aircraft alone hold none."""
    return frozenset(
        state.board.index(hex_)
        for hex_, units in state.stacks.items()
        if state.side_of(units[0]) == FOES[side] and any(state.counter(u).kind != "air" for u in units)
    )


def wrong_zone(state: State, side: str) -> Iterator[str]:
    """§5.0: where the zones of a side are not what they should be."""
    mine, theirs = zone_of(state, side), zone(state, side)
    if mine != theirs:
        yield f"5.1 the zone of {side}: {sorted(state.board.lattice.ids[i] for i in mine ^ theirs)}"

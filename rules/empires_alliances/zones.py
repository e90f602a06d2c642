"""§5.0 Zones of control."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import AT_SEA
from rules.empires_alliances.printed.counters import AIR, CAVALRY, FIELD, FOOT
from rules.empires_alliances.weather import is_frozen
from rules.hexes.by_hex import touched_hexes
from rules.hexes.kept import kept
from rules.hexes.positions import renewed_where
from rules.kernel.incremental import Previous
from rules.kernel.lattice import OFF_BOARD

PROJECTING = frozenset((*FOOT, CAVALRY, FIELD))
"""§5.1: kinds of unit that project a zone."""


class _Lie(NamedTuple):
    """How one side lies on the board, all as indexes: its hexes, those with more than aircraft, those
    that project, and the zone of these."""

    held: frozenset[int]
    ground: frozenset[int]
    projecting: frozenset[int]
    zone: frozenset[int]


_NOWHERE = _Lie(frozenset(), frozenset(), frozenset(), frozenset())


def supply_level(state: State, unit: str) -> int:
    """§14.6, §14.63: the level whose effects a unit suffers: one less in a fort or major city."""
    now = state.units[unit]
    return max(0, now.unsupplied - 1) if is_sheltered(state, now.at) else now.unsupplied


def is_sheltered(state: State, hex_: str) -> bool:
    """§14.63: whether a hex delays what comes of no supply: a fort that stands, or a major city."""
    if hex_ == AT_SEA:
        return False
    return fort_in(state, hex_) is not None or state.board.city[state.board.index(hex_)] == "major"


def fort_in(state: State, hex_: str) -> str | None:
    """§15.1: the fort that stands in a hex."""
    fort = state.printed.fort_at.get(hex_)
    return fort if fort in state.forts else None


def projects(state: State, unit: str) -> bool:
    """§5.1, §5.2, §13.85, §14.6: whether a unit projects a zone of control."""
    now = state.units[unit]
    return state.counter(unit).kind in PROJECTING and not now.shaken and supply_level(state, unit) < 2


def zone(state: State, side: str) -> frozenset[int]:
    """§5.1: the hexes (as indexes) in the zones of control of ``side``."""
    return _lie(state)[side].zone


def in_ezoc(state: State, hex_: str, side: str) -> bool:
    """§5.1: whether a hex lies in a zone of control hostile to ``side``, whoever stands there."""
    return state.board.index(hex_) in zone(state, FOE[side])


def occupied_hexes(state: State, side: str) -> frozenset[int]:
    """The hexes (as indexes) that hold units of ``side``."""
    return _lie(state)[side].held


def ground_held(state: State, side: str) -> frozenset[int]:
    """§5.3: the hexes (as indexes) that hold a unit of ``side`` other than aircraft."""
    return _lie(state)[side].ground


@kept
def _lie(state: State) -> dict[str, _Lie]:
    """How both sides lie, worked out once a state, from the state before where there is one."""
    whole = (state.weather, state.wars, state.forts)

    def find(earlier: Previous[tuple[Any, ...], dict[str, _Lie]] | None) -> dict[str, _Lie]:
        if earlier is None or earlier.source[2:] != whole:
            return _surveyed(state, set(state.stacks), dict.fromkeys(FOE, _NOWHERE))
        return _surveyed(state, touched_hexes(state, earlier.source[0], earlier.source[1]), earlier.value)

    return state.memory.recall("lie", (state.stacks, state.units, *whole), find)


def _surveyed(state: State, hexes: AbstractSet[str], before: dict[str, _Lie]) -> dict[str, _Lie]:
    """How both sides stand after these hexes are examined again. Sets that stay equal stay the same objects."""
    index = state.board.lattice.index
    looked = {index[h] for h in hexes if h in index}
    held: dict[str, set[int]] = {side: set() for side in FOE}
    ground: dict[str, set[int]] = {side: set() for side in FOE}
    projecting: dict[str, set[int]] = {side: set() for side in FOE}
    for hex_ in hexes:
        units = state.stacks.get(hex_)
        if units:
            here, side = index[hex_], state.side_of(units[0])
            held[side].add(here)
            if any(state.counter(unit).kind != AIR for unit in units):
                ground[side].add(here)
            if any(projects(state, unit) for unit in units):
                projecting[side].add(here)
    found = {}
    for side, was in before.items():
        now_held = renewed_where(was.held, looked, held[side])
        now_projecting = renewed_where(was.projecting, looked, projecting[side])
        zone_ = was.zone
        if now_projecting is not was.projecting:
            zone_ = _renewed_zone(state, was, now_projecting)
        found[side] = _Lie(now_held, renewed_where(was.ground, looked, ground[side]), now_projecting, zone_)
    return found


def _renewed_zone(state: State, was: _Lie, projecting: frozenset[int]) -> frozenset[int]:
    """§5.1: the zone when other hexes project than before: only around these is anything looked at."""
    changed = was.projecting ^ projecting
    around = {b for a in changed for b in state.board.lattice.neighbours[a] if b != OFF_BOARD}
    inside = {b for b in around if any(reaches(state, a, b) for a in _beside(state, b) if a in projecting)}
    return was.zone if was.zone & around == inside else (was.zone - around) | inside


def _beside(state: State, b: int) -> tuple[int, ...]:
    return tuple(a for a in state.board.lattice.neighbours[b] if a != OFF_BOARD)


def reaches(state: State, a: int, b: int) -> bool:
    """§5.1, §13.2: whether a zone reaches, or an attack goes, from a hex into its neighbour.

    Not over sea, nor over a lake that is not frozen, nor into a neutral country.
    """
    board = state.board
    side = board.lattice.neighbours[a].index(b)
    if not board.watched[a][side] or (board.lake_sides[a][side] and not is_frozen(state, b)):
        return False
    return board.country[b] in state.allegiance or board.lattice.ids[b] in state.control

"""§5.0 Zones of control."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.empires_alliances.position.control import taken_from_neutrals
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import AT_SEA
from rules.empires_alliances.printed.counters import AIR, CAVALRY, FIELD, FOOT
from rules.empires_alliances.terrain.weather import freezes, is_frozen
from rules.hexes.by_hex import touched_hexes
from rules.hexes.positions import renewed_where
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
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
    bits: Bits


class Bits(NamedTuple):
    """How a side lies, as bits: to combine such sets takes no longer than to look at one hex."""

    held: int = 0
    ground: int = 0
    zone: int = 0


_NOWHERE = _Lie(frozenset(), frozenset(), frozenset(), frozenset(), Bits())


def supply_level(state: State, unit: str) -> int:
    """§14.6, §14.63: the level whose effects a unit suffers: one less in a fort or major city."""
    now = state.units[unit]
    # Nearly all are in supply, and this is asked of all time and again.
    if not now.unsupplied:
        return 0
    return now.unsupplied - 1 if is_sheltered(state, now.at) else now.unsupplied


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


def ground_unit_hexes(state: State, side: str) -> frozenset[int]:
    """§5.3: the hexes (as indexes) that hold a unit of ``side`` other than aircraft."""
    return _lie(state)[side].ground


def lie_as_bits(state: State, side: str) -> Bits:
    """§5.1, §5.3: ``occupied_hexes``, ``ground_unit_hexes`` and ``zone`` of a side as bits (``Board.bits``)."""
    return _lie(state)[side].bits


@kept
def _lie(state: State) -> dict[str, _Lie]:
    """How both sides lie, worked out once a state, from the state before where there is one."""
    whole, forts = (freezes(state), state.wars, taken_from_neutrals(state)), state.printed.forts

    def find(earlier: Previous[tuple[Any, ...], dict[str, _Lie]] | None) -> dict[str, _Lie]:
        if earlier is None or earlier.source[3:] != whole:
            return _survey(state, set(state.stacks), dict.fromkeys(FOE, _NOWHERE))
        touched = touched_hexes(state, earlier.source[0], earlier.source[1])
        if earlier.source[2] is not state.forts:
            # §14.63: a fort that falls feeds its garrison no longer.
            touched = touched | {forts[fort].hex for fort in earlier.source[2] ^ state.forts}
        return _survey(state, touched, earlier.value)

    return state.memory.recall("lie", (state.stacks, state.units, state.forts, *whole), find)


def _survey(state: State, hexes: AbstractSet[str], before: dict[str, _Lie]) -> dict[str, _Lie]:
    """How both sides stand after these hexes are examined again. Sets that stay equal stay the same objects."""
    index, layout = state.board.lattice.index, state.board.bits
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
        now_ground = renewed_where(was.ground, looked, ground[side])
        now_projecting = renewed_where(was.projecting, looked, projecting[side])
        zone_, held_bits, ground_bits, zone_bits = was.zone, *was.bits
        if now_projecting is not was.projecting:
            around, inside = _watched_now(state, was.projecting ^ now_projecting, now_projecting)
            zone_ = renewed_where(was.zone, around, inside)
            zone_bits = layout.renewed(zone_bits, around, inside)
        if now_held is not was.held:
            held_bits = layout.renewed(held_bits, looked, held[side])
        if now_ground is not was.ground:
            ground_bits = layout.renewed(ground_bits, looked, ground[side])
        found[side] = _Lie(now_held, now_ground, now_projecting, zone_, Bits(held_bits, ground_bits, zone_bits))
    return found


def _watched_now(state: State, changed: frozenset[int], projecting: frozenset[int]) -> tuple[set[int], set[int]]:
    """§5.1: the hexes around those that project and did not, or the reverse, and which of them lie in the zone: nothing
    else of it is another."""
    into = _reached(state).into
    around = {b for a in changed for b in state.board.lattice.neighbours[a] if b != OFF_BOARD}
    inside = set[int]()
    for b in around:
        from_ = into.get(b)
        if from_ is None:
            beside = (a for a in state.board.lattice.neighbours[b] if a != OFF_BOARD)
            from_ = into[b] = frozenset(a for a in beside if reaches(state, a, b))
        if not from_.isdisjoint(projecting):
            inside.add(b)
    return around, inside


@dataclass(frozen=True)
class _Reached:
    """§5.1: by hex those from which a zone reaches into it. They are found as needed, so two of these are alike
    whatever is in them."""

    into: dict[int, frozenset[int]] = field(default_factory=dict, compare=False)


def _reached(state: State) -> _Reached:
    whole = (freezes(state), state.wars, taken_from_neutrals(state))
    return state.memory.recall("reached", whole, lambda _: _Reached())


def reaches(state: State, a: int, b: int) -> bool:
    """§5.1, §13.2: whether a zone reaches, or an attack goes, from a hex into its neighbour.

    Not over sea, nor over a lake that is not frozen, nor into a neutral country.
    """
    board = state.board
    side = board.lattice.neighbours[a].index(b)
    if not board.watched[a][side] or (board.lake_sides[a][side] and not is_frozen(state, b)):
        return False
    return board.country[b] in state.allegiance or board.lattice.ids[b] in state.control

"""§7.0 Zones of control."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from rules.hexes.positions import beside_any, renewed_where
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.position.unit_index import Stacks
from rules.schlieffens_war.printed.sides import SIDES, foe


def projects(state: State, hex_: str) -> bool:
    """§7.0: a hex with at least one corps projects, unless it is a heavy fortress or holds a fort counter."""
    return _projects(state, hex_, state.stacks.get(hex_, ()))


def _projects(state: State, hex_: str, units: tuple[str, ...]) -> bool:
    if hex_ in state.printed.board.fortresses:
        return False
    counters = [state.counter(u) for u in units]
    return any(c.is_corps for c in counters) and all(c.is_mobile for c in counters)


def zone(state: State, side: str) -> frozenset[int]:
    """§7.0: the hexes (as indexes) in the zones of control of ``side``: across every hexside and terrain."""
    return _lie(state)[side].zone


def in_ezoc(state: State, hex_: str, side: str) -> bool:
    """§7.0: whether the hex lies in a zone of control hostile to ``side``. Friendly units change nothing here."""
    return state.printed.board.lattice.index[hex_] in zone(state, foe(side))


def occupied_hexes(state: State, side: str) -> frozenset[int]:
    """The hexes (as indexes) that hold units of ``side``."""
    return _lie(state)[side].held


class _Lie(NamedTuple):
    """How one side lies on the board, all as indexes: its hexes, those of them that project, and the zone of those."""

    held: frozenset[int]
    projecting: frozenset[int]
    zone: frozenset[int]


_NOWHERE = _Lie(frozenset(), frozenset(), frozenset())


@kept
def _lie(state: State) -> dict[str, _Lie]:
    """How both sides lie, worked out once a state, from the state before where there is one."""

    def find(earlier: Previous[tuple[Stacks], dict[str, _Lie]] | None) -> dict[str, _Lie]:
        if earlier is None:
            return _survey(state, set(state.stacks), dict.fromkeys(SIDES, _NOWHERE))
        return _survey(state, state.memory.changed("stacks", earlier.source[0], state.stacks), earlier.value)

    return state.memory.recall("lie", (state.stacks,), find)


def _survey(state: State, hexes: AbstractSet[str], before: dict[str, _Lie]) -> dict[str, _Lie]:
    """How both sides stand after these hexes are examined again. Sets that stay equal stay the same objects."""
    lattice = state.printed.board.lattice
    looked = {lattice.index[h] for h in hexes}
    held: dict[str, set[int]] = {side: set() for side in SIDES}
    projecting: dict[str, set[int]] = {side: set() for side in SIDES}
    for hex_ in hexes:
        units = state.stacks.get(hex_)
        if units is not None:
            here, side = lattice.index[hex_], state.counter(units[0]).side
            held[side].add(here)
            if _projects(state, hex_, units):
                projecting[side].add(here)
    found = {}
    for side, was in before.items():
        now_held = renewed_where(was.held, looked, held[side])
        now_projecting = renewed_where(was.projecting, looked, projecting[side])
        zone_ = was.zone
        if now_projecting is not was.projecting:
            zone_ = beside_any(lattice.neighbours, now_projecting, was.projecting, was.zone)
        found[side] = _Lie(now_held, now_projecting, zone_)
    return found


@kept
def unnegated_zones(state: State, side: str) -> frozenset[int]:
    """§7.2, §7.5: hostile zones that count for supply and command: those without a friendly unit in the hex."""
    hostile, own = zone(state, foe(side)), occupied_hexes(state, side)
    return state.memory.recall(f"unnegated.{side}", (hostile, own), lambda _: hostile - own)

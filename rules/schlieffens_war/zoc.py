"""§7.0 Zones of control."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from rules.kernel.lattice import OFF_BOARD, Lattice
from rules.kernel.memory import Earlier
from rules.schlieffens_war.by_hex import Stacks
from rules.schlieffens_war.sides import SIDES, foe
from rules.schlieffens_war.state import State


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


def occupied(state: State, side: str) -> frozenset[int]:
    """The hexes (as indexes) that hold units of ``side``."""
    return _lie(state)[side].held


class _Lie(NamedTuple):
    """How one side lies on the board, all as indexes: its hexes, those of them that project, and the zone of those."""

    held: frozenset[int]
    projecting: frozenset[int]
    zone: frozenset[int]


_NOWHERE = _Lie(frozenset(), frozenset(), frozenset())


def _lie(state: State) -> dict[str, _Lie]:
    """How both sides lie, worked out once a state, from the state before where there is one."""
    kept: dict[str, _Lie] | None = state.memo.get("lie")
    if kept is None:

        def find(earlier: Earlier[tuple[Stacks], dict[str, _Lie]] | None) -> dict[str, _Lie]:
            if earlier is None:
                return _surveyed(state, set(state.stacks), dict.fromkeys(SIDES, _NOWHERE))
            return _surveyed(state, state.memory.changed("stacks", earlier.source[0], state.stacks), earlier.value)

        kept = state.memory.recall("lie", (state.stacks,), find)
        state.memo["lie"] = kept
    return kept


def _surveyed(state: State, hexes: AbstractSet[str], before: dict[str, _Lie]) -> dict[str, _Lie]:
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
        now_held = _renewed(was.held, looked, held[side])
        now_projecting = _renewed(was.projecting, looked, projecting[side])
        zone_ = was.zone
        if now_projecting is not was.projecting:
            zone_ = _extended(lattice, was, now_projecting)
        found[side] = _Lie(now_held, now_projecting, zone_)
    return found


def _extended(lattice: Lattice, was: _Lie, projecting: frozenset[int]) -> frozenset[int]:
    """§7.0: the zone of these hexes, from a zone before: only around those that differ is anything looked at."""
    around = lattice.neighbours
    begun = {b for a in projecting - was.projecting for b in around[a]} - was.zone - {OFF_BOARD}
    left = {b for a in was.projecting - projecting for b in around[a] if b != OFF_BOARD}
    over = {b for b in left if projecting.isdisjoint(around[b])}
    return (was.zone - over) | begun if over or begun else was.zone


def _renewed(was: frozenset[int], looked: set[int], found: set[int]) -> frozenset[int]:
    """A set of hexes with what was found where one looked; the very same set when that changes nothing."""
    return was if was & looked == found else (was - looked) | found


def unnegated(state: State, side: str) -> frozenset[int]:
    """§7.2, §7.5: hostile zones that count for supply and command: those without a friendly unit in the hex."""
    kept: frozenset[int] | None = state.memo.get(f"unnegated.{side}")
    if kept is None:
        hostile, own = zone(state, foe(side)), occupied(state, side)
        kept = state.memory.recall(f"unnegated.{side}", (hostile, own), lambda _: hostile - own)
        state.memo[f"unnegated.{side}"] = kept
    return kept

"""§7.0 Zones of control."""

from __future__ import annotations

from rules.kernel.lattice import OFF_BOARD
from rules.schlieffens_war.data import foe
from rules.schlieffens_war.state import State, board, corps_among, counter


def projects(state: State, hex_: str) -> bool:
    """§7.0: a hex with at least one corps projects, unless it is a heavy fortress or holds a fort counter."""
    units = state.stacks.get(hex_, ())
    if not corps_among(units) or hex_ in board().fortresses:
        return False
    return all(counter(u).kind != "fort" for u in units)


def zone(state: State, side: str) -> frozenset[int]:
    """§7.0: the hexes (as indexes) in the zones of control of ``side``: across every hexside and terrain."""
    kept: frozenset[int] | None = state.memo.get(f"zoc.{side}")
    if kept is not None:
        return kept
    lattice = board().lattice
    found: set[int] = set()
    for hex_ in state.stacks:
        if state.holder(hex_) == side and projects(state, hex_):
            found.update(lattice.neighbours[lattice.index[hex_]])
    found.discard(OFF_BOARD)
    result = frozenset(found)
    state.memo[f"zoc.{side}"] = result
    return result


def in_ezoc(state: State, hex_: str, side: str) -> bool:
    """§7.0: whether the hex lies in a zone of control hostile to ``side``. Friendly units change nothing here."""
    return board().lattice.index[hex_] in zone(state, foe(side))


def occupied(state: State, side: str) -> frozenset[int]:
    """The hexes (as indexes) that hold units of ``side``."""
    kept: frozenset[int] | None = state.memo.get(f"occupied.{side}")
    if kept is None:
        index = board().lattice.index
        kept = frozenset(index[h] for h in state.stacks if state.holder(h) == side)
        state.memo[f"occupied.{side}"] = kept
    return kept


def unnegated(state: State, side: str) -> frozenset[int]:
    """§7.2, §7.5: hostile zones that count for supply and command: those without a friendly unit in the hex."""
    kept: frozenset[int] | None = state.memo.get(f"unnegated.{side}")
    if kept is None:
        kept = zone(state, foe(side)) - occupied(state, side)
        state.memo[f"unnegated.{side}"] = kept
    return kept

"""§7.0 Zones of control."""

from __future__ import annotations

from rules.kernel.lattice import OFF_BOARD
from rules.schlieffens_war.data import SIDES, foe
from rules.schlieffens_war.state import State, board, counter


def projects(state: State, hex_: str) -> bool:
    """§7.0: a hex with at least one corps projects, unless it is a heavy fortress or holds a fort counter."""
    if hex_ in board().fortresses:
        return False
    units = [counter(u) for u in state.stacks.get(hex_, ())]
    return any(c.is_corps for c in units) and all(c.is_mobile for c in units)


def zone(state: State, side: str) -> frozenset[int]:
    """§7.0: the hexes (as indexes) in the zones of control of ``side``: across every hexside and terrain."""
    return _lie(state)[side][1]


def in_ezoc(state: State, hex_: str, side: str) -> bool:
    """§7.0: whether the hex lies in a zone of control hostile to ``side``. Friendly units change nothing here."""
    return board().lattice.index[hex_] in zone(state, foe(side))


def occupied(state: State, side: str) -> frozenset[int]:
    """The hexes (as indexes) that hold units of ``side``."""
    return _lie(state)[side][0]


def _lie(state: State) -> dict[str, tuple[frozenset[int], frozenset[int]]]:
    """For each side the hexes it holds and those in its zones of control, worked out once a state."""
    kept: dict[str, tuple[frozenset[int], frozenset[int]]] | None = state.memo.get("lie")
    if kept is None:
        lattice = board().lattice
        held: dict[str, set[int]] = {side: set() for side in SIDES}
        zones: dict[str, set[int]] = {side: set() for side in SIDES}
        for hex_, units in state.stacks.items():
            here, side = lattice.index[hex_], counter(units[0]).side
            held[side].add(here)
            if projects(state, hex_):
                zones[side].update(lattice.neighbours[here])
        kept = {side: (frozenset(held[side]), frozenset(zones[side] - {OFF_BOARD})) for side in SIDES}
        state.memo["lie"] = kept
    return kept


def unnegated(state: State, side: str) -> frozenset[int]:
    """§7.2, §7.5: hostile zones that count for supply and command: those without a friendly unit in the hex."""
    kept: frozenset[int] | None = state.memo.get(f"unnegated.{side}")
    if kept is None:
        kept = zone(state, foe(side)) - occupied(state, side)
        state.memo[f"unnegated.{side}"] = kept
    return kept

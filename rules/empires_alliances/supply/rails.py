"""§9.0, §10.0, §14.2: whose each rail hex is, and the net over which a side's supply runs."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from rules.empires_alliances.position.control import controller, passed_rails
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.terrain.zones import lie_as_bits, occupied_hexes, zone
from rules.hexes.positions import renewed_where
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept


def friendly_rails(state: State, side: str) -> frozenset[int]:
    """§9.0: rail hexes (as indexes) that are the side's by railhead and by control."""
    board, passed = state.board, passed_rails(state, side)

    def in_control(hexes: AbstractSet[int]) -> set[int]:
        return {i for i in hexes if controller(state, board.lattice.ids[i]) == side}

    def find(earlier: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        if earlier is None or earlier.source[2] != state.wars:
            return frozenset(in_control(passed))
        changed = state.memory.changed("control", earlier.source[0], state.control)
        looked = {board.lattice.index[h] for h in changed} | (earlier.source[1] ^ passed)
        return renewed_where(earlier.value, looked, in_control(looked & passed))

    return state.memory.recall(("rails", side), (state.control, passed, state.wars), find)


def supply_rails(state: State, side: str) -> frozenset[int]:
    """§14.2, §14.3: friendly rail hexes that no enemy occupies or watches, whoever stands there."""
    rails, hostile, enemy = friendly_rails(state, side), zone(state, FOE[side]), occupied_hexes(state, FOE[side])
    return state.memory.recall(("supply rails", side), (rails, hostile, enemy), lambda _: rails - hostile - enemy)


def rail_bits(state: State, side: str) -> int:
    """§9.0: ``friendly_rails`` as bits."""
    friendly, layout = friendly_rails(state, side), state.board.bits
    return state.memory.recall(("rails as bits", side), (friendly,), lambda _: layout.bits(friendly))


@kept
def networks(state: State, side: str) -> tuple[frozenset[int], ...]:
    """§14.3: the pieces of the net of supply: rail hexes that are joined to one another."""
    lines, foe = rail_bits(state, side), lie_as_bits(state, FOE[side])

    def find(_: Previous[tuple[int], tuple[frozenset[int], ...]] | None) -> tuple[frozenset[int], ...]:
        rails, left = state.board.rails, set(supply_rails(state, side))
        found = []
        while left:
            piece = front = {min(left)}
            while front:
                left -= front
                front = {b for a in front for b, _ in rails[a] if b in left}
                piece = piece | front
            found.append(frozenset(piece))
        return tuple(found)

    # Most moves are made where no line runs; bits tell so at a glance.
    return state.memory.recall(("networks", side), (lines & ~(foe.zone | foe.held),), find)

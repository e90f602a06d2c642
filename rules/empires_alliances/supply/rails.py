"""§9.0, §10.0, §14.2: whose each rail hex is, and the net over which a side's supply runs."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.position.control import controller, rail_side
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.zones import occupied_hexes, zone
from rules.hexes.kept import kept
from rules.kernel.floods import connected
from rules.kernel.incremental import Previous


def friendly_rails(state: State, side: str) -> frozenset[int]:
    """§9.0: rail hexes (as indexes) that are the side's by railhead and by control."""
    ids = state.board.lattice.ids

    def find(_: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        return frozenset(
            i for i in state.board.on_rail if rail_side(state, ids[i]) == side and controller(state, ids[i]) == side
        )

    source = (state.control, state.wars, state.central_rails, state.allied_rails)
    return state.memory.recall(("rails", side), source, find)


def supply_rails(state: State, side: str) -> frozenset[int]:
    """§14.2, §14.3: friendly rail hexes that no enemy occupies or watches, whoever stands there."""
    rails, hostile, enemy = friendly_rails(state, side), zone(state, FOE[side]), occupied_hexes(state, FOE[side])
    return state.memory.recall(("supply rails", side), (rails, hostile, enemy), lambda _: rails - hostile - enemy)


@kept
def networks(state: State, side: str) -> tuple[frozenset[int], ...]:
    """§14.3: the pieces of the net of supply: rail hexes that are joined to one another."""
    net = supply_rails(state, side)

    def find(_: Previous[tuple[frozenset[int]], tuple[frozenset[int], ...]] | None) -> tuple[frozenset[int], ...]:
        links = [[b for b, _ in row if b in net] if a in net else [] for a, row in enumerate(state.board.rails)]
        left, found = set(net), []
        while left:
            piece = frozenset(connected(links, [min(left)], ()))
            found.append(piece)
            left -= piece
        return tuple(found)

    return state.memory.recall(("networks", side), (net,), find)

"""§13.82: how long a supply line would be from each hex, whatever its length."""

from __future__ import annotations

from collections.abc import Mapping

from rules.empires_alliances.position.state import State
from rules.empires_alliances.supply.paths import EVERYWHERE, HALF_HEXES, flooded
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.supply.sources import sources_of
from rules.hexes.kept import kept

FURTHEST = 20
"""Hexes over land; who is further away than that has no line at all."""


@kept
def supply_lengths(state: State, side: str) -> Mapping[int, int]:
    """§13.82: by hex (as an index) the half hexes over land to the nearest source or line that leads to one.

    A hex that is not in it has no supply line. Trains are not counted: §14.2 measures the path over land.
    """
    sources = sources_of(state, side)
    ends = {*sources.full, *sources.limited}
    targets = ends.union(*(piece for piece in networks(state, side) if piece & ends))
    return flooded(state, side, targets, HALF_HEXES * FURTHEST, EVERYWHERE)

"""§13.82: how long a supply line would be from each hex, whatever its length."""

from __future__ import annotations

from collections.abc import Mapping

from rules.empires_alliances.position.state import State
from rules.empires_alliances.supply.feeding import fed_shores
from rules.empires_alliances.supply.paths import EVERYWHERE, HALF_HEXES, flood_back, stretches
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.supply.sources import sources_of
from rules.kernel.kept import kept

MAX_HEXES = 20
"""Hexes over land; who is further away than that has no line at all."""


@kept
def supply_lengths(state: State, side: str) -> Mapping[int, int]:
    """§13.82: by hex (as an index) the half hexes over land to the nearest source or line that leads to one.

    A hex that is not in it has no supply line. Trains are not counted: §14.2 measures the path over land.
    """
    sources = sources_of(state, side)
    ends = {*sources.full, *sources.limited}
    return _lengths_to(state, side, ends, ends)


@kept
def lengths_to_shores(state: State, side: str) -> Mapping[int, int]:
    """§13.82, §14.51: as ``supply_lengths``, to the nearest port or beach that ships could feed, or line that leads to
    such a port."""
    shores = fed_shores(state, side)
    return _lengths_to(state, side, {*shores}, {*shores & state.board.ports})


def _lengths_to(state: State, side: str, ends: set[int], on_rails: set[int]) -> Mapping[int, int]:
    """``on_rails``: those of the ends to which a line may lead."""
    targets = ends.union(*(piece for piece in networks(state, side) if piece & on_rails))
    return flood_back(state, side, targets, HALF_HEXES * MAX_HEXES, EVERYWHERE)


def lengths_for(state: State, side: str, index: int) -> Mapping[int, int]:
    """§13.82: the lengths by which units in a hex retreat: by the line over land, unless only one by sea is short
    enough for the weather (docs/rulings)."""
    over_land, by_sea = supply_lengths(state, side), lengths_to_shores(state, side)
    most = max(length for _, length in stretches(state))
    if over_land.get(index, most + 1) <= most:
        return over_land
    return by_sea if by_sea.get(index, most + 1) <= most or index not in over_land else over_land

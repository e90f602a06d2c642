"""Where pieces stand in areas too small for them: they keep a size that can be read, and stand out of their area.

Places of all such areas are given in turn, the first of each before the second of any, each where least is covered.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from tools.maps.areas.raster import CELL, Mask, Raster, Sums
from tools.maps.areas.slots import SLOTS, TIGHT
from tools.maps.lattice import Point as XY
from tools.maps.projection import Array

PIECE = TIGHT
"""A piece's side in board units: smaller ones cannot be read."""
REACH = 3 * PIECE
"""How far from its area's middle a piece may stand."""
USUAL = 4
"""This many places of an area are often taken; those after them are rarely wanted."""
PIECES, SELDOM = 12.0, 3.0
"""What it costs to cover a whole place, one of the usual ones or another; a piece's width of way costs 1."""
ABROAD, DISC, NAME = 1.6, 8.0, 3.5
"""What it costs to stand on others' ground, a city's disc or a name entirely."""
ASTRAY = 3.0
"""What it costs more where a piece does not touch its own area at all, and looks like another's."""

Slots = Mapping[str, tuple[list[XY], float]]


def stands(raster: Raster, slots: Slots, discs: Mask, names: Mask) -> dict[str, list[XY]]:
    """Middles of as many squares as there are slots, ``PIECE`` wide, for every area whose slots are smaller."""
    small = sorted((a for a, (_, side) in slots.items() if side < PIECE), key=lambda a: (slots[a][1], a))
    taken: list[tuple[XY, float, float]] = [
        (place, side, PIECES if i < USUAL else SELDOM)
        for a, (places, side) in sorted(slots.items())
        if side >= PIECE
        for i, place in enumerate(places)
    ]
    around = {a: _around(slots[a][0][0], raster) for a in small}
    fixed = {a: _ground_cost(raster, a, around[a], slots[a][0][0], discs, names) for a in small}
    found: dict[str, list[XY]] = {a: [] for a in small}
    for i in range(SLOTS):
        for a in small:
            at, cost = around[a], fixed[a].copy()
            for place, side, weight in taken:
                cost += weight * _covered(at, place, side)
            for place in found[a]:
                cost[_covered(at, place, PIECE) > 0] = math.inf
            x, y = at[int(np.argmin(cost))]
            found[a].append((float(x), float(y)))
            taken.append(((float(x), float(y)), PIECE, PIECES if i < USUAL else SELDOM))
    return found


def _around(middle: XY, raster: Raster) -> Array:
    """Every place on the squares' lattice whose piece is on the board, by rows."""
    steps = np.arange(-REACH, REACH + CELL, CELL)
    xs, ys = np.meshgrid(middle[0] + steps, middle[1] + steps)
    at = np.stack([xs.ravel(), ys.ravel()], axis=1)
    half, size = PIECE / 2, np.array([raster.columns, raster.rows]) * CELL
    return np.asarray(at[((at >= half) & (at <= size - half)).all(axis=1)])


def _ground_cost(raster: Raster, area: str, at: Array, middle: XY, discs: Mask, names: Mask) -> Array:
    """What each place costs whoever else stands about."""
    x0, y0, x1, y1 = (at[:, 0] - PIECE / 2, at[:, 1] - PIECE / 2, at[:, 0] + PIECE / 2, at[:, 1] + PIECE / 2)

    def share(mask: Mask) -> Array:
        return Sums(mask).of(x0, y0, x1, y1) / PIECE**2

    way = np.hypot(at[:, 0] - middle[0], at[:, 1] - middle[1]) / PIECE
    own = share(raster.area(area))
    abroad = ABROAD * (1 - own) + ASTRAY * (own == 0)
    return np.asarray(way + abroad + DISC * share(discs) + NAME * share(names))


def _covered(at: Array, place: XY, side: float) -> Array:
    """The share of a place ``side`` wide that a piece at each of the points would cover."""
    apart = np.abs(at - np.array(place))
    across = np.clip((PIECE + side) / 2 - apart, 0, min(PIECE, side))
    return np.asarray(across[:, 0] * across[:, 1] / side**2)

"""Borders of states: along hexsides, from the countries in the tables, with a wash of each country's colour inside.

Only where the countries met on land: no frontier runs through a strait, nor through an island that lies in one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.lattice import WIDTH
from tools.maps.paths import lines, rounded
from tools.maps.sheet import Sheet

SHORTEST = 30.0
WASH = 9.0
"""How wide the wash is."""
NEAR = 1.6
"""How far, in hexes, a hexside may lie from where two countries touch on land: further off only water parts them."""
ASHORE = 0.3
"""Share of dry ground from which a hexside is drawn as a frontier."""


@dataclass(frozen=True, slots=True)
class Borders:
    """The lines, and the washes by country."""

    lines: tuple[LineString, ...]
    washes: dict[str, BaseGeometry]


def borders(sheet: Sheet) -> Borders:
    """All borders of a board."""
    sides: dict[tuple[str, str], list[LineString]] = {}
    touching: dict[tuple[str, str], BaseGeometry] = {}
    for pair, side in sheet.grid.between.items():
        a, b = sorted(sheet.hexes[h].country for h in pair)
        if a and b and a != b:
            line = LineString([sheet.grid.point(v) for v in sorted(side)])
            if (a, b) not in touching:
                touching[a, b] = sheet.geography.frontier(a, b)
            ashore = line.intersection(sheet.geography.land).length >= ASHORE * line.length
            if ashore and touching[a, b].distance(line) <= NEAR * WIDTH:
                sides.setdefault((a, b), []).append(line)
    drawn: list[LineString] = []
    washes: dict[str, list[BaseGeometry]] = {}
    for countries, found in sorted(sides.items()):
        for line in lines(unary_union(found)):
            if line.length < SHORTEST:
                continue
            smooth = _smooth(line)
            drawn.append(smooth)
            for hand in (1, -1):
                country = _beside(sheet, smooth, hand)
                if country in countries:
                    band = smooth.buffer(WASH * hand, single_sided=True).intersection(sheet.coast)
                    washes.setdefault(country, []).append(band)
    return Borders(tuple(drawn), {c: unary_union(bands) for c, bands in sorted(washes.items())})


def _smooth(line: LineString) -> LineString:
    if line.is_ring:
        ring = rounded(list(line.coords)[:-1], 3, True)
        return LineString([*ring, ring[0]])
    return LineString(rounded(line.coords, 3))


def _beside(sheet: Sheet, line: LineString, hand: int) -> str:
    """The country most of which lies on the left (1) or right (-1) of a line."""
    votes: dict[str, int] = {}
    for k in range(1, 16):
        a, b = line.interpolate(k / 17, normalized=True), line.interpolate(k / 17 + 0.01, normalized=True)
        dx, dy = b.x - a.x, b.y - a.y
        length = math.hypot(dx, dy) or 1.0
        near = sheet.grid.nearest(a.x - dy / length * WIDTH / 4 * hand, a.y + dx / length * WIDTH / 4 * hand)
        country = sheet.hexes[near].country
        votes[country] = votes.get(country, 0) + 1
    return min(votes, key=lambda c: (-votes[c], c))

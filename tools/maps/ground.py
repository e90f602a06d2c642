"""``ground.svg``: what lies under the counters and highlights, over the relief bitmap. Colours come from classes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep

from tools.maps.borders import Borders
from tools.maps.lattice import RADIUS, WIDTH, Point
from tools.maps.paths import area, number, outlines, path, polygons, rounded, strokes
from tools.maps.sheet import Sheet

TREES_APART = 4.6
CROWN = (1.35, 1.95)
STROKES_APART = 3.3
REEDS_APART = 7.5
RIPPLES_APART = 8.5
GRAINS_APART = 5.2
RIVER_ROOM = 2.8
"""Trees and hachures keep this far from rivers."""
SHORE_LINES = (2.6, 5.8, 10.2)
LEE = (-0.7, -0.7)
"""A slope that falls away from here is in shadow."""


def ground(sheet: Sheet, borders: Borders) -> str:
    """The SVG text."""
    rng = random.Random(sheet.spec.seed)
    width, height = sheet.grid.size
    free = _free_of_signs(sheet)
    board = sheet.geography.board
    played = sheet.cover(sheet.playable, 0.4)
    neutral = sheet.cover(h for h, r in sheet.hexes.items() if r.surface == "land" and h not in set(sheet.playable))
    neutral = neutral.buffer(-4).buffer(4).intersection(sheet.coast)
    outside = sheet.coast.intersection(board).difference(played.buffer(0.5)).difference(_shoals(sheet))
    outside = outside.buffer(-0.3).buffer(0.3)
    sea = board.difference(sheet.coast)
    coarse = sheet.spec.drawing.coast
    woods = _wobbled(sheet.cover(sheet.of_terrain("forest")).buffer(-8).buffer(6.5, join_style="round"), rng)
    crowns, shadows = _trees(sheet, woods, free, rng)
    lit, lee = _hachures(sheet, free, rng)
    bog, reeds = _marsh(sheet, free, rng)
    sand = _sand(sheet, free, rng)
    meadow, ripples = _floods(sheet, free, rng)
    lakes = "".join(area(g.intersection(board)) for g in sheet.geography.lakes if g.intersects(board))
    parts = [
        '<g class="wash">',
        *(f'<path class="n-{country}" d="{area(shape)}"/>' for country, shape in borders.washes.items()),
        "</g>",
        *_tints(sheet),
        f'<path class="forest" d="{area(woods, 0.4)}"/>',
        f'<path class="shade" d="{shadows}"/><path class="tree" d="{crowns}"/>',
        f'<path class="bog" d="{bog}"/><path class="reed" d="{reeds}"/>',
        *([f'<path class="flood" d="{meadow}"/><path class="ripple" d="{ripples}"/>'] if meadow else []),
        *([f'<path class="sand" d="{sand}"/>'] if sand else []),
        f'<path class="hach lit" d="{lit}"/><path class="hach lee" d="{lee}"/>',
        f'<path class="neutral" d="{area(unary_union([neutral, outside]), 0.4)}"/>',
        f'<path class="sea" d="{area(sea, 0.25 * coarse)}"/>',
        *(
            f'<path class="shore s{i}" d="{_shore(sheet, d)}"/>'
            for i, d in enumerate(SHORE_LINES[: sheet.spec.drawing.shore_lines])
        ),
        f'<path class="coast" d="{strokes(outlines(sheet.coast).intersection(board), 0.25 * coarse)}"/>',
        f'<path class="lake" d="{lakes}"/>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" class="base ground">'
        + "".join(parts)
        + "</svg>\n"
    )


def _shoals(sheet: Sheet) -> BaseGeometry:
    """Hexes of water beside land that is played: the land they have is the foot of that land, no neutral ground."""
    played = set(sheet.playable)
    shoals = []
    for h, row in sheet.hexes.items():
        beside = sheet.grid.neighbours(h)
        closed = any(sheet.hexes[n].country and n not in played for n in beside)
        if row.surface != "land" and not closed and played.intersection(beside):
            shoals.append(h)
    return sheet.cover(shoals)


def _tints(sheet: Sheet) -> list[str]:
    """Grounds that are told by a tint: one shape a class, filling its hexes less a unit or two."""
    found = []
    for css in sorted(set(sheet.spec.tints.values())):
        hexes = sheet.of_terrain(*(word for word, tint in sheet.spec.tints.items() if tint == css))
        shape = sheet.cover(hexes).buffer(-8).buffer(6.5)
        rounder = [
            Polygon(rounded(list(p.exterior.coords)[:-1], 1, True), [r.coords for r in p.interiors])
            for p in polygons(shape)
        ]
        found.append(f'<path class="{css}" d="{area(unary_union(rounder), 0.4)}"/>')
    return found


def _shore(sheet: Sheet, off: float) -> str:
    """A waterline so far from the coast."""
    coarse = sheet.spec.drawing.coast
    line = outlines(sheet.coast.buffer(off).simplify(0.5 * coarse))
    return strokes(line.intersection(sheet.geography.board), 0.4 * coarse)


def _free_of_signs(sheet: Sheet) -> Callable[[float, float], bool]:
    """Whether a point is clear of rivers and of the signs of places."""
    taken = prep(
        unary_union(
            [sheet.water.buffer(RIVER_ROOM), *(Spot(s.at).buffer(6 if s.rank == "town" else 10) for s in sheet.signs)]
        )
    )
    return lambda x, y: not taken.contains(Spot(x, y))


def _scattered(
    sheet: Sheet, hexes: Iterable[str], apart: float, inside: Callable[[float, float], bool], rng: random.Random
) -> list[Point]:
    """Points at least ``apart`` from each other (thrown darts), from north to south so that crowns overlap rightly."""
    cell = apart / math.sqrt(2)
    taken: dict[tuple[int, int], Point] = {}
    for h in hexes:
        cx, cy = sheet.grid.centre(h)
        for _ in range(int(3.2 * WIDTH * WIDTH / apart**2)):
            x, y = cx + rng.uniform(-WIDTH, WIDTH) * 0.52, cy + rng.uniform(-RADIUS, RADIUS) * 1.02
            i, j = int(x / cell), int(y / cell)
            near = (taken.get((i + di, j + dj)) for di in range(-2, 3) for dj in range(-2, 3))
            if all(p is None or math.dist(p, (x, y)) >= apart for p in near) and inside(x, y):
                taken[i, j] = (x, y)
    return sorted(taken.values(), key=lambda p: (p[1], p[0]))


def _wobbled(shape: BaseGeometry, rng: random.Random) -> BaseGeometry:
    """An edge like that of a wood."""
    out = []
    for part in polygons(shape):
        ring = part.exterior
        n = max(12, int(ring.length / 5))
        phase = rng.random() * 9
        points = []
        for i in range(n):
            a, b = ring.interpolate(i / n, normalized=True), ring.interpolate((i + 0.5) / n, normalized=True)
            off = 1.32 * (math.sin(i * 1.3 + phase) + 0.9 * math.sin(i * 0.61 + 2 * phase) + rng.uniform(-0.6, 0.6))
            length = math.dist((a.x, a.y), (b.x, b.y)) or 1.0
            points.append((a.x - (b.y - a.y) / length * off, a.y + (b.x - a.x) / length * off))
        out.append(Polygon(rounded(points, 2, True)).buffer(0))
    return unary_union(out)


def _trees(
    sheet: Sheet, woods: BaseGeometry, free: Callable[[float, float], bool], rng: random.Random
) -> tuple[str, str]:
    """Crowns, and the crescents of their shadows."""
    inner = prep(woods.buffer(-1.2))
    crowns, shadows = [], []
    points = _scattered(
        sheet,
        sheet.of_terrain("forest"),
        TREES_APART * sheet.spec.drawing.spread,
        lambda x, y: inner.contains(Spot(x, y)) and free(x, y),
        rng,
    )
    for x, y in points:
        r = rng.uniform(*CROWN)
        across, arc = number(2 * r), f"a{number(r)} {number(r)} 0"
        crowns.append(f"M{number(x - r)} {number(y)}{arc} 1 1 {across} 0{arc} 1 1-{across} 0")
        shadows.append(f"M{number(x + r * 0.75)} {number(y - r * 0.4)}{arc} 0 1-{number(r * 1.5)} {number(r * 1.15)}")
    return "".join(crowns), "".join(shadows)


def _hachures(sheet: Sheet, free: Callable[[float, float], bool], rng: random.Random) -> tuple[str, str]:
    """Strokes down the slopes of rough hexes: those in the light, and those in the lee; fewer on lower grounds."""
    steep = sheet.relief.steep()
    lit: list[str] = []
    lee: list[str] = []
    apart = STROKES_APART * sheet.spec.drawing.spread
    for strength in sorted(set(sheet.spec.uplands.values())):
        hexes = sheet.of_terrain(*(word for word, share in sheet.spec.uplands.items() if share == strength))
        rough = _within(sheet.cover(hexes).buffer(-7).buffer(6), free)
        for x, y in _scattered(sheet, hexes, apart, rough, rng):
            dx, dy = sheet.relief.slope(x, y)
            size = math.hypot(dx, dy) + 1e-6
            share = min(1.0, size / steep)
            if rng.random() > (0.10 + 0.80 * share * share) * strength:
                continue
            length = 1.5 + 2.6 * share
            ux, uy = dx / size * length, dy / size * length
            away = (ux * LEE[0] + uy * LEE[1]) / length
            stroke = f"M{number(x - ux / 2)} {number(y - uy / 2)}l{number(ux)} {number(uy)}"
            (lee if away < -0.15 else lit).append(stroke)
    return "".join(lit), "".join(lee)


def _within(shape: BaseGeometry, free: Callable[[float, float], bool]) -> Callable[[float, float], bool]:
    """Whether a point lies in a shape and is free."""
    inner = prep(shape)
    return lambda x, y: bool(inner.contains(Spot(x, y))) and free(x, y)


def _marsh(sheet: Sheet, free: Callable[[float, float], bool], rng: random.Random) -> tuple[str, str]:
    """A wet wash, and tufts with a water line under each."""
    hexes = sheet.of_terrain(*sheet.spec.wetlands)
    if not hexes:
        return "", ""
    bog = _wobbled(sheet.cover(hexes).buffer(-8).buffer(6), rng)
    inner = prep(bog.buffer(-3))
    tufts = []
    apart = REEDS_APART * sheet.spec.drawing.spread
    for x, y in _scattered(sheet, hexes, apart, lambda x, y: inner.contains(Spot(x, y)) and free(x, y), rng):
        tufts.append(path([(x - 3, y), (x + 3, y)]))
        for lean, tall in ((-1.6, 2.2), (0.0, 3.0), (1.6, 2.2)):
            tufts.append(path([(x + lean * 0.6, y - 0.8), (x + lean, y - 0.8 - tall)]))
    return area(bog, 0.4), "".join(tufts)


def _floods(sheet: Sheet, free: Callable[[float, float], bool], rng: random.Random) -> tuple[str, str]:
    """A meadow with an even rim, and ripples on it: no reeds, which are a marsh's."""
    hexes = sheet.of_terrain(*sheet.spec.floods)
    if not hexes:
        return "", ""
    shape = sheet.cover(hexes).buffer(-8).buffer(6.5)
    inner = prep(shape.buffer(-3.5))
    apart = RIPPLES_APART * sheet.spec.drawing.spread
    points = _scattered(sheet, hexes, apart, lambda x, y: inner.contains(Spot(x, y)) and free(x, y), rng)
    ripples = "".join(f"M{number(x - 3)} {number(y)}q1.5-1.8 3 0t3 0" for x, y in points)
    return area(shape, 0.4), ripples


def _sand(sheet: Sheet, free: Callable[[float, float], bool], rng: random.Random) -> str:
    """Grains, as strokes so short that their round ends make dots."""
    hexes = sheet.of_terrain(*sheet.spec.sands)
    if not hexes:
        return ""
    inner = prep(sheet.cover(hexes).buffer(-7).buffer(5))
    apart = GRAINS_APART * sheet.spec.drawing.spread
    points = _scattered(sheet, hexes, apart, lambda x, y: inner.contains(Spot(x, y)) and free(x, y), rng)
    return "".join(f"M{number(x)} {number(y)}h.1" for x, y in points)

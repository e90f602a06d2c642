"""Title, scale and key of an area board, where they hide least: on land that is not played, or on an empty sea."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from shapely.geometry import Point

from tools.maps.areas import signs
from tools.maps.areas.layout import DISC
from tools.maps.areas.raster import Sums
from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.slots import CLEAR
from tools.maps.cartouche import EARTH, LENGTHS, SCALE_WIDE, SCREEN, TEXT, TITLE
from tools.maps.paths import number
from tools.maps.type import width

PAD, HEAD, ROW, SAMPLE, GAP, BETWEEN = 7.0, 33.0, 16.0, 16.0, 4.0, 12.0
"""In pixels when all of the board is seen: inside the panel, title and scale, a row, a sample, right of it, between
columns."""
COLUMNS = (1, 2, 3)
FROM_FRAME = 10.0
STEP = 8.0
ON_LAND, ON_SIGNS, ON_WATER = 40.0, 12.0, 0.02
"""Prices of a square unit of land that is played on, of signs, names and first places for pieces, and of a sea."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The key in some number of columns, as large as it is on the screen."""

    wide: float
    high: float
    parts: tuple[str, ...]


def key(sheet: AreaSheet) -> str:
    """The SVG text, where it hides least."""
    across, down = sheet.partition.projection.grid.size
    px = max(across / SCREEN[0], down / SCREEN[1])
    panels = [_panel(sheet, px, columns) for columns in COLUMNS]
    places = [_place(sheet, panel.wide * px, panel.high * px) for panel in panels]
    (_, (left, top)), panel = min(zip(places, panels, strict=True), key=lambda pair: pair[0][0])
    place = f"translate({number(left)} {number(top)}) scale({px:.3f})"
    return f'<g class="cartouche" transform="{place}">{"".join(panel.parts)}</g>'


def _panel(sheet: AreaSheet, px: float, many: int) -> Panel:
    entries = _entries(px)
    deep = math.ceil(len(entries) / many)
    columns = [entries[i : i + deep] for i in range(0, len(entries), deep)]
    wide_of = [max(SAMPLE + GAP + width(text, "roman", TEXT, 0) for text, _ in column) for column in columns]
    length, bar = _scale(sheet, px)
    title = sheet.partition.spec.title
    wide = max(width(title, "roman", TITLE, 0), bar, sum(wide_of) + BETWEEN * (len(columns) - 1)) + 2 * PAD
    high = PAD + HEAD + deep * ROW + PAD
    middle = number(wide / 2)
    out = [
        f'<rect class="panel" width="{number(wide)}" height="{number(high)}" rx="2"/>',
        f'<text class="title" x="{middle}" y="{number(PAD + TITLE * 0.75)}" font-size="{number(TITLE)}"'
        f' text-anchor="middle">{title}</text>',
        f'<path class="scale" d="M{number((wide - bar) / 2)} {number(PAD + TITLE + 2)}v4h{number(bar)}v-4"/>',
        f'<text x="{middle}" y="{number(PAD + TITLE + 7 + TEXT)}" font-size="{number(TEXT)}" text-anchor="middle">'
        f"{length} km</text>",
    ]
    x = PAD
    for column, own in zip(columns, wide_of, strict=True):
        for i, (text, sample) in enumerate(column):
            y = PAD + HEAD + (i + 0.5) * ROW
            place = f"translate({number(x + SAMPLE / 2)} {number(y)}) scale({1 / px:.3f})"
            at = f'x="{number(x + SAMPLE + GAP)}" y="{number(y + TEXT * 0.35)}" font-size="{number(TEXT)}"'
            out.append(f'<g transform="{place}">{sample}</g><text {at}>{text}</text>')
        x += own + BETWEEN
    return Panel(wide, high, tuple(out))


def _entries(px: float) -> list[tuple[str, str]]:
    """What is explained, each with its sign about the origin."""
    line = f'd="M{-SAMPLE / 2 * px:.1f} 0h{SAMPLE * px:.1f}"/>'
    return [
        ("capital, and units it raises", signs.disc(DISC[True], 4, capital=True)),
        ("city, and units it raises", signs.disc(DISC[False], 1, capital=False)),
        ("coins earned each turn", signs.coin(2)),
        ("factory", signs.works("factory")),
        ("shipyard", signs.works("shipyard")),
        ("bridge", signs.bridge()),
        ("border of a state", f'<path class="frontier casing" {line}<path class="frontier" {line}'),
        ("limit of a sea area", f'<path class="sea-limit" {line}'),
    ]


def _scale(sheet: AreaSheet, px: float) -> tuple[int, float]:
    """A round length in kilometres, and how many pixels it takes in the middle of the board."""
    across, down = sheet.partition.projection.grid.size
    points = [sheet.partition.projection.to_lonlat(across / 2 + dx, down / 2) for dx in (-50.0, 50.0)]
    (lon0, lat0), (lon1, lat1) = ((float(lon), float(lat)) for lon, lat in points)
    mean = math.radians((lat0 + lat1) / 2)
    far = EARTH * math.hypot(math.radians(lat1 - lat0), math.radians(lon1 - lon0) * math.cos(mean))
    length = [k for k in LENGTHS if k * 100 / far / px <= SCALE_WIDE][-1]
    return length, length * 100 / far / px


def _place(sheet: AreaSheet, wide: float, high: float) -> tuple[float, tuple[float, float]]:
    """What it hides, and the left upper corner that hides least; of equal ones the nearest to a corner of the board."""
    part, raster = sheet.partition, sheet.raster
    across, down = part.projection.grid.size
    lettered = [*(n.room for n in sheet.names), *(s.room for s in sheet.straits), *(c.room for c in sheet.cities)]
    lettered.append(part.sea_limits.buffer(3))
    lettered += [Point(at).buffer(side / 2 + 2) for places, side in sheet.slots.values() for at in places[:CLEAR]]
    land, sea, signed = raster.nothing(), raster.nothing(), raster.nothing()
    for area, row in part.spec.areas.items():
        if row.kind == "land":
            land |= raster.area(area)
        else:
            sea |= raster.area(area)
    for room in lettered:
        signed |= raster.mask(room)
    right, low = across - wide - FROM_FRAME, down - high - FROM_FRAME
    xs, ys = np.meshgrid(np.arange(FROM_FRAME, right, STEP), np.arange(FROM_FRAME, low + STEP, STEP))
    sides = (xs, ys, xs + wide, ys + high)
    cost = (
        ON_LAND * Sums(land).of(*sides)
        + ON_SIGNS * Sums(signed).of(*sides)
        + ON_WATER * Sums(sea).of(*sides)
        + np.hypot(np.minimum(xs, across - wide - xs), np.minimum(ys, down - high - ys))
    )
    best = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return float(cost[best]), (float(xs[best]), float(ys[best]))

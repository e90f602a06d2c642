"""The board's title, scale and key of its grounds, on water or on land that is not played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep

from tools.maps.paths import number
from tools.maps.sheet import Sheet
from tools.maps.type import width

SCREEN = (1440.0, 820.0)
"""What a window of 1440 by 900 leaves for the board, in pixels."""
TITLE, TEXT = 13.0, 9.4
"""Heights of lettering in pixels when all of the board is seen."""
ROW, PAD, SWATCH, GAP = 12.5, 6.0, 15.0, 4.0
FROM_FRAME = 10.0
"""Board units that it keeps from the frame."""
STEP = 7.0
"""How far apart the places are that are tried, in pixels."""
EARTH = 6371.0
LENGTHS = (10, 20, 25, 50, 100, 200, 250, 500)
COLUMNS = (2, 3, 1, 4)
SCALE_WIDE = 90.0
"""The scale is the longest that is no wider, in pixels."""
GROUNDS = (
    "clear", "forest", "rough", "mountain", "mountain pass", "alpine",
    "marsh", "swamp", "flood plain", "difficult", "desert",
)  # fmt: skip
"""Words for grounds in the key's order."""
ZONE_FROM = 20
"""A mark of this many hexes or more is drawn as one zone, not as a letter in each."""


_Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cartouche:
    """Where it stands and its SVG."""

    room: BaseGeometry
    svg: str


def pixel(sheet: Sheet) -> float:
    """Board units that a pixel takes when all of the board is seen."""
    wide, high = sheet.grid.size
    return max(wide / SCREEN[0], high / SCREEN[1])


def is_zone(sheet: Sheet, column: str) -> bool:
    """Whether a column has enough hexes to be drawn as one zone."""
    return sum(1 for h in sheet.playable if sheet.hexes[h].more.get(column)) >= ZONE_FROM


def cartouche(sheet: Sheet, taken: Sequence[BaseGeometry]) -> Cartouche:
    """The cartouche where it hides least: hexes that are played count most, then what is ``taken``.

    Its key has as many columns as suit the place best.
    """
    px = pixel(sheet)
    entries = _entries(sheet)
    titles = sheet.spec.title.split(": ")
    column = max(width(name, "roman", TEXT, 0) for name, _ in entries) + SWATCH + GAP + 8
    length, bar = _scale(sheet, px)
    least = max(*(width(part, "roman", TITLE, 0) for part in titles), bar + 40, 0)
    head = PAD + len(titles) * (TITLE + 2) + 4
    shapes = []
    for columns in COLUMNS:
        wide = max(columns * column, least) + 2 * PAD
        high = head + 2 * ROW + math.ceil(len(entries) / columns) * ROW + PAD
        shapes.append((*_place(sheet, wide * px, high * px, px, taken), columns, wide, high))
    _, (left, top), columns, wide, high = min(shapes)
    out = [f'<rect class="panel" width="{number(wide)}" height="{number(high)}" rx="2"/>']
    middle = number(wide / 2)
    for i, part in enumerate(titles):
        at = PAD + TITLE * 0.8 + i * (TITLE + 2)
        out.append(
            f'<text class="title" x="{middle}" y="{number(at)}" font-size="{number(TITLE)}" text-anchor="middle">'
            f"{escape(part)}</text>"
        )
    start = (wide - bar) / 2
    out.append(
        f'<path class="scale" d="M{number(start)} {number(head + 2)}v5h{number(bar)}v-5'
        f'M{number(start + bar / 2)} {number(head + 4)}v3"/>'
        f'<text x="{middle}" y="{number(head + 8 + TEXT)}" font-size="{number(TEXT)}" text-anchor="middle">'
        f"{length} km</text>"
    )
    for i, (name, drawn) in enumerate(entries):
        x, y = PAD + (i % columns) * column, head + 2 * ROW + (i // columns) * ROW
        out.append(
            f'<g transform="translate({number(x)} {number(y + 1)})">{drawn}</g>'
            f'<text x="{number(x + SWATCH + GAP)}" y="{number(y + TEXT)}" font-size="{number(TEXT)}">'
            f"{escape(name)}</text>"
        )
    svg = f'<g class="cartouche" transform="translate({number(left)} {number(top)}) scale({px:.3f})">{"".join(out)}</g>'
    return Cartouche(box(left, top, left + wide * px, top + high * px), svg)


def _entries(sheet: Sheet) -> list[tuple[str, str]]:
    """What the key explains, with its sample of 15 by 9."""
    used = {sheet.hexes[h].terrain for h in sheet.playable}
    spec = sheet.spec
    found = []
    for word in (w for w in GROUNDS if w in used):
        layers = '<rect class="land" width="15" height="9"/>'
        if word == "forest":
            layers += '<rect class="forest" width="15" height="9"/>'
            layers += (
                '<path class="tree" d="M2 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M7 6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0'
            )
            layers += 'M10 3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"/>'
        if word in spec.tints:
            layers += f'<rect class="{spec.tints[word]}" width="15" height="9"/>'
        if word in spec.uplands:
            many = max(2, round(6 * spec.uplands[word]))
            layers += (
                '<path class="hach lee" d="'
                + "".join(f"M{number(1.5 + 12 * i / many)} {2 + 3 * (i % 2)}l1.5 3" for i in range(many))
                + '"/>'
            )
        if word in spec.wetlands:
            layers += '<rect class="bog" width="15" height="9"/><path class="reed" d="M2 6h5M9 4h5M4 5v-2M11 3v-2"/>'
        if word in spec.sands:
            layers += '<path class="sand" d="M2 2h.1M6 3h.1M10 2h.1M13 4h.1M4 6h.1M8 7h.1M12 7h.1"/>'
        found.append((word, layers + '<rect class="edge" width="15" height="9"/>'))
    if sheet.tables.rails:
        found.append(("railway", '<path class="rail" d="M0 4.5h15"/><path class="tie" d="M0 4.5h15"/>'))
    if any(side.more.get("pass") for side in sheet.tables.sides):
        found.append(("pass road", '<path class="pass-bed" d="M0 4.5h15"/><path class="pass" d="M0 4.5h15"/>'))
    if any(sheet.hexes[h].fortress not in ("", "0") for h in sheet.playable):
        found.append(("fortress", '<path class="fort-hex" d="M4 1h7l3 3.5-3 3.5h-7l-3-3.5z"/>'))
    found += [(text, sample) for column, text, sample in ZONES if is_zone(sheet, column)]
    return found


ZONES = (("victory", "counts for victory", '<rect class="vzone" width="15" height="9"/>'),)
"""Columns that may be a zone, what the key says of them, and how."""


def zones(sheet: Sheet) -> list[str]:
    """Outlines of what is drawn as one zone."""
    found = []
    for column, _, _ in ZONES:
        if is_zone(sheet, column):
            inside = sheet.cover([h for h in sheet.playable if sheet.hexes[h].more.get(column)], 0.05)
            inside = inside.buffer(0.3).buffer(-3.3)
            found.append(f'<path class="vzone" d="{"".join(_ring(p) for p in _rings(inside))}"/>')
    return found


def _rings(shape: BaseGeometry) -> list[Sequence[tuple[float, float]]]:
    parts = [p for p in getattr(shape, "geoms", [shape]) if isinstance(p, Polygon)]
    return [list(ring.coords) for p in parts for ring in (p.exterior, *p.interiors)]


def _ring(points: Sequence[tuple[float, float]]) -> str:
    (x, y), *rest = points[:-1]
    return f"M{number(x)} {number(y)}" + "".join(f"L{number(a)} {number(b)}" for a, b in rest) + "z"


def _scale(sheet: Sheet, px: float) -> tuple[int, float]:
    """A round length in kilometres, and how many pixels it takes in the middle of the board."""
    wide, high = sheet.grid.size
    a, b = ((wide / 2 + dx, high / 2) for dx in (-50.0, 50.0))
    (lon0, lat0), (lon1, lat1) = (tuple(map(float, sheet.survey.projection.to_lonlat(*p))) for p in (a, b))
    mean = math.radians((lat0 + lat1) / 2)
    far = EARTH * math.hypot(math.radians(lat1 - lat0), math.radians(lon1 - lon0) * math.cos(mean))
    unit = 100.0 / far
    fitting = [k for k in LENGTHS if k * unit / px <= SCALE_WIDE]
    length = fitting[-1] if fitting else LENGTHS[0]
    return length, length * unit / px


def _place(sheet: Sheet, wide: float, high: float, px: float, taken: Sequence[BaseGeometry]) -> tuple[float, _Spot]:
    """What it hides, and the left upper corner that hides least; of equal ones the nearest to a corner of the board."""
    across, down = sheet.grid.size
    played = sheet.cover(sheet.playable, 0.4)
    others = unary_union(list(taken))
    near = prep(played)
    step = STEP * px

    def cost(x: float, y: float) -> float:
        room = box(x, y, x + wide, y + high)
        corner = min(math.hypot(x - u, y - v) for u in (0, across - wide) for v in (0, down - high))
        hidden = played.intersection(room).area if near.intersects(room) else 0.0
        return 40 * hidden + 4 * float(others.intersection(room).area) + corner

    spots = _grid(FROM_FRAME, across - wide - FROM_FRAME, down - high - FROM_FRAME, step)
    return min((cost(*spot), spot) for spot in spots)


def _grid(least: float, right: float, bottom: float, step: float) -> list[_Spot]:
    def along(last: float) -> list[float]:
        many = max(1, int((last - least) / step))
        return [least + (last - least) * i / many for i in range(many + 1)]

    return [(x, y) for x in along(right) for y in along(bottom)]

"""The board's title, scale and key of its grounds, on water or on land that is not played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from shapely import contains_xy, prepare
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.paths import number
from tools.maps.projection import Array
from tools.maps.sheet import Sheet
from tools.maps.type import width

SCREEN = (1440.0, 820.0)
"""What a window of 1440 by 900 leaves for the board, in pixels."""
TITLE, TEXT = 13.0, 9.4
"""Heights of lettering in pixels when all of the board is seen."""
ROW, PAD, SWATCH, GAP = 12.5, 6.0, 15.0, 4.0
FROM_FRAME = 10.0
"""Board units that it keeps from the frame."""
APART = 4000.0
"""What a panel of its own for the marks counts for, in square pixels: one panel is calmer than two."""
OF_NAMES, OF_PLAYED, OF_SIGNS = 40.0, 40.0, 4.0
"""What a square unit counts for that is hidden: of a sea's name, of hexes that are played, of other signs."""
CELL = 3.0
"""How finely it is looked at what lies where, in pixels."""
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
_Weighed = tuple[float, BaseGeometry]


@dataclass(frozen=True, slots=True)
class Cartouche:
    """Where its panels stand and their SVG."""

    rooms: list[BaseGeometry]
    svg: str

    @property
    def room(self) -> BaseGeometry:
        """All that it covers."""
        return unary_union(self.rooms)


def pixel(sheet: Sheet) -> float:
    """Board units that a pixel takes when all of the board is seen."""
    wide, high = sheet.grid.size
    return max(wide / SCREEN[0], high / SCREEN[1])


def is_zone(sheet: Sheet, column: str) -> bool:
    """Whether a column has enough hexes to be drawn as one zone."""
    return sum(1 for h in sheet.playable if sheet.hexes[h].more.get(column)) >= ZONE_FROM


def cartouche(sheet: Sheet, taken: Sequence[BaseGeometry], names: Sequence[BaseGeometry]) -> Cartouche:
    """The cartouche where it hides least: ``names`` and hexes that are played count most, then what is ``taken``.

    Its key has as many columns as suit the place best. What is printed in hexes has a panel of its own where there is
    no room for one that explains all.
    """
    px = pixel(sheet)
    grounds, marks = _grounds(sheet), _marks(sheet)
    hidden = [
        (OF_NAMES, unary_union(list(names))),
        (OF_PLAYED, sheet.cover(sheet.playable, 0.4)),
        (OF_SIGNS, unary_union(list(taken))),
    ]
    whole = _panel(sheet, px, [*grounds, *marks], hidden, titled=True)
    found = [whole]
    if len(marks) > 1:
        first = _panel(sheet, px, grounds, hidden, titled=True)
        second = _panel(sheet, px, marks, [*hidden, (OF_NAMES, first.room.buffer(GAP * px))], titled=False)
        if first.cost + second.cost + APART * px * px < whole.cost:
            found = [first, second]
    return Cartouche([panel.room for panel in found], "".join(panel.svg for panel in found))


@dataclass(frozen=True, slots=True)
class _Panel:
    """What it hides, its room and its SVG."""

    cost: float
    room: BaseGeometry
    svg: str


def _panel(
    sheet: Sheet,
    px: float,
    entries: Sequence[tuple[str, str]],
    hidden: Sequence[_Weighed],
    titled: bool,
) -> _Panel:
    """One panel where it hides least; ``titled`` has the board's title and scale above its key."""
    titles = sheet.spec.title.split(": ") if titled else []
    column = max(width(name, "roman", TEXT, 0) for name, _ in entries) + SWATCH + GAP + 8
    length, bar = _scale(sheet, px)
    least = max(*(width(part, "roman", TITLE, 0) for part in titles), bar + 40, 0) if titled else 0.0
    head = PAD + len(titles) * (TITLE + 2) + 4 if titled else PAD - 2 * ROW - 1
    field = _sums(sheet, px, hidden)
    shapes = []
    for columns in COLUMNS:
        wide = max(min(columns, len(entries)) * column, least) + 2 * PAD
        high = head + 2 * ROW + math.ceil(len(entries) / columns) * ROW + PAD
        shapes.append((*_place(sheet, wide * px, high * px, px, field), columns, wide, high))
    cost, (left, top), columns, wide, high = min(shapes)
    out = [f'<rect class="panel" width="{number(wide)}" height="{number(high)}" rx="2"/>']
    if titled:
        out += _head(titles, wide, head, length, bar)
    for i, (name, drawn) in enumerate(entries):
        x, y = PAD + (i % columns) * column, head + 2 * ROW + (i // columns) * ROW
        out.append(
            f'<g transform="translate({number(x)} {number(y + 1)})">{drawn}</g>'
            f'<text x="{number(x + SWATCH + GAP)}" y="{number(y + TEXT)}" font-size="{number(TEXT)}">'
            f"{escape(name)}</text>"
        )
    svg = f'<g class="cartouche" transform="translate({number(left)} {number(top)}) scale({px:.3f})">{"".join(out)}</g>'
    return _Panel(cost, box(left, top, left + wide * px, top + high * px), svg)


def _head(titles: Sequence[str], wide: float, head: float, length: int, bar: float) -> list[str]:
    """Title and scale."""
    middle = number(wide / 2)
    out = []
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
    return out


def _grounds(sheet: Sheet) -> list[tuple[str, str]]:
    """Grounds, roads and works that the key explains, each with its sample of 15 by 9."""
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
        if word in spec.floods:
            layers += '<rect class="flood" width="15" height="9"/>'
            layers += '<path class="ripple" d="M1.5 4q1.5-1.8 3 0t3 0M7.5 7.4q1.5-1.8 3 0t3 0M9 3q1.5-1.8 3 0"/>'
        if word in spec.sands:
            layers += '<path class="sand" d="M2 2h.1M6 3h.1M10 2h.1M13 4h.1M4 6h.1M8 7h.1M12 7h.1"/>'
        if spec.tints.get(word) == "saddle":
            layers += f'<path class="saddle-sign" d="{saddle(7.5, 4.5, 3.4)}"/>'
        found.append((word, layers + '<rect class="edge" width="15" height="9"/>'))
    if sheet.tables.rails:
        found.append(("railway", '<path class="rail" d="M0 4.5h15"/><path class="tie" d="M0 4.5h15"/>'))
    if any(side.more.get("pass") for side in sheet.tables.sides):
        found.append(("pass road", '<path class="pass-bed" d="M0 4.5h15"/><path class="pass" d="M0 4.5h15"/>'))
    if any(sheet.hexes[h].fortress not in ("", "0") for h in sheet.playable):
        found.append(("fortress", '<path class="fort-hex" d="M4 1h7l3 3.5-3 3.5h-7l-3-3.5z"/>'))
    if any(sign.port for sign in sheet.signs):
        found.append(("port", f'<path class="port" transform="translate(7.5 4.4)" d="{ANCHOR}"/>'))
    return found


def _marks(sheet: Sheet) -> list[tuple[str, str]]:
    """Letters and lines that are printed on hexes, with their samples."""
    found = []
    if any(sheet.hexes[h].more.get("beach") for h in sheet.playable):
        found.append(("beach", '<path class="beach" d="M1.5 5h2m3 0h2m3 0h2"/>'))
    if any(row.perimeter == "1" for row in sheet.hexes.values()):
        found.append(("perimeter of Paris", '<path class="perimeter" d="M1 4.5h14"/>'))
    if len({row.more.get("weather", "") for row in sheet.hexes.values()}) > 1:
        found.append(("weather line", '<path class="weather" d="M1 4.5h14"/>'))
    found += [(text, sample) for column, text, sample in ZONES if is_zone(sheet, column)]
    return found + [(text, _letters(letter)) for letter, text in letters(sheet).items()]


def _letters(letter: str) -> str:
    """A sample of a mark."""
    return f'<g class="marks"><text x="7.5" y="8">{escape(letter)}</text></g>'


def letters(sheet: Sheet) -> dict[str, str]:
    """The letters that are printed in hexes of this board, and what they mean. KeyError for one without a meaning."""
    rows = [sheet.hexes[h].more for h in sheet.playable]
    found = {
        letter: text
        for column, (letter, text) in MARKS.items()
        if not is_zone(sheet, column) and any(more.get(column) for more in rows)
    }
    return found | {letter: sheet.spec.marks[letter] for letter in sorted({m["mark"] for m in rows if m.get("mark")})}


def saddle(x: float, y: float, size: float) -> str:
    """The sign of a mountain pass: two slopes that turn away from each other."""
    bend, tall = number(size * 0.75), number(2 * size)
    return "".join(
        f"M{number(x + way * size)} {number(y - size)}q{'-' if way > 0 else ''}{bend} {number(size)} 0 {tall}"
        for way in (-1, 1)
    )


MARKS = {
    "victory": ("V", "counts for victory"),
    "surrender": ("T", "Turkish surrender hex"),
    "resource": ("RP", "resource points"),
}
"""Columns of a board's own that are printed in their hexes: a letter, with the value if not 1, and its meaning."""
ANCHOR = "M0-4.2a1.3 1.3 0 1 0 .01 0M0-1.6V4.2M-2 0H2M-3.6 1.2C-3.4 3.4-1.6 4.3 0 4.4 1.6 4.3 3.4 3.4 3.6 1.2"
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


def _sums(sheet: Sheet, px: float, hidden: Sequence[_Weighed]) -> Array:
    """What lies left of and above each corner of a fine grid, by weight: a box is then four look-ups."""
    across, down = sheet.grid.size
    cell = CELL * px
    xs, ys = np.meshgrid((np.arange(int(across / cell)) + 0.5) * cell, (np.arange(int(down / cell)) + 0.5) * cell)
    weights = np.zeros(xs.shape)
    for weight, shape in hidden:
        prepare(shape)
        weights += weight * cell * cell * contains_xy(shape, xs, ys)
    return np.pad(weights.cumsum(0).cumsum(1), ((1, 0), (1, 0)))


def _place(sheet: Sheet, wide: float, high: float, px: float, field: Array) -> tuple[float, _Spot]:
    """What it hides, and the left upper corner that hides least; of equal ones the nearest to a corner of the board."""
    across, down = sheet.grid.size
    cell = CELL * px
    last = field.shape[0] - 1, field.shape[1] - 1

    def cost(x: float, y: float) -> float:
        left, right = round(x / cell), min(last[1], round((x + wide) / cell))
        top, bottom = round(y / cell), min(last[0], round((y + high) / cell))
        under = field[bottom, right] - field[top, right] - field[bottom, left] + field[top, left]
        return float(under) + min(math.hypot(x - u, y - v) for u in (0, across - wide) for v in (0, down - high))

    spots = _grid(FROM_FRAME, across - wide - FROM_FRAME, down - high - FROM_FRAME, STEP * px)
    return min((cost(*spot), spot) for spot in spots)


def _grid(least: float, right: float, bottom: float, step: float) -> list[_Spot]:
    def along(last: float) -> list[float]:
        many = max(1, int((last - least) / step))
        return [least + (last - least) * i / many for i in range(many + 1)]

    return [(x, y) for x in along(right) for y in along(bottom)]

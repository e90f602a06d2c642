"""Where names stand: chief places first, eight spots round each sign, none that would overlap another name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

import numpy as np
from scipy import ndimage
from shapely import affinity
from shapely.geometry import LineString, box
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring, unary_union

from tools.maps.paths import number, path, rounded
from tools.maps.sheet import Sheet, Sign
from tools.maps.spec import Lettering
from tools.maps.type import width

CAPITAL_SPACING = 0.09
FRAME = 8.0
"""Names keep this far from the board's edge."""
TOO_DEAR = 5.0
"""A name whose best spot costs more is left out."""
ANCHORS = {"m": "middle", "s": "start", "e": "end"}

Sizes = dict[str, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A placed name: its baseline's anchor point and the room that it takes."""

    sign: Sign
    text: str
    size: float
    spacing: float
    x: float
    y: float
    anchor: str
    room: BaseGeometry


def place(
    sheet: Sheet, signs: Sequence[Sign], sizes: Sizes, lines: BaseGeometry, taken: Iterable[BaseGeometry]
) -> list[Label]:
    """Labels for these signs, in their order of precedence. Crossing rivers or ``lines`` (borders) costs a little."""
    width_, height = sheet.grid.size
    inside = box(FRAME, FRAME, width_ - FRAME, height - FRAME)
    rooms = list(taken)
    marks = [(s, Spot(s.at).buffer(s.radius)) for s in signs]
    water = sheet.water.buffer(1.6)
    thin = lines.buffer(1.0)
    out: list[Label] = []
    for sign in signs:
        best: tuple[float, Label] | None = None
        for dear, label in _spots(sign, sizes[sign.rank]):
            if not inside.contains(label.room):
                continue
            room = label.room
            cost = dear
            cost += sum(6 + r.intersection(room).area * 0.15 for r in rooms if r.intersects(room))
            cost += sum(4 + m.intersection(room).area * 0.1 for s, m in marks if s != sign and m.intersects(room))
            cost += water.intersection(room).area * 0.012 + thin.intersection(room).area * 0.01
            if best is None or cost < best[0]:
                best = (cost, label)
        if best is not None and best[0] <= TOO_DEAR:
            out.append(best[1])
            rooms.append(best[1].room)
    return out


def _spots(sign: Sign, size: float) -> Iterable[tuple[float, Label]]:
    """The eight spots with what each costs in itself."""
    text = sign.name.upper() if sign.capital else sign.name
    spacing = CAPITAL_SPACING * size if sign.capital else 0.0
    wide, tall, r = width(text, "roman", size, spacing), size * 0.74, sign.radius
    for anchor, dx, dy, dear in (
        ("m", 0.0, -(r + 2.2), 0.0),
        ("m", 0.0, r + 1.8 + tall, 0.05),
        ("s", r + 2.4, tall * 0.42, 0.12),
        ("e", -r - 2.4, tall * 0.42, 0.16),
        ("s", r * 0.8 + 1.2, -(r * 0.55), 0.20),
        ("s", r * 0.8 + 1.2, r * 0.6 + tall, 0.22),
        ("e", -r * 0.8 - 1.2, -(r * 0.55), 0.24),
        ("e", -r * 0.8 - 1.2, r * 0.6 + tall, 0.26),
    ):
        x, y = sign.at[0] + dx, sign.at[1] + dy
        left = {"m": x - wide / 2, "s": x, "e": x - wide}[anchor]
        room = box(left - 1.2, y - tall - 1, left + wide + 1.2, y + size * 0.20)
        yield dear, Label(sign, text, size, spacing, x, y, anchor, room)


def labels(placed: Iterable[Label]) -> str:
    """Their SVG."""
    out = []
    for label in placed:
        spacing = f' letter-spacing="{number(label.spacing)}"' if label.spacing else ""
        out.append(
            f'<text x="{number(label.x)}" y="{number(label.y)}" text-anchor="{ANCHORS[label.anchor]}"'
            f' font-size="{number(label.size)}" class="{label.sign.rank}"{spacing} data-hex="{label.sign.hex}">'
            f"{escape(label.text)}</text>"
        )
    return "".join(out)


SLIDES = sorted(
    ((dx * 6.0, dy * 6.0) for dx in range(-12, 13) for dy in range(-12, 13)),
    key=lambda d: (round(math.hypot(*d), 3), d),
)
"""Where a region's name may go instead, nearest first."""
SLIDE_COST = 0.4
"""What sliding by a board unit costs, in square units of overlap."""
SMALLER = (1.0, 0.85, 0.7, 0.6, 0.5)
"""Heights that are tried in turn until a name has room."""
TOUCHES = 2.0
"""Square units that two names may share."""


@dataclass(frozen=True, slots=True)
class Lettered:
    """Names of countries, seas or regions: their SVG and the room that each takes."""

    svg: str
    rooms: list[BaseGeometry]


def lettering(
    sheet: Sheet,
    rows: Iterable[Lettering],
    css: str,
    taken: Sequence[BaseGeometry] = (),
    least: float = 0.0,
    droppable: Sequence[BaseGeometry] | None = None,
) -> Lettered:
    """Names turned as they lie, slid aside or made smaller where something else stands; never under ``least`` high.

    With ``droppable`` a name that finds no room clear of these is left out.
    """
    out: list[str] = []
    rooms: list[BaseGeometry] = []
    width_, height = sheet.grid.size
    inside = box(FRAME + 1, FRAME + 1, width_ - FRAME - 1, height - FRAME - 1)
    hard = unary_union(list(droppable or ()))
    for row in rows:
        others = unary_union([*taken, *rooms])
        x, y = sheet.survey.projection.point(row.lon, row.lat)
        best: tuple[float, float, float, Lettering, BaseGeometry] | None = None
        for share in SMALLER:
            size = max(row.size * share, least)
            shown = replace(row, size=size, spacing=row.spacing * size / row.size if size < row.size else row.spacing)
            found = _slid(sheet, shown, css, others, inside)
            if found is not None and (best is None or found[0] < best[0] - TOUCHES):
                best = (*found[:3], shown, found[3])
            if best is not None and best[4].intersection(others).area <= TOUCHES:
                break
        if best is None or (droppable is not None and best[4].intersection(hard).area > TOUCHES):
            continue
        _, dx, dy, shown, room = best
        rooms.append(room)
        out.append(
            f'<text class="{css}" font-size="{number(shown.size)}" letter-spacing="{number(shown.spacing)}"'
            f' text-anchor="middle" transform="translate({number(x + dx)} {number(y + dy + shown.size * 0.3)})'
            f' rotate({number(shown.turn)})">{escape(shown.text)}</text>'
        )
    return Lettered("".join(out), rooms)


def _slid(
    sheet: Sheet, row: Lettering, css: str, others: BaseGeometry, inside: BaseGeometry
) -> tuple[float, float, float, BaseGeometry] | None:
    """The cheapest spot near where a name is wanted, within the frame: its cost, the slide and the room."""
    wanted = room_of(sheet, row, "roman" if css == "ctry" else "italic")
    best: tuple[float, float, float, BaseGeometry] | None = None
    for dx, dy in SLIDES:
        far = SLIDE_COST * math.hypot(dx, dy)
        if best is not None and far >= best[0]:
            break
        room = affinity.translate(wanted, dx, dy)
        if not inside.contains(room):
            continue
        cost = float(others.intersection(room).area) + far
        if best is None or cost < best[0]:
            best = cost, dx, dy, room
    return best


def room_of(sheet: Sheet, row: Lettering, style: str) -> BaseGeometry:
    """What a turned name takes."""
    x, y = sheet.survey.projection.point(row.lon, row.lat)
    wide = width(row.text, style, row.size, row.spacing)
    flat = box(x - wide / 2, y - row.size * 0.38, x + wide / 2, y + row.size * 0.38)
    return affinity.rotate(flat, row.turn, origin=(x, y))


@dataclass(frozen=True, slots=True)
class RiverName:
    """A name along a river: the line it runs on and the room that it takes."""

    name: str
    size: float
    line: str
    room: BaseGeometry


RIVER_SPACING = 1.2
RIVER_LIFT = 2.6
"""How far above the river its name's baseline lies."""


def river_names(
    sheet: Sheet, inside: BaseGeometry, taken: Callable[[], list[BaseGeometry]], least: float
) -> list[RiverName]:
    """Names slid along their rivers to where nothing else stands, near where the board's file wants them."""
    out: list[RiverName] = []
    for river in sheet.spec.rivers:
        curve = sheet.rivers[river.name]
        size = max(river.size, least)
        wide = width(river.name, "italic", size, RIVER_SPACING)
        for wanted in river.labels:
            rooms = unary_union([*taken(), *(n.room for n in out)])
            best: tuple[float, float] | None = None
            for at in np.linspace(0.04, 0.96, 70):
                cost = _river_cost(curve, float(at), wanted, wide, inside, rooms)
                if cost is not None and (best is None or cost < best[0]):
                    best = (cost, float(at))
            if best is not None and best[0] <= 6:
                line, room = _baseline(curve, best[1], wide, size)
                out.append(RiverName(river.name, size, line, room))
    return out


def _river_cost(
    curve: LineString, at: float, wanted: float, wide: float, inside: BaseGeometry, rooms: BaseGeometry
) -> float | None:
    start, end = curve.length * at - wide * 0.62, curve.length * at + wide * 0.62
    if start < 0 or end > curve.length:
        return None
    piece = substring(curve, start, end)
    if not inside.contains(piece):
        return None
    straight = math.dist(piece.coords[0], piece.coords[-1])
    flat = abs(piece.coords[0][0] - piece.coords[-1][0])
    return float(
        rooms.intersection(piece.buffer(7)).area * 0.5
        + abs(at - wanted) * 6
        + (piece.length / max(1.0, straight) - 1) * 9
        + (2 if flat < wide * 0.45 else 0)
    )


def _baseline(curve: LineString, at: float, wide: float, size: float) -> tuple[str, BaseGeometry]:
    """A calm version of the river under the name, running left to right."""
    middle = curve.length * at
    stops = np.linspace(max(0.0, middle - wide * 0.75), min(curve.length, middle + wide * 0.75), 24)
    points = np.array([curve.interpolate(float(s)).coords[0] for s in stops])
    for i in (0, 1):
        points[:, i] = ndimage.gaussian_filter1d(points[:, i], 5, mode="nearest")
    if points[0, 0] > points[-1, 0]:
        points = points[::-1]
    return path(rounded(points[::3].tolist(), 1)), LineString(points).buffer(size * 0.8)

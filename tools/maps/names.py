"""Where names stand: chief places first, eight spots round each sign, none that would overlap another name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

import numpy as np
from scipy import ndimage
from shapely import STRtree, affinity, prepare
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

MOVED = 3
"""The most names that go aside for another."""
SMALLER_NAME = 2.2
"""What it costs to be lettered no larger than can be read."""
CROSSING = 0.3
"""What it then counts for to cross rivers and borders, as a share."""
DEEP = 2
"""How far that goes on: those that go aside may push others."""


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


class _Surroundings:
    """What names keep off: all that does not move, the ``signs`` and what is ``taken``, and what they may cross."""

    def __init__(self, sheet: Sheet, signs: Sequence[Sign], lines: BaseGeometry, taken: Iterable[BaseGeometry]) -> None:
        width, height = sheet.grid.size
        self._inside = box(FRAME, FRAME, width - FRAME, height - FRAME)
        self._fixed = STRtree(list(taken))
        self._marks = [(s, Spot(s.at).buffer(s.radius)) for s in signs]
        self._near = STRtree([shape for _, shape in self._marks])
        self._crossed = ((sheet.water.buffer(1.6), 0.012), (lines.buffer(1.0), 0.01))
        for shape, _ in self._crossed:
            prepare(shape)

    def spots(self, sign: Sign, wanted: float, everywhere: float) -> list[tuple[float, Label]]:
        """Where the name of a sign may stand, the cheapest first; its height is ``wanted``, or else ``everywhere``."""
        found = []
        offered = list(_spots(sign, wanted, everywhere > 0))
        if 0 < everywhere < wanted:
            offered += [(dear + SMALLER_NAME, label) for dear, label in _spots(sign, everywhere, True)]
        for dear, label in offered:
            if not self._inside.contains(label.room):
                continue
            cost = dear + self._covered(sign, label.room, lenient=bool(everywhere))
            if cost > TOO_DEAR:
                continue
            cost += sum(
                shape.intersection(label.room).area * dear_ * (CROSSING if label.size < wanted else 1.0)
                for shape, dear_ in self._crossed
                if shape.intersects(label.room)
            )
            if cost <= TOO_DEAR:
                found.append((cost, label))
        return sorted(found, key=lambda spot: spot[0])

    def _covered(self, sign: Sign, room: BaseGeometry, *, lenient: bool) -> float:
        """What it costs to cover what is taken, and signs of others."""
        cost = 0.0
        for i in self._fixed.query(room, "intersects"):
            cost += 6 + self._fixed.geometries[i].intersection(room).area * 0.15
        for i in self._near.query(room, "intersects"):
            if self._marks[i][0] != sign:
                covered = self._marks[i][1].intersection(room).area
                cost += 2.4 + covered * 0.03 if lenient else 4 + covered * 0.1
        return cost


def place(
    sheet: Sheet,
    signs: Sequence[Sign],
    size: Callable[[Sign], float],
    lines: BaseGeometry,
    taken: Iterable[BaseGeometry],
    beside: Sequence[Sign] = (),
    everywhere: float = 0.0,
) -> list[Label]:
    """Labels for these signs, in their order of precedence. Crossing rivers or ``lines`` (borders) costs a little.

    Names keep off the signs ``beside`` too. With ``everywhere``, the least height of a name, more spots are tried and
    smaller names, a neighbour's sign may be covered in part, and names that stand make room for one that finds none.
    """
    surroundings = _Surroundings(sheet, [*signs, *beside], lines, taken)
    choices = {sign: surroundings.spots(sign, size(sign), everywhere) for sign in signs}
    placed: dict[Sign, Label] = {}
    for sign in signs:
        if (free := _free(choices[sign], placed.values())) is not None:
            placed[sign] = free
    while everywhere:
        before = len(placed)
        for sign in signs:
            if sign not in placed:
                placed = _made_room(sign, choices, placed) or placed
        if len(placed) == before:
            break
    return [placed[sign] for sign in signs if sign in placed]


def _free(choices: Iterable[tuple[float, Label]], others: Iterable[Label]) -> Label | None:
    """The first that lies over no other."""
    rooms = [other.room for other in others]
    return next((label for _, label in choices if not any(label.room.intersects(room) for room in rooms)), None)


def _made_room(
    sign: Sign,
    choices: dict[Sign, list[tuple[float, Label]]],
    placed: dict[Sign, Label],
    deep: int = DEEP,
    settled: frozenset[Sign] = frozenset(),
) -> dict[Sign, Label] | None:
    """All names with this one among them, others having gone aside for it, which may push others in their turn.

    None where that cannot be done. What is ``settled`` stays.
    """
    for _, label in choices[sign]:
        over = [s for s, other in placed.items() if other.room.intersects(label.room)]
        if len(over) > MOVED or settled.intersection(over):
            continue
        moved: dict[Sign, Label] | None = {s: other for s, other in placed.items() if s not in over} | {sign: label}
        for s in over:
            if moved is None:
                break
            free = _free(choices[s], moved.values())
            if free is not None:
                moved[s] = free
            else:
                moved = _made_room(s, choices, moved, deep - 1, settled | {sign}) if deep else None
        if moved is not None:
            return moved
    return None


def _spots(sign: Sign, size: float, everywhere: bool) -> Iterable[tuple[float, Label]]:
    """The eight spots with what each costs in itself, and with ``everywhere`` those between them and further out."""
    text = sign.name.upper() if sign.capital else sign.name
    spacing = CAPITAL_SPACING * size if sign.capital else 0.0
    wide, tall, r = width(text, "roman", size, spacing), size * 0.74, sign.radius
    offered = [
        ("m", 0.0, -(r + 2.2), 0.0),
        ("m", 0.0, r + 1.8 + tall, 0.05),
        ("s", r + 2.4, tall * 0.42, 0.12),
        ("e", -r - 2.4, tall * 0.42, 0.16),
        ("s", r * 0.8 + 1.2, -(r * 0.55), 0.20),
        ("s", r * 0.8 + 1.2, r * 0.6 + tall, 0.22),
        ("e", -r * 0.8 - 1.2, -(r * 0.55), 0.24),
        ("e", -r * 0.8 - 1.2, r * 0.6 + tall, 0.26),
    ]
    if everywhere:
        for off, dear in ((0.0, 0.3), (0.35 * size, 0.9), (0.8 * size, 1.6)):
            for share in (-0.5, -0.35, -0.2, 0.0, 0.2, 0.35, 0.5):
                offered.append(("m", share * wide, -(r + 2.2 + off), dear + abs(share)))
                offered.append(("m", share * wide, r + 1.8 + tall + off, dear + abs(share)))
            offered.append(("s", r + 2.4 + off, tall * 0.42, dear))
            offered.append(("e", -r - 2.4 - off, tall * 0.42, dear))
    for anchor, dx, dy, dear in offered:
        x, y = sign.at[0] + dx, sign.at[1] + dy
        left = {"m": x - wide / 2, "s": x, "e": x - wide}[anchor]
        room = box(left - 1.2, y - tall - 1, left + wide + 1.2, y + size * 0.20)
        yield dear, Label(sign, text, size, spacing, x, y, anchor, room)


def labels(placed: Iterable[Label]) -> str:
    """Their SVG."""
    out = []
    for label in placed:
        spacing = f' letter-spacing="{number(label.spacing)}"' if label.spacing else ""
        hex_ = f' data-hex="{label.sign.hex}"' if label.sign.hex else ""
        out.append(
            f'<text x="{number(label.x)}" y="{number(label.y)}" text-anchor="{ANCHORS[label.anchor]}"'
            f' font-size="{number(label.size)}" class="{label.sign.rank}"{spacing}{hex_}>'
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
SMALL = 1.35
"""A name of a country that is lower than this share of the least height is inked more strongly."""
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
        small = " small" if css == "ctry" and shown.size < SMALL * least else ""
        out.append(
            f'<text class="{css}{small}" font-size="{number(shown.size)}" letter-spacing="{number(shown.spacing)}"'
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
    """A name along a river: the line it runs on, how far its baseline lies below that, and the room that it takes."""

    name: str
    size: float
    line: str
    lift: float
    room: BaseGeometry


RIVER_SPACING = 1.2
RIVER_LIFT = 2.6
"""How far above the river its name's baseline lies."""
BELOW = 0.8
"""What it costs to stand below the river instead."""
RIVER_DEAR = 6.0
"""A river's name whose best place costs more is left out."""


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
            best: tuple[float, RiverName] | None = None
            for at in np.linspace(0.04, 0.96, 70):
                most = best[0] if best is not None else RIVER_DEAR
                for cost, name in _along(river.name, curve, float(at), wanted, wide, size, inside, rooms, most):
                    if best is None or cost < best[0]:
                        best = (cost, name)
            if best is not None and best[0] <= RIVER_DEAR:
                out.append(best[1])
    return out


def _along(
    name: str,
    curve: LineString,
    at: float,
    wanted: float,
    wide: float,
    size: float,
    inside: BaseGeometry,
    rooms: BaseGeometry,
    most: float,
) -> Iterable[tuple[float, RiverName]]:
    """The name above and below its river at one place, with what each costs; nothing where it has no room to run.

    What would cost more than ``most`` anyway is not looked at.
    """
    start, end = curve.length * at - wide * 0.62, curve.length * at + wide * 0.62
    if start < 0 or end > curve.length:
        return
    piece = substring(curve, start, end)
    if not inside.contains(piece):
        return
    straight = math.dist(piece.coords[0], piece.coords[-1])
    flat = abs(piece.coords[0][0] - piece.coords[-1][0])
    cost = abs(at - wanted) * 6 + (piece.length / max(1.0, straight) - 1) * 9 + (2 if flat < wide * 0.45 else 0)
    if cost > most:
        return
    points = _baseline(curve, at, wide)
    line = LineString(points)
    middle = substring(line, line.length / 2 - wide / 2, line.length / 2 + wide / 2)
    for lift, dear in ((-RIVER_LIFT, 0.0), (RIVER_LIFT + size * 0.62, BELOW)):
        # The letters' middle lies a third of their height above the baseline. Down is to the right of the line as we
        # look at it, and to its left by its numbers, since y grows downwards.
        letters = middle.offset_curve(lift - size * 0.3).buffer(size * 0.42, cap_style="flat")
        covered = float(rooms.intersection(letters).area) * 0.5
        yield cost + dear + covered, RiverName(name, size, path(points), lift, letters.buffer(0.8))


def _baseline(curve: LineString, at: float, wide: float) -> list[tuple[float, float]]:
    """A calm version of the river under the name, running left to right."""
    middle = curve.length * at
    stops = np.linspace(max(0.0, middle - wide * 0.75), min(curve.length, middle + wide * 0.75), 24)
    points = np.array([curve.interpolate(float(s)).coords[0] for s in stops])
    for i in (0, 1):
        points[:, i] = ndimage.gaussian_filter1d(points[:, i], 5, mode="nearest")
    if points[0, 0] > points[-1, 0]:
        points = points[::-1]
    return rounded(points[::3].tolist(), 1)

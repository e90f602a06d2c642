"""Areas' names, each with the signs of what the area earns and builds: where they stand and how large they are.

A name is as large as its area lets it be, and stands where it covers least of what else is there: of other areas, of
cities and names, and of the ground on which pieces would stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from tools.maps.areas.partition import Partition
from tools.maps.areas.raster import CELL, Mask, Raster, Sums
from tools.maps.areas.spec import Area
from tools.maps.lattice import Point as XY
from tools.maps.paths import polygons
from tools.maps.projection import Array
from tools.maps.type import width

SIZES = (22.0, 20.0, 18.0, 16.5, 15.0)
"""Heights of names, the wished for first: with the whole board in view on a large screen it has eleven pixels."""
SEA_SIZES = (20.0, 18.0, 16.0)
LINE = 1.0
LONG = 10
"""A name with more letters than this stands on two lines."""
TOKEN = 9.0
"""Radius of a sign: coins, factory, shipyard."""
GAP = 1.5
MARGIN = 2.0
"""Kept round a name, from signs and from other areas."""
SPACING = 0.4
STEP = 4.0
FRAME = 9.0
PIECE = 36.0
"""How wide a group of pieces is."""
ON_WATER, ON_LAND, ON_SIGNS, SMALLER, AWAY = 8.0, 8.0, 24.0, 320.0, 2.5
"""Prices: of a square unit over water or land beyond the area, or over a sign; of a unit less height; of a unit of
distance from the area's middle. A smaller name inside its area is cheaper than a larger one that reaches out."""
ON_CAPTIONS = 3.0
"""Price of a square unit of a city's own name."""
ON_PLACES = 1.3
"""Price, in shares of the name's own room, of leaving pieces no place at all in the area."""
ASTRAY = 1.5
"""The same, of covering nothing of the area itself; a quarter of the room is enough."""
PLENTY = 9 * PIECE**2
"""Ground for the middles of pieces of which there is enough: a name may take what lies beyond it for nothing."""


@dataclass(frozen=True, slots=True)
class Label:
    """A placed name: ``at`` is the middle of its lines at their top, ``signs`` are the middles of the signs."""

    area: Area
    at: XY
    rows: tuple[str, ...]
    size: float
    signs: tuple[XY, ...]
    room: BaseGeometry


@dataclass(frozen=True, slots=True)
class Block:
    """A name's lines and signs about the middle of the room that they take together."""

    rows: tuple[str, ...]
    size: float
    wide: float
    tall: float
    text: XY
    signs: tuple[XY, ...]


def rows_of(name: str) -> tuple[str, ...]:
    """A name on one line, or on two broken where they are most alike."""
    words = name.split(" ")
    if len(name) <= LONG or len(words) == 1:
        return (name,)
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(breaks, key=lambda rows: max(map(len, rows)))


def tokens(area: Area) -> int:
    """How many signs an area has."""
    return (area.coins > 0) + area.factory + area.shipyard


def blocks(area: Area) -> Iterator[Block]:
    """The ways in which a name and its signs may be put together: signs under the name or beside it, in every size."""
    sea = area.kind == "sea"
    count = tokens(area)
    row = count * (2 * TOKEN + GAP) - GAP if count else 0.0
    for size in SEA_SIZES if sea else SIZES:
        for rows in dict.fromkeys((rows_of(area.name), (area.name,))):
            text = max(width(r, "italic" if sea else "roman", size, SPACING) for r in rows) + 3
            high = len(rows) * size * LINE
            if not count:
                yield Block(rows, size, text, high, (0, -high / 2), ())
                continue
            tall = high + 2 * TOKEN + 1
            under = tuple((-row / 2 + TOKEN + i * (2 * TOKEN + GAP), tall / 2 - TOKEN) for i in range(count))
            yield Block(rows, size, max(text, row), tall, (0, -tall / 2), under)
            wide = text + row + GAP
            beside = tuple((-wide / 2 + text + GAP + TOKEN + i * (2 * TOKEN + GAP), 1.0) for i in range(count))
            yield Block(rows, size, wide, max(high, 2 * TOKEN), ((text - wide) / 2, -high / 2), beside)


def labels(
    partition: Partition, raster: Raster, taken: Sequence[BaseGeometry], small: Sequence[BaseGeometry]
) -> list[Label]:
    """A name for every area, small areas first: they have least choice. ValueError when one finds no room at all.

    ``taken`` is the room of signs, ``small`` that of lettering which is shown from near only.
    """
    signs, lettering = raster.nothing(), raster.nothing()
    for room in taken:
        signs |= raster.mask(room)
    for room in small:
        lettering |= raster.mask(room)
    captions = Sums(lettering)
    land = raster.nothing()
    for area_id in partition.land:
        land |= raster.mask(partition.land[area_id])
    ground = Sums(land)
    out: list[Label] = []
    for area_id, shape in sorted(partition.shapes.items(), key=lambda kv: (kv[1].area, kv[0])):
        label = _placed(partition, raster, partition.spec.areas[area_id], shape, (ground, captions), signs)
        out.append(label)
        signs |= raster.mask(label.room)
    return out


def _placed(
    partition: Partition, raster: Raster, area: Area, shape: BaseGeometry, beneath: tuple[Sums, Sums], signs: Mask
) -> Label:
    ground, captions = beneath
    own = raster.area(area.id)
    inside, marks = Sums(own), Sums(signs)
    places = raster.mask(shape.buffer(-PIECE / 2, join_style="mitre")) & ~signs
    standing, room_of_all = Sums(places), float(places.sum()) * CELL * CELL
    wanted = max(CELL, min(PLENTY, room_of_all))
    main = largest(shape)
    middle = main.representative_point() if area.kind == "sea" else main.centroid
    best: tuple[float, XY, Block] | None = None
    for block in blocks(area):
        xs, ys = _grid(main, partition.projection.grid.size, block)
        if not xs.size:
            continue
        wide, tall = block.wide + 2 * MARGIN, block.tall + 2 * MARGIN
        sides = (xs - wide / 2, ys - tall / 2, xs + wide / 2, ys + tall / 2)
        room, over = wide * tall, inside.of(*sides)
        dry = ground.of(*sides) - (over if area.kind == "land" else 0)
        spoiled = standing.of(*(v + d * PIECE / 2 for v, d in zip(sides, (-1, -1, 1, 1), strict=True)))
        cost = (
            ON_LAND * dry
            + ON_WATER * np.maximum(room - over - dry, 0)
            + ON_SIGNS * marks.of(*sides)
            + ON_CAPTIONS * captions.of(*sides)
            + ON_PLACES * room * np.maximum(wanted - room_of_all + spoiled, 0) / wanted
            + ASTRAY * room * np.maximum(1 - 4 * over / room, 0)
            + AWAY * np.hypot(xs - middle.x, ys - middle.y)
            + SMALLER * (SIZES[0] - block.size)
        )
        i = int(np.argmin(cost))
        if best is None or cost[i] < best[0]:
            best = (float(cost[i]), (float(xs[i]), float(ys[i])), block)
    if best is None:
        raise ValueError(f"no room at all for the name of {area.id}")
    _, (x, y), block = best
    return Label(
        area,
        (x + block.text[0], y + block.text[1]),
        block.rows,
        block.size,
        tuple((x + dx, y + dy) for dx, dy in block.signs),
        box(x - block.wide / 2, y - block.tall / 2, x + block.wide / 2, y + block.tall / 2),
    )


def _grid(shape: BaseGeometry, size: XY, block: Block) -> tuple[Array, Array]:
    """Middles that a block may have: about the shape, and wholly on the board."""
    x0, y0, x1, y1 = shape.bounds
    xs, ys = np.meshgrid(np.arange(x0, x1 + STEP, STEP), np.arange(y0, y1 + STEP, STEP))
    wide, tall = block.wide / 2 + FRAME, block.tall / 2 + FRAME
    fits = (xs > wide) & (xs < size[0] - wide) & (ys > tall) & (ys < size[1] - tall)
    return xs[fits], ys[fits]


def largest(shape: BaseGeometry) -> BaseGeometry:
    """The main part of an area."""
    return max(polygons(shape), key=lambda p: p.area)

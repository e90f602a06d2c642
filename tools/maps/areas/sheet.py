"""Everything that is drawn of one area board, worked out once and shared by the drawing's parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.areas.captions import Caption, captions
from tools.maps.areas.crowded import stands
from tools.maps.areas.labels import Label, labels
from tools.maps.areas.layout import City, Strait, cities, straits
from tools.maps.areas.partition import Partition
from tools.maps.areas.projection import Frame
from tools.maps.areas.raster import Mask, Raster
from tools.maps.areas.slots import slots
from tools.maps.areas.spec import CLOSED
from tools.maps.paths import lines
from tools.maps.relief import Relief

FIGHTING = ("GE", "AH", "BU", "OT", "BR", "FR", "RU", "IT", "BE", "SE", "MO")
"""Nations that are at war in a classic scenario; all others are grey."""
ROUGH_FROM = 13.0
RELIEF_SCALE = 0.85
SHORTEST = 2.0


@dataclass
class AreaSheet:
    """The board's drawing in the making."""

    partition: Partition

    @cached_property
    def relief(self) -> Relief:
        """The slopes: ridged where the ground is high."""
        frame = self.partition.projection.grid
        w, h = frame.size
        squares = [f"{i},{j}" for j in range(int(h // Frame.SQUARE)) for i in range(int(w // Frame.SQUARE))]
        centres = [frame.corners(s)[0] for s in squares]
        xs, ys = (np.array(v) + Frame.SQUARE / 2 for v in zip(*centres, strict=True))
        high = self.partition.geography.height(xs, ys) > ROUGH_FROM
        rough = [s for s, is_high in zip(squares, high, strict=True) if is_high]
        rivers = list(self.partition.rivers.values())
        return Relief(frame, self.partition.geography, rough, rivers, self.partition.spec.seed, RELIEF_SCALE)  # type: ignore[arg-type]

    @cached_property
    def nations(self) -> dict[str, BaseGeometry]:
        """Land by its holder at the start; neutrals as ``neutral``."""
        held: dict[str, list[BaseGeometry]] = {}
        for area in self.partition.spec.of_kind("land"):
            held.setdefault(area.owner if area.owner in FIGHTING else "neutral", []).append(
                self.partition.land[area.id]
            )
        return {n: unary_union(found).buffer(0) for n, found in sorted(held.items())}

    @cached_property
    def _between(self) -> list[tuple[str, str, BaseGeometry]]:
        land = sorted(self.partition.land.items())
        found = []
        for i, (a, shape) in enumerate(land):
            for b, other in land[i + 1 :]:
                if shape.distance(other) < 0.05:
                    shared = [line for line in lines(shape.boundary.intersection(other.boundary)) if line.length > 0]
                    if sum(line.length for line in shared) > SHORTEST:
                        found.append((a, b, unary_union(shared)))
        return found

    def limits(self, states: bool) -> list[LineString]:
        """Lines between areas of two states, or of one."""
        areas = self.partition.spec.areas

        def state(area: str) -> str:
            return CLOSED if area == CLOSED else areas[area].owner

        parts: list[LineString] = []
        for a, b, shared in self._between:
            if (state(a) != state(b)) == states:
                parts += lines(shared)
        return lines(MultiLineString(parts)) if parts else []

    @cached_property
    def cities(self) -> list[City]:
        """Cities with their discs."""
        return cities(self.partition)

    @cached_property
    def straits(self) -> list[Strait]:
        """Names of straits."""
        return straits(self.partition)

    @cached_property
    def raster(self) -> Raster:
        """The areas as small squares."""
        return Raster(self.partition.projection.grid.size, self.partition.shapes)

    @cached_property
    def names(self) -> list[Label]:
        """Every area's name with its signs."""
        small = [*(c.caption for c in self.cities), *(s.room for s in self.straits)]
        return labels(self.partition, self.raster, [c.room for c in self.cities], small)

    @cached_property
    def captions(self) -> list[Caption]:
        """The cities' own names."""
        return captions(self.cities, [*(n.room for n in self.names), *(s.room for s in self.straits)])

    @cached_property
    def slots(self) -> dict[str, tuple[list[tuple[float, float]], float]]:
        """Places for pieces by area, and how wide each may be."""
        discs, names = self._printed
        return {a: slots(self.raster, a, g, discs, names) for a, g in sorted(self.partition.shapes.items())}

    @cached_property
    def stands(self) -> dict[str, list[tuple[float, float]]]:
        """Places outside their area for the pieces of those that are too small, by area."""
        return stands(self.raster, self.slots, *self._printed)

    @cached_property
    def _printed(self) -> tuple[Mask, Mask]:
        """Where cities' discs are, and where names."""
        discs, names = self.raster.nothing(), self.raster.nothing()
        for city in self.cities:
            discs |= self.raster.mask(city.room)
        for label in self.names:
            names |= self.raster.mask(label.room)
        return discs, names

"""What is drawn: the tables of a board joined with the shapes that the geography gives them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, substring, unary_union

from tools.maps.geography import Geography
from tools.maps.lattice import RADIUS, Grid, Point
from tools.maps.meander import drawn
from tools.maps.paths import lines, outlines, polygons, rounded
from tools.maps.relief import USUAL_SCALE, Relief
from tools.maps.spec import BoardSpec
from tools.maps.survey import Survey
from tools.maps.tables import HexRow, Tables, TownRow

SIGN_OFF_CENTRE = 7.0
"""How far from its hex's centre a place's sign may stand."""

SIGN_FROM_RIM = 8.0
"""How far inside its hex a place that has to move stays."""
LEAST_SHORE = 30.0
"""Less land than this, in square board units, is none to stand on."""
TO_SHORE = 32.0
"""A river that ends nearer than this to the shore is led on to it."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A place as drawn. ``rank``: ``cap`` (capitals and major cities), ``city``, ``town``, or ``site``, which is a name
    that no rule knows, without a hex."""

    name: str
    hex: str
    rank: str
    at: Point
    fortress: bool
    port: bool
    chief: bool
    capital: bool

    @property
    def radius(self) -> float:
        """How much room its sign takes round its middle."""
        plain = {"cap": 9.5, "city": 7.2, "town": 3.2, "site": 2.6}[self.rank]
        return max(plain, 9.6) if self.fortress else plain


def _large(town: TownRow) -> bool:
    """Whether a place has the larger sign and name."""
    return town.chief == "capital" or town.kind == "major"


class Sheet:
    """One board ready to be drawn. Hexes are those of the tables; ValueError if these are not of today's survey."""

    def __init__(self, survey: Survey, tables: Tables) -> None:
        self.survey = survey
        self.tables = tables
        self.spec: BoardSpec = survey.spec
        self.grid: Grid = survey.grid
        self.geography: Geography = survey.geography
        self.hexes: dict[str, HexRow] = {row.hex: row for row in tables.hexes}
        if {(s.a, s.b, s.river) for s in tables.sides if s.river} != {
            (s.a, s.b, s.river) for s in survey.tables().sides if s.river
        }:
            raise ValueError("hexsides.csv does not fit the board's file: survey first, then draw")

    @cached_property
    def playable(self) -> tuple[str, ...]:
        """Hexes where units may stand or could but for a marsh."""
        return tuple(
            h for h, row in self.hexes.items() if row.surface == "land" and row.country not in {"", *self.spec.neutral}
        )

    def of_terrain(self, *kinds: str) -> tuple[str, ...]:
        """Playable hexes of these kinds; cities only where these keep their ground."""
        under = self.spec.ground_under_cities
        return tuple(h for h in self.playable if self.hexes[h].terrain in kinds and (under or not self.hexes[h].city))

    def cover(self, hexes: Iterable[str], wider: float = 0.2) -> BaseGeometry:
        """These hexes as one area."""
        return unary_union([Polygon(self.grid.corners(h, RADIUS + wider)) for h in hexes])

    @cached_property
    def coast(self) -> BaseGeometry:
        """Dry land with a smooth shore, a little past the board's edge."""
        land = self.geography.land.intersection(self.geography.board.buffer(40)).buffer(0.6).buffer(-0.6)
        smooth = []
        for part in polygons(land):
            if part.area < self.spec.drawing.smallest_island:
                continue
            for shore in polygons(part.simplify(0.5 * self.spec.drawing.coast)):
                holes = [rounded(list(r.coords)[:-1], 2, True) for r in shore.interiors if r.length > 8]
                smooth.append(Polygon(rounded(list(shore.exterior.coords)[:-1], 2, True), holes).buffer(0))
        return unary_union(smooth)

    @cached_property
    def rivers(self) -> dict[str, LineString]:
        """Curves by name; one that comes to the sea ends at the shore as it is drawn."""
        curves = drawn(self.grid, self.survey.rivers, self.spec.seed)
        return {r.name: curves[r.name] if r.into else self._to_shore(curves[r.name]) for r in self.spec.rivers}

    def _to_shore(self, curve: LineString) -> LineString:
        """A river without what would run on into the water, or led on to water that is near."""
        mouth = Spot(curve.coords[-1])
        shores = [part for part in polygons(self.coast) if part.intersects(curve)]
        if not shores:
            return curve
        # Islands before its mouth are none of its land.
        land = max(shores, key=lambda part: part.intersection(curve).length)
        dry = [curve.project(Spot(x, y)) for piece in lines(curve.intersection(land)) for x, y in piece.coords]
        if not dry:
            return curve
        if curve.length - max(dry) > 1:
            return LineString(substring(curve, 0, max(dry)).coords)
        shore = outlines(self.coast)
        if shore.distance(mouth) > TO_SHORE or self.geography.board.exterior.distance(mouth) < TO_SHORE:
            return curve
        end = shore.interpolate(shore.project(mouth))
        return LineString([*curve.coords, (end.x, end.y)])

    def _dry(self, at: Point, hex_: str) -> Point:
        """Where a place stands that the bend has put into the water: the nearest land of its hex, if there is any."""
        shore = self.coast.intersection(Polygon(self.grid.corners(hex_, RADIUS - SIGN_FROM_RIM)))
        if shore.is_empty or shore.area < LEAST_SHORE or shore.distance(Spot(at)) == 0:
            return at
        dry = nearest_points(shore.buffer(-2) if shore.area > 4 * LEAST_SHORE else shore, Spot(at))[0]
        return float(dry.x), float(dry.y)

    @cached_property
    def lakes(self) -> BaseGeometry:
        """Inland water as one area: rivers are not drawn over it."""
        return unary_union(self.geography.lakes)

    @cached_property
    def water(self) -> BaseGeometry:
        """All rivers together."""
        return unary_union(list(self.rivers.values()))

    @cached_property
    def relief(self) -> Relief:
        """The drawn ground."""
        spec = self.spec
        rough = self.of_terrain(*spec.uplands)
        ridged = {h: spec.uplands[self.hexes[h].terrain] for h in rough}
        scale, slopes = spec.drawing.relief_scale, spec.drawing.slopes
        incline = scale / USUAL_SCALE
        return Relief(
            self.grid,
            self.geography,
            rough,
            self.rivers.values(),
            spec.seed,
            scale,
            ridged,
            slopes,
            incline,
            spec.drawing.browns,
            self.of_terrain(*(word for word, tint in spec.tints.items() if tint == "snow")),
        )

    @cached_property
    def signs(self) -> tuple[Sign, ...]:
        """Every place where its sign stands: near its real site, well inside its hex."""
        found = []
        stated = {place.name: place.sign for place in self.spec.places}
        for town in self.tables.towns:
            row = self.hexes[town.hex]
            cx, cy = self.grid.centre(town.hex)
            x, y = self.survey.projection.point(float(town.lon), float(town.lat))
            far = math.dist((x, y), (cx, cy))
            k = min(1.0, SIGN_OFF_CENTRE / far) if far else 0.0
            at = self._dry((cx + (x - cx) * k, cy + (y - cy) * k), town.hex)
            if (sign := stated.get(town.name)) is not None:
                at = (cx + sign[0], cy + sign[1])
            found.append(
                Sign(
                    name=town.name,
                    hex=town.hex,
                    rank="town" if town.kind == "town" else "cap" if _large(town) else "city",
                    at=at,
                    fortress=(town.kind != "town" or self.spec.towns_count) and row.fortress != "",
                    port=(town.kind != "town" or self.spec.towns_count) and row.port == "1",
                    chief=town.chief != "",
                    capital=town.chief == "capital",
                )
            )
        named = {sign.hex for sign in found}
        for h, row in self.hexes.items():
            if row.city and h not in named:
                found.append(Sign("", h, "city", self.grid.centre(h), row.fortress != "", False, False, False))
        return tuple(found)

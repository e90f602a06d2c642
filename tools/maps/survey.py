"""Geography to tables: what lies in each hex and on each hexside of a board."""

from __future__ import annotations

import math
from collections import Counter
from functools import cached_property
from itertools import pairwise

import numpy as np
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from tools.maps import banks
from tools.maps.geography import Geography
from tools.maps.lattice import RADIUS, WIDTH, Grid
from tools.maps.projection import Projection
from tools.maps.rivers import Keep, Routed, Router
from tools.maps.routing import hex_to_hex
from tools.maps.spec import BoardSpec, Pair, Place, in_order
from tools.maps.tables import HexRow, RailRow, SideRow, Tables, TownRow

LAND_FROM = 0.30
"""Share of dry land from which a hex counts as land."""
SEA_SIDE_FROM = 0.90
"""Share of a hexside under water from which nothing crosses it."""
WOOD_EDGE = (0.10, 0.06)
"""Degrees by which a wood's ellipse is widened, so that a hex half in it is forest."""
LAKE_SIDE_FROM = 0.5
"""Share of a hexside under a lake's water from which it is a lake hexside."""
MIDDLE = 0.35
"""How near to a hex's middle, in hexes, a dated town decides whose it is."""
SAMPLES = (-14.0, 0.0, 14.0)


class Survey:
    """One board being surveyed. Its parts are worked out when first asked for."""

    def __init__(self, spec: BoardSpec, grid: Grid, projection: Projection, geography: Geography) -> None:
        self.spec = spec
        self.grid = grid
        self.projection = projection
        self.geography = geography

    def tables(self) -> Tables:
        """Everything, as rows."""
        return Tables(hexes=self._hexes(), sides=self._sides(), rails=self._rails(), towns=self._towns())

    @cached_property
    def surface(self) -> dict[str, str]:
        """``land`` or ``sea`` by the share of dry ground; ``lake`` where one that counts fills the hex."""
        land = self.geography.land
        lakes = self._lakes
        found = {}
        for h in self.grid.hexes:
            area = Polygon(self.grid.corners(h))
            found[h] = "land" if area.intersection(land).area / area.area > LAND_FROM else "sea"
            if found[h] == "sea" and any(area.intersection(lake).area > area.area / 2 for lake in lakes.values()):
                found[h] = "lake"
        return found | self.spec.set_surface

    @cached_property
    def _lakes(self) -> dict[str, BaseGeometry]:
        """Lakes by name, on boards where they count."""
        return self.geography.named_lakes if self.spec.lakes else {}

    @cached_property
    def country(self) -> dict[str, str]:
        """Whose a land hex was in August 1914: what a rulebook needs, else the state of the city that stands in it,
        else the owner of a dated town near its middle, else the state of a town that the board names in it, else who
        held most of its land, else its neighbours'."""
        found: dict[str, str] = {}
        for h in self.grid.hexes:
            if self.surface[h] == "land":
                held = self.geography.held(Polygon(self.grid.corners(h)))
                found[h] = min(held, key=lambda c: (-held[c], c)) if held else ""
        found |= {h: c for h, c in (self._of_places("town") | self.dated | self._of_places()).items() if h in found}
        for _ in range(2):
            for h, state in list(found.items()):
                if not state:
                    found[h] = _most([found[n] for n in self.grid.neighbours(h) if found.get(n)])
        return found | self.spec.set_country

    @cached_property
    def dated(self) -> dict[str, str]:
        """The owner of the dated town nearest to a hex's middle, where one is near it."""
        nearest: dict[str, tuple[float, str]] = {}
        for code, x, y in self.geography.dated_towns:
            h = self.grid.nearest(x, y)
            cx, cy = self.grid.centre(h)
            away = math.hypot(x - cx, y - cy) / WIDTH
            if away <= MIDDLE and (h not in nearest or away < nearest[h][0]):
                nearest[h] = (away, code)
        return {h: code for h, (_, code) in nearest.items()}

    def _of_places(self, kind: str = "") -> dict[str, str]:
        """The state of the first place of each hex, by where the place truly lies: of towns, or of all larger ones."""
        found: dict[str, str] = {}
        for place in self.spec.places:
            code = self.geography.state(place.lon, place.lat)
            if code and (place.kind == "town") == (kind == "town"):
                found.setdefault(place.hex or self.grid.nearest(*self.projection.point(place.lon, place.lat)), code)
        return found

    @cached_property
    def playable(self) -> frozenset[str]:
        """Land of the countries at war."""
        return frozenset(h for h, c in self.country.items() if c and c not in self.spec.neutral)

    @cached_property
    def terrain(self) -> dict[str, str]:
        """``clear``, ``forest``, high or wet ground of land hexes, in the game's own words."""
        found = {}
        for h in self.country:
            x, y = self.grid.centre(h)
            xs, ys = np.meshgrid([x + d for d in SAMPLES], [y + d for d in SAMPLES])
            height = float(self.geography.height(xs, ys).mean())
            rough = height >= self.spec.rough_from
            found[h] = self.spec.upland if rough else "clear"
            for word, least in self.spec.heights:
                if height >= least:
                    found[h] = word
            lon, lat = map(float, self.projection.to_lonlat(x, y))
            covers = (("forest", self.spec.woods), (self.spec.marsh, self.spec.bogs), *self.spec.covers.items())
            for cover, shapes in covers:
                for s in shapes:
                    across, down = (lon - s.lon) / (s.rx + WOOD_EDGE[0]), (lat - s.lat) / (s.ry + WOOD_EDGE[1])
                    if across**2 + down**2 <= 1 and (not rough or s.beats_rough):
                        found[h] = cover
        found |= self.spec.set_terrain
        if self.spec.ground_under_cities:
            return found
        # A city is a terrain of its own on the chart: the ground under it neither costs nor shifts.
        return found | {h: "clear" for h, places in self.places_in.items() if places[0].kind != "town"}

    @cached_property
    def hex_of(self) -> dict[str, str]:
        """The hex of each place by name: the stated one, else where it falls, or its nearest neighbour that is land."""
        found = {}
        for place in self.spec.places:
            x, y = self.projection.point(place.lon, place.lat)
            found[place.name] = place.hex or min(
                self.playable, key=lambda h: (self.grid.centre(h)[0] - x) ** 2 + (self.grid.centre(h)[1] - y) ** 2
            )
        return found

    @cached_property
    def places_in(self) -> dict[str, list[Place]]:
        """The places of each hex, cities first."""
        found: dict[str, list[Place]] = {}
        for place in sorted(self.spec.places, key=lambda p: p.kind == "town"):
            for h in (self.hex_of[place.name], *place.more):
                found.setdefault(h, []).append(place)
        return found

    @cached_property
    def perimeter(self) -> frozenset[str]:
        """Playable hexes within the stated distance of Paris."""
        paris = [h for h, places in self.places_in.items() if places[0].kind == "paris"]
        reach = self.spec.perimeter
        return frozenset(h for h in self.playable if any(self.grid.distance(h, p) <= reach for p in paris if reach))

    @cached_property
    def rivers(self) -> dict[str, Routed]:
        """The rivers on their hexsides."""
        return Router(self.grid, self.geography, self.surface, self.playable, self.keeps).all(self.spec.rivers)

    @cached_property
    def keeps(self) -> dict[str, tuple[Keep, ...]]:
        """By river, the hexes of its dated towns; of two towns in one hex the one that the board names counts."""
        named = {banks.spelling(place.name): self.hex_of[place.name] for place in reversed(self.spec.places)}
        cities = set(named.values())
        found: dict[str, tuple[Keep, ...]] = {}
        for river in self.spec.rivers:
            keeps = []
            for bank in banks.of_river(river.name, self.spec.id):
                if bank.town in named:
                    keeps.append(Keep(bank.town, named[bank.town], bank.left))
                elif bank.site is not None:
                    at = self.projection.point(*bank.site)
                    h = self.grid.nearest(*at)
                    here = math.dist(self.grid.centre(h), at) <= RADIUS and self.surface[h] == "land"
                    if here and h not in cities:
                        keeps.append(Keep(bank.town, h, bank.left))
            both = {k.hex for k in keeps if any(o.hex == k.hex and o.left is not k.left for o in keeps)}
            found[river.name] = tuple(k for k in keeps if k.hex not in both)
        return found

    def _hexes(self) -> tuple[HexRow, ...]:
        anchors = {a.hex: a.origin for a in self.spec.projection.anchors if a.origin.startswith("rulebook")}
        anchors |= self.spec.facts.get("origin", {})
        rows = []
        for h in self.grid.hexes:
            land = h in self.country
            places = self.places_in.get(h, [])
            first = places[0] if places else None
            city = first is not None and first.kind != "town"
            counts = first is not None and (city or self.spec.towns_count)
            lon, lat = map(float, self.projection.to_lonlat(*self.grid.centre(h)))
            rows.append(
                HexRow(
                    hex=h,
                    surface=self.surface[h],
                    terrain=self.terrain[h] if land else "",
                    country=self.country[h] if land else "",
                    name=self.spec.set_names.get(h, first.name if first else ""),
                    city=first.kind if first is not None and city else "",
                    fortress=str(first.fortress) if first is not None and counts and first.fortress else "",
                    port="1" if first is not None and counts and first.port else "",
                    perimeter="1" if h in self.perimeter else "",
                    lat=f"{lat:.3f}",
                    lon=f"{lon:.3f}",
                    origin=anchors.get(h) or (first.origin if first is not None and counts else "reconstruction"),
                    more={
                        column: self.spec.facts.get(column, {}).get(h)
                        or (first.facts.get(column, "") if first is not None else "")
                        or ("1" if column == "town" and counts and not city else "")
                        or self._zone(column, h)
                        for column in self.spec.hex_columns
                    },
                )
            )
        return tuple(rows)

    def _zone(self, column: str, hex_: str) -> str:
        """The value of the first zone of a column that the hex's centre lies in."""
        x, y = self.grid.centre(hex_)
        here = Point(*map(float, self.projection.to_lonlat(x, y)))
        return next(
            (
                zone.value
                for zone in self.spec.zones
                if zone.column == column
                and zone.surface in ("", self.surface[hex_])
                and Polygon(zone.ring).contains(here)
            ),
            "",
        )

    def _sides(self) -> tuple[SideRow, ...]:
        river: dict[Pair, str] = {}
        stated = {tuple(sorted(pin)) for r in self.spec.rivers for pin in r.pins}
        for routed in self.rivers.values():
            for a, b in pairwise(routed.chain):
                pair = self.grid.sides[frozenset((a, b))]
                if len(pair) == 2 and all(h in self.playable for h in pair):
                    river.setdefault(in_order(*pair), routed.river.name)
        facts = {column: dict(sides) for column, sides in self.spec.side_facts.items()}
        river |= facts.pop("river", {})
        sea: dict[Pair, str] = {in_order(*p): "1" for p in self._wet_sides()} | facts.pop("sea", {})
        origin: dict[Pair, str] = {in_order(a, b): "rulebook 2.1" for a, b in stated} | facts.pop("origin", {})
        if "lake" in self.spec.side_columns:
            facts["lake"] = self._lake_sides() | facts.get("lake", {})
        lake = facts.get("lake", {})
        own = {r.name: r.facts for r in self.spec.rivers}
        own |= {lake["name"]: lake for lake in self.spec.lakes.values()}
        every = {*river, *sea, *(pair for sides in facts.values() for pair in sides)}
        return tuple(
            SideRow(
                a=a,
                b=b,
                river=river.get((a, b), ""),
                sea=sea.get((a, b), "").replace("0", ""),
                origin=origin.get((a, b), "reconstruction"),
                more={
                    column: facts.get(column, {}).get((a, b))
                    or own.get(river.get((a, b)) or lake.get((a, b), ""), {}).get(column, "")
                    for column in self.spec.side_columns
                },
            )
            for a, b in sorted(every)
        )

    def _lake_sides(self) -> dict[Pair, str]:
        """Hexsides most of which lie in a lake, with its name."""
        found: dict[Pair, str] = {}
        for pair, side in self.grid.between.items():
            if not pair <= self.playable:
                continue
            line = LineString([self.grid.point(v) for v in side])
            for name, lake in self._lakes.items():
                if line.intersects(lake) and line.intersection(lake).length >= LAKE_SIDE_FROM * line.length:
                    found[in_order(*pair)] = name
        return found

    def _wet_sides(self) -> list[frozenset[str]]:
        land = self.geography.land
        found = []
        for pair, side in self.grid.between.items():
            if pair <= self.playable:
                line = LineString([self.grid.point(v) for v in side])
                wet = 1 - line.intersection(land).length / line.length >= SEA_SIDE_FROM
                if wet and not any(line.intersects(lake) for lake in self._lakes.values()):
                    found.append(pair)
        return found

    def _rails(self) -> tuple[RailRow, ...]:
        ferries = self.spec.ferries
        wet = set(self._wet_sides()) - set(map(frozenset, ferries))
        marsh = {h for h, t in self.terrain.items() if t == self.spec.marsh and self.spec.closed_marsh}
        laid: dict[tuple[str, str], str] = {}

        def runs(a: str, b: str) -> bool:
            return b in self.playable and b not in marsh and frozenset((a, b)) not in wet

        for railway in self.spec.railways:
            stops = [stop if stop[0].isdigit() else self.hex_of[stop] for stop in railway.stops]
            for a, b in pairwise(stops):
                way = hex_to_hex(self.grid, a, b, runs)
                for u, v in pairwise(way):
                    laid.setdefault(in_order(u, v), railway.name)
        own = dict.fromkeys(self.spec.rail_columns, "")
        found = [RailRow(a, b, line, "reconstruction", own) for (a, b), line in laid.items() if (a, b) not in ferries]
        for (a, b), facts in ferries.items():
            more = {column: facts.get(column, "") for column in own}
            found.append(RailRow(a, b, facts["line"], facts.get("origin", "reconstruction"), more))
        return tuple(found)

    def _towns(self) -> tuple[TownRow, ...]:
        return tuple(
            TownRow(
                name=p.name,
                hex=self.hex_of[p.name],
                kind=p.kind,
                chief="capital" if p.capital else "chief" if p.chief else "",
                lat=f"{p.lat:.2f}",
                lon=f"{p.lon:.2f}",
                origin=p.origin,
            )
            for p in self.spec.places
        )


def _most(states: list[str]) -> str:
    """The commonest, the first of the alphabet if several are."""
    counted = Counter(states)
    return min(counted, key=lambda s: (-counted[s], s)) if counted else ""

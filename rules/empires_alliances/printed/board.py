"""§2.0: the board as rules ask it: hexes and boxes by index, what their sides let pass, rails, seas, weather zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rules.empires_alliances.printed.ladder_charts import ZONES
from rules.empires_alliances.printed.places import Places
from rules.hexes.atlas import Atlas, Box, Joined, Page
from rules.hexes.board_columns import Sides
from rules.hexes.sheet import Sheet
from rules.kernel.bit_floods import BitLayout
from rules.kernel.lattice import OFF_BOARD

BOARD = "empires-alliances"
LAND, SEA, LAKE = "land", "sea", "lake"
CLOSED = frozenset({"CH", "DK", "SW", "ES"})
"""§2.2: countries that nobody ever enters."""
SET_UP, POOL, RESERVE, LATER, OUT = "set-up", "pool", "reserve", "later", "out"
AT_SEA, BROKEN = "at-sea", "broken"
BINS = (SET_UP, POOL, RESERVE, LATER, OUT, AT_SEA, BROKEN)
"""Off the board: still to be set up, the Replacement Pool, the U.S. Reserve (§17.46), not yet there, gone for good; at
sea before the hex that is invaded (§11.72); corps that are broken down (§22.8)."""
SMALL_CITY, LARGE_CITY = "minor", "major"
Rails = tuple[tuple[tuple[int, int], ...], ...]
"""For each place the hexes that a line leads to, each with how many hexes it counts as (§9.4)."""


@dataclass(frozen=True, eq=False)
class Board:
    """The sheet with the boxes beside it, which have indexes after the hexes and no neighbours.

    ``country``, ``terrain``, ``city`` and ``zone`` go by index; ``zone`` is 0 in the west and 1 in the east (§20.1).
    """

    atlas: Atlas
    country: tuple[str, ...]
    terrain: tuple[str, ...]
    city: tuple[str, ...]
    zone: tuple[int, ...]
    land: frozenset[int]
    """Hexes on which units may stand while nobody who is neutral has them (§2.2, §18.11)."""
    ports: frozenset[int]
    """§11.1: hexes with a port, and boxes from which ships sail."""
    beaches: frozenset[int]
    seas: tuple[frozenset[str], ...]
    """§2.6: the seas that a port or beach lies on."""
    boxes: Mapping[str, Mapping[str, object]]

    @classmethod
    def read(cls, folder: Path, places: Places) -> Board:
        """The board of a folder. ValueError for what cannot be, with file and line."""
        sheet = Sheet.read(folder)
        sections = {id_: _sections(box) for id_, box in places.boxes.items()}
        boxes = [Box(id_, str(box["name"]), sections[id_]) for id_, box in places.boxes.items()]
        atlas = Atlas([Page(BOARD, "", "Europe", sheet)], boxes=boxes)
        country = atlas.words("country")
        surface = atlas.words("surface", (LAND, SEA, LAKE, ""))
        beside = atlas.words("box")
        weather = atlas.words("weather", (*ZONES, ""))
        index = atlas.lattice.index
        return cls(
            atlas,
            country,
            atlas.words("terrain", ("clear", "forest", "swamp", "mountain", "")),
            atlas.words("city", (SMALL_CITY, LARGE_CITY, "")),
            tuple(ZONES.index(word) if word else 0 for word in weather),
            frozenset(
                i for i, kind in enumerate(surface) if kind == LAND and not beside[i] and country[i] not in CLOSED
            ),
            atlas.marked("port") | {index[id_] for id_, box in places.boxes.items() if box["ports"]},
            atlas.marked("beach"),
            tuple(
                _seas(places.boxes[id_]["sea_areas"]) if id_ in places.boxes else _seas(word.split("+"))
                for id_, word in zip(atlas.lattice.ids, atlas.words("sea_area"), strict=True)
            ),
            places.boxes,
        )

    @cached_property
    def lattice(self) -> Joined:
        """Ids, indexes and neighbours of all places."""
        return self.atlas.lattice

    def index(self, place: str) -> int:
        """The index of a hex or box. KeyError for any other."""
        return self.lattice.index[place]

    def is_hex(self, place: str) -> bool:
        """Whether it is a hex in which units may stand."""
        return self.lattice.index.get(place, -1) in self.land

    @cached_property
    def off_map(self) -> frozenset[str]:
        """Bins, and the boxes of §2.3 to §2.5."""
        return frozenset((*BINS, *self.boxes))

    @cached_property
    def rails(self) -> Rails:
        """§9.1, §9.4: where lines lead from each hex."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.lattice.ids]
        for (a, b), row in self.atlas.rails.items():
            found[a].append((b, int(row["ferry"] or 1)))
        return tuple(tuple(sorted(set(links))) for links in found)

    @cached_property
    def rail_neighbours(self) -> tuple[frozenset[int], ...]:
        """§9.1: the hexes to which lines lead from each hex."""
        return tuple(frozenset(b for b, _ in links) for links in self.rails)

    @cached_property
    def on_rail(self) -> frozenset[int]:
        """§9.0: hexes that a line runs through."""
        return frozenset(i for i, links in enumerate(self.rails) if links)

    @cached_property
    def on_lines(self) -> frozenset[str]:
        """§9.0, §11.1: rail hexes and ports among the hexes, by id."""
        return frozenset(self.lattice.ids[i] for i in (self.on_rail | self.ports) & self.land)

    @cached_property
    def lines(self) -> Mapping[str, frozenset[str]]:
        """§9.0, §11.1: these of each country."""
        ids = self.lattice.ids
        return {
            country: frozenset(ids[i] for i in hexes if ids[i] in self.on_lines) for country, hexes in self.home.items()
        }

    @cached_property
    def bits(self) -> BitLayout:
        """The hexes as bits of a number, for floods in which all steps cost the same."""
        return BitLayout(self.lattice.neighbours)

    @cached_property
    def zone_bits(self) -> tuple[int, int]:
        """§20.1: the hexes of the western and of the eastern weather zone, as bits."""
        return self.bits.bits(self.in_zone[0]), self.bits.bits(self.in_zone[1])

    @cached_property
    def row(self) -> tuple[int, ...]:
        """The row of each hex: the first two figures of its number, growing southwards; 0 for a box."""
        return tuple(int(id_[:2]) if id_ not in self.boxes else 0 for id_ in self.lattice.ids)

    @cached_property
    def east_sides(self) -> frozenset[int]:
        """§22.41: the sides over which one goes north-east, east or south-east: columns grow westwards."""
        lattice = self.lattice
        # Of a hex amid land: its neighbour in the row, and in each row beside it the one of lower number.
        around = next(row for i, row in enumerate(lattice.neighbours) if i in self.land and OFF_BOARD not in row)
        by_row: dict[str, list[str]] = {}
        for b in around:
            by_row.setdefault(lattice.ids[b][:2], []).append(lattice.ids[b])
        return frozenset(around.index(lattice.index[min(ids)]) for ids in by_row.values())

    @cached_property
    def sea_sides(self) -> Sides:
        """§5.1, §13.2, §13.83: hexsides that are sea, straits among them."""
        return self.atlas.barrier("sea")

    @cached_property
    def lake_sides(self) -> Sides:
        """§5.1, §20.23: hexsides that are lake, in every weather."""
        return self.atlas.barrier("lake")

    @cached_property
    def freezing(self) -> Sides:
        """§20.23: lakes and rivers that freeze in snow."""
        return self.atlas.barrier("freezes")

    @cached_property
    def rivers(self) -> Sides:
        """§20.23, charts 2.3: hexsides with a river."""
        return self.atlas.barrier("river")

    @cached_property
    def rail_only(self) -> Sides:
        """§2.8: hexsides that trains cross and nobody on foot."""
        return self.atlas.barrier("bars")

    @cached_property
    def rail_links(self) -> frozenset[tuple[int, int]]:
        """§2.8: neighbours between which only trains go, each way."""
        around = self.lattice.neighbours
        return frozenset(
            (a, around[a][side]) for a, bars in enumerate(self.rail_only) for side, bar in enumerate(bars) if bar
        )

    @cached_property
    def passable(self) -> Sides:
        """§2.2, §2.8, §13.83: hexsides between land that units could cross on foot, lakes counted as if frozen."""
        return tuple(
            tuple(near and not by_rail for near, by_rail in zip(*sides, strict=True))
            for sides in zip(self.watched, self.rail_only, strict=True)
        )

    @cached_property
    def open_around(self) -> tuple[tuple[int, ...], ...]:
        """§8.0: the hexes beside each that units could cross to, by ``passable``."""
        pairs = zip(self.lattice.neighbours, self.passable, strict=True)
        return tuple(tuple(b for b, passes in zip(*pair, strict=True) if passes) for pair in pairs)

    @cached_property
    def watched(self) -> Sides:
        """§5.1: hexsides across which a zone of control reaches, lakes that freeze counted as if frozen."""
        return tuple(
            tuple(
                b != OFF_BOARD
                and a in self.land
                and b in self.land
                and not self.sea_sides[a][side]
                and (not self.lake_sides[a][side] or self.freezing[a][side])
                for side, b in enumerate(around)
            )
            for a, around in enumerate(self.lattice.neighbours)
        )

    @cached_property
    def capitals(self) -> frozenset[str]:
        """§17.13: the hexes with capitals."""
        return frozenset(self.lattice.ids[i] for i in self.atlas.marked("capital"))

    @cached_property
    def in_zone(self) -> tuple[frozenset[int], frozenset[int]]:
        """§20.1: the land hexes west and east of the weather line."""
        west = frozenset(i for i in self.land if self.zone[i] == 0)
        return west, self.land - west

    @cached_property
    def home(self) -> Mapping[str, frozenset[int]]:
        """§4.1: the hexes of each country."""
        found: dict[str, set[int]] = {}
        for i in self.land:
            found.setdefault(self.country[i], set()).add(i)
        return {country: frozenset(hexes) for country, hexes in found.items()}


def _seas(names: object) -> frozenset[str]:
    """§2.6: the seas of a row of the board or of a box."""
    if not isinstance(names, list):
        raise ValueError(f"{names!r} is no list of seas")
    return frozenset(str(name) for name in names if name)


def _sections(box: Mapping[str, object]) -> str:
    sections = box["sections"]
    if not isinstance(sections, list) or not sections:
        raise ValueError(f"{box['id']} names no section")
    return str(sections[0])

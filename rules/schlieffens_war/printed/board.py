"""§2.1: the map as the rules ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from rules.hexes.choosing import place_name
from rules.hexes.sheet import Sheet
from rules.kernel.lattice import OFF_BOARD
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, PLAYED_LANDS, SIDES

MARSH = "marsh"
ENTRY_COST = {"clear": 1, "forest": 2, "rough": 2}
"""§10.4 and the terrain chart: MP to enter. A city costs 1 whatever its ground; marsh is never entered."""
RIVER_COST = 1


class Board:
    """§2.1: the map: one array slot a hex, look-ups by hex number beside them."""

    def __init__(self, sheet: Sheet) -> None:
        """§2.1: what this game reads from its board. ValueError where a table says what no map of it could."""
        self.lattice = sheet.lattice
        ids = sheet.lattice.ids

        def named(indexes: Iterable[int]) -> frozenset[str]:
            return frozenset(ids[i] for i in indexes)

        surface, country = sheet.words("surface"), sheet.words("country")
        city = sheet.words("city", ("", "city", "paris"))
        land = tuple(s == "land" and c in PLAYED_LANDS for s, c in zip(surface, country, strict=True))
        terrain = sheet.words("terrain", ("", *ENTRY_COST, MARSH))
        self.terrain: Mapping[str, str] = dict(zip(ids, terrain, strict=True))
        self.country: Mapping[str, str] = dict(zip(ids, country, strict=True))
        self.name: Mapping[str, str] = dict(zip(ids, sheet.words("name"), strict=True))
        self.cities: frozenset[str] = named(i for i, word in enumerate(city) if word)
        self.paris: frozenset[str] = named(i for i, word in enumerate(city) if word == "paris")
        self.fortresses: frozenset[str] = named(sheet.marked("fortress"))
        self.ports: frozenset[str] = named(sheet.marked("port"))
        self.perimeter: frozenset[str] = named(sheet.marked("perimeter"))
        self.river = sheet.barrier("river")
        self.sea = sheet.barrier("sea")
        self.rail = sheet.railways()
        self.river_names: Mapping[frozenset[str], str] = {
            frozenset((ids[a], ids[b])): row["river"] for (a, b), row in sheet.sides.items() if row["river"]
        }
        self.on_rail: frozenset[str] = named(i for i, sides in enumerate(self.rail) if any(sides))
        self.is_city: tuple[bool, ...] = tuple(h in self.cities for h in ids)
        self.playable: tuple[bool, ...] = tuple(
            played and ground != MARSH for played, ground in zip(land, terrain, strict=True)
        )
        self.entry: tuple[int, ...] = tuple(
            0 if not self.playable[i] else 1 if self.is_city[i] else ENTRY_COST[ground]
            for i, ground in enumerate(terrain)
        )

    @classmethod
    def read(cls, folder: Path) -> Board:
        """The board of a folder."""
        return cls(Sheet.read(folder))

    @cached_property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the neighbours that a unit could enter from it."""
        return tuple(
            tuple(b for side, b in enumerate(row) if self.open_side(a, side))
            for a, row in enumerate(self.lattice.neighbours)
        )

    @cached_property
    def rails(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the neighbours to which a rail line runs."""
        return tuple(
            tuple(b for side, b in enumerate(row) if self.rail[a][side] and self.open_side(a, side))
            for a, row in enumerate(self.lattice.neighbours)
        )

    @cached_property
    def foreign_hexes(self) -> Mapping[str, frozenset[int]]:
        """§3.3: for each side the hexes (as indexes) that are not its own at the start."""
        return {
            side: frozenset(i for i, h in enumerate(self.lattice.ids) if self.owner_at_start(h) != side)
            for side in SIDES
        }

    @cached_property
    def half_hexes(self) -> Mapping[str, tuple[tuple[tuple[int, int], ...], ...]]:
        """§8.3 to §8.6: for each hex (neighbour, half hexes of a line of supply).

        ``ground`` for every side, ``german`` with rails anywhere. ``french``: a line is counted from the unit to its HQ
        and each rail hex in France that it comes into is half. It is traced from the HQ, so the hex come into is ``a``.
        """
        ids = self.lattice.ids

        def priced(halved: Callable[[int, int], bool]) -> tuple[tuple[tuple[int, int], ...], ...]:
            return tuple(
                tuple((b, 1 if b in self.rails[a] and halved(a, b) else 2) for b in ways)
                for a, ways in enumerate(self.ways)
            )

        return {
            "ground": priced(lambda _a, _b: False),
            "german": priced(lambda _a, _b: True),
            "french": priced(lambda a, _b: self.country[ids[a]] == "FR"),
        }

    def open_side(self, a: int, side: int) -> bool:
        """§3.2, TEC: whether a unit could cross from ``a`` over this side at all (no sea, marsh or neutral land)."""
        b = self.lattice.neighbours[a][side]
        return b != OFF_BOARD and self.playable[b] and self.playable[a] and not self.sea[a][side]

    def is_playable(self, hex_: str) -> bool:
        """Whether units may ever stand there."""
        i = self.lattice.index.get(hex_)
        return i is not None and self.playable[i]

    def owner_at_start(self, hex_: str) -> str:
        """§3.3: Germany's hexes are German, those of Belgium, Luxembourg and France are the Entente's."""
        return GERMAN if self.country[hex_] == "GE" else ENTENTE

    def adjacent_open(self, a: str, b: str) -> bool:
        """§11.0, TEC: whether units in ``a`` could attack or go into ``b``: neighbours with no sea between."""
        i, j = self.lattice.index[a], self.lattice.index[b]
        return j in self.lattice.neighbours[i] and self.open_side(i, self.lattice.neighbours[i].index(j))

    def is_river(self, a: str, b: str) -> bool:
        """Whether the hexside between these neighbours is a river."""
        return self.river[self.lattice.index[a]][self.lattice.side(a, b)]

    def label(self, hex_: str) -> str:
        """How players name a hex: its place if it has one, with the number."""
        return place_name(self.name.get(hex_, ""), hex_)

    @cached_property
    def victory_cities(self) -> frozenset[str]:
        """§4.6: the cities of Belgium and France that count a point each; Paris ends the game instead."""
        return frozenset(h for h in self.cities - self.paris if self.country[h] in ("FR", "BE"))

    @cached_property
    def homes(self) -> Mapping[str, frozenset[str]]:
        """The playable hexes of each country."""
        return {
            land: frozenset(h for h in self.lattice.ids if self.country[h] == land and self.is_playable(h))
            for land in PLAYED_LANDS
        }

    @cached_property
    def german_cities(self) -> frozenset[str]:
        """The cities of Germany."""
        return frozenset(h for h in self.cities if self.country[h] == "GE")

    @cached_property
    def east_edge(self) -> frozenset[str]:
        """§8.6: hexes in Germany on the map's east side (columns grow west, so it is the lowest column)."""
        return frozenset(h for h in self._at(self.lattice.columns, min) if self.country[h] == "GE")

    @cached_property
    def west_edge(self) -> frozenset[str]:
        """Playable hexes of the westernmost column."""
        return frozenset(h for h in self._at(self.lattice.columns, max) if self.is_playable(h))

    @cached_property
    def south_edge(self) -> frozenset[str]:
        """Playable hexes of the southernmost row."""
        return frozenset(h for h in self._at(self.lattice.rows, max) if self.is_playable(h))

    def _at(self, lines: Sequence[int], end: Callable[[Sequence[int]], int]) -> Iterator[str]:
        """The hexes of the first or last row or column."""
        last = end(lines)
        return (h for h, line in zip(self.lattice.ids, lines, strict=True) if line == last)

    def south_of(self, row: int) -> frozenset[str]:
        """The hexes of a row and of those south of it."""
        return frozenset(h for h, at in zip(self.lattice.ids, self.lattice.rows, strict=True) if at >= row)

    @cached_property
    def rail_edges(self) -> Mapping[str, tuple[int, ...]]:
        """§8.3, §8.6: the rail hexes (as indexes) on each side's own edges: east, or west and south for the Entente."""
        edges = {GERMAN: self.east_edge, ENTENTE: self.west_edge | self.south_edge}
        return {side: tuple(self.lattice.index[h] for h in sorted(edges[side] & self.on_rail)) for side in SIDES}

    @cached_property
    def ground(self) -> Mapping[str, frozenset[int]]:
        """All hexes (as indexes) of each country that is fought over."""
        ids = self.lattice.ids
        return {land: frozenset(i for i, h in enumerate(ids) if self.country[h] == land) for land in PLAYED_LANDS}

    @cached_property
    def belgian_area(self) -> frozenset[str]:
        """§10.8: Belgium, and what of France and Luxembourg lies within two hexes of it."""
        inside = [h for h in self.lattice.ids if self.country[h] == "BE" and self.is_playable(h)]
        near = {
            h
            for h in self.lattice.ids
            if self.country[h] in ("FR", "LU") and any(self.lattice.distance(h, b) <= 2 for b in inside)
        }
        return frozenset(inside) | near

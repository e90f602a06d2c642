"""What is printed on the map, the counters and the charts, from the files under ``scenarios/schlieffens-war``.

Read once, frozen, shared by every match. Errors in a file name the file and the line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.hexes.counters import Column, entries, list_of, number, one_of
from rules.hexes.odds import OddsTable
from rules.hexes.sheet import Sheet, rows
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.plans import Plans

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "schlieffens-war"

GERMAN = "german"
ENTENTE = "entente"
SIDES = (GERMAN, ENTENTE)

GE, FR, BR, BE = "GE", "FR", "BR", "BE"
SIDE_OF_NATION = {GE: GERMAN, FR: ENTENTE, BR: ENTENTE, BE: ENTENTE}
NATIONS = {GERMAN: (GE,), ENTENTE: (FR, BR, BE)}
NATION_NAMES = {GE: "German", FR: "French", BR: "British", BE: "Belgian"}
SIDE_NAMES = {GERMAN: "German", ENTENTE: "Entente"}

HOME_OF_NATION = {GE: "GE", FR: "FR", BE: "BE"}
ENTENTE_LANDS = frozenset({"FR", "BE", "LU"})
PLAYED_LANDS = ENTENTE_LANDS | {"GE"}

MARSH = "marsh"
ENTRY_COST = {"clear": 1, "forest": 2, "rough": 2}
"""§10.4 and the terrain chart: MP to enter. A city costs 1 whatever its ground; marsh is never entered."""
RIVER_COST = 1
CORPS = ("infantry", "cavalry")


def foe(side: str) -> str:
    """The other side."""
    return ENTENTE if side == GERMAN else GERMAN


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """A printed unit: one object for all matches of its plan.

    ``strengths`` are its combat factors from full strength down, one a step (§2.6, §2.7).
    """

    id: str
    nation: str
    kind: str
    army: str
    size: str
    label: str
    name: str
    strengths: tuple[int, ...]
    ma: int
    setup: str
    side: str = field(init=False)
    """The side that commands it, by its nation."""
    is_corps: bool = field(init=False)
    """§2.5: infantry and cavalry corps are the units of manoeuvre."""
    is_mobile: bool = field(init=False)
    """Everything with a movement allowance: corps, army HQ and depots; never forts."""
    full: int = field(init=False)
    """§2.7: steps at full strength."""
    weight: int = field(init=False)
    """§6.2: corps equivalents for stacking; a fort counts as a corps, HQ and depots count apart."""

    def __post_init__(self) -> None:
        """§1.3, §2.5, §2.7: work out once what every rule asks of a counter."""
        corps = self.kind in CORPS
        for name, value in (
            ("side", SIDE_OF_NATION[self.nation]),
            ("is_corps", corps),
            ("is_mobile", self.kind != "fort"),
            ("full", len(self.strengths)),
            ("weight", 1 if corps or self.kind == "fort" else 0),
        ):
            object.__setattr__(self, name, value)

    @property
    def radius(self) -> int:
        """§6.7: the command radius of an HQ in supply is its combat factor; others have none."""
        return self.strengths[0] if self.kind == "hq" else 0

    def factor_at(self, steps: int) -> int:
        """§2.6, §2.7: the printed combat factor with that many steps left (0 when eliminated)."""
        return self.strengths[len(self.strengths) - steps] if steps else 0


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
    def foreign_ground(self) -> Mapping[str, frozenset[int]]:
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
        name = self.name.get(hex_, "")
        return f"{name} ({hex_})" if name else hex_

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


@dataclass(frozen=True, slots=True)
class Scenario:
    """Dates of the turns, the historical set-up and the figures of victory."""

    dates: tuple[str, ...]
    historical: tuple[tuple[str, str], ...]
    """(unit, hex), top of each stack first."""


@dataclass(frozen=True, eq=False)
class Printed:
    """Everything printed, together."""

    board: Board
    counters: Mapping[str, Counter]
    scenario: Scenario
    charts: Charts

    @classmethod
    def read(cls, folder: Path) -> Printed:
        """What the files of a folder say."""
        spec = tomllib.loads((folder / "scenario.toml").read_text(encoding="utf-8"))
        placed = sorted((r["hex"], int(r["depth"]), r["unit"]) for _, r in rows(folder / "historical.csv"))
        return cls(
            Board.read(folder),
            entries(folder / "counters.csv", _counter, COUNTER_COLUMNS),
            Scenario(tuple(_dates(spec)), tuple((unit, hex_) for hex_, _, unit in placed)),
            _charts(folder / "charts.toml"),
        )

    @cached_property
    def staff(self) -> tuple[Counter, ...]:
        """§8.2: the links of the chains of supply: HQs and depots."""
        return tuple(c for c in self.counters.values() if c.kind in ("hq", "depot"))


def _dates(spec: Mapping[str, Any]) -> Iterator[str]:
    for turn in spec["turns"]:
        yield str(turn["dates"] if isinstance(turn, dict) else turn)


def _spoken_name(kind: str, printed_name: str) -> str:
    """§2.2: a fort is printed with the name of its city; in a sentence it must not read as the city."""
    return f"{printed_name} fort" if kind == "fort" else printed_name


def _counter(kind: str, name: str, **columns: Any) -> Counter:
    return Counter(kind=kind, name=_spoken_name(kind, name), **columns)


COUNTER_COLUMNS: dict[str, Column] = {
    "id": str,
    "nation": one_of(*SIDE_OF_NATION),
    "kind": one_of(*CORPS, "hq", "fort", "depot"),
    "army": str,
    "size": one_of("", "XXX", "XXXX"),
    "label": str,
    "name": str,
    "strengths": list_of(number),
    "ma": number,
    "setup": str,
}
"""§2.3: what is printed on a counter."""


CombatResults = OddsTable[tuple[int, int]]
"""§11.9, §11.17: steps lost by attacker and defender."""


@dataclass(frozen=True, slots=True)
class Charts:
    """The four printed tables as charts.toml gives them."""

    crt: CombatResults
    """§11.9, §11.17: combat results."""
    bombardment: tuple[int, ...]
    """§11.23: columns to the right for a die of 1 to 6."""
    artillery_kept: frozenset[int]
    """§11.23: the dice that keep a heavy artillery marker."""
    attrition: tuple[int, ...]
    """§8.8, §10.6: steps lost for a die of 1 to 6."""


def _charts(path: Path) -> Charts:
    spec = tomllib.loads(path.read_text(encoding="utf-8"))
    return Charts(
        crt=OddsTable.read(spec["combat"], _losses),
        bombardment=tuple(spec["heavy_artillery"]["columns"]),
        artillery_kept=frozenset(spec["heavy_artillery"]["ready_again"]),
        attrition=tuple(spec["attrition"]["steps_lost"]),
    )


def _losses(cell: str) -> tuple[int, int]:
    attacker, _, defender = cell.partition("/")
    return int(attacker), int(defender)


AUGUST_1914 = "august-1914"
"""The plan of the game as it is printed."""
PLANS: Plans[Printed] = Plans(Printed.read, {AUGUST_1914: FOLDER})


def printed() -> Printed:
    """The files of the game, read at first use."""
    return PLANS[AUGUST_1914]


def charts() -> Charts:
    """The printed tables."""
    return printed().charts

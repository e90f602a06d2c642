"""What is printed on the counters, the charts and the set-up cards, from ``scenarios/great-war``.

Read once, frozen, shared. Errors in a file name the file and the line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.great_war.printed.arrivals import Arrival, read_arrivals
from rules.great_war.printed.charts import Charts, read_charts
from rules.great_war.printed.chits import Chits, read_all_chits
from rules.great_war.printed.counters import Counter, read_counters
from rules.great_war.printed.fronts import FRONTS, Front
from rules.great_war.printed.near_east_charts import add_charts
from rules.great_war.printed.near_east_places import FILE as NEAR_EAST_FILE
from rules.great_war.printed.near_east_places import NearEastPlaces, read_near_east_places
from rules.great_war.printed.places import FILE, Places, read_places
from rules.great_war.printed.scenario_files import read_scenario
from rules.great_war.printed.scenarios import Scenario
from rules.great_war.printed.variants import EUROPE, Variant, read_variants
from rules.hexes.sheet import HEXES, rows

FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "great-war"
MADE_FOR_EUROPE = FOLDER / "earlier" / "history"
"""What a folder without variants is read with."""
UNNAMED = MADE_FOR_EUROPE / FILE
"""The places for a folder without a file of them: what rules named while they had them in their program."""
Hexes = Mapping[str, Mapping[str, str]]
"""The rows of the boards' tables by the ids of their hexes."""


@dataclass(frozen=True, eq=False)
class Printed:
    """Everything printed for a variant, together."""

    variant: Variant
    counters: Mapping[str, Counter]
    arrivals: Mapping[str, Arrival]
    chits: Chits
    charts: Charts
    places: Places
    near_east: NearEastPlaces | None
    """The places of the Near East, where the variant has its fronts."""
    scenarios: Mapping[str, Scenario]

    @classmethod
    def read(cls, folder: Path, hexes: Hexes | None = None, variant: Variant | None = None) -> Printed:
        """What the files of a folder say for a variant (Europe's, if none is given), of these hexes or those of its own
        boards."""
        variant = read_variants(folder, MADE_FOR_EUROPE)[EUROPE] if variant is None else variant
        hexes = hexes_on(folder / "boards", variant.fronts) if hexes is None else hexes
        # What is printed for Europe names hexes and fronts of Europe, wherever it is added to or taken from.
        fronts = variant.fronts if variant.is_whole else FRONTS
        named = hexes if variant.is_whole else {**hexes_on(folder / "boards", fronts), **hexes}
        sheets = {front.sheet: front for front in fronts.values()}
        counters = read_counters(folder / name for name in variant.counters)
        nations = {unit.id: unit.nation for unit in counters.values()}
        arrivals = read_arrivals((folder / name for name in variant.arrivals), nations, named, whole=variant.is_whole)
        chits = read_all_chits((folder / name for name in variant.chits), variant.marks, counters, sheets)
        first, *further = variant.charts
        charts = read_charts(folder / first, sheets, named)
        for name in further:
            charts = add_charts(folder / name, charts, sheets, alone=not variant.europe)
        check_against(variant, charts, hexes)
        places = read_places(folder / FILE if (folder / FILE).exists() else UNNAMED, named)
        near_east = read_near_east_places(folder / NEAR_EAST_FILE, named) if variant.near_east else None
        # A unit that no order of appearance of the variant has is none of it.
        counters = {id_: unit for id_, unit in counters.items() if id_ in arrivals}
        found = {
            id_: read_scenario(folder / "scenarios" / f"{id_}.toml", variant, counters, arrivals, chits, charts, hexes)
            for id_ in variant.scenarios
        }
        return cls(variant, counters, arrivals, chits, charts, places, near_east, found)

    def of(self, nation: str, *, through: str | None = None, kinds: Collection[str] = ()) -> Iterator[Counter]:
        """§3.26: the units of a nation, all or those in play by a strategic turn, of all kinds or of some."""
        for unit in self.counters.values():
            wanted = unit.nation == nation and (not kinds or unit.kind in kinds)
            if wanted and (through is None or self.arrivals[unit.id].by(through)):
                yield unit


def hexes_on(boards: Path, fronts: Mapping[str, Front]) -> Hexes:
    """§3.12: the hexes of some fronts by their ids, as the tables of the boards have them. The atlas joins them; files
    about units need only know which hexes there are."""
    return {
        front.prefix + row["hex"]: row for front in fronts.values() for _, row in rows(boards / front.sheet / HEXES)
    }


def check_against(variant: Variant, charts: Charts, hexes: Collection[str]) -> None:
    """§4.1, §9.1: refuse a variant whose turns or trains the charts do not have, or whose trains run to no hex."""
    if variant.last > len(charts.turns):
        raise ValueError(f"{variant.id}.toml: there is no turn {variant.last}")
    for transport in variant.transports:
        if transport.id not in charts.capacity:
            raise ValueError(f"{variant.id}.toml: no capacity is called {transport.id}")
        if strange := [hex_ for hex_ in transport.besides if hex_ not in hexes]:
            raise ValueError(f"{variant.id}.toml: trains of {transport.id} run to {strange[0]}, which is no hex")

"""What is printed on the counters, the charts and the set-up cards, from ``scenarios/great-war``.

Read once, frozen, shared. Errors in a file name the file and the line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.great_war.printed.arrivals import Arrival, arrival_columns, check_codes
from rules.great_war.printed.charts import Charts, read_charts
from rules.great_war.printed.chits import Chits, read_chits
from rules.great_war.printed.counters import COUNTER_COLUMNS, Counter
from rules.great_war.printed.places import FILE, Places, read_places
from rules.great_war.printed.scenario_files import read_scenario
from rules.great_war.printed.scenarios import Scenario
from rules.hexes.counters import entries
from rules.hexes.sheet import HEXES, rows

FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "great-war"
UNNAMED = FOLDER / "earlier" / "history" / FILE
"""The places for a folder without a file of them: what rules named while they had them in their program."""
SHEETS = (("great-war-west", "W"), ("great-war-italy", "W"), ("great-war-east", "E"))
"""§3.12: the fronts of the game in Europe, with the letter before their hexes. The atlas joins them; files about units
need only know which hexes there are."""
SCENARIOS = ("campaign", "1915", "1916", "1917", "1918")
"""§19.0, §21.0: in the order of their beginnings."""
Hexes = Mapping[str, Mapping[str, str]]
"""The rows of the boards' tables by the ids of their hexes."""


@dataclass(frozen=True, eq=False)
class Printed:
    """Everything printed, together."""

    counters: Mapping[str, Counter]
    arrivals: Mapping[str, Arrival]
    chits: Chits
    charts: Charts
    places: Places
    scenarios: Mapping[str, Scenario]

    @classmethod
    def read(cls, folder: Path, hexes: Hexes | None = None) -> Printed:
        """What the files of a folder say, of these hexes or those of its own boards."""
        hexes = european_hexes(folder / "boards") if hexes is None else hexes
        counters = entries(folder / "units.csv", Counter, COUNTER_COLUMNS)
        nations = {unit.id: unit.nation for unit in counters.values()}
        arrivals = entries(folder / "order_of_appearance.csv", Arrival, arrival_columns(nations, hexes))
        check_codes(arrivals, nations)
        chits = read_chits(folder / "chits.toml", counters, dict(SHEETS))
        charts = read_charts(folder / "charts.toml", dict(SHEETS), hexes)
        places = read_places(folder / FILE if (folder / FILE).exists() else UNNAMED, hexes)
        found = {
            id_: read_scenario(folder / "scenarios" / f"{id_}.toml", counters, arrivals, chits, charts, hexes)
            for id_ in SCENARIOS
        }
        return cls(counters, arrivals, chits, charts, places, found)

    def of(self, nation: str, *, through: str | None = None, kinds: Collection[str] = ()) -> Iterator[Counter]:
        """§3.26: the units of a nation, all or those in play by a strategic turn, of all kinds or of some."""
        for unit in self.counters.values():
            wanted = unit.nation == nation and (not kinds or unit.kind in kinds)
            if wanted and (through is None or self.arrivals[unit.id].by(through)):
                yield unit


def european_hexes(boards: Path) -> Hexes:
    """§3.12: the hexes of the three fronts by their ids, as the tables of the boards have them."""
    return {prefix + row["hex"]: row for board, prefix in SHEETS for _, row in rows(boards / board / HEXES)}

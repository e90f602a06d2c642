"""Everything that is printed for Empires & Alliances, from ``scenarios/empires-alliances``.

Read once, frozen, shared. Errors in a file name the file and the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rules.empires_alliances.printed.appearance import (
    WEAKER,
    Appearance,
    Breakdown,
    Release,
    Withdrawal,
    read_appearances,
    read_breakdowns,
    read_releases,
    read_withdrawals,
)
from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.printed.charts import Charts, read_charts
from rules.empires_alliances.printed.combat_table import CombatTable, read_combat_table
from rules.empires_alliances.printed.counters import (
    SHEETS,
    Counter,
    Fort,
    Marker,
    read_forts,
    read_markers,
    read_units,
)
from rules.empires_alliances.printed.ladder_charts import (
    Capacity,
    TerrainRow,
    read_capacity,
    read_terrain,
    read_weariness,
    read_weather,
)
from rules.empires_alliances.printed.nations import Nation, read_nations
from rules.empires_alliances.printed.optional_rules import OptionalRules, read_optional_rules
from rules.empires_alliances.printed.options import Option, read_options
from rules.empires_alliances.printed.places import Places
from rules.empires_alliances.printed.replacements import Limit, Source, read_limits, read_sources
from rules.empires_alliances.printed.scenario_files import Names, read_scenario
from rules.empires_alliances.printed.scenarios import Scenario
from rules.empires_alliances.printed.turns import Turn, read_turns
from rules.kernel.plans import Plans

FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "empires-alliances"
SCENARIOS = ("1914", "campaign", "1918")
"""§1.0, §2.0, §3.0; the second sets up as the first does (§2.4)."""


@dataclass(frozen=True, eq=False)
class Printed:
    """Everything printed, together."""

    places: Places
    board: Board
    turns: Mapping[str, Turn]
    nations: Mapping[str, Nation]
    units: Mapping[str, Counter]
    forts: Mapping[str, Fort]
    markers: Mapping[str, Marker]
    order: Mapping[str, Appearance]
    withdrawals: Mapping[str, Withdrawal]
    releases: Mapping[str, Release]
    breakdowns: tuple[Breakdown, ...]
    sources: Mapping[str, Source]
    limits: Mapping[str, Limit]
    combat: CombatTable
    terrain: Mapping[str, TerrainRow]
    capacity: Mapping[str, Capacity]
    weather: Mapping[str, tuple[tuple[str, str], ...]]
    weariness: tuple[str, ...]
    charts: Charts
    options: Mapping[str, Option]
    optional_rules: OptionalRules
    scenarios: Mapping[str, Scenario]

    @classmethod
    def read(cls, folder: Path = FOLDER, places: Places | None = None) -> Printed:
        """What the files of a folder say, of these places or those of the project: an owner's charts need no board."""
        places = places or Places.read(FOLDER)
        turns = read_turns(folder / "turns.csv")
        ids = tuple(turns)
        nations = read_nations(folder / "nations.toml", places, ids)
        units = read_units(folder / "units.csv", nations)
        forts = read_forts(folder / "forts.csv", nations, places)
        markers = read_markers(folder / "markers.csv")
        counters = len(units) + len(forts) + sum(marker.count for marker in markers.values())
        if counters != SHEETS:
            raise ValueError(f"units.csv, forts.csv and markers.csv: {counters} counters, and {SHEETS} on the sheets")
        order = read_appearances(folder / "order_of_appearance.csv", units, places, ids)
        withdrawals = read_withdrawals(folder / "withdrawals.csv", nations, ids)
        sources = read_sources(folder / "replacements.csv", nations, places, ids)
        purses = dict.fromkeys(n.points for n in nations.values() if any(s.nation == n.id for s in sources.values()))
        options = read_options(folder / "options.toml")
        names = Names(nations, units, order, withdrawals, forts, options, places, ids)
        scenarios: dict[str, Scenario] = {}
        for id_ in SCENARIOS:
            scenarios[id_] = read_scenario(folder / "scenarios" / f"{id_}.toml", names, scenarios)
        groups = scenarios["1914"].groups
        return cls(
            places,
            Board.read(FOLDER, places),
            turns,
            nations,
            units,
            forts,
            markers,
            order,
            withdrawals,
            read_releases(folder / "releases.csv", units, nations, places, ids),
            read_breakdowns(folder / "breakdowns.csv"),
            sources,
            read_limits(folder / "limits.csv", purses),
            read_combat_table(folder / "combat.csv"),
            read_terrain(folder / "terrain.csv"),
            read_capacity(folder / "capacity.csv", [n.id for n in nations.values() if not n.of]),
            read_weather(folder / "weather.csv"),
            read_weariness(folder / "weariness.csv"),
            read_charts(folder / "charts.toml", nations, places, ids),
            options,
            read_optional_rules(folder / "optional.toml", nations, units, groups, places, ids),
            scenarios,
        )

    @cached_property
    def calendar(self) -> tuple[Turn, ...]:
        """§7.5: the turns in order."""
        return tuple(self.turns.values())

    @cached_property
    def weaker_of(self) -> Mapping[str, tuple[str, ...]]:
        """§17.35: unit to the weaker counters that it may come back as."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self.order.values():
            if entry.act == WEAKER:
                found[entry.replaces] = (*found.get(entry.replaces, ()), entry.id)
        return found

    @cached_property
    def sources_by_purse(self) -> Mapping[str, tuple[Source, ...]]:
        """§17.23: the rows of places that make points, by the purse that these go to."""
        found: dict[str, tuple[Source, ...]] = {}
        for row in self.sources.values():
            purse = self.nations[row.nation].points
            found[purse] = (*found.get(purse, ()), row)
        return found

    @cached_property
    def makers(self) -> Mapping[tuple[str, str, str], tuple[Source, ...]]:
        """§17.13, §17.25: the same by place, kind and country."""
        found: dict[tuple[str, str, str], tuple[Source, ...]] = {}
        for row in self.sources.values():
            key = (row.place, row.kind, row.nation)
            found[key] = (*found.get(key, ()), row)
        return found

    @cached_property
    def city_in(self) -> Mapping[str, str]:
        """§2.0: hex to the name of its city or town."""
        return {city.hex: city.name for city in self.places.cities.values() if city.hex}

    @cached_property
    def city_at(self) -> Mapping[str, int]:
        """§2.0: cities and towns on the map, each with the index of its hex."""
        return {name: self.board.index(hex_) for hex_, name in self.city_in.items()}

    @cached_property
    def city_bits(self) -> int:
        """§2.0: the hexes of all cities and towns as bits (``Board.bits``)."""
        return self.board.bits.bits(self.city_at.values())

    @cached_property
    def fort_at(self) -> Mapping[str, str]:
        """§15.11: hex to the fort that is printed for it."""
        return {fort.hex: fort.id for fort in self.forts.values()}


AS_PRINTED = "rebuilt-1"
"""The plan that matches are played by."""
PLANS: Plans[Printed] = Plans(Printed.read, {AS_PRINTED: FOLDER})

"""What is printed on the map, the counters and the charts, from the files of a plan: ``scenarios/schlieffens-war``.

Read once, frozen, shared by every match of the plan. Errors in a file name the file and the line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.hexes.counters import SOURCE, entries
from rules.hexes.sheet import rows
from rules.kernel.plans import Plans
from rules.schlieffens_war.printed.board import Board
from rules.schlieffens_war.printed.charts import Charts, read_charts
from rules.schlieffens_war.printed.counters import COUNTER_COLUMNS, Counter, counter_of

NOT_PRINTED = (*SOURCE, "divisions")
"""Columns of counters.csv for people and tests: where a row comes from, which divisions its counter stands for."""
FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "schlieffens-war"


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
            entries(folder / "counters.csv", counter_of, COUNTER_COLUMNS, apart=NOT_PRINTED),
            Scenario(tuple(_dates(spec)), tuple((unit, hex_) for hex_, _, unit in placed)),
            read_charts(folder / "charts.toml"),
        )

    @cached_property
    def forts(self) -> Mapping[str, str]:
        """§3.1: which fort is printed for a hex."""
        return {c.setup: c.id for c in self.counters.values() if c.kind == "fort"}

    @cached_property
    def supply_links(self) -> tuple[Counter, ...]:
        """§8.2: the links of the chains of supply: HQs and depots."""
        return tuple(c for c in self.counters.values() if c.kind in ("hq", "depot"))


def _dates(spec: Mapping[str, Any]) -> Iterator[str]:
    for turn in spec["turns"]:
        yield str(turn["dates"] if isinstance(turn, dict) else turn)


AUGUST_1914 = "august-1914-somme"
"""The plan of the game as it is printed, on a map with the frontiers and the rivers of August 1914."""
RIVERS = "august-1914-rivers"
"""The map before that, where the Somme begins at Péronne and parts nothing from Saint-Quentin."""
FRONTIERS = "august-1914-frontiers"
"""The map before that, where a river might run on the wrong side of a town: the Somme south of Amiens."""
FIRST = "august-1914"
"""The first map, with Eupen Belgian and Château-Salins French."""
EARLIER = (RIVERS, FRONTIERS, FIRST)
"""Matches begun on one of these are played on it. Each is a whole folder: a change of today's plan never reaches it."""
PLANS: Plans[Printed] = Plans(
    Printed.read, {AUGUST_1914: FOLDER}, {name: FOLDER / "earlier" / name for name in EARLIER}
)

"""§8.8, §11.9, §11.23: the printed tables."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from rules.hexes.odds import OddsTable
from rules.kernel.rulebook import Chart
from rules.schlieffens_war.printed.charts_shown import charts_shown

CombatResults = OddsTable[tuple[int, int]]
"""§11.9, §11.17: steps lost by attacker and defender."""


@dataclass(frozen=True, slots=True, eq=False)
class Charts:
    """The four printed tables as charts.toml gives them: one object for all matches of their plan."""

    crt: CombatResults
    """§11.9, §11.17: combat results."""
    bombardment: tuple[int, ...]
    """§11.23: columns to the right for a die of 1 to 6."""
    artillery_kept: frozenset[int]
    """§11.23: the dice that keep a heavy artillery marker."""
    attrition: tuple[int, ...]
    """§8.8, §10.6: steps lost for a die of 1 to 6."""
    shown: tuple[Chart, ...]
    """The same as the page draws them."""


def read_charts(path: Path) -> Charts:
    """The tables of a charts.toml."""
    spec = tomllib.loads(path.read_text(encoding="utf-8"))
    return Charts(
        crt=OddsTable.read(spec["combat"], losses_in),
        bombardment=tuple(spec["heavy_artillery"]["columns"]),
        artillery_kept=frozenset(spec["heavy_artillery"]["ready_again"]),
        attrition=tuple(spec["attrition"]["steps_lost"]),
        shown=charts_shown(spec),
    )


def losses_in(cell: str) -> tuple[int, int]:
    """§11.17: what a cell of the table, as ``1/2``, costs the attacker and the defender."""
    attacker, _, defender = cell.partition("/")
    return int(attacker), int(defender)
